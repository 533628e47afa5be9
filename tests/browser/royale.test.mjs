// The pages of a knockout and of a match.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { broadside, folder, leastContrast, SCHEMES, shoot, WIDTHS, withPage } from "./harness.mjs";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

test("a knockout is a bracket from the first round to the final", async () => {
  const page = join(folder(), "royale.html");
  const text = broadside(["royale", "--bots", "easy,hunt,random,easy,hunt,random", "--seed", "1", "--clock", "steps", "--html", page]);
  const champion = text.split(" wins")[0];
  for (const scheme of SCHEMES) {
    for (const width of WIDTHS) {
      await withPage(page, { scheme, width }, async (page) => {
        await page.getByRole("heading", { name: `${champion} wins` }).waitFor();
        const [final, first] = await Promise.all(["final", "quarter-final"].map((name) => page.locator(".bout", { hasText: new RegExp(`^${name}`) }).first().boundingBox()));
        // A narrow window shows the final first, and the whole bracket is in sight.
        if (width > 832) assert.ok(final.x > first.x + first.width, "the final is to the right of the first round");
        else assert.ok(final.y < first.y && final.x < first.x && first.x + first.width <= width, "the final is above the first round");
        const { ratio, text: faint } = await leastContrast(page);
        assert.ok(ratio >= 4.5, `${scheme} ${width}: ${ratio} for ${faint}`);
        await page.evaluate(readFileSync(AXE, "utf8"));
        const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
        const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
        assert.deepEqual(grave.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]), []);
        await shoot(page, `royale-${scheme}-${width}`);
      });
    }
  }
});

test("the bracket of sixteen bots fits into a window of 1280 pixels", async () => {
  const page = join(folder(), "sixteen.html");
  broadside(["royale", "--bots", Array(8).fill("easy,random").join(), "--seed", "1", "--clock", "steps", "--html", page]);
  await withPage(page, { width: 1280, height: 800 }, async (page) => {
    assert.ok(await page.locator(".scroll:has(.bracket)").evaluate((place) => place.scrollWidth <= place.clientWidth && place.scrollHeight <= place.clientHeight));
    await shoot(page, "royale-sixteen");
  });
});

test("a phone shows the Elo of a match without scrolling sideways", async () => {
  const file = join(folder(), "match.html");
  broadside(["match", "--engine", "open", "--engine", "random", "--setup", "small", "--games", "4", "--html", file]);
  for (const scheme of SCHEMES) {
    for (const [width, height] of [[390, 844], [844, 390], [1440, 900]]) {
      await withPage(file, { scheme, width, height }, async (page) => {
        const words = page.locator(".ladder .elo").first();
        assert.equal(await words.innerText(), "too few games to say");
        const [{ x, width: wide }, isWhole] = [await words.boundingBox(), await page.locator(".scroll:has(.ladder)").evaluate((place) => place.scrollWidth <= place.clientWidth)];
        assert.ok(isWhole && x + wide <= width, `${width}: ${x} + ${wide}`);
        const { ratio, text: faint } = await leastContrast(page);
        assert.ok(ratio >= 4.5, `${scheme} ${width}: ${ratio} for ${faint}`);
        await shoot(page, `match-${scheme}-${width}`);
      });
    }
  }
});
