// Tests a game by hand in the playground, which `cargo xtask web` builds. PLAYGROUND can name another file.

import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test as always } from "node:test";
import { pathToFileURL } from "node:url";
import { broadside, folder, leastContrast, ROOT, SCHEMES, shoot, withPage } from "./harness.mjs";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const PAGE = process.env.PLAYGROUND ?? join(process.env.CARGO_TARGET_DIR ?? join(ROOT, "target"), "playground/index.html");
const skip = !existsSync(PAGE) && process.env.CI !== "true" && "no playground: bash .ci/web";
const test = (name, look) => always(name, { skip }, look);
const dir = folder();

/** The whole text of the editor. The page itself has only the visible lines. */
const text = (page) => page.evaluate(() => document.querySelector(".editor").shadowRoot.querySelector(".cm-content").cmTile.view.state.sliceDoc());
const said = (page) => page.locator(".said").innerText();
const press = (page, name) => page.getByRole("button", { name }).click();

/** Waits until the game has answered. */
async function answered(page) {
  await page.waitForFunction(() => document.querySelector(".hand")?.dataset.busy === "false");
}

/** Waits until a script has run to its end. A run of more than a second also names its time. */
async function ranToItsEnd(page) {
  await page.waitForFunction(() => /^Ran to its end( after \d+\.\d s)?$/.test(document.querySelector(".outcome").textContent));
}

/** Opens a game by hand. */
async function withGame(options, look, game = "small,1,7") {
  await withPage(`${pathToFileURL(PAGE).href}#play=${game}`, options, async (page) => {
    await answered(page);
    await look(page);
  });
}

/** Where a field is in the window. */
async function place(page, row, col) {
  return page.evaluate(([row, col]) => {
    const { left, top, width, height } = document.querySelector(".hand .layer.edge path").getBoundingClientRect();
    const side = 12;
    return { x: left + ((col + 0.5) * width) / side, y: top + ((row + 0.5) * height) / side };
  }, [row, col]);
}

/** Clicks a field, and waits until the game has answered. */
async function clickField(page, row, col) {
  const { x, y } = await place(page, row, col);
  await page.mouse.click(x, y);
  await answered(page);
}

/** Reads the bow of A's ship, such as `0 CRU`, from the board. */
async function bow(page, ship) {
  const [index, kind] = ship.split(" ");
  const name = { CAR: "carrier", BAT: "battleship", CRU: "cruiser", DES: "destroyer" }[kind];
  const title = await page.locator(`.hand .vessel.side-A[aria-label*="${name} ${index} at"]`).getAttribute("aria-label");
  return title.match(/at (\d+) (\d+)/).slice(1).map(Number);
}

/** Clicks A's ship on the board, if it is not selected. */
async function choose(page, ship) {
  if (!(await page.locator(`.hand-fleet button[aria-pressed="true"][data-ship="${ship}"]`).count())) await clickField(page, ...(await bow(page, ship)));
}

/** Follows the hint with clicks. Returns true if the hint was an order, false if it was the end of the turn. */
async function follow(page) {
  await press(page, /^Hint/);
  await answered(page);
  const [, words] = (await said(page)).match(/Hint: ([^:]+):/);
  const [order, index, kind, ...rest] = words.split(" ");
  if (order === "End") {
    await press(page, /^End turn/);
  } else if (order === "SHOOT") {
    await choose(page, `${index} ${kind}`);
    // If the ship can move to the field, a click there would be a move, not a shot.
    const [row, col] = rest.map(Number);
    if (await page.locator(`.hand .way[transform^="translate(${col + 0.5} ${row + 0.5})"]`).count()) await press(page, /^Do it/);
    else await clickField(page, row, col);
    await answered(page);
    if (/again to shoot there$/.test((await said(page)).trim())) await clickField(page, row, col);
  } else if (order === "SPY") {
    await press(page, /^Plane/);
    await clickField(page, Number(kind), Number(rest[0]));
  } else {
    await choose(page, `${index} ${kind}`);
    await press(page, { F: /^Ahead/, L: /^Port/, R: /^Starboard/ }[rest[0]]);
  }
  await answered(page);
  return order !== "End";
}

