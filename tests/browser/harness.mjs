// What all tests of pages share: a headless Chromium, our program, a folder for pictures, and the checks
// that each of our pages must pass. A test file imports this and `node:test`:
//
//     import { test } from "node:test";
//     import { broadside, folder, shoot, withPage } from "./harness.mjs";
//
//     test("a page shows what it is about", async () => {
//       const dir = folder();
//       broadside(["grade", "--html", `${dir}/marks.html`, "submissions"]);
//       await withPage(`${dir}/marks.html`, { scheme: "dark", width: 390 }, async (page) => {
//         await page.getByRole("heading", { name: "Marks" }).waitFor();
//         await shoot(page, "grade-dark-phone");
//       });
//     });
//
// `.ci/browser` runs all `*.test.mjs` here. It sets BROADSIDE and CHROMIUM to the program and
// the browser to test with. Pictures go to `target/browser/`, for people to look at.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { after } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

/** The root of the repository. */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** Our program. */
export const BROADSIDE = process.env.BROADSIDE ?? join(ROOT, "target/debug/broadside");
const CHROMIUM = process.env.CHROMIUM ?? "chromium";
const PICTURES = join(ROOT, "target/browser");

const folders = [];
let started;

/** Widths of windows, in CSS pixels: a phone, a tablet, a desk. */
export const WIDTHS = [360, 768, 1280];

/** Both colour schemes that a person may prefer. */
export const SCHEMES = ["light", "dark"];

/** An empty folder, removed when the tests of the file are done. */
export function folder() {
  const path = mkdtempSync(join(tmpdir(), "broadside-browser-"));
  folders.push(path);
  return path;
}

/** Runs our program in the root of the repository and returns what it printed; fails unless its exit status is `status`. */
export function broadside(args, { status = 0, input = "" } = {}) {
  const run = spawnSync(BROADSIDE, args, { cwd: ROOT, input, encoding: "utf8", maxBuffer: 1 << 28 });
  assert.equal(run.status, status, `${args.join(" ")}\n${run.stdout}${run.stderr}${run.error ?? ""}`);
  return run.stdout;
}

/** The browser; one for all tests of a file. */
async function browser() {
  if (!started) {
    const executablePath = execFileSync("which", [CHROMIUM], { encoding: "utf8" }).trim();
    // Containers run tests as root, and for root Chromium does not start with its own sandbox.
    const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
    started = await chromium.launch({ executablePath, args });
  }
  return started;
}

after(async () => {
  await started?.close();
  folders.forEach((path) => rmSync(path, { recursive: true, force: true }));
});

/**
 * Opens a file, or an address that begins with `http:` or `file:`, in a window, and calls `look` with the page. `scheme` is "light"
 * or "dark", `width` and `height` are CSS pixels; `scripts: false` turns scripts off, `reducedMotion` is "reduce" or
 * "no-preference". A page of several files may load more files below the address `within`.
 *
 * Fails if the page prints on the console, throws an error, breaks its Content Security Policy, loads anything but
 * its own file, or is wider than its window.
 */
export async function withPage(file, options, look) {
  const { scheme = "light", width = 1280, height = 900, scripts = true, reducedMotion = "no-preference", within } = options;
  const context = await (await browser()).newContext({
    viewport: { width, height },
    colorScheme: scheme,
    javaScriptEnabled: scripts,
    reducedMotion,
    // What a phone has: touch, and a narrow window that obeys the page's viewport.
    hasTouch: width < 500,
    isMobile: width < 500,
  });
  try {
    const page = await context.newPage();
    const complaints = [];
    const url = file.match(/^(http|file):/) ? file : pathToFileURL(resolve(file)).href;
    page.on("console", (message) => complaints.push(`console: ${message.text()}`));
    page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
    page.on("dialog", (dialog) => {
      complaints.push(`dialog: ${dialog.message()}`);
      dialog.dismiss();
    });
    page.on("request", (request) => {
      const asked = request.url().split("#")[0];
      if (within && asked.startsWith(within)) return;
      if (asked !== url.split("#")[0] && !asked.startsWith("data:") && !asked.startsWith("blob:")) {
        complaints.push(`request: ${asked}`);
      }
    });
    await page.goto(url, { waitUntil: "load" });
    await look(page);
    assert.deepEqual(complaints, []);
    await holdsWidth(page, width);
  } finally {
    await context.close();
  }
}

/** Fails if the page is wider than its window, because people would have to scroll sideways. */
async function holdsWidth(page, width) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= width, `the page is ${wide} pixels wide in a window of ${width}`);
}

/** Waits until nothing on the page moves any more. */
async function rests(page) {
  await page.evaluate(() => {
    const ends = ({ playState, effect }) => playState === "running" && effect.getComputedTiming().endTime < Infinity;
    return Promise.allSettled(document.getAnimations().filter(ends).map(({ finished }) => finished));
  });
}

/** Waits until the browser has drawn `count` frames. */
export async function frames(page, count) {
  await page.evaluate(async (left) => {
    while (left--) await new Promise(requestAnimationFrame);
  }, count);
}

/** Keeps a picture of the whole page at rest, or of the window with `{ fullPage: false }`. */
export async function shoot(page, name, options = {}) {
  await rests(page);
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true, ...options });
}

/** The milliseconds until the page was loaded and drawn. */
export async function loadTime(page) {
  return page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
    return performance.now();
  });
}

/**
 * The least contrast between a visible text of the page and its background, and this text. WCAG
 * requires 4.5.
 */
export async function leastContrast(page) {
  return page.evaluate(() => {
    const parse = (color) => {
      const canvas = new OffscreenCanvas(1, 1).getContext("2d");
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
      return { rgb: [r, g, b], a: a / 255 };
    };
    const light = (rgb) => {
      const [r, g, b] = rgb.map((byte) => {
        const value = byte / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const over = (top, below) => top.rgb.map((value, i) => value * top.a + below[i] * (1 - top.a));
    const ground = (element) => {
      const layers = [];
      for (let at = element; at; at = at.parentElement) {
        const layer = parse(getComputedStyle(at).backgroundColor);
        layers.push(layer);
        if (layer.a === 1) break;
      }
      const canvas = getComputedStyle(document.documentElement).colorScheme.includes("dark") &&
        matchMedia("(prefers-color-scheme: dark)").matches ? [18, 18, 18] : [255, 255, 255];
      return layers.reverse().reduce((below, layer) => over(layer, below), canvas);
    };
    const cache = new Map();
    let least = { ratio: 21, text: "" };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.data.trim();
      if (!text || element.closest("svg, script, style") || !element.checkVisibility()) continue;
      const own = getComputedStyle(element).color;
      const below = ground(element);
      const key = `${own} ${below}`;
      if (!cache.has(key)) {
        const [a, b] = [light(over(parse(own), below)), light(below)];
        cache.set(key, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05));
      }
      const ratio = cache.get(key);
      if (ratio < least.ratio) least = { ratio, text: text.slice(0, 60) };
    }
    return least;
  });
}
