// Replays in a browser: what they show, how they are used, and that markup in a script is shown as text.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { broadside, folder, frames, leastContrast, loadTime, ROOT, SCHEMES, shoot, WIDTHS, withPage } from "./harness.mjs";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const dir = folder();

/** Writes the replay of a script. Returns its path. */
function replayOf(name, script, args = []) {
  const [source, page] = [join(dir, `${name}.ships`), join(dir, `${name}.html`)];
  writeFileSync(source, script);
  broadside(["replay", source, "-o", page, ...args]);
  return page;
}

const battle = readFileSync(join(ROOT, "scripts/cannons-and-range.ships"), "utf8");
const refused = readFileSync(join(ROOT, "scripts/moving-and-turning.ships"), "utf8");
const machines = broadside(["play-out", "scripts/self-play.ships"], { status: undefined });

const caption = (page) => page.locator(".caption").innerText();
const count = async (page) => Number((await page.locator(".count").innerText()).split("/")[0].replace(/\D/g, ""));
const pressed = (page) => page.locator('.views [aria-pressed="true"]').innerText();

test("the keyboard alone does everything", async () => {
  await withPage(replayOf("battle", battle), {}, async (page) => {
    const press = (key) => page.keyboard.press(key);
    await press("Home");
    assert.equal(await count(page), 0);
    await press("ArrowRight");
    await press("ArrowRight");
    await press("ArrowLeft");
    assert.equal(await count(page), 1);
    await press("End");
    assert.match(await caption(page), /A ends the turn and wins/);
    assert.equal(await page.locator(".verdict h2").innerText(), "A won");
    await press("PageUp");
    assert.match(await caption(page), /B ends the turn/);
    for (const [key, name] of [["2", "A"], ["3", "B"], ["1", "Referee"]]) {
      await press(key);
      assert.equal(await pressed(page), name);
    }
    await press("Home");
    await press(">");
    await press(" ");
    await page.waitForFunction(() => document.querySelector(".count").textContent.startsWith("3 "));
    await press(" ");
    const paused = await count(page);
    await frames(page, 30);
    assert.equal(await count(page), paused);
    const scale = () => page.locator(".layer.sea path").first().evaluate((sea) => sea.getScreenCTM().a);
    const before = await scale();
    await press("+");
    assert.ok((await scale()) > before * 1.2);
    await press("Shift+ArrowRight");
    await press("0");
    assert.ok(Math.abs((await scale()) - before) < 1e-6);
    await press("?");
    assert.ok(await page.getByRole("dialog", { name: "Keys" }).isVisible());
    await shoot(page, "replay-keys", { fullPage: false });
    await press("Escape");
    // The Tab key reaches every control.
    const reached = new Set();
    for (let i = 0; i < 30; i++) {
      await press("Tab");
      reached.add(await page.evaluate(() => document.activeElement.getAttribute("aria-label")));
    }
    for (const label of ["Step on", "Play", "Step", "Speed", "Zoom in", "Moves", "Script", "Light or dark"]) assert.ok(reached.has(label), label);
  });
});

test("touch alone does everything", async () => {
  await withPage(replayOf("touched", machines), { width: 390, height: 844 }, async (page) => {
    const tap = (name) => page.getByRole("button", { name, exact: true }).tap();
    await tap("Start");
    await tap("Step on");
    await tap("Step on");
    await tap("Step back");
    assert.equal(await count(page), 1);
    await tap("End");
    await tap("What A knows");
    assert.equal(await pressed(page), "A");
    await tap("What B knows");
    await tap("Referee: the whole board");
    await tap("Zoom in");
    await tap("Zoom out");
    await tap("Whole board");
    await tap("Start");
    await tap("Play");
    await page.waitForFunction(() => !document.querySelector(".count").textContent.startsWith("0 "));
    await tap("Pause");
    const box = await page.getByRole("slider", { name: "Step" }).boundingBox();
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    assert.ok(Math.abs((await count(page)) - 92) < 6, String(await count(page)));
    await tap("Script");
    const line = page.locator(".line.acts").nth(3);
    const frame = Number(await line.getAttribute("data-frame"));
    await line.locator(".command").first().tap();
    assert.equal(await count(page), frame + 1);
  });
});

