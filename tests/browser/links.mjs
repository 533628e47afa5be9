// Which links of a folder of pages lead nowhere.

import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

const SIGNS = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&#x27;": "'" };
const plain = (text) => text.replace(/&[#\w]+;/g, (sign) => SIGNS[sign] ?? sign);
/** A page without what its scripts and styles hold, where a tag is none. */
const markup = (text) => text.replace(/<(script|style|textarea)\b([^>]*)>[^]*?<\/\1>/g, "<$1$2>");
const values = (text, names) => [...text.matchAll(new RegExp(`<[a-z][^>]*?\\s(?:${names})="([^"]*)"`, "g"))].map(([, value]) => plain(value));
/** All values of an attribute, also the second of one tag. */
const all = (text, names) => names.flatMap((name) => values(text, name));

/** What a page has; one that leads on to another has the anchors of that. */
function read(path) {
  const text = markup(readFileSync(path, "utf8"));
  const next = text.match(/<meta http-equiv="refresh" content="0; ?URL=([^"]+)"/i)?.[1];
  const anchors = next ? read(resolve(dirname(path), next)).anchors : new Set(all(text, ["id", "name"]));
  return { links: all(text, ["href", "src", "srcset"]), anchors };
}

/** Looks at `paths`, pages below `folder`: how many links to files there are, and which of them are `dead`. */
export function deadLinks(folder, paths) {
  const pages = new Map();
  const page = (path) => pages.get(path) ?? pages.set(path, read(path)).get(path);
  const leads = (from, link) => {
    const [file, hash] = link.split("#");
    const target = file ? resolve(dirname(from), decodeURIComponent(file.split("?")[0])) : from;
    // A folder is a page for servers alone.
    if (!target.startsWith(folder) || !existsSync(target) || statSync(target).isDirectory()) return false;
    // Numbers of lines are no anchors: a script shows them.
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
