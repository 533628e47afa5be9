// The page that checks programs, in a browser: `cargo xtask web` has built it beside the playground.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { test as always } from "node:test";
import { pathToFileURL } from "node:url";
import { BROADSIDE, folder, leastContrast, ROOT, SCHEMES, shoot, withPage } from "./harness.mjs";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const PLAYGROUND = process.env.PLAYGROUND ?? join(process.env.CARGO_TARGET_DIR ?? join(ROOT, "target"), "playground/index.html");
const PAGE = join(dirname(PLAYGROUND), "verify.html");
const skip = !existsSync(PAGE) && process.env.CI !== "true" && "no page: bash .ci/web";
const test = (name, look) => always(name, { skip }, look);
const RIGHT = readFileSync(join(ROOT, "playground/test/programs/right.js"), "utf8");
const WRONG = RIGHT.replace("Math.abs(a - y) <= 1 && Math.abs(b - x) <= 1", "Math.abs(a - y) + Math.abs(b - x) <= 1");

const outcome = (page) => page.locator(".outcome").textContent();
const run = (page) => page.getByRole("button", { name: /^Run/ }).click();
const ended = (page) => page.locator("#verify:not(.running) .outcome.good, #verify:not(.running) .outcome.bad").waitFor({ timeout: 240_000 });

/** The main lines of what `broadside verify` prints about a program; the report's width does not change them. */
function headlines(program, level) {
  const cwd = folder();
  writeFileSync(join(cwd, "program.js"), program);
  const { stdout } = spawnSync(BROADSIDE, ["verify", "--level", level, "--keep", "none", "--jobs", "1", "--", "node", "program.js"], { cwd, encoding: "utf8" });
  return findings(stdout);
}

const findings = (text) => text.split("\n").filter((line) => /^(Finding \d|\d+ findings?:| {2}(rule|looks like|seen) |No difference)/.test(line));

test("the playground links to the page, which reports the same as `broadside verify`", async () => {
  const within = `${pathToFileURL(dirname(PLAYGROUND)).href}/`;
  await withPage(PLAYGROUND, { within }, async (page) => {
    await page.getByRole("link", { name: "Check your program" }).click();
    await page.getByRole("textbox", { name: "Program" }).fill(WRONG);
    await run(page);
    await page.getByText("found at level place").waitFor({ timeout: 120_000 });
    await ended(page);
    assert.equal(await outcome(page), "1 finding");
    const report = await page.locator(".printed").textContent();
    assert.deepEqual(findings(report), headlines(WRONG, "place"));
    // The rows of expected and got fit into the width of the report.
    const columns = await page.locator(".printed").evaluate((report) => {
      const ruler = document.createElement("span");
      ruler.textContent = "0000000000";
      report.append(ruler);
      const width = ruler.getBoundingClientRect().width / 10;
      ruler.remove();
      return Math.floor((report.clientWidth - 28) / width);
    });
    assert.deepEqual(report.split("\n").filter((line) => line.includes(" | ") && line.length > columns), []);
    // The wrong place is marked.
    assert.ok(await page.locator(".printed .red").count() > 0);
    await shoot(page, "verify-found", { fullPage: false });
    // A reload keeps the program.
    await page.reload();
    assert.equal(await page.getByRole("textbox", { name: "Program" }).inputValue(), WRONG);
    await page.getByRole("link", { name: "Playground" }).click();
    await page.locator(".editor").waitFor();
  });
});

test("Stop ends an endless program, and the page still works", async () => {
  await withPage(PAGE, {}, async (page) => {
    const sample = await page.getByRole("textbox", { name: "Program" }).inputValue();
    await page.getByRole("textbox", { name: "Program" }).fill("for (;;);");
    await run(page);
    await page.getByText("Small fixed scripts…").or(page.getByText("Starting…")).waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    assert.equal(await outcome(page), "Stopped by you");
    await page.getByRole("textbox", { name: "Program" }).fill(sample);
    await page.keyboard.press("ControlOrMeta+Enter");
    await ended(page);
    assert.equal(await outcome(page), "Right up to level place, as far as it was tried");
    assert.match(await page.locator(".printed").textContent(), /^No difference in 400 random scripts\./);
    await page.getByLabel("Level").selectOption("fleet");
    await run(page);
    await ended(page);
    assert.match(await outcome(page), /^\d+ findings?$/);
  });
});

test("a program that never ends is a finding, and the page shows how long it has run", async () => {
  await withPage(PAGE, {}, async (page) => {
    await page.getByRole("textbox", { name: "Program" }).fill("for (;;);");
    await run(page);
    await page.getByText(/^The program has not answered a script yet: \d s of 5 s…$/).waitFor();
    await ended(page);
    assert.equal(await outcome(page), "1 finding");
    const report = await page.locator(".printed").textContent();
    assert.deepEqual(findings(report).slice(0, 1), ["Finding 1 of 1: does not end in time"]);
    assert.match(report, /ended {6}timeout/);
  });
});

test("a worker that does not end a run in time is ended", async () => {
  await withPage(PAGE, {}, async (page) => {
    await page.evaluate(() => {
      // This worker never answers. It only reports that a run has begun.
      globalThis.Worker = class { postMessage() { setTimeout(() => this.onmessage({ data: { running: -2500 } })); } terminate() { globalThis.isEnded = true; } };
    });
    await run(page);
    await page.getByText("The program does not end in time (timeout), and the check was ended").waitFor();
    assert.ok(await page.evaluate(() => globalThis.isEnded));
  });
});

for (const [width, height] of [[1440, 900], [1280, 720], [390, 844], [844, 390]]) {
  for (const scheme of SCHEMES) {
    test(`${width} x ${height}, ${scheme}: the page fits, has enough contrast, and axe finds nothing serious`, async () => {
      await withPage(PAGE, { width, height, scheme }, async (page) => {
        await page.getByRole("textbox", { name: "Program" }).fill('console.log("ahoy");');
        await run(page);
        await ended(page);
        await page.evaluate(readFileSync(AXE, "utf8"));
        const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"], preload: false }));
        assert.deepEqual(violations.filter(({ impact }) => impact === "serious" || impact === "critical").map(({ id, nodes }) => [id, nodes[0].html]), []);
        const { ratio, text } = await leastContrast(page);
        assert.ok(ratio >= 4.5, `${ratio}: ${text}`);
        await shoot(page, `verify-${width}x${height}-${scheme}`, { fullPage: false });
      });
    });
  }
}

test("both pages take less than 1 MB", (context) => {
  for (const page of [PLAYGROUND, PAGE]) {
    const { size } = statSync(page);
    context.diagnostic(`${page}: ${size} bytes`);
    assert.ok(size < 1_000_000, `${page}: ${size} bytes`);
  }
});