test("a script that stops shows why at its end, and a click on a command leads to it", async () => {
  await withPage(replayOf("refused", refused), {}, async (page) => {
    await page.keyboard.press("End");
    assert.equal(await page.locator(".banner").innerText(), "SHIP WENT FROM BOARD");
    await page.getByRole("button", { name: "Script", exact: true }).click();
    assert.equal(await page.locator(".command.now").innerText(), "MOVE 0 DES F");
    await page.locator(".script").evaluate((pane) => { pane.scrollTop = 0; });
    await page.locator(".command", { hasText: "BOARD_SIZE" }).click();
    assert.equal(await page.locator(".command.now").innerText(), "BOARD_SIZE 9 12");
  });
});

test("a side sees what PRINT shows it, and its ships have names", async () => {
  const script = "[state] SET_FLEET A 0 0 0 1 SET_FLEET B 0 0 0 1 SHIP A 5 5 N 0 DES 11\nSHIP B 5 7 N 0 DES 10\n"
    + "SHIP A 1 1 N 1 DES 11 [state]";
  const file = replayOf("fog", script.replace("SET_FLEET A 0 0 0 1", "SET_FLEET A 0 0 0 2"));
  await withPage(file, {}, async (page) => {
    await page.keyboard.press("End");
    const labels = () => page.locator('.layer.ship > [role="img"]').evaluateAll((ships) => ships.map((ship) => ship.getAttribute("aria-label")).sort());
    assert.deepEqual(await labels(), [
      "A's destroyer 0 at 5 5, heading N, undamaged", "A's destroyer 1 at 1 1, heading N, undamaged",
      "B's destroyer 0 at 5 7, heading N, destroyed: engine and cannon (1)",
    ]);
    await page.keyboard.press("2");
    const known = (await labels()).filter((label) => label.startsWith("enemy"));
    assert.deepEqual(known, ["enemy section at 5 7: radar"]);
    await page.keyboard.press("3");
    assert.equal((await labels()).length, 2);
  });
  await withPage(replayOf("alone", script.replace("SET_FLEET A 0 0 0 1", "SET_FLEET A 0 0 0 2"), ["--side", "b"]), {}, async (page) => {
    assert.equal(await page.locator(".views button").count(), 1);
    assert.equal(await pressed(page), "B");
  });
});

test("a side learns of the enemy's moves only what its board shows", async () => {
  const moves = "[playerA] [playerA] [playerB] MOVE 0 DES F MOVE 0 CRU R [playerB] [playerA] [playerA] [playerB] MOVE 0 DES F [playerB] [playerA] [playerA] [playerB] MOVE 0 DES F [playerB]";
  const script = "[state] BOARD_SIZE 21 21 SET_FLEET A 0 0 0 1 SET_FLEET B 0 0 1 1 SHIP A 10 8 E 0 DES 11\n"
    + `SHIP B 11 10 N 0 DES 11 SHIP B 18 18 N 0 CRU 111 [state] ${moves}`;
  await withPage(replayOf("sighted", script, ["--side", "A"]), {}, async (page) => {
    await page.keyboard.press("Home");
    const sightings = [];
    for (let last = -1; last !== await count(page);) {
      const words = await caption(page);
      const seen = await page.locator(".vessel.part").count();
      if (/sight|sees/.test(words)) sightings.push(`${words.replace(/^.*\n/, "")} (${seen})`);
      last = await count(page);
      await page.keyboard.press("ArrowRight");
    }
    assert.deepEqual(sightings, [
      "An enemy ship comes into A's sight at 10 10. (1)", "A sees an enemy ship move, now at 10 10. (1)",
      "An enemy ship moves out of A's sight, from 10 10. (0)",
    ]);
    const lines = await page.locator(".moves .line").allInnerTexts();
    assert.deepEqual(lines.slice(6), [
      "Turn 1 · A", "Turn 2 · B", "a ship comes: 10 10", "out of sight", "Turn 3 · A", "Turn 4 · B", "a ship moves: 10 10",
      "Turn 5 · A", "Turn 6 · B", "a ship leaves: 10 10",
    ]);
  });
});