test("the playground opens on a running fight and offers three ways to begin", async () => {
  assert.ok(statSync(PAGE).size < 1_000_000);
  await withPage(PAGE, {}, async (page) => {
    const pause = page.getByRole("button", { name: "Pause" });
    await pause.waitFor();
    const at = () => page.locator(".hand").evaluate(() => document.querySelector("#replay .count").textContent);
    const first = await at();
    await page.waitForFunction((first) => document.querySelector("#replay .count").textContent !== first, first);
    await page.locator(".pitch").waitFor();
    for (const name of ["Watch two machines", "Play against one", "Write your first script"]) await page.getByRole("button", { name }).waitFor();
    await press(page, "Play against one");
    await answered(page);
    assert.match(await said(page), /4 ships placed/);
    await press(page, "Write your first script");
    await ranToItsEnd(page);
    assert.match(await text(page), /^The first battle\./);
    await press(page, "Watch two machines");
    await pause.waitFor();
    assert.match(await text(page), /^# a fight, seed \d+: A is fair, B is fair\n/);
  });
  await withPage(PAGE, { reducedMotion: "reduce" }, async (page) => {
    await page.locator("#replay .vessel").first().waitFor();
    await page.getByRole("button", { name: "Play", exact: true }).last().waitFor();
  });
});

test("a game is clicked to a winner, and its record replays", async () => {
  await withGame({}, async (page) => {
    await press(page, /^End turn/);
    await answered(page);
    for (let i = 0; i < 900 && !(await page.locator(".hand .banner").isVisible()); i++) await follow(page);
    assert.match(await page.locator(".hand .banner").textContent(), /^You have (won|lost)/);
    await shoot(page, "hand-over", { fullPage: false });
    const times = await page.evaluate(() => performance.getEntriesByType("measure").filter(({ name }) => name === "order").map(({ duration }) => duration).sort((a, b) => a - b));
    const at = (share) => times[Math.floor(share * (times.length - 1))].toFixed(1);
    console.log(`# ${times.length} orders: median ${at(0.5)} ms, 95 % ${at(0.95)} ms`);
    assert.ok(Number(at(0.5)) < 100, `an order takes ${at(0.5)} ms`);
    const [download] = await Promise.all([page.waitForEvent("download"), press(page, "Save the record as a file")]);
    const file = join(dir, "game.ships");
    await download.saveAs(file);
    assert.match(readFileSync(file, "utf8"), /\[playerB\]\nPLACE_SHIP/);
    broadside(["replay", file, "-o", join(dir, "game.html")]);
    assert.match(broadside(["run", file]), / won$/m);
    await press(page, "Rematch with sides changed");
    await answered(page);
    assert.match(await said(page), /you have won [01], they [01]; drawn 0/);
    await press(page, /^End turn/);
    await answered(page);
    await press(page, /^Resign/);
    await answered(page);
    await press(page, "Replay the whole game step by step");
    await page.locator("#replay .vessel").first().waitFor();
    assert.match(await text(page), /^# A against the machine \(fair:1\)/);
  });
});

test("the page gets no data that A does not know", async () => {
  await withPage(PAGE, { reducedMotion: "reduce" }, async (page) => {
    await page.evaluate(() => {
      globalThis.received = [];
      const { postMessage } = Worker.prototype;
      Worker.prototype.postMessage = function post(...more) {
        if (!this.isWatched) this.addEventListener("message", ({ data }) => globalThis.received.push(JSON.stringify(data)));
        this.isWatched = true;
        return postMessage.apply(this, more);
      };
    });
    await press(page, "Play against one");
    await answered(page);
    for (let i = 0; i < 3; i++) {
      await press(page, /^End turn/);
      await answered(page);
    }
    const received = await page.evaluate(() => globalThis.received.filter((text) => text.includes("their_ships")));
    assert.ok(received.length >= 4);
    for (const message of received) {
      const view = JSON.parse(JSON.parse(message).answer);
      const sees = ([row, col]) => view.known.some(([at, first, last]) => at === row && col >= first && col <= last);
      assert.ok(view.seen.every(sees) && !view.script.includes("[playerB]"), message);
      assert.ok(view.own.length === 4 && view.enemy.every(({ row, col }) => row === undefined && col === undefined));
    }
    assert.ok(!(await text(page)).includes("[playerB]"));
  });
});

test("an answer that comes after the game was left changes nothing", async () => {
  await withGame({}, async (page) => {
    await page.evaluate(() => {
      const button = (name) => [...document.querySelectorAll("button")].find(({ ariaLabel }) => ariaLabel?.startsWith(name));
      button("End turn").click();
      button("Write your first script").click();
    });
    await answered(page);
    await ranToItsEnd(page);
    assert.equal(await page.locator(".cm-scroller").evaluate((pane) => pane.scrollTop), 0);
    await page.locator(".cm-content").focus();
    await page.keyboard.insertText("typed ");
    assert.match(await text(page), /^typed The first battle\./);
  });
});

test("keys work, and refusals say what the terminal says, with buttons in place of commands", async () => {
  await withGame({}, async (page) => {
    await clickField(page, 11, 11);
    assert.match(await said(page), /choose one of your ships first/);
    await choose(page, "0 CAR");
    await clickField(page, 11, 11);
    assert.match(await said(page), /refused: they have not placed all their ships yet: “End turn” ends your turn/);
    const before = await text(page);
    await page.getByRole("application").focus();
    await page.keyboard.press("Escape");
    const [row, col] = await bow(page, "0 CRU");
    // Aiming begins in the middle of the board.
    await page.keyboard.press("ArrowUp");
    for (const [key, steps] of [["ArrowUp", 6 - row], ["ArrowDown", row - 6], ["ArrowLeft", 6 - col], ["ArrowRight", col - 6]]) {
      for (let i = 0; i < steps; i++) await page.keyboard.press(key);
    }
    assert.match(await page.locator(".hand [aria-live=assertive]").textContent(), /: your cruiser 0$/);
    await page.keyboard.press("Enter");
    await answered(page);
    await page.locator('.hand-fleet button[aria-pressed="true"][data-ship="0 CRU"]').waitFor();
    await shoot(page, "hand-chosen", { fullPage: false });
    for (const way of ["f", "l", "r"]) {
      await page.keyboard.press(way);
      await answered(page);
    }
    assert.match((await text(page)).slice(before.length), /^MOVE 0 CRU [FLR]\n/);
    await page.keyboard.press("e");
    await answered(page);
    assert.match(await page.locator(".hand-state").textContent(), /^Your turn 2$/);
    // The keys of buttons work on the whole page, not only on the board.
    await page.locator(".said").focus();
    await page.keyboard.press("e");
    await answered(page);
    assert.match(await page.locator(".hand-state").textContent(), /^Your turn 3$/);
  });
});

const WINDOWS = [[1440, 900], [1280, 720], [390, 844], [844, 390]];

test("the rules say what wins, what a turn is, what a click does and how a draw comes", async () => {
  await withGame({}, async (page) => {
    const rules = page.locator(".rules-card");
    assert.match(await rules.innerText(), /^Sink their 4 ships to win\. A ship's length says .* Click one of your ships, .* “End turn” lets them play\. On the board: .* A draw: /);
    await press(page, "Rules");
    assert.ok(!(await rules.isVisible()));
    await page.reload();
    await answered(page);
    assert.ok(!(await rules.isVisible()));
    await press(page, "Rules");
    assert.ok(await rules.isVisible());
  });
});

test("the end of a turn and a hint move nothing on the page", async () => {
  const places = (page) => page.evaluate(() => [".hand-bar", ".rules-card", ".hand-stage", ".hand-fleets", ".said", ".acts"].map((name) => {
    const { left, top, width, height } = document.querySelector(name).getBoundingClientRect();
    return [name, left, top + scrollY, width, height].join(" ");
  }));
  for (const [width, height] of WINDOWS) {
    await withGame({ width, height }, async (page) => {
      // On a phone the end of the first turn hides the rules. So this hides them first.
      await press(page, "Rules");
      const before = await places(page);
      for (const name of [/^End turn/, /^Hint/]) {
        await press(page, name);
        await answered(page);
        await page.evaluate(() => scrollTo(0, 0));
        assert.deepEqual(await places(page), before, `${width}: ${name}`);
      }
    });
  }
});

test("the texts in the bar and the lists of a game by hand are not cut", async () => {
  for (const [width, height] of WINDOWS) {
    await withGame({ width, height }, async (page) => {
      const cut = await page.evaluate(() => {
        for (const left of document.querySelectorAll(".hand-fleet .left-over")) left.textContent = "no cannon, no engine";
        const isCut = (element) => element.scrollWidth > element.clientWidth;
        const ruler = document.querySelector(".hand-bar").appendChild(document.createElement("span"));
        const selects = [...document.querySelectorAll(".hand-bar select")].filter((list) => {
          ruler.style.cssText = `position: absolute; white-space: nowrap; font: ${getComputedStyle(list).font}`;
          ruler.textContent = list.selectedOptions[0].text;
          return list.clientWidth < ruler.offsetWidth + 32;
        });
        ruler.remove();
        return [...document.querySelectorAll(".hand-state, .hand-fleet .left-over")].filter(isCut).concat(selects).map(({ outerHTML }) => outerHTML);
      });
      assert.deepEqual(cut, [], `${width}`);
    });
  }
});

test("a game by hand that begins during the opening fight waits for nothing, and the fight is given up", async () => {
  await withPage(PAGE, { reducedMotion: "reduce" }, async (page) => {
    await page.locator(".pitch").waitFor();
    await page.evaluate(() => {
      const button = (name) => [...document.querySelectorAll("button")].find(({ ariaLabel }) => ariaLabel?.startsWith(name));
      for (const name of ["Watch two", "Play against", "Watch two", "Play against"]) button(name).click();
    });
    await page.locator(".said", { hasText: "4 ships placed" }).waitFor();
    await answered(page);
    await press(page, /^End turn/);
    await answered(page);
    assert.ok(await page.locator(".notice").isHidden());
    assert.match(await text(page), /^# A against the machine/);
  });
});

test("a game by hand looks well, and axe finds nothing serious", async () => {
  for (const scheme of SCHEMES) {
    for (const [width, height] of WINDOWS) {
      await withGame({ scheme, width, height }, async (page) => {
        await press(page, /^End turn/);
        await answered(page);
        await page.locator(".hand-fleet button").nth(2).click();
        await answered(page);
        await page.evaluate(readFileSync(AXE, "utf8"));
        const { ratio, text: faint } = await leastContrast(page);
        assert.ok(ratio >= 4.5, `${scheme} ${width}: ${ratio} for ${faint}`);
        const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
        const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
        assert.deepEqual(grave.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]), []);
        await page.evaluate(() => scrollTo(0, 0));
        await shoot(page, `hand-${scheme}-${width}`, { fullPage: false });
      });
      await withPage(PAGE, { scheme, width, height, reducedMotion: "reduce" }, async (page) => {
        await page.locator("#replay .vessel").first().waitFor();
        assert.ok(await page.locator("#replay .frame > .board").isVisible());
        await shoot(page, `opening-${scheme}-${width}`, { fullPage: false });
      });
    }
  }
});
