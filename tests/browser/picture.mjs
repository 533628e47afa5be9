// Draws the README's first picture anew: a replay of a game that plays itself, in both schemes. `.ci/picture` runs it.

import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ROOT, SCHEMES, broadside, folder, shoot, withPage } from "./harness.mjs";

test("the picture of a replay", async () => {
  const at = folder();
  const [script, replay] = [join(at, "self-play.ships"), join(at, "replay.html")];
  writeFileSync(script, broadside(["play-out", "scripts/self-play.ships"]));
  broadside(["replay", script, "-o", replay]);
  for (const scheme of SCHEMES) {
    await withPage(replay, { scheme, width: 1200, height: 720, reducedMotion: "reduce" }, async (page) => {
      const slider = page.getByRole("slider", { name: "Step" });
      await slider.evaluate((input) => {
        input.value = 124;
        input.dispatchEvent(new Event("input"));
      });
      await shoot(page, `readme-${scheme}`, { fullPage: false });
    });
    copyFileSync(join(ROOT, `target/browser/readme-${scheme}.png`), join(ROOT, `docs/replay-${scheme}.png`));
  }
});
