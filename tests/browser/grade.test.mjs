// The page of `broadside grade`: a class at a glance and a part for each submission.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { BROADSIDE, SCHEMES, WIDTHS, broadside, folder, leastContrast, loadTime, shoot, withPage } from "./harness.mjs";

const dir = folder();
const page = join(dir, "marks.html");

/** What a page must never run or show as markup. */
const ATTACK = '<img src=x onerror=alert(1)><script>alert(2)</script>';

/** Scripts with something to refuse, and the reasons that some students do not know. */
const SCRIPTS = [
  "[playerA]; PLACE_SHIP 0 0 W 0 DES; PLACE_SHIP 1 2 W 1 DES; [playerA]",
  "[playerA]; PLACE_SHIP 11 0 W 0 DES; [playerA]",
  "[playerA]; PLACE_SHIP 0 0 W 0 DES; PLACE_SHIP 3 0 W 0 DES; [playerA]",
  "[playerA]; PLACE_SHIP 0 0 W 4 DES; [playerA]",
  "[playerB]; [playerB]",
  "[playerA]; PLACE_SHIP 0 0 W 0 DES; [playerA]; [state]; PRINT 0; [state]",
];
const REASONS = ["TOO CLOSE", "NOT IN STARTING", "PRESENT", "ALL SHIPS OF", "OTHER PLAYER"];

/** A submission that is a program for the shell. */
function submit(name, text) {
  writeFileSync(join(dir, "class", name), `#!/bin/sh\n${text}\n`);
  chmodSync(join(dir, "class", name), 0o755);
}

before(() => {
  mkdirSync(join(dir, "class"));
  submit("anna", `exec "${BROADSIDE}"`);
  submit("ben", "exit 0");
  submit("carla <b>bold<!--", `printf '%s\\n\\033[31m\\377' '${ATTACK}'`);
  submit("dario", "exec cat");
  submit("a-name-that-is-much-longer-than-anybody-would-ever-think-of-but-here-it-is-all-the-same", "kill -SEGV $$");
  for (let k = 0; k < 8; k++) {
    const missing = REASONS.filter((_, index) => index === k % 5 || index === k - 4).join("|");
    submit(`student-${k}`, `"${BROADSIDE}" | grep -vE '${missing}'; exit 0`);
  }
  writeFileSync(join(dir, "class/essay"), "Dear teacher");
  writeFileSync(join(dir, "class/notes.txt"), "Dear teacher");
  mkdirSync(join(dir, "cases"));
  SCRIPTS.forEach((script, k) => {
    const input = join(dir, "cases", `${k}.ships`);
    writeFileSync(input, script.replaceAll("; ", "\n") + "\n");
    writeFileSync(join(dir, "cases", `${k}.out`), spawnSync(BROADSIDE, ["run", input]).stdout);
  });
  const options = ["--cases", join(dir, "cases"), "--random", "0", "--level", "fleet", "--findings", "1"];
  const class_ = join(dir, "class");
  broadside(["grade", ...options, "--time", "20", "--jobs", "2", "--sandbox", "none", "--html", page, class_], { status: 3 });
});

for (const scheme of SCHEMES) {
  for (const width of WIDTHS) {
    test(`it fits a window of ${width} pixels, ${scheme}, and can be read`, async () => {
      await withPage(page, { scheme, width }, async (look) => {
        await look.getByRole("heading", { level: 1, name: "14 submissions" }).waitFor();
        await shoot(look, `grade-${scheme}-${width}`);
        const closed = await leastContrast(look);
        assert.ok(closed.ratio >= 4.5, JSON.stringify(closed));
        await look.evaluate(() => document.querySelectorAll("details").forEach((part) => (part.open = true)));
        const open = await leastContrast(look);
        assert.ok(open.ratio >= 4.5, JSON.stringify(open));
        await shoot(look, `grade-open-${scheme}-${width}`);
      });
    });
  }
}

test("outputs and names are shown as text, not as markup", async () => {
  await withPage(page, {}, async (look) => {
    assert.equal(await look.locator("img, script, iframe, object").count(), 1);
    assert.equal(await look.locator("b", { hasText: "bold" }).count(), 0);
    await look.locator("summary", { hasText: "carla <b>bold<!--" }).click();
    const part = look.locator("details.submission[open]");
    assert.match(await part.innerText(), /<img src=x onerror=alert\(1\)>/);
    assert.match(await part.innerText(), /\\u\{1b\}\[31m/);
  });
});

test("a click on a name in the picture opens the part of this submission", async () => {
  await withPage(page, { scripts: true }, async (look) => {
    await look.locator(".map a", { hasText: "ben" }).click();
    await look.waitForFunction(() => document.querySelector("details.submission[open] .who")?.textContent === "ben");
    assert.ok(await look.locator("details.submission[open] article").first().isVisible());
  });
});

test("the picture has a row for each submission and tells right from wrong without colours", async () => {
  await withPage(page, {}, async (look) => {
    const rows = look.locator(".map tbody tr");
    assert.equal(await rows.count(), 14);
    assert.equal(await rows.first().locator("th").innerText(), "anna");
    assert.equal(await rows.first().locator("td.w").count(), 0);
    assert.ok((await rows.filter({ hasText: "student-3" }).locator("td.w").count()) > 0);
    assert.match(await look.locator(".map td.w").first().innerText(), /×/);
  });
});

test("submissions can be filtered and sorted", async () => {
  await withPage(page, { scripts: true }, async (look) => {
    const parts = look.locator("details.submission:visible");
    assert.equal(await parts.count(), 14);
    await look.getByLabel("Filter").fill("student-3");
    assert.equal(await parts.count(), 1);
    // The name of a rule finds the submissions that break the rule, not those that have it right.
    await look.getByLabel("Filter").fill("place.too-close");
    const shown = await parts.locator(".who").allInnerTexts();
    assert.ok(shown.includes("student-0") && !shown.includes("anna"), shown.join());
    await look.getByLabel("Filter").fill("");
    await look.getByLabel("Sort by").selectOption("score");
    assert.equal(await parts.first().locator(".who").innerText(), "anna");
  });
});

test("a page, also one of a hundred submissions, loads within two seconds", async () => {
  const big = process.env.BROADSIDE_BIG_PAGE ?? page;
  await withPage(big, {}, async (look) => {
    const time = await loadTime(look);
    assert.ok(time < 2000, `${time} ms`);
    console.log(`# ${big}: drawn after ${Math.round(time)} ms`);
  });
});

test("on a phone no name of a rule and no points are broken into lines", async () => {
  const cards = join(dir, "cards.html");
  broadside(["grade", "--cards", "--level", "place", "--html", cards, "scripts/submissions"]);
  await withPage(cards, { width: 390, height: 844 }, async (page) => {
    const broken = await page.evaluate(() => {
      for (const part of document.querySelectorAll("details")) part.open = true;
      const lines = (element) => element.offsetHeight / parseFloat(getComputedStyle(element).lineHeight);
      const cells = [...document.querySelectorAll(".rules :is(th, td):is(:nth-child(1), :nth-child(2))")];
      return [cells.length, cells.filter((cell) => lines(cell) > 1.8).map((cell) => cell.textContent)];
    });
    assert.ok(broken[0] > 20);
    assert.deepEqual(broken[1], []);
  });
});
