// Measures the speed and the size of the page's interpreter: `node playground/test/speed.mjs`. First run:
//
//     cargo xtask web
//     cargo build --release
//     cargo run --release --example make_input turns > target/playground/turns.ships
//
// The page's interpreter and the program run alternately, several times; the best time of each counts.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { load, part, PAGE, run, TARGET } from "./interpreter.mjs";

const TIMES = 5;
const BROADSIDE = process.env.BROADSIDE ?? join(TARGET, "release/broadside");
const input = join(TARGET, "playground/turns.ships");
const script = readFileSync(input);
const engine = await load();

function seconds(work) {
  const start = process.hrtime.bigint();
  const result = work();
  return [Number(process.hrtime.bigint() - start) / 1e9, result];
}

const best = { page: Infinity, program: Infinity };
for (let i = 0; i < TIMES; i++) {
  const [page, ours] = seconds(() => run(engine, script));
  const [program, theirs] = seconds(() => spawnSync(BROADSIDE, ["run", input], { maxBuffer: 1 << 28 }));
  assert.equal(theirs.status, ours.status);
  assert.ok(ours.output.equals(theirs.stdout));
  best.page = Math.min(best.page, page);
  best.program = Math.min(best.program, program);
}
const ratio = best.page / best.program;
console.log(`the page ${readFileSync(PAGE).length} bytes, its interpreter ${part("interpreter").length} bytes gzipped`);
console.log(`${input}: page ${best.page.toFixed(3)} s, program ${best.program.toFixed(3)} s, ${ratio.toFixed(2)} times`);
assert.ok(ratio <= 3, `${ratio} times`);
