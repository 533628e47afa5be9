// The interpreter of a built playground, for node: taken out of the page, so that what is tested is what is
// shipped.

import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import vm from "node:vm";
import { gunzipSync } from "node:zlib";

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
export const TARGET = process.env.CARGO_TARGET_DIR ?? join(ROOT, "target");

/** The page: what PLAYGROUND names, or where `cargo xtask web` puts it. */
export const PAGE = process.env.PLAYGROUND ?? join(TARGET, "playground/index.html");

/** The bytes that stand in the page under an id. */
export function part(id) {
  const [, text] = new RegExp(`<script type="text/plain" id="${id}">([^<]*)</script>`).exec(readFileSync(PAGE, "utf8"));
  return Buffer.from(text, "base64");
}

/** The functions of the interpreter. */
export function load() {
  const glue = part("worker").toString().split("// What a worker runs:")[0];
  const functions = vm.runInThisContext(`${glue};wasm_bindgen`);
  functions.initSync({ module: gunzipSync(part("wasm")) });
  return functions;
}

/** Runs a script: what it prints and its exit status. */
export function run(functions, script) {
  const chunks = [];
  const { status } = JSON.parse(functions.run(script, { write: (bytes) => chunks.push(Buffer.from(bytes)) }));
  return { status, output: Buffer.concat(chunks) };
}