test("the head is not cut, and neither the result nor the scale covers anything", async () => {
  const box = (page, selector) => page.locator(selector).evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return [left, top, right, bottom];
  });
  const areApart = ([a, b, c, d], [e, f, g, h]) => c <= e || g <= a || d <= f || h <= b;
  const at = folder();
  const page_ = join(at, "fair.html");
  broadside(["match", "--engine", "name=north", "fair", "--engine", "name=south", "fair:3", "--setup", "small", "--games", "2", "--seed", "7", "--records", at]);
  broadside(["replay", join(at, "game-000001.ships"), "-o", page_]);
  for (const [width, height] of [[1440, 900], [1280, 720], [390, 844], [844, 390], [640, 360]]) {
    await withPage(page_, { width, height, reducedMotion: "reduce" }, async (page) => {
      for (const selector of ["h1", ".summary"]) {
        const isWhole = await page.locator(selector).evaluate((text) => text.offsetHeight > 0 && text.scrollWidth <= text.clientWidth + 1 && !/ellipsis/.test(getComputedStyle(text).textOverflow));
        assert.ok(isWhole, `${selector} ${width}`);
      }
      assert.ok(await page.locator(".scale").isVisible());
      assert.ok(areApart(await box(page, ".scale"), await box(page, ".zoom")), `scale ${width}`);
      assert.ok(areApart(await box(page, ".scale"), await box(page, ".layer.sea")), `scale on the board ${width}`);
      await page.keyboard.press("End");
      assert.ok(await page.locator(".banner").isHidden());
      await page.keyboard.press("2");
      assert.ok(areApart(await box(page, ".banner"), await box(page, ".frame")), `result ${width}`);
    });
  }
});

test("markup is shown as text, wherever it comes from", async () => {
  const evil = '<img src=x onerror=alert(1)></script><script>alert(2)</script><!--\u202egnp\u2066\u0007';
  const script = `prose ${evil}\n[state] # ${evil}\nINFORMATION A ${evil}\nREEF 1 1\n[state]\n[playerA]\n[playerA] ${evil}\n`;
  const source = join(dir, "<img src=x onerror=alert(3)>\u202e.ships");
  const page_ = join(dir, "evil.html");
  writeFileSync(source, script);
  broadside(["replay", source, "-", "-o", page_], { input: evil });
  await withPage(page_, {}, async (page) => {
    for (const key of ["Home", "End", "2", "3", "1"]) await page.keyboard.press(key);
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    assert.ok((await caption(page)).includes("<img src=x onerror=alert(1)></script>"));
    assert.equal(await page.locator("img, #replay script").count(), 0);
    const text = await page.evaluate(() => document.body.innerText + document.title);
    assert.ok(!/[\u202e\u2066\u0007]/.test(text) && text.includes("\\u{202e}"));
    assert.ok((await page.title()).includes("onerror"));
    await shoot(page, "replay-markup", { fullPage: false });
  });
});

test("a board of any size shows the fields around the ships", async () => {
  const far = 9_000_000_000_000_000_000n;
  const script = `[state] BOARD_SIZE 9223372036854775807 9223372036854775807 SET_FLEET A 0 0 0 1 SET_FLEET B 0 0 0 1
SHIP A ${far} ${far} N 0 DES 11 SHIP B ${far + 3n} ${far} N 0 DES 11 [state] [playerA] SHOOT ${far + 3n} ${far}`;
  await withPage(replayOf("vast", script), {}, async (page) => {
    await page.keyboard.press("End");
    assert.equal(await page.locator(".vessel").count(), 2);
    const label = await page.locator(".vessel").first().getAttribute("aria-label");
    assert.equal(label, `A's destroyer 0 at ${far} ${far}, heading N, undamaged`);
    await shoot(page, "replay-vast", { fullPage: false });
  });
});

