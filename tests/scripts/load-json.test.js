import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { afterEach, test } from "node:test";

import { giveUpJson, loadJson } from "../../site/scripts/load-json.js";

const realFetch = globalThis.fetch;
const realCrypto = Object.getOwnPropertyDescriptor(globalThis, "crypto");
afterEach(() => {
  globalThis.fetch = realFetch;
  if (realCrypto) Object.defineProperty(globalThis, "crypto", realCrypto);
});

/** The name that the build gives a file of this content. @param {string} stem @param {string} text */
const named = (stem, text) => `${stem}.${createHash("sha256").update(text).digest("hex").slice(0, 12)}.json`;

const TEXT = '{"cases": [1, 2]}';

/** Answers with `text` and keeps how each was asked for. @param {string} text */
function answering(text) {
  /** @type {(string | undefined)[]} */
  const caches = [];
  globalThis.fetch = async (_address, options) => {
    caches.push(options?.cache);
    return new Response(text);
  };
  return caches;
}

test("a file is fetched once, however many ask", async () => {
  const asked = answering(TEXT);
  const address = named("once", TEXT);
  const both = await Promise.all([loadJson(address, "cases"), loadJson(address, "cases")]);
  assert.deepEqual(both, [{ cases: [1, 2] }, { cases: [1, 2] }]);
  assert.equal(asked.length, 1);
});

test("a failure is told in plain words, and the next call tries again", async () => {
  const address = named("later", TEXT);
  globalThis.fetch = async () => new Response("", { status: 404 });
  await assert.rejects(loadJson(address, "cases"), /could not be fetched: the site answered with status 404\..* load this page again/);
  globalThis.fetch = async () => {
    throw new TypeError("Failed to fetch");
  };
  await assert.rejects(loadJson(address, "cases"), /no connection to the site\./);
  answering(TEXT);
  assert.deepEqual(await loadJson(address, "cases"), { cases: [1, 2] });
});

for (const [what, text] of [
  ["one byte that differs", TEXT.replace("2", "3")],
  ["a page to log in at", "<!doctype html><title>Log in</title>"],
  ["an empty object", "{}"],
  ["null", "null"],
  ["half of it", TEXT.slice(0, 8)],
]) {
  test(`${what} is a damaged file, which is then fetched past the cache`, async () => {
    const address = named(what, TEXT);
    answering(text);
    await assert.rejects(loadJson(address, "cases"), { message: "The exercise's file arrived damaged." });
    const asked = answering(TEXT);
    assert.deepEqual(await loadJson(address, "cases"), { cases: [1, 2] });
    assert.deepEqual(asked, ["reload"]);
  });
}

test("where nothing can be hashed, what is no such file is damaged all the same", async () => {
  Object.defineProperty(globalThis, "crypto", { value: {}, configurable: true });
  const address = named("plain", TEXT);
  for (const text of ["<html>", "{}", "null"]) {
    answering(text);
    await assert.rejects(loadJson(address, "cases"), { message: "The exercise's file arrived damaged." });
  }
  answering(TEXT);
  assert.deepEqual(await loadJson(address, "cases"), { cases: [1, 2] });
});

test("a file that does not come can be given up, and is asked for anew", async () => {
  const address = named("silent", TEXT);
  globalThis.fetch = (_address, options) =>
    new Promise((_come, fail) => options?.signal?.addEventListener("abort", () => fail(new Error("aborted"))));
  const first = loadJson(address, "cases");
  giveUpJson(address);
  answering(TEXT);
  assert.deepEqual(await loadJson(address, "cases"), { cases: [1, 2] });
  await assert.rejects(first, /could not be fetched/);
});
