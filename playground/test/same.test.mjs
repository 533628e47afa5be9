// Tests that the interpreter of the page prints the same bytes as the program, with the same status, and is small.
// BROADSIDE names the program, SCRIPTS a folder of random scripts. `.ci/web` sets both.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { load, part, ROOT, run, TARGET } from "./interpreter.mjs";

const BROADSIDE = process.env.BROADSIDE ?? join(TARGET, "debug/broadside");
const FOLDER = process.env.SCRIPTS ?? join(TARGET, "playground/scripts");
const engine = await load();

/** What the program prints, and its exit status. */
function native(script) {
  const { stdout, status, error } = spawnSync(BROADSIDE, ["run", "-"], { input: script, maxBuffer: 1 << 28 });
  assert.ifError(error);
  return { status, output: stdout };
}

/** Compares the page's interpreter with the program on a script. Returns the status. */
function compare(name, script) {
  const [ours, theirs] = [run(engine, script), native(script)];
  assert.equal(ours.status, theirs.status, `${name}\n${script}`);
  assert.ok(ours.output.equals(theirs.output), `${name}\n${script}\n--- page\n${ours.output}\n--- program\n${theirs.output}`);
  return ours.status;
}

const scripts = readdirSync(FOLDER).filter((name) => name.endsWith(".ships"));

test("400 random scripts give the same bytes and status", () => {
  assert.ok(scripts.length >= 400, `${scripts.length} scripts`);
  const ends = new Set(scripts.map((name) => compare(name, readFileSync(join(FOLDER, name)))));
  assert.deepEqual([...ends].sort(), [0, 1]);
});

test("scripts that are cut or damaged give the same bytes and status", () => {
  const ends = new Set();
  for (const [i, name] of scripts.slice(0, 200).entries()) {
    const script = readFileSync(join(FOLDER, name));
    const at = (i * 7919) % script.length;
    ends.add(compare(`${name} cut at ${at}`, script.subarray(0, at)));
    ends.add(compare(`${name} broken at ${at}`, Buffer.concat([script.subarray(0, at), Buffer.from([255, 48 + (i % 75)]), script.subarray(at)])));
  }
  assert.ok(ends.has(2));
});

test("the samples give the same bytes and status", () => {
  const folder = join(ROOT, "scripts");
  for (const name of readdirSync(folder).filter((name) => name.endsWith(".ships"))) compare(name, readFileSync(join(folder, name)));
});

test("the interpreter, the module that runs scripts, takes less than 250 kB", (context) => {
  const { length } = part("interpreter");
  context.diagnostic(`${length} bytes gzipped`);
  assert.ok(length < 250_000, `${length} bytes`);
});

test("the interpreter gives findings, completions, turns and frames", () => {
  const [finding] = engine.check("[state]\nREEF 99 0\n[state]\n").list;
  assert.deepEqual([finding.line, finding.column, finding.width, finding.is_error], [2, 1, 9, true]);
  assert.deepEqual(engine.complete("[playerA] MOVE 0 DES ").map(({ word }) => word), ["F", "L", "R"]);
  assert.match(engine.turn("").text, /^\[playerA\]\n(PLACE_SHIP .*\n){10}(.*\n)*\[playerA\]\n$/);
  assert.equal(engine.turn("[state] REEF 99 9").why.split(":")[0], "the script stops");
  const { frames, is_whole: isWhole } = engine.frames("[state] REEF 1 1 REEF 2 2\nREEF 3 3 [state]", { most: 2 });
  assert.deepEqual([frames.length, isWhole], [2, false]);
  assert.equal(engine.format("[state] REEF +1 2"), "[state]\n  REEF 1 2\n[state]\n");
  assert.throws(() => engine.format("[state] REEF x"), (error) => error.problem.line === 1);
  assert.equal(engine.language().commands.length, 17);
});
