// Tests the installed package: `.ci/npm` runs this in a folder in which only the package is installed.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { load, loadSync, ScriptError } from "broadside-engine";
import * as machine from "broadside-engine/opponent";

const engine = await load();

test("a script runs", () => {
  const outcome = engine.run("[state] BOARD_SIZE 1 3 REEF 0 2 PRINT 0 [state]");
  assert.deepEqual(outcome, { status: 0, winner: null, problem: null, output: "  #\nPARTS REMAINING:: A : 0 B : 0\n" });
  const bytes = [];
  const ended = engine.run(new TextEncoder().encode("[state] PRINT 0 [state]"), { onOutput: (chunk) => bytes.push(...chunk) });
  assert.equal(ended.output, undefined);
  assert.equal(bytes.length, 21 * 11 + "PARTS REMAINING:: A : 0 B : 0\n".length);
});

test("the first battle is won", () => {
  const { winner, status, output } = engine.run(readFileSync(process.env.FIRST_BATTLE));
  assert.deepEqual([winner, status], ["A", 0]);
  assert.ok(output.endsWith("A won\n"));
});

test("an invalid operation has a line and a column", () => {
  const { status, problem } = engine.run("[state]\n REEF 99 0");
  assert.equal(status, 1);
  assert.deepEqual([problem.line, problem.column], [2, 2]);
});

test("check, format, frames", () => {
  const { list, more } = engine.check("[state]\nREEF 99 0\nREEF x 1\n[state]\n");
  assert.deepEqual([list.length, list[0].line, more], [2, 2, 0]);
  assert.equal(engine.format("[state] REEF +1 2"), "[state]\n  REEF 1 2\n[state]\n");
  assert.throws(() => engine.format("[state] REEF x"), (error) => error instanceof ScriptError && error.problem.line === 1);
  const { frames, is_whole: isWhole } = engine.frames("[state] REEF 1 1 REEF 2 2\nREEF 3 3 [state]", { most: 2 });
  assert.deepEqual([frames.length, isWhole], [2, false]);
  assert.ok(engine.frames("[state] REEF 1 1 [state]").is_whole);
});

test("completion, turns, words", () => {
  assert.deepEqual(engine.complete("[playerA] MOVE 0 DES ").map(({ word }) => word), ["F", "L", "R"]);
  assert.match(engine.turn("").text, /^\[playerA\]\n/);
  assert.equal(engine.language().commands.length, 17);
});

test("the opponent fights itself and a person", async () => {
  const opponent = await machine.load();
  const fight = opponent.fight(7);
  assert.notEqual(engine.run(fight).winner, null);
  const game = opponent.versus({ level: 2, seed: 7 });
  assert.equal(game.view().turn, 1);
  assert.equal(game.act("resign").winner, "B");
  assert.equal(engine.run(game.script()).status, 0);
  game.free();
  const wasm = readFileSync(createRequire(import.meta.url).resolve("broadside-engine/opponent/wasm"));
  assert.equal(machine.loadSync(wasm).fight(7), fight);
});

test("the engine loads from bytes and from a module, and knows its version", () => {
  const require = createRequire(import.meta.url);
  const wasm = readFileSync(require.resolve("broadside-engine/wasm"));
  assert.equal(loadSync(wasm).version, require("broadside-engine/package.json").version);
  assert.equal(loadSync(new WebAssembly.Module(wasm)).run("").status, 0);
});
