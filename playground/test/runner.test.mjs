// The page that checks programs must run them like node: what they read, what they print, and how they end.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { loadRunner } from "../page/verify/runner.js";
import { ROOT } from "./interpreter.mjs";

const QUICKJS = join(ROOT, "playground/node_modules/@jitl/quickjs-wasmfile-release-sync/dist/emscripten-module.wasm");
const run = await loadRunner(new WebAssembly.Module(readFileSync(QUICKJS)));

/** Runs a program, and returns how it ended and what it printed. */
function ran(program, input = "", limits = {}) {
  const { ending, code, stdout, stderr } = run(program, Buffer.from(input), { millis: 20_000, output: 1 << 20, ...limits });
  return { ending, code, out: Buffer.from(stdout).toString(), said: Buffer.from(stderr).toString() };
}

const LINES = 'require("readline").createInterface({ input: process.stdin, output: process.stdout })';

for (const [what, program, input, out, code = 0] of [
  ["texts of values", 'console.log("a", 1, [1, "x", { a: 1 }], new Map([[1, 2]]), undefined); console.log("%s is %d%%", "x", 4.5, "more");', "", "a 1 [ 1, 'x', { a: 1 } ] Map(1) { 1 => 2 } undefined\nx is 4.5% more\n"],
  ["all of the input", 'console.log(require("node:fs").readFileSync(0).toString().length, require("fs").readFileSync(0, "utf8"));', "é\r\n", "3 \n"],
  ["a byte at a time", 'const fs = require("fs"), b = Buffer.alloc(1); let n = 0; while (fs.readSync(0, b, 0, 1, null)) n += b[0]; console.log(n);', "ab", "195\n"],
  ["events", 'let t = ""; process.stdin.setEncoding("utf8"); process.stdin.on("data", (d) => { t += d; }).on("end", () => process.stdout.write(t));', "a é", "a é"],
  ["chunks", 'const c = []; process.stdin.on("data", (d) => c.push(d)).on("end", () => process.stdout.write(Buffer.concat(c)));', "a é", "a é"],
  ["what can be read", 'process.stdin.on("readable", () => { for (let c; (c = process.stdin.read()) !== null;) console.log(`${c}`); }).on("end", () => console.log("end"));', "x", "x\nend\n"],
  ["lines", `${LINES}.on("line", (l) => console.log(l.length)).on("close", () => console.log("end"));`, "a\r\n\nbc", "1\n0\n2\nend\n"],
  ["awaited lines", `(async () => { for await (const l of ${LINES}) console.log(l); console.log("end"); })();`, "a\nb\n", "a\nb\nend\n"],
  ["questions", `const rl = ${LINES}; rl.question("name? ", (n) => { console.log(n); rl.close(); });`, "bob\n", "name? bob\n"],
  ["timers", 'setTimeout(() => console.log("late"), 9e6); const i = setInterval(() => { console.log("tick"); clearInterval(i); }, 10);', "", "tick\nlate\n"],
  ["a module", 'import fs, { readFileSync } from "node:fs";\nconst text = await Promise.resolve(readFileSync(0, "utf8"));\nconsole.log(text, typeof fs.writeSync);', "hey", "hey function\n"],
  ["its main module", '#!/usr/bin/env node\nif (require.main === module) console.log(process.argv.length);', "", "2\n"],
  ["a status", 'process.on("exit", (code) => console.log("exit", code)); process.exitCode = 4;', "", "exit 4\n", 4],
  ["an exit in the middle", '(async () => { await null; console.log(1); process.exit(3); })().finally(() => console.log(2));', "", "1\n", 3],
  ["a copy", 'const a = { x: [1, new Set([2])] }; a.me = a; const b = structuredClone(a); console.log(b.me === b, b.x[1].has(2), b.x === a.x);', "", "true true false\n"],
]) {
  test(`a program has ${what}`, () => assert.deepEqual(ran(program, input), { ending: "exited", code, out, said: "" }));
}

for (const [what, program, ending, said] of [
  ["an error", 'null.x;', "exited", /^TypeError: .*\n +at /],
  ["a syntax error", "this is no program", "exited", /^SyntaxError: /],
  ["a module that is not there", 'require("leftpad");', "exited", /^Error: Cannot find module 'leftpad'\n/],
  ["an import of a module that is not there", 'import pad from "leftpad";', "exited", /^Error: Cannot find module 'leftpad'\n/],
  ["a file", 'require("fs").readFileSync("input.txt");', "exited", /^Error: ENOENT: no such file or directory, open 'input.txt'\n/],
  ["too many calls", "const f = () => f() + 1; f();", "exited", /^InternalError: stack overflow\n/],
  ["a flood", 'for (;;) console.log("x".repeat(9999));', "output", /^$/],
  ["too much memory", '"x".repeat(2 ** 29).split("").length;', "memory", /out of memory/],
]) {
  test(`${what} is reported`, () => {
    const { ending: found, said: text } = ran(program);
    assert.equal(found, ending, text);
    assert.match(text, said);
  });
}

for (const program of ["for (;;);", "for (;;) try { for (;;); } catch {}", "setInterval(() => {}, 1);", '/^(a+)+$/.test("a".repeat(40) + "b");', "(async () => { for (;;) await null; })();"]) {
  test(`a program that does not end is stopped: ${program}`, () => assert.equal(ran(program, "", { millis: 300 }).ending, "timeout"));
}

test("a run does not see the globals of the run before it", () => {
  ran("globalThis.left = 1; Array.prototype.map = 1; for (;;);", "", { millis: 50 });
  assert.equal(ran("console.log(typeof left, typeof [].map);").out, "undefined function\n");
});
