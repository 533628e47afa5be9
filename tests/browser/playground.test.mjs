// Tests the playground, which `cargo xtask web` builds. PLAYGROUND can name another file.

import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test as always } from "node:test";
import { broadside, folder, leastContrast, ROOT, SCHEMES, shoot, WIDTHS, withPage } from "./harness.mjs";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const PAGE = process.env.PLAYGROUND ?? join(process.env.CARGO_TARGET_DIR ?? join(ROOT, "target"), "playground/index.html");
const skip = !existsSync(PAGE) && process.env.CI !== "true" && "no playground: bash .ci/web";
const test = (name, look) => always(name, { skip }, look);
const dir = folder();

/** The outcome, without the time that a run of more than a second names. */
const outcome = async (page) => (await page.locator(".outcome").textContent()).replace(/ after \d+\.\d s/, "");
const printed = (page) => page.locator(".printed").textContent();
const content = (page) => page.locator(".cm-content");
const tap = (page, name) => page.getByRole("button", { name }).tap();
/** The whole text of the editor. The page itself has only the visible lines. */
const text = (page) => page.evaluate(() => document.querySelector(".editor").shadowRoot.querySelector(".cm-content").cmTile.view.state.sliceDoc());

/** Waits until nothing runs and the board is there. */
async function settled(page) {
  await page.waitForFunction(() => {
    const outcome = document.querySelector(".outcome")?.textContent;
    return outcome && !outcome.startsWith("Running") && !document.querySelector(".running");
  });
}

/** Waits until the browser has kept the script. */
async function kept(page, script) {
  await page.waitForFunction((script) => localStorage.getItem("broadside.script") === script, script);
}

/** Opens the playground and waits for its first run. */
async function withPlayground(options, look, address = PAGE) {
  await withPage(address, options, async (page) => {
    await settled(page);
    await look(page);
  });
}

/** Puts a text into the editor, as if typed in one go. */
async function write(page, script) {
  await content(page).focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(script);
}

const BATTLE = `[state]
BOARD_SIZE 12 12
SET_FLEET A 0 0 1 1
SET_FLEET B 0 0 1 1
SHIP A 2 2 N 0 CRU 111
SHIP A 2 6 N 0 DES 11
SHIP B 8 2 N 0 CRU 111
SHIP B 8 6 N 0 DES 11
[state]
[playerA]
SHOOT 8 2
[playerA]
[state]
PRINT 0
[state]
`;
/** A script that runs for very long: it prints many large pictures. */
const ENDLESS = `[state]\nBOARD_SIZE 3000 3000\n${"PRINT 0\n".repeat(2000)}[state]\n`;

