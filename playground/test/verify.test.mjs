// The page that checks programs must print the same report as `broadside verify`. The tests take the code of the page's
// worker from the page. BROADSIDE names the program; `.ci/web` makes both.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { stripVTControlCharacters } from "node:util";
import { gunzipSync } from "node:zlib";
import { PAGE, part, ROOT, TARGET } from "./interpreter.mjs";

const BROADSIDE = process.env.BROADSIDE ?? join(TARGET, "debug/broadside");
const VERIFIER = join(dirname(PAGE), "verify.html");
const RIGHT = readFileSync(join(ROOT, "playground/test/programs/right.js"), "utf8");
const SAMPLE = readFileSync(join(ROOT, "playground/page/verify/sample.js"), "utf8");
/** The number of random scripts: enough to find differences, and few enough to start node for each. */
const SCRIPTS = 40;

const folder = mkdtempSync(join(tmpdir(), "broadside-verify-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the code of the page's worker in this process. */
function worker() {
  Object.assign(globalThis, { self: globalThis, WorkerGlobalScope: Object, location: { href: "" } });
  (0, eval)(gunzipSync(part("worker", VERIFIER)).toString());
  const module = (id) => new WebAssembly.Module(gunzipSync(part(id, VERIFIER)));
  const modules = { lab: module("lab"), quickjs: module("quickjs") };
  return (program, level, scripts) => new Promise((resolve, reject) => {
    globalThis.postMessage = ({ answer, fault }) => { if (answer) resolve(answer); else if (fault) reject(new Error(fault)); };
    globalThis.onmessage({ data: { modules, program, level, scripts, columns: 80 } });
  });
}

const inPage = worker();

/** The report of `broadside verify`. */
function native(program, level, scripts) {
  writeFileSync(join(folder, "program.js"), program);
  const words = ["verify", "--level", level, "--scripts", String(scripts), "--jobs", "1", "--keep", "none", "--json", "report.json", "--", "node", "program.js"];
  const { stdout, stderr, error } = spawnSync(BROADSIDE, words, { cwd: folder, env: { ...process.env, BROADSIDE_BOOK: "" }, encoding: "utf8", maxBuffer: 1 << 28 });
  assert.ifError(error);
  assert.ok(stdout, stderr);
  return { text: stdout, report: JSON.parse(readFileSync(join(folder, "report.json"), "utf8")) };
}

/** The parts of a report that must be equal: all but standard error, because engines word errors differently. */
const words = ({ text }) => stripVTControlCharacters(text).replace(/^ {2}stderr .*\n/gm, "");
const data = ({ report }) => ({ ...report, findings: report.findings.map((found) => ({ ...found, status: { ...found.status, stderr_tail: "" } })) });

/** Compares the reports of the page and of `broadside verify`. Returns the findings. */
async function compare(program, level = "move", scripts = SCRIPTS) {
  const [page, theirs] = [await inPage(program, level, scripts), native(program, level, scripts)];
  assert.equal(words(page), words(theirs));
  assert.deepEqual(data(page), data(theirs));
  return page.report.findings;
}

/** The program with `other` in place of `text`. */
function planted(text, other, program = RIGHT) {
  assert.ok(program.includes(text), text);
  return program.replace(text, other);
}

const READ = 'run(require("fs").readFileSync(0, "utf8"));';
const WAYS = {
  "events of standard input": 'let text = ""; process.stdin.setEncoding("utf8").on("data", (chunk) => { text += chunk; }).on("end", () => run(text));',
  "lines": 'const all = []; require("readline").createInterface({ input: process.stdin }).on("line", (line) => all.push(line)).on("close", () => run(all.join("\\n")));',
  "awaited chunks": 'async function main() { let text = ""; for await (const chunk of process.stdin) text += chunk; await new Promise((done) => setTimeout(done, 5)); run(text); }\nmain();',
};

test("a right program has no findings, as on the command line", async () => assert.deepEqual(await compare(RIGHT), []));

for (const [way, read] of Object.entries(WAYS)) {
  test(`a right program that reads by ${way} has no findings`, async () => {
    const { report } = await inPage(planted(READ, read), "move", SCRIPTS);
    assert.deepEqual(report.findings, []);
  });
}

test("a right program that is a module has no findings", async () => {
  const program = planted(READ, 'run(readFileSync(0, "utf8"));');
  const { report } = await inPage(`import { readFileSync } from "node:fs";\n${program}`, "move", SCRIPTS);
  assert.deepEqual(report.findings, []);
});

for (const [fault, text, other, looks] of [
  ["neighbours in four directions", "Math.abs(a - y) <= 1 && Math.abs(b - x) <= 1", "Math.abs(a - y) + Math.abs(b - x) <= 1", "close4"],
  ["a turn about the bow", "after.y += (LENGTH[this.kind] - 1) * dy;", "after.y += LENGTH[this.kind] * dy;"],
  ["a shot that forgets the last segment", "ship.fields().forEach(([a, b], k) => { if", "ship.fields().slice(1).forEach(([a, b], k) => { if"],
  ["an error that nothing catches", 'if (!before) refuse("SHIP DOES NOT EXIST");', ""],
]) {
  test(`a fault is found as on the command line: ${fault}`, async () => {
    const findings = await compare(planted(text, other));
    assert.ok(findings.length > 0);
    if (looks) assert.equal(findings[0].looks_like[0].misreading, looks);
  });
}

test("a program that does not end is a finding", async () => {
  const findings = await compare(planted('refuse("SHIP DOES NOT EXIST")', "for (;;);"), "move", 4);
  assert.deepEqual(findings.map(({ kind }) => kind), ["timeout"]);
});

test("the sample of the page is right at its level, and not at the next", async () => {
  assert.deepEqual(await compare(SAMPLE, "place"), []);
  assert.notDeepEqual(await compare(SAMPLE, "fleet"), []);
});
