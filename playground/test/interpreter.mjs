// The interpreter of a built playground, for node: taken out of the page, so that what is tested is what is
// shipped.

import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
export const TARGET = process.env.CARGO_TARGET_DIR ?? join(ROOT, "target");

/** The page: what PLAYGROUND names, or where `cargo xtask web` puts it. */
export const PAGE = process.env.PLAYGROUND ?? join(TARGET, "playground/index.html");

/** The bytes that stand in a page under an id. */
export function part(id, page = PAGE) {
  const [, text] = new RegExp(`<script type="text/plain" id="${id}">([^<]*)</script>`).exec(readFileSync(page, "utf8"));
  return Buffer.from(text, "base64");
}

/** The engine that the page is built on, with the interpreter of the page. */
export async function load() {
  const { loadSync } = await import(pathToFileURL(join(TARGET, "npm/package/index.js")));
  return loadSync(gunzipSync(part("interpreter")));
}

/** Runs a script: what it prints and its exit status. */
export function run(engine, script) {
  const chunks = [];
  const { status } = engine.run(script, { onOutput: (bytes) => chunks.push(Buffer.from(bytes)) });
  return { status, output: Buffer.concat(chunks) };
}
