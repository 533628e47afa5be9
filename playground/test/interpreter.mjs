// Loads the interpreter of a built playground into node. The interpreter comes from the page, so that the tests
// use the interpreter that is released.

import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
export const TARGET = process.env.CARGO_TARGET_DIR ?? join(ROOT, "target");

/** The path of the page: PLAYGROUND, or the file that `cargo xtask web` writes. */
export const PAGE = process.env.PLAYGROUND ?? join(TARGET, "playground/index.html");

/** The bytes in the element `id` of a page. */
export function part(id, page = PAGE) {
  const [, text] = new RegExp(`<script type="text/plain" id="${id}">([^<]*)</script>`).exec(readFileSync(page, "utf8"));
  return Buffer.from(text, "base64");
}

/** The engine of the npm package, with the interpreter of the page. */
export async function load() {
  const { loadSync } = await import(pathToFileURL(join(TARGET, "npm/package/index.js")));
  return loadSync(gunzipSync(part("interpreter")));
}

/** Runs a script. Returns what it prints and its exit status. */
export function run(engine, script) {
  const chunks = [];
  const { status } = engine.run(script, { onOutput: (bytes) => chunks.push(Buffer.from(bytes)) });
  return { status, output: Buffer.concat(chunks) };
}
