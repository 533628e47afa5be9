// Draws the pictures of pages: the moving replay of the README, the preview picture for links to the project, and a
// replay and the marks of a class for the book. `.ci/picture` runs it.

import assert from "node:assert/strict";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { test } from "node:test";
import { ROOT, broadside, folder, shoot, withPage } from "./harness.mjs";
import { moving } from "./moving.mjs";

/** The most steps that the moving picture shows. */
const MOST = 56;

/** The page of a game of two machines. */
function fight() {
  const at = folder();
  broadside(["match", "--engine", "name=fair", "fair", "--engine", "name=level-3", "fair:3", "--setup", "small", "--games", "2", "--seed", "7", "--records", at]);
  const page = join(at, "replay.html");
  broadside(["replay", join(at, "game-000001.ships"), "-o", page]);
  return page;
}

/** Chooses the `steps` of the moving picture, from the first shot on, and `rest`, the step for readers who want no motion. */
async function chosen(page) {
  const frames = await page.evaluate(() => JSON.parse(document.getElementById("data").textContent).frames.map(({ d }) => [d[0], d[6]]));
  const first = frames.findIndex(([kind]) => kind === "shot");
  const all = frames.flatMap(([kind], i) => (i >= first && ["shot", "move"].includes(kind) ? [i + 1] : []));
  const isHit = (step) => ["hit", "sunk"].includes(frames[step - 1][1]);
  const every = Math.max(1, Math.ceil((all.length - all.filter(isHit).length) / (MOST - all.filter(isHit).length)));
  const steps = all.filter((step, i) => isHit(step) || i % every === 0).slice(-MOST);
  return { steps: [...steps, frames.length], rest: steps.filter(isHit)[Math.floor(steps.filter(isHit).length / 2)] };
}

test("the picture of a replay", async () => {
  await withPage(fight(), { width: 1440, height: 900, reducedMotion: "reduce" }, async (page) => {
    const { steps, rest } = await chosen(page);
    const picture = await moving(page, steps, rest);
    assert.ok(picture.length < 1_000_000, `${picture.length} bytes`);
    writeFileSync(join(ROOT, "docs/replay.svg"), picture);
    console.log(`# docs/replay.svg: ${picture.length} bytes, ${steps.length} steps`);
  });
});

test("the picture that is shared", async () => {
  const at = join(folder(), "preview.html");
  const picture = pathToFileURL(join(ROOT, "docs/replay.svg")).href;
  writeFileSync(at, `<!DOCTYPE html><title>Broadside</title><style>html { overflow: hidden; } body { margin: 0; width: 1280px; height: 640px; background: #07131c; color: #e6f1f7; font: 26px/1.4 system-ui, sans-serif; overflow: hidden; position: relative; }
h1 { font-size: 92px; line-height: 1; margin: 0 0 22px; letter-spacing: -.02em; } div { position: absolute; left: 64px; top: 150px; width: 470px; } p { margin: 0; color: #9fb8c7; } span { position: absolute; left: 560px; top: -70px; width: 790px; height: 790px; background: url("${picture}") left center / 1354px 790px no-repeat; }
</style><span></span><div><h1>Broadside</h1><p>Scriptable Battleship: play a fair machine, write programs that play, and find the mistakes of programs that judge.</p></div>`);
  await withPage(at, { scheme: "dark", width: 1280, height: 640, reducedMotion: "reduce", within: picture }, async (page) => {
    await shoot(page, "preview", { fullPage: false });
  });
  copyFileSync(join(ROOT, "target/browser/preview.png"), join(ROOT, "docs/preview.png"));
});

/** Takes a picture of the top of a page for the book. */
async function drawn(page, name, path) {
  await shoot(page, name, { fullPage: false });
  copyFileSync(join(ROOT, `target/browser/${name}.png`), join(ROOT, "book/src", path));
}

const SMALL = { width: 1100, height: 640, reducedMotion: "reduce" };

test("the picture of a replay in the book", async () => {
  const replay = join(folder(), "replay.html");
  broadside(["replay", "scripts/radar-and-spies.ships", "-o", replay]);
  await withPage(replay, SMALL, (page) => drawn(page, "book-replay", "replay.png"));
});

test("the picture of marks in the book", async () => {
  const marks = join(folder(), "marks.html");
  broadside(["grade", "--cards", "--level", "place", "--title", "A class of five", "--html", marks, "scripts/submissions"]);
  await withPage(marks, { ...SMALL, height: 900 }, (page) => drawn(page, "book-marks", "laboratory/marks.png"));
});
