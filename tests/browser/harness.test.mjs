// Tests that the harness notices the faults of pages.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { broadside, folder, leastContrast, loadTime, withPage } from "./harness.mjs";

const dir = folder();

/** Writes a page with the body `body`. Returns its path. */
function written(name, body) {
  const path = join(dir, name);
  const head = '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">';
  writeFileSync(path, `${head}<title>${name}</title>${body}`);
  return path;
}

const look = async () => {};

test("a quiet page passes", async () => {
  const file = written("quiet.html", '<h1>Quiet</h1><img alt="" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">');
  await withPage(file, {}, async (page) => {
    assert.equal(await page.title(), "quiet.html");
    assert.ok((await loadTime(page)) > 0);
    assert.equal((await leastContrast(page)).ratio, 21);
  });
});

test("console output, errors, dialogs, requests, a broken policy and too wide pages are noticed", async () => {
  const bad = {
    says: "<script>console.log('hello')</script>",
    throws: "<script>throw new Error('no')</script>",
    alerts: "<script>alert('boo')</script>",
    asks: '<img alt="" src="other.png">',
    breaks: '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'"><style>p{}</style>',
    wide: '<div style="width:2000px">wide</div>',
  };
  for (const [name, body] of Object.entries(bad)) {
    const file = written(`${name}.html`, body);
    await assert.rejects(withPage(file, { width: 1000 }, look), assert.AssertionError, name);
  }
});

test("faint text is noticed", async () => {
  const file = written("faint.html", '<p>plain</p><p style="color:#999">faint</p>');
  await withPage(file, {}, async (page) => {
    const { ratio, text } = await leastContrast(page);
    assert.ok(ratio > 2.8 && ratio < 2.9 && text === "faint", `${ratio} ${text}`);
  });
});

test("our program runs", () => {
  assert.match(broadside(["--version"]), /^broadside /);
  assert.throws(() => broadside(["no-such-command"]), assert.AssertionError);
});
