// Draws the README's first picture anew: a replay of docs/, in both schemes. `.ci/picture` runs it.

import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ROOT, SCHEMES, shoot, withPage } from "./harness.mjs";

test("the picture of a replay", async () => {
  for (const scheme of SCHEMES) {
    await withPage(join(ROOT, "docs/replay-self-play.html"), { scheme, width: 1200, height: 720, reducedMotion: "reduce" }, async (page) => {
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