test("axe finds nothing serious, and all text has enough contrast", async () => {
  for (const scheme of SCHEMES) {
    for (const width of WIDTHS) {
      await withPage(replayOf("axe", machines), { scheme, width, height: width < 500 ? 780 : 900 }, async (page) => {
        for (const key of ["1", "2", "End"]) {
          await page.keyboard.press(key);
          if (key === "1") for (let i = 0; i < 40; i++) await page.keyboard.press("ArrowRight");
          const { ratio, text } = await leastContrast(page);
          assert.ok(ratio >= 4.5, `${scheme} ${width}: ${ratio} for ${text}`);
          await shoot(page, `replay-${scheme}-${width}-${key}`);
        }
        // The page's policy forbids all other scripts, but the test may still evaluate one.
        await page.evaluate(readFileSync(AXE, "utf8"));
        const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
        const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
        assert.deepEqual(grave.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]), []);
      });
    }
  }
});

test("nothing moves if the user prefers reduced motion", async () => {
  await withPage(replayOf("still", battle), { reducedMotion: "reduce" }, async (page) => {
    await page.keyboard.press("End");
    const moving = await page.evaluate(() => document.getAnimations().length);
    assert.equal(moving, 0);
  });
});

test("a page from a server asks for nothing else", async () => {
  const body = readFileSync(replayOf("served", battle));
  const asked = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    response.writeHead(200, { "content-type": "text/html" });
    response.end(body);
  }).listen(0);
  const url = `http://localhost:${server.address().port}/replay.html`;
  try {
    await withPage(url, {}, async (page) => {
      await page.keyboard.press("End");
      assert.equal(await page.locator(".verdict h2").innerText(), "A won");
    });
  } finally {
    server.close();
  }
  assert.deepEqual(asked, ["/replay.html"]);
});

/** A game of many frames, with ships that move and planes that fly. */
function longGame(frames) {
  const lines = ["[state] BOARD_SIZE 40 40 SET_FLEET A 1 2 3 4 SET_FLEET B 1 2 3 4"];
  const classes = [["CAR", 1, 5], ["BAT", 2, 4], ["CRU", 3, 3], ["DES", 4, 2]];
  for (const [side, row] of [["A", 3], ["B", 30]]) {
    let col = 0;
    for (const [name, ships, length] of classes) {
      for (let i = 0; i < ships; i++, col += 4) lines.push(`SHIP ${side} ${row} ${col} N ${i} ${name} ${"1".repeat(length)}`);
    }
  }
  lines.push("[state]");
  for (let n = 23, turn = 0; n < frames; n += 4, turn++) {
    const tag = `[player${"AB"[turn % 2]}]`;
    lines.push(tag, `  SHOOT ${15 + (turn % 9)} ${turn % 40}`, `  MOVE ${(turn >> 1) % 4} DES R`);
    lines.push(`  SPY 0 ${turn % 40} ${(turn * 7) % 40}`, tag);
  }
  return `${lines.join("\n")}\n`;
}

const record = `# game 1, round 1: A is fair, B is <b>open
[state] SET_FLEET A 0 0 1 1 SET_FLEET B 0 0 1 1 SHIP A 2 2 N 0 DES 11 SHIP A 5 5 E 0 CRU 111
SHIP B 15 2 S 0 DES 11 SHIP B 14 6 E 0 CRU 111 [state]
[playerA]
SHOOT 15 2
[playerA]
# refused SHOOT 9 9 9
[playerB]
SHOOT 5 5
[playerB]
[playerA]
[playerA]
[playerB]
SHOOT 20 9
[playerB]
# draw: max turns
`;