test("what is typed runs, as the program runs it", async () => {
  await withPlayground({}, async (page) => {
    assert.equal(await outcome(page), "Ran to its end");
    await write(page, BATTLE);
    await page.keyboard.press("ControlOrMeta+Enter");
    await settled(page);
    assert.equal(await outcome(page), "Ran to its end");
    assert.equal(await printed(page), broadside([], { input: BATTLE }));
    await page.waitForFunction(() => document.querySelector(".summary").textContent === "Nothing wrong");
    // Goes to a step with a button, with a key on the board, and with a click on a command.
    assert.match(await page.locator(".count").textContent(), /^9 \/ 9$/);
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowRight");
    assert.match(await page.locator(".count").textContent(), /^1 /);
    assert.equal(await page.locator(".cm-step").textContent(), "BOARD_SIZE 12 12");
    await page.locator(".cm-line", { hasText: "SHOOT" }).click({ position: { x: 40, y: 8 } });
    assert.match(await page.locator(".caption").textContent(), /a hit on B's cruiser 0/);
    assert.equal(await page.locator(".cm-step").textContent(), "SHOOT 8 2");
    await shoot(page, "playground-run", { fullPage: false });
    // Keys that are typed into the editor do not move the board.
    await page.keyboard.type("3 ");
    assert.match(await page.locator(".count").textContent(), /^8 /);
  });
});

test("findings say where they are, and lead there", async () => {
  await withPlayground({}, async (page) => {
    await write(page, "[state]\nREEF 1 99\nREEF x 1\n[state]\nprint 1\n");
    await page.waitForFunction(() => document.querySelector(".summary").textContent === "2 errors, 1 warning");
    assert.equal(await page.locator(".cm-lintRange-error").first().textContent(), "REEF 1 99");
    await page.getByRole("button", { name: /^3:6 / }).click();
    await page.keyboard.press("Delete");
    await page.keyboard.type("7");
    await page.waitForFunction(() => document.querySelector(".summary").textContent.startsWith("1 error,"));
    assert.match(await text(page), /REEF 7 1/);
    await page.locator(".cm-lintRange-error").first().hover();
    await page.locator(".cm-tooltip-lint").waitFor();
    await shoot(page, "playground-findings", { fullPage: false });
    await page.mouse.move(5, 5);
    await page.locator(".cm-tooltip-lint").waitFor({ state: "detached" });
    await page.getByRole("button", { name: /^Run/ }).click();
    await settled(page);
    assert.match(await outcome(page), /^Stopped in line 2: INVALID OPERATION "REEF 1 99": REEF IS NOT PLACED ON BOARD/);
    assert.equal(await page.locator("#replay .banner").innerText(), "REEF IS NOT PLACED ON BOARD");
  });
});

test("after a syntax error the last board stays, greyed", async () => {
  await withPlayground({}, async (page) => {
    await write(page, BATTLE);
    await page.keyboard.press("ControlOrMeta+Enter");
    await settled(page);
    await write(page, BATTLE.replace("SHOOT", "SHOT"));
    await page.keyboard.press("ControlOrMeta+Enter");
    await settled(page);
    assert.match(await outcome(page), /^Syntax error in line 11/);
    assert.match(await page.locator(".count").textContent(), /^9 /);
    await page.locator("#replay.greyed").waitFor();
    await shoot(page, "playground-greyed", { fullPage: false });
    await write(page, BATTLE);
    await page.keyboard.press("ControlOrMeta+Enter");
    await page.locator("#replay:not(.greyed)").waitFor();
  });
});

test("the winner is named when the board shows the end, and not after a syntax error", async () => {
  await withPlayground({}, async (page) => {
    const winner = () => page.locator(".printed span").isVisible();
    // The opening fight is not over yet.
    assert.equal(await outcome(page), "Ran to its end");
    assert.ok(!(await winner()));
    await page.getByRole("button", { name: "End", exact: true }).click();
    assert.match(await outcome(page), /^[AB] won$/);
    assert.ok(await winner());
    await page.locator("#replay .banner.won").waitFor();
    await page.getByRole("button", { name: "Step back" }).click();
    assert.equal(await outcome(page), "Ran to its end");
    await page.getByRole("button", { name: "End", exact: true }).click();
    await write(page, `${BATTLE}[state]\nNO_SUCH_WORD\n[state]\n`);
    await page.keyboard.press("ControlOrMeta+Enter");
    await settled(page);
    assert.match(await outcome(page), /^Syntax error/);
    assert.ok(await page.locator("#replay .banner").isHidden());
  });
});

test("the first script opens at its start, at the usual speed", async () => {
  await withPlayground({}, async (page) => {
    await page.getByLabel("Speed").selectOption("20");
    await page.getByRole("button", { name: "Write your first script" }).click();
    await page.waitForFunction(() => document.querySelector(".caption").textContent.startsWith("The start."));
    assert.match(await text(page), /^The first battle\./);
    assert.match(await page.locator(".count").textContent(), /^0 /);
    assert.equal(await page.getByLabel("Speed").inputValue(), "1");
    await page.keyboard.type("# mine ");
    assert.match(await text(page), /^# mine The first battle/);
    await page.getByRole("button", { name: "Step on" }).click();
    assert.match(await page.locator(".count").textContent(), /^1 /);
  });
});

test("the board of the language fills its card, and the timeline has room", async () => {
  for (const [width, height] of [[1440, 900], [1280, 720], [844, 390]]) {
    await withPlayground({ width, height, reducedMotion: "reduce" }, async (page) => {
      await page.getByRole("button", { name: "Write your first script" }).click();
      await page.waitForFunction(() => document.querySelector(".caption").textContent.startsWith("The start."));
      if (width < 861) await page.getByRole("button", { name: "Game", exact: true }).click();
      await shoot(page, `playground-first-${width}`, { fullPage: false });
      const [board, card, track] = await page.evaluate(() => ["#replay .layer.edge path", "#replay .frame", "#replay .track"].map((part) => document.querySelector(part).getBoundingClientRect().toJSON()));
      // The card also has room for labels and buttons beside the board.
      assert.ok(card.width - board.width < 110, `${width}: ${board.width} of ${card.width}`);
      assert.ok(card.bottom <= height && track.width > 140, `${width}: ${card.bottom}, ${track.width}`);
    });
  }
});

test("words are completed and explained", async () => {
  await withPlayground({}, async (page) => {
    // When the help lists the language, the editor knows it too.
    await page.locator(".help dt").first().waitFor({ state: "attached" });
    await page.clock.install();
    await write(page, "[playerA]\nPLACE_SHIP 5 5 N 0 CAR\n");
    await page.keyboard.type("MO");
    await page.locator(".cm-tooltip-autocomplete").waitFor();
    assert.match(await page.locator(".cm-completionInfo").textContent(), /moves a ship forward/);
    await shoot(page, "playground-completion", { fullPage: false });
    // The editor leaves Enter to the text for a moment, in case more is being typed.
    await page.clock.fastForward(100);
    await page.keyboard.press("Enter");
    await page.keyboard.type(" 0 ");
    await page.keyboard.press("Control+Space");
    await page.locator(".cm-tooltip-autocomplete li").first().waitFor();
    assert.deepEqual(await page.locator(".cm-completionLabel").allTextContents(), ["CAR"]);
    assert.match(await text(page), /\nMOVE 0 $/);
    await page.keyboard.press("Escape");
    await page.getByText("MOVE", { exact: true }).hover();
    await page.locator(".cm-card code").waitFor();
  });
});

test("the machine moves, and Format tidies up", async () => {
  await withPlayground({}, async (page) => {
    await write(page, BATTLE);
    for (const side of ["B", "A"]) {
      await page.getByRole("button", { name: /^AI's turn/ }).click();
      await settled(page);
      assert.match(await text(page), new RegExp(`\\[player${side}\\]\\n(.+\\n)+\\[player${side}\\]\\n$`));
    }
    await page.getByRole("button", { name: /^Format/ }).click();
    await page.waitForFunction(() => document.querySelector(".notice").textContent === "Formatted.");
    const script = await text(page);
    assert.match(script, /\n {2}SHOOT 8 2\n/);
    assert.equal(broadside(["fmt", "-"], { input: script }), script);
    await write(page, "[state] REEF x");
    await page.getByRole("button", { name: /^Format/ }).click();
    await page.waitForFunction(() => document.querySelector(".notice").textContent.startsWith("Not formatted: line 1"));
    await page.getByRole("button", { name: /^AI's turn/ }).click();
    await page.waitForFunction(() => document.querySelector(".notice").textContent.startsWith("No turn: the script stops"));
  });
});

test("a run that is stopped before the interpreter has started ends", async () => {
  await withPlayground({}, async (page) => {
    await write(page, ENDLESS);
    // The first run ends the interpreter, the second starts another one.
    await page.evaluate(() => {
      const button = (name) => [...document.querySelectorAll("button")].find(({ ariaLabel }) => ariaLabel?.startsWith(name));
      for (let i = 0; i < 2; i++) {
        button("Run").click();
        button("Stop").click();
      }
    });
    await page.waitForFunction(() => document.querySelector(".outcome").textContent.startsWith("Stopped by you"));
    assert.ok(await page.getByRole("button", { name: "Stop the run" }).isDisabled());
  });
});

test("an endless run is stopped, and a note says that its output is cut", async () => {
  await withPlayground({}, async (page) => {
    await write(page, ENDLESS);
    await page.getByRole("button", { name: /^Run/ }).click();
    await page.waitForFunction(() => /^Running… \d+ s, \d/.test(document.querySelector(".outcome").textContent) && !document.querySelector(".output-body .cut").hidden);
    assert.match(await page.locator(".output-body .cut").textContent(), /^These are the first 500 kB of /);
    await shoot(page, "playground-running", { fullPage: false });
    await page.getByRole("button", { name: "Stop the run" }).click();
    await page.waitForFunction(() => document.querySelector(".outcome").textContent.startsWith("Stopped by you"));
    assert.ok((await printed(page)).length <= 500_000);
    // The next run works as usual.
    await write(page, BATTLE);
    await page.keyboard.press("ControlOrMeta+Enter");
    await settled(page);
    assert.equal(await outcome(page), "Ran to its end");
  });
});

/** Serves the page from localhost. Returns the addresses that were requested. */
async function served(look) {
  const body = readFileSync(PAGE);
  const asked = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    response.writeHead(200, { "content-type": "text/html" });
    response.end(body);
  }).listen(0);
  try {
    await look(`http://localhost:${server.address().port}/`);
  } finally {
    server.close();
  }
  return asked;
}

test("a script is shared in the fragment, what was typed survives a reload, and nothing else is loaded", async () => {
  const shared = async (address) => {
    let link;
    await withPlayground({}, async (page) => {
      await write(page, BATTLE);
      await kept(page, BATTLE);
      await page.reload();
      await settled(page);
      assert.equal(await text(page), BATTLE);
      await page.getByRole("button", { name: "Share a link" }).click();
      link = await page.getByRole("textbox", { name: "Link" }).inputValue();
      await shoot(page, "playground-share", { fullPage: false });
      assert.match(link, /^[^?#]+#s=[\w-]+$/);
      await page.keyboard.press("Escape");
      // A link that is put into the address of an open page is opened too. What is typed then survives a reload.
      await write(page, "[state] REEF 1 1 [state]");
      await kept(page, "[state] REEF 1 1 [state]");
      await page.evaluate((hash) => { location.hash = hash; }, link.split("#")[1]);
      await page.waitForFunction(() => document.querySelector(".count").textContent.startsWith("9 "));
      await settled(page);
      assert.equal(await text(page), BATTLE);
      await content(page).focus();
      await page.keyboard.press("ControlOrMeta+End");
      await page.keyboard.insertText("and so on\n");
      await kept(page, `${BATTLE}and so on\n`);
      await page.reload();
      await settled(page);
      assert.equal(await text(page), `${BATTLE}and so on\n`);
    }, address);
    return link;
  };
  const asked = await served(async (address) => {
    const link = await shared(address);
    await withPlayground({}, async (page) => {
      await page.goto(link);
      await page.waitForFunction(() => document.querySelector(".count").textContent.startsWith("9 "));
      assert.equal(await text(page), BATTLE);
      await page.reload();
      await settled(page);
      assert.equal(await text(page), BATTLE);
    }, address);
  });
  assert.ok(asked.every((url) => url === "/"), asked.join());
  await shared(PAGE);
});

test("a bad link is reported, and does no harm", async () => {
  await withPlayground({}, async (page) => {
    for (const hash of ["s=AAAA", "s=_", "s=%3Cimg%20src=x%20onerror=alert(1)%3E"]) await page.evaluate((hash) => { location.hash = hash; }, hash);
    await page.waitForFunction(() => document.querySelector(".notice").textContent.startsWith("The link cannot be read"));
    assert.equal(await page.locator("img[src]").count(), 0);
  });
});

test("a large script is run without being shown in the editor", async () => {
  const shots = Array.from({ length: 20_000 }, (_, i) => `[player${"AB"[i % 2]}] SHOOT ${i % 10} 0 [player${"AB"[i % 2]}]\n`).join("");
  const large = join(dir, "large.ships");
  writeFileSync(large, `[state] SET_FLEET A 0 0 0 1 SET_FLEET B 0 0 0 1 SHIP A 5 5 N 0 DES 11 SHIP B 15 5 N 0 DES 11 [state]\n${shots}`);
  await withPlayground({}, async (page) => {
    const before = await text(page);
    await page.locator('input[type="file"]').setInputFiles(large);
    await page.getByText(/^large: \d+ kB\. It is run as it is/).waitFor();
    await settled(page);
    assert.equal(await outcome(page), "Ran to its end");
    assert.match(await page.locator(".count").textContent(), /^40,004 \/ 40,004$/);
    assert.ok(await page.locator(".large .script").isVisible() && !(await page.locator(".editor").isVisible()));
    await shoot(page, "playground-large", { fullPage: false });
    await page.getByRole("button", { name: "Back to the editor" }).click();
    assert.equal(await text(page), before);
  });
});

test("markup is shown as text, wherever it comes from", async () => {
  const evil = '<img src=x onerror=alert(1)></script><script>alert(2)</script><!--\u202egnp\u2066\u0007';
  const script = `${evil}\n[state] # ${evil}\nINFORMATION A ${evil}\nREEF 1 1\nSAVE\n[state]\n[playerA] ${evil}\n`;
  const file = join(dir, "<img src=x onerror=alert(3)>.ships");
  writeFileSync(file, script);
  await withPlayground({}, async (page) => {
    await page.locator('input[type="file"]').setInputFiles(file);
    await page.waitForFunction(() => document.querySelector(".outcome").textContent.startsWith("Syntax error in line 7"));
    await settled(page);
    assert.equal(await text(page), script);
    assert.ok((await printed(page)).includes("<img src=x onerror=alert(1)></script>"));
    await page.waitForFunction(() => document.querySelector(".summary").textContent.includes("error"));
    assert.equal(await page.locator("img[src], .printed :not(.nothing), .finding-list script").count(), 0);
    const shown = await page.evaluate(() => document.querySelector("main").textContent + document.title);
    assert.ok(!/[\u202e\u2066\u0007]/.test(shown) && shown.includes("\\u{202e}"));
    await page.getByRole("button", { name: "Share a link" }).click();
    const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
    await page.keyboard.press("Escape");
    await page.goto(link);
    await page.reload();
    await settled(page);
    assert.equal(await text(page), script);
    await shoot(page, "playground-markup", { fullPage: false });
  });
});

test("the keyboard alone does everything", async () => {
  await withPlayground({}, async (page) => {
    const reached = new Set();
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press("Tab");
      reached.add(await page.evaluate(() => {
        const inner = document.activeElement.shadowRoot?.activeElement ?? document.activeElement;
        return inner.getAttribute("aria-label");
      }));
    }
    const wanted = ["Samples: scripts to begin with", "Open a file", "Save as a file", "Share a link", "Light or dark", "Run (Ctrl-Enter)", "Format the script",
      "Script", "Printed", "Step", "Step on", "Pause", "Speed", "Zoom in", "What A knows"];
    for (const label of wanted) assert.ok(reached.has(label), `${label} is not among ${[...reached].join()}`);
    await page.getByRole("button", { name: /^Help/ }).press("Enter");
    assert.match(await page.getByRole("dialog", { name: "Help" }).textContent(), /MOVE i C F\|L\|Rmoves a ship forward/);
    await shoot(page, "playground-help", { fullPage: false });
    await page.keyboard.press("Escape");
    // Tab left the editor: the controls after it were reached.
    await page.getByRole("button", { name: /^Samples/ }).press("Enter");
    await shoot(page, "playground-samples", { fullPage: false });
    await page.getByRole("button", { name: /^Radar and spies/ }).press("Enter");
    await settled(page);
    assert.match(await text(page), /^Radar and spies\./);
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save as a file" }).press("Enter")]);
    assert.equal(download.suggestedFilename(), "radar-and-spies.ships");
    assert.equal(readFileSync(await download.path(), "utf8"), readFileSync(join(ROOT, "scripts/radar-and-spies.ships"), "utf8"));
  });
});

test("touch alone does everything", async () => {
  await withPlayground({ width: 390, height: 844 }, async (page) => {
    await shoot(page, "playground-phone-opening", { fullPage: false });
    await tap(page, /^Script$/);
    await shoot(page, "playground-phone-script", { fullPage: false });
    await content(page).tap();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText(BATTLE);
    await tap(page, /^Run/);
    await settled(page);
    await page.locator(".board[role=group]").waitFor();
    await shoot(page, "playground-phone-game");
    await tap(page, "Step back");
    assert.match(await page.locator(".count").textContent(), /^8 /);
    await tap(page, "What A knows");
    await tap(page, "Output");
    await page.locator(".printed").waitFor();
    await shoot(page, "playground-phone-output", { fullPage: false });
    await tap(page, /^Script$/);
    await tap(page, /^AI's turn/);
    await settled(page);
    await tap(page, /^Script$/);
    await tap(page, /^Samples/);
    await tap(page, /^Moving and turning/);
    await settled(page);
    await tap(page, "Output");
    assert.match(await outcome(page), /SHIP WENT FROM BOARD/);
    await tap(page, /^Script$/);
    await tap(page, "Share a link");
    await tap(page, "Close");
    await tap(page, "Light or dark");
    await tap(page, /^Help/);
    await shoot(page, "playground-phone-help", { fullPage: false });
    await tap(page, "Close");
  });
});

test("axe finds nothing serious, and all text has enough contrast", async () => {
  for (const scheme of SCHEMES) {
    for (const width of WIDTHS) {
      await withPlayground({ scheme, width, height: width < 500 ? 780 : 900 }, async (page) => {
        if (width < 861) await page.getByRole("button", { name: "Script", exact: true }).click();
        await write(page, `${BATTLE}# a note\n[playerB] SHOOT 2 2 MOVE 7 DES F\n`);
        await page.keyboard.press("ControlOrMeta+Enter");
        await settled(page);
        await page.waitForFunction(() => document.querySelector(".summary").textContent.includes("error"));
        await page.evaluate(readFileSync(AXE, "utf8"));
        for (const tab of ["Script", "Output", "Game"]) {
          if (width < 861) await page.getByRole("button", { name: tab, exact: true }).click();
          const { ratio, text: faint } = await leastContrast(page);
          assert.ok(ratio >= 4.5, `${scheme} ${width} ${tab}: ${ratio} for ${faint}`);
          const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
          const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
          assert.deepEqual(grave.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]), []);
          await shoot(page, `playground-${scheme}-${width}${width < 861 ? `-${tab.toLowerCase()}` : ""}`, { fullPage: width < 861 });
          if (width > 860) break;
        }
      });
    }
  }
});
