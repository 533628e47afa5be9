// Finds the dead links in a folder of pages.

import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

const SIGNS = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&#x27;": "'" };
const plain = (text) => text.replace(/&[#\w]+;/g, (sign) => SIGNS[sign] ?? sign);
/** Returns a page without the contents of scripts, styles and text areas, where `<` does not begin a tag. */
const markup = (text) => text.replace(/<(script|style|textarea)\b([^>]*)>[^]*?<\/\1>/g, "<$1$2>");
const values = (text, names) => [...text.matchAll(new RegExp(`<[a-z][^>]*?\\s(?:${names})="([^"]*)"`, "g"))].map(([, value]) => plain(value));
/** All values of the attributes `names`. Searches each name alone: one search finds only one attribute of a tag. */
const all = (text, names) => names.flatMap((name) => values(text, name));

/** Reads the links and anchors of a page. A page that redirects has the anchors of its target. */
function read(path) {
  const text = markup(readFileSync(path, "utf8"));
  const next = text.match(/<meta http-equiv="refresh" content="0; ?URL=([^"]+)"/i)?.[1];
  const anchors = next ? read(resolve(dirname(path), next)).anchors : new Set(all(text, ["id", "name"]));
  return { links: all(text, ["href", "src", "srcset"]), anchors };
}

/** Counts the links to files in the pages `paths`, which are below `folder`, and lists the `dead` links. */
export function deadLinks(folder, paths) {
  const pages = new Map();
  const page = (path) => pages.get(path) ?? pages.set(path, read(path)).get(path);
  const leads = (from, link) => {
    const [file, hash] = link.split("#");
    const target = file ? resolve(dirname(from), decodeURIComponent(file.split("?")[0])) : from;
    // A link to a folder works only with a server.
    if (!target.startsWith(folder) || !existsSync(target) || statSync(target).isDirectory()) return false;
    // Pages of sources (`.rs.html`) have no anchors for line numbers: a script handles them.
    if (!hash || !target.endsWith(".html") || target.endsWith(".rs.html")) return true;
    return page(target).anchors.has(decodeURIComponent(hash)) || page(target).anchors.has(hash);
  };
  const dead = [];
  let count = 0;
  for (const path of paths.map((path) => join(folder, path))) {
    for (const link of page(path).links) {
      if (/^(https?|data|blob|mailto|javascript):/.test(link)) continue;
      count += 1;
      if (!leads(path, link)) dead.push(`${relative(folder, path)}: ${link}`);
    }
  }
  return { count, dead };
}