test("a page opens on the first shot, names who plays, and sums up", async () => {
  await withPage(replayOf("record", record), {}, async (page) => {
    assert.equal(await page.locator("h1").innerText(), "fair against <b>open");
    assert.match(await page.locator(".summary").innerText(), /^game 1 · drawn after 4 turns: max turns · \d+ steps$/);
    assert.match(await caption(page), /Fires at 15 2: a hit on B's destroyer 0/);
    assert.match(await page.locator(".fleet-A .done").innerText(), /^1 shot · 1 hit · 0 planes$/);
    await page.keyboard.press("n");
    assert.match(await caption(page), /a hit on A's cruiser 0/);
    await page.keyboard.press("p");
    assert.match(await caption(page), /Fires at 15 2/);
    await page.keyboard.press("End");
    assert.match(await page.locator(".verdict").innerText(), /fair hit 1 of 1 \(100 %\)[^]*open hit 1 of 2 \(50 %\)[^]*First hit/);
    await page.locator(".verdict a").first().click();
    assert.match(await caption(page), /Fires at 15 2/);
  });
});

test("a script that was refused before the first shot opens on the refused line", async () => {
  const script = "[state] BOARD_SIZE 5 5 [state]\n[playerA]\nPLACE_SHIP 9 9 N 0 DES\n[playerA]\n";
  await withPage(replayOf("refused-early", script), {}, async (page) => {
    assert.equal(await page.locator(".count").innerText(), "2 / 2");
    assert.match(await page.locator(".banner").innerText(), /NOT IN STARTING POSITION/);
  });
});

test("at the end of a game on two grids, nothing is cut", async () => {
  const records = join(dir, "two-grids");
  broadside(["bench", "arsenal", "--bot", "hard", "--against", "medium", "--games", "1", "--records", records]);
  broadside(["replay", join(records, "game-000001.arsenal"), "-o", join(dir, "two-grids.html")]);
  await withPage(join(dir, "two-grids.html"), { width: 1280, height: 800 }, async (page) => {
    await page.keyboard.press("End");
    const cut = await page.evaluate(() => {
      const controls = document.querySelector(".controls").getBoundingClientRect().top;
      const cards = [...document.querySelectorAll(".replay-body .card")].filter((card) => card.offsetParent && !card.closest(".side"));
      const hides = (card) => card.getBoundingClientRect().bottom > controls || card.parentElement.scrollHeight > card.parentElement.clientHeight + 1;
      return cards.filter(hides).map((card) => card.textContent);
    });
    assert.deepEqual(cut, []);
    await shoot(page, "two-grids-end");
  });
});

test("an address opens a step and a side, and changes with them", async () => {
  await withPage(`file://${replayOf("address", record)}#12A`, {}, async (page) => {
    assert.deepEqual([await count(page), await pressed(page)], [12, "A"]);
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => location.hash === "#13A");
  });
});

test("a side reads nothing that it cannot know", async () => {
  await withPage(replayOf("secret", record, ["--side", "A"]), {}, async (page) => {
    for (const pane of ["Moves", "Script"]) {
      await page.getByRole("button", { name: pane, exact: true }).click();
      for (let at = 0; at <= 20; at++) {
        await page.keyboard.press("ArrowLeft");
        const text = await page.evaluate(() => document.body.innerText);
        assert.ok(!/20 9|14 6|15 2 S|drawn|max turns|refused/.test(text), `${pane} ${at}: ${text}`);
      }
      await page.keyboard.press("End");
    }
    // Neither the list of moves nor the timeline goes beyond the current step.
    await page.keyboard.press("Home");
    await page.getByRole("button", { name: "Moves", exact: true }).click();
    assert.equal(await page.locator(".moves .line").count(), 1);
    const line = await page.locator(".chart").evaluate((chart) => getComputedStyle(chart).clipPath);
    assert.match(line, /^inset\(0px calc\(100%( - 0%)?\)|^inset\(0px 100%/);
    // A side is told of its hits, even if the ship is out of sight.
    await page.keyboard.press("Home");
    for (let i = 0; i < 30 && !/Fires at 15 2/.test(await caption(page)); i++) await page.keyboard.press("ArrowRight");
    assert.match(await caption(page), /Fires at 15 2: a hit on an enemy ship/);
    assert.equal(await page.locator(".layer.shot .impact.hit").count(), 1);
  });
});

test("places at both ends of the largest board are exact", async () => {
  const end = 9223372036854775806n;
  const script = `[state] BOARD_SIZE ${end + 1n} ${end + 1n} SET_FLEET A 0 0 0 1 SET_FLEET B 0 0 0 1
SHIP A 0 0 N 0 DES 11 SHIP B ${end - 1n} ${end} N 0 DES 11 [state] [playerA] SHOOT ${end - 1n} ${end}`;
  await withPage(replayOf("ends", script), {}, async (page) => {
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    assert.match(await caption(page), new RegExp(`Fires at ${end - 1n} ${end}: a hit`));
    const boxes = await page.locator(".vessel.side-B").evaluateAll((ships) => ships.map((ship) => [ship.getAttribute("aria-label"), ship.getBoundingClientRect().height > 30]));
    assert.deepEqual(boxes, [[`B's destroyer 0 at ${end - 1n} ${end}, heading N, destroyed: radar (0)`, true]]);
  });
});

test("nothing is covered on a phone on its side, at 200 %, in grey, in forced colours and on paper", async () => {
  const file = replayOf("forms", machines);
  for (const [name, options] of [["landscape", { width: 844, height: 390 }], ["zoomed", { width: 640, height: 360 }], ["laptop", { width: 1280, height: 720 }]]) {
    await withPage(file, options, async (page) => {
      const [board, controls] = [await page.locator(".stage").boundingBox(), await page.locator(".controls").boundingBox()];
      assert.ok(board.x + board.width <= controls.x + 1 || board.y + board.height <= controls.y + 1, `${name}: ${JSON.stringify([board, controls])}`);
      assert.ok(name === "zoomed" || board.y + board.height <= options.height, `${name}: the board ends at ${board.y + board.height}`);
      await shoot(page, `replay-${name}`, { fullPage: false });
    });
  }
  await withPage(file, {}, async (page) => {
    await page.emulateMedia({ forcedColors: "active" });
    await shoot(page, "replay-forced", { fullPage: false });
    await page.emulateMedia({ forcedColors: "none" });
    const client = await page.context().newCDPSession(page);
    await client.send("Emulation.setEmulatedVisionDeficiency", { type: "achromatopsia" });
    await shoot(page, "replay-grey", { fullPage: false });
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await page.emulateMedia({ media: "print" });
    assert.ok(await page.locator(".caption").isVisible());
    assert.match(await page.locator(".paper").innerText(), /PLACE_SHIP/);
    await shoot(page, "replay-print");
  });
});

test("the board of the language fills its card", async () => {
  const file = replayOf("language", readFileSync(join(ROOT, "scripts/first-battle.ships"), "utf8"));
  for (const [width, height] of [[1440, 900], [1280, 720], [844, 390]]) {
    await withPage(file, { width, height }, async (page) => {
      const [board, card] = await page.evaluate(() => [".layer.edge path", ".frame"].map((part) => document.querySelector(part).getBoundingClientRect().toJSON()));
      // The card also has room for labels and buttons beside the board.
      assert.ok(card.width - board.width < 110, `${width}: ${board.width} of ${card.width}`);
      await shoot(page, `replay-language-${width}`, { fullPage: false });
    });
  }
});

test("a bot's thoughts are shown on each field", async () => {
  for (const [bot, scheme, board] of [["density", "dark", "10x10"], ["posterior", "light", "12x15"]]) {
    const file = join(dir, `${bot}.html`);
    broadside(["bench", "targeting", "--bot", bot, "--board", board, "--show", "3", "-o", file]);
    await withPage(file, { scheme }, async (page) => {
      assert.ok((await page.locator("h1").innerText()).startsWith(`${bot} against 5,4,3,3,2, game 3`));
      assert.equal(await count(page), 6);
      const fields = () => page.locator(".layer.heat path").evaluateAll((paths) => paths.map((path) => path.getAttribute("d").split("M").length - 1).reduce((a, b) => a + b));
      const [rows, cols] = board.split("x").map(Number);
      assert.equal(await fields(), rows * cols);
      for (let i = 0; i < 20; i++) await page.keyboard.press("ArrowRight");
      assert.ok((await fields()) <= rows * cols - 20);
      await shoot(page, `bench-${bot}`, { fullPage: false });
      await page.keyboard.press("2");
      await shoot(page, `bench-${bot}-bot`, { fullPage: false });
      await page.keyboard.press("End");
      assert.match(await page.locator(".verdict h2").innerText(), /^all sunk by \d+ shots$/);
    });
  }
});

test("a shown game of a bot that only fires names its fields as its record does", async () => {
  const [records, file] = [join(dir, "aimed"), join(dir, "aimed.html")];
  const game = ["bench", "targeting", "--bot", "density", "--games", "1"];
  broadside([...game, "--records", records]);
  broadside(["bench", "targeting", "--bot", "density", "--show", "1", "-o", file]);
  const first = /^A (\w+)/m.exec(readFileSync(join(records, "game-000001.targeting"), "utf8"))[1];
  await withPage(file, {}, async (page) => {
    assert.ok((await caption(page)).includes(`Fires at ${first}: `), first);
    const labels = await page.locator(".frame svg.board text").allTextContents();
    assert.ok(labels.includes("A") && labels.includes("10") && !labels.includes("0"), labels.join());
  });
});

test("what a fair player thought is shown before its shots, and to no other side", async () => {
  const records = join(dir, "fair");
  broadside(["match", "--engine", "fair", "--engine", "random", "--games", "2", "--seed", "7", "--records", records]);
  const [record, file] = [join(records, "game-000001.ships"), join(dir, "fair.html")];
  broadside(["replay", record, "-o", file]);
  const shot = readFileSync(record, "utf8").split("\n").findIndex((line) => line.startsWith("SHOOT"));
  assert.ok(shot > 0);
  for (const scheme of SCHEMES) {
    await withPage(file, { scheme }, async (page) => {
      const fields = () => page.locator(".layer.heat path").evaluateAll((paths) => paths.map((path) => path.getAttribute("d").split("M").length - 1).reduce((a, b) => a + b));
      const scale = page.locator(".scale");
      const at = await page.evaluate(() => JSON.parse(document.querySelector("script[type='application/json']").textContent).frames.findIndex((frame) => frame.d[0] === "shot" && frame.t === 0) + 1);
      await page.evaluate((at) => { location.hash = `#${at}`; }, at);
      await page.waitForFunction((at) => document.querySelector(".count").textContent.startsWith(String(at)), at);
      const before = await fields();
      assert.ok(before > 20 && await scale.isVisible(), String(before));
      await shoot(page, `replay-fair-${scheme}`, { fullPage: false });
      await page.keyboard.press("2");
      assert.equal(await fields(), before, "A sees its own thoughts");
      await shoot(page, `replay-fair-A-${scheme}`, { fullPage: false });
      await page.keyboard.press("3");
      assert.equal(await fields(), 0, "B does not see A's thoughts");
      assert.ok(await scale.isHidden());
      await page.keyboard.press("1");
      const button = page.getByRole("button", { name: "What was thought", exact: true });
      await button.click();
      assert.equal(await button.getAttribute("aria-pressed"), "false");
      assert.equal(await fields(), 0);
      await page.keyboard.press("h");
      assert.equal(await fields(), before);
      const box = await page.getByRole("group", { name: "Board", exact: true }).boundingBox();
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      assert.match(await page.locator(".frame > .tip").innerText(), /^\d+ \d+: \d+ % of the best field$/);
    });
  }
});

/** The seconds of processor time that the page has used. */
async function work(client) {
  const { metrics } = await client.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration").value;
}

test("100,000 frames load within two seconds, and a step takes less than 16 ms", async () => {
  await withPage(replayOf("long", longGame(100_000)), {}, async (page) => {
    const client = await page.context().newCDPSession(page);
    await client.send("Performance.enable", { timeDomain: "threadTicks" });
    const wall = await loadTime(page);
    const loaded = [await work(client)];
    await page.reload();
    loaded.push(await work(client));
    const slider = page.getByRole("slider", { name: "Step" });
    const most = Number(await slider.getAttribute("max"));
    assert.ok(most >= 100_000, String(most));
    const steps = 200;
    const times = [];
    for (const [name, from, by] of [["on", 50_000, 1], ["back", 60_000, -1], ["anywhere", 0, 40_127]]) {
      const before = await work(client);
      await slider.evaluate((input, [from, by, steps, most]) => {
        for (let i = 0; i < steps; i++) {
          input.value = (from + i * by) % most;
          input.dispatchEvent(new Event("input"));
          document.body.getBoundingClientRect();
        }
      }, [from, by, steps, most]);
      const each = (((await work(client)) - before) / steps) * 1000;
      times.push(`${name} ${each.toFixed(1)} ms`);
      assert.ok(each < 16, `${name}: ${each} ms`);
    }
    const load = Math.max(...loaded);
    console.log(`${most} frames: loaded by ${load.toFixed(2)} s of work (${(wall / 1000).toFixed(2)} s by the clock); a step ${times.join(", ")}`);
    assert.ok(load < 2, `${load} s`);
  });
});

test("a game on two grids is shown side by side, and a side sees only what it may know", async () => {
  broadside(["royale", "--bots", "hard,medium", "--seed", "3", "--clock", "steps", "--records", dir]);
  const file = join(dir, "arsenal.html");
  broadside(["replay", join(dir, "game-000001.arsenal"), "-o", file]);
  for (const width of [390, 1280]) {
    await withPage(file, { width, scheme: width === 390 ? "dark" : "light" }, async (page) => {
      assert.match(await page.locator("h1").innerText(), /^(hard against medium|medium against hard)$/);
      assert.match(await caption(page), /^Turn 1 · \w+\s+\w+.* at [A-J]\d+: /);
      assert.deepEqual(await page.locator(".rim .owner").allTextContents(), (await page.locator("h1").innerText()).split(" against "));
      await page.keyboard.press("ArrowRight");
      const turned = await caption(page);
      await page.keyboard.press("PageDown");
      assert.notEqual(await caption(page), turned);
      if (width > 390) assert.ok(await page.getByText(/^radar over [A-J]\d+: (found|nothing)$/).count() > 0);
      await page.keyboard.press("End");
      assert.match(await page.locator(".verdict h2").innerText(), /^(hard|medium) won$/);
      assert.match(await caption(page), /(hard|medium) wins\.$/);
      const whole = await page.locator(".layer.ship > .vessel:not(.part)").count();
      assert.equal(whole, 8);
      await page.keyboard.press("2");
      assert.equal(await page.locator(".layer.ship > .vessel:not(.part)").count(), 4);
      assert.ok(await page.locator(".layer.ship > .vessel.part").count() > 0);
      await shoot(page, `arsenal-A-${width}`, { fullPage: false });
      await page.keyboard.press("1");
      await shoot(page, `arsenal-${width}`, { fullPage: false });
    });
  }
});

test("captions of naval, classic and battle-of-ships name fields as these games do", async () => {
  const naval = ["bay.rules", "player.map", "cpu.map", "cpu.turns"].map((name) => join("scripts/naval", name));
  const ships = ["Player1.txt", "Player2.txt", "Player1.in", "Player2.in"].map((name) => join("scripts/battle-of-ships", name));
  const games = [["naval", naval, "naval/guesses.txt", /at [A-Z]\d+: /], ["classic", [], "classic/duel.txt", /at \d+, \d+: /], ["battle-of-ships", ships, "", /at \d+,[A-J]: /]];
  for (const [name, files, input, place] of games) {
    const file = join(dir, `${name}.html`);
    broadside(["replay", "--game", name, ...files, "-o", file], { input: input && readFileSync(join(ROOT, "scripts", input), "utf8") });
    await withPage(file, {}, async (page) => {
      assert.match(await caption(page), place);
      assert.equal(await page.getByRole("button", { name: "Script", exact: true }).count(), 0);
      await page.keyboard.press("End");
      assert.match(await page.locator(".verdict h2").innerText(), / won$/);
      await shoot(page, `${name}`, { fullPage: false });
    });
  }
});

test("no colour of the heat map is close to the colour of a fleet", async () => {
  for (const scheme of SCHEMES) {
    await withPage(replayOf("heat-colours", battle), { scheme }, async (page) => {
      const near = await page.evaluate(() => {
        const colour = (style) => getComputedStyle(style).fill.match(/\d+/g).map(Number);
        const sample = (name, inner) => {
          const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
          group.setAttribute("class", name);
          group.innerHTML = `<path class="${inner}"/>`;
          document.querySelector(".board").append(group);
          return colour(group.firstChild);
        };
        const fleets = ["A", "B"].map((side) => sample(`kind side-${side}`, "hull"));
        const heats = Array.from({ length: 9 }, (_, i) => sample("", `heat-${i + 1}`));
        const apart = (one, other) => Math.hypot(...one.map((n, i) => n - other[i]));
        return Math.min(...fleets.flatMap((fleet) => heats.map((heat) => apart(fleet, heat))));
      });
      assert.ok(near > 60, `${scheme}: ${near}`);
    });
  }
});
