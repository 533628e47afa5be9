// Tests the site that `.ci/site` has made, from files and from a server. No link is dead; pages log nothing, fit on a
// phone, and axe finds nothing serious; searches find results; nothing is loaded from other sites.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { after, test as always } from "node:test";
import { pathToFileURL } from "node:url";
import { ROOT, shoot, withPage } from "./harness.mjs";
import { deadLinks } from "./links.mjs";
import { serve } from "./server.mjs";

const SITE = process.env.SITE ?? join(ROOT, "target/site");
const skip = existsSync(join(SITE, "index.html")) ? false : "`.ci/site` has not made it";
const test = (name, look) => always(name, { skip }, look);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const server = skip ? { address: "" } : await serve(SITE);
after(() => server.close?.());

const FROM_FILES = `${pathToFileURL(SITE).href}/`;
const FROM_SERVER = server.address;

/** Whether a page is ours, with the book. `toc.html` is not a page: mdbook shows it in a frame if scripts are off. */
const isOurs = (path) => path === "api/index.html" || !path.startsWith("api/") && path !== "book/toc.html";
/** One page of each kind that rustdoc makes. It makes more than a thousand pages. axe checks only our own pages. */
const LIBRARY = [
  "api/broadside/index.html", "api/broadside_ships/index.html", "api/broadside_core/ports/trait.Draft.html",
  "api/help.html",
];
const pages = () => [...htmlFiles(SITE).filter(isOurs), ...LIBRARY];
/** The pages whose pictures are kept. */
const SHOWN = [
  "index.html", "book/index.html", "book/start/install.html", "book/ships/5-player-commands.html", "playground/index.html",
  "replays/first-battle.html", "class/index.html", "match/index.html", "api/index.html", "api/broadside/index.html",
];

function htmlFiles(folder) {
  const paths = readdirSync(folder, { recursive: true }).filter((path) => extname(path) === ".html");
  return paths.map((path) => path.replaceAll("\\", "/")).sort();
}

test("the book's first page leads to the playground", async () => {
  await withPage(`${FROM_FILES}book/index.html`, { within: FROM_FILES }, async (page) => {
    const links = page.locator("main").getByRole("link", { name: "playground" });
    assert.match(await links.getAttribute("href"), /playground\/index\.html$/);
  });
});

test("the start page names a preview picture for shared links", () => {
  const [, picture] = /property="og:image" content="(?:https:[^"]*\/)?(pictures\/[^"/]+)"/.exec(readFileSync(join(SITE, "index.html"), "utf8"));
  // A PNG has its width and height after the first sixteen bytes.
  const bytes = readFileSync(join(SITE, picture));
  assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1280, 640]);
});

test("all links lead somewhere", () => {
  const { count, dead } = deadLinks(SITE, htmlFiles(SITE));
  assert.ok(count > 1000, `${count} links`);
  assert.deepEqual(dead, []);
});

async function seriousFaults(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"], preload: false }));
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).slice(0, 3).join(" ")}`);
}

/** Opens every page in this window. Fails with a list of the pages that have a fault. */
async function lookAtAll(base, window) {
  const faults = [];
  const { width, height, scheme } = window;
  for (const path of pages()) {
    try {
      await withPage(base + path, { ...window, within: base }, async (page) => {
        await page.locator("h1").first().waitFor();
        if (SHOWN.includes(path)) await shoot(page, `site-${path.slice(0, -5).replaceAll("/", "-")}-${scheme}-${width}x${height}`, { fullPage: false });
        if (isOurs(path)) assert.deepEqual(await seriousFaults(page), []);
      });
    } catch (error) {
      faults.push(`${path}: ${error.message}`);
    }
  }
  assert.deepEqual(faults, []);
}

for (const [base, how, window] of [
  [FROM_FILES, "files", { width: 390, height: 844, scheme: "light" }],
  [FROM_FILES, "files", { width: 1440, height: 900, scheme: "dark" }],
  [FROM_SERVER, "a server", { width: 390, height: 844, scheme: "dark" }],
  [FROM_SERVER, "a server", { width: 1280, height: 720, scheme: "light" }],
  [FROM_SERVER, "a server", { width: 844, height: 390, scheme: "light" }],
]) {
  test(`pages log nothing and fit, and axe finds nothing serious, from ${how}, ${window.width} wide, ${window.scheme}`, () => lookAtAll(base, window));
}

for (const [base, how] of [[FROM_FILES, "files"], [FROM_SERVER, "a server"]]) {
  test(`searches in the book and the library find results, from ${how}`, async () => {
    await withPage(`${base}book/index.html`, { within: base }, async (page) => {
      await page.getByRole("link", { name: "Playground", exact: true }).click({ trial: true });
      await page.locator("#search-toggle").click();
      // The search takes keys only when its index is loaded.
      await page.waitForFunction(() => globalThis.search?.index);
      await page.locator("#searchbar").pressSequentially("PLACE_SHIP");
      const found = page.locator("#searchresults a");
      await found.first().waitFor();
      assert.ok(await found.count() >= 3);
      await found.first().click();
      await page.locator("main mark", { hasText: "PLACE_SHIP" }).first().waitFor();
    });
    await withPage(`${base}api/broadside/index.html?search=Outcome`, { within: base }, async (page) => {
      await page.locator(".search-results a", { hasText: "Outcome" }).first().waitFor();
    });
  });
}
