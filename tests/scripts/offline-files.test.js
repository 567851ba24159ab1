import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { beforeEach, test } from "node:test";

import { cacheName, OfflineFiles } from "../../site/scripts/offline-files.js";
import { MemoryCaches } from "./memory-caches.js";

/** @import { Build } from "../../site/scripts/offline-messages.js" */

const SCOPE = "https://host/course/";
/** @type {Record<string, string>} */
const FIRST = { "index.html": "first", "assets/main-1.js": "one", "assets/same-1.css": "same" };
/** @type {Record<string, string>} */
const SECOND = { "index.html": "second", "assets/main-2.js": "two", "assets/same-1.css": "same" };

/** What the host has now, and what was asked of it. @type {Record<string, string | number | Response>} */
let host = {};
/** @type {string[]} */
let asked = [];
let caches = new MemoryCaches();

beforeEach(() => {
  host = { ...FIRST };
  asked = [];
  caches = new MemoryCaches();
});

/** @param {Record<string, string>} files @returns {Build} */
const build = (files) => ({
  id: Object.keys(files).join(),
  files: Object.entries(files).map(([path, text]) => [path, text.length, createHash("sha256").update(text).digest("hex")]),
});

/** @param {Record<string, string>} files */
const open = (files) =>
  new OfflineFiles(SCOPE, build(files), {
    caches: /** @type {any} */ (caches),
    fetch: async (address, { cache = "default", signal } = {}) => {
      signal?.throwIfAborted();
      const path = decodeURI(String(address)).slice(SCOPE.length);
      asked.push(cache === "default" ? path : `${path} ${cache}`);
      const answer = host[path] ?? 404;
      if (answer instanceof Response) return answer;
      if (answer === 0) throw new TypeError("Failed to fetch");
      return typeof answer === "number" ? new Response("no", { status: answer }) : new Response(answer);
    },
  });

const quiet = () => {};

test("every file is kept as it was built, with its type, and bytes are counted", async () => {
  const files = open(FIRST);
  /** @type {number[]} */
  const told = [];
  await files.save((loaded) => told.push(loaded));
  assert.deepEqual([told[0], told.at(-1), await files.kept()], [0, files.total, files.total]);
  const page = await files.find("index.html");
  assert.equal(await page?.text(), "first");
  assert.equal(page?.headers.get("Content-Type"), "text/html; charset=utf-8");
  assert.equal(await files.find("assets/main-2.js"), undefined);
});

test("a file that is not the one that was built is asked for past the browser's cache, and never kept", async () => {
  for (const other of ["other", "longer than the one that was built", "x"]) {
    host["index.html"] = other;
    asked = [];
    const files = open(FIRST);
    await assert.rejects(files.save(quiet), { reason: "changed" });
    assert.ok(asked.includes("index.html") && asked.includes("index.html reload"));
    assert.equal(await files.find("index.html"), undefined);
  }
});

test("what breaks is named, what has arrived stays, and the next try fetches the rest alone", async () => {
  for (const [fault, reason] of /** @type {const} */ ([[0, "offline"], [500, "missing"]])) {
    host["assets/same-1.css"] = fault;
    const files = open(FIRST);
    await assert.rejects(files.save(quiet), { reason });
  }
  host["assets/same-1.css"] = "same";
  asked = [];
  const files = open(FIRST);
  assert.ok((await files.kept()) > 0);
  await files.save(quiet);
  assert.deepEqual(asked, ["assets/same-1.css"]);
});

test("what is stopped asks for nothing more, and may be begun again", async () => {
  const files = open(FIRST);
  const saving = files.save(quiet);
  files.stop();
  await assert.rejects(saving, { reason: "stopped" });
  assert.deepEqual(asked, []);
  await files.save(quiet);
  assert.equal(await files.kept(), files.total);
});

test("a storage that is full is told as such", async () => {
  caches = new MemoryCaches(1);
  await assert.rejects(open(FIRST).save(quiet), { reason: "full" });
});

test("a new build fetches what changed, and takes nothing from the one before", async () => {
  const first = open(FIRST);
  await first.save(quiet);
  host = { ...SECOND };
  asked = [];
  const second = open(SECOND);
  await second.save(quiet);
  assert.deepEqual(asked.sort(), ["assets/main-2.js", "index.html"]);
  assert.equal(await (await first.find("index.html"))?.text(), "first");
  assert.equal(await (await second.find("index.html"))?.text(), "second");
  assert.equal(await (await second.findEarlier("assets/main-1.js"))?.text(), "one");
  assert.equal(await second.findEarlier("index.html"), undefined);
});

test("the browser's own copy is used as it is, unless it is missing, refused or of a type that would not run", async () => {
  const files = open({ ...FIRST, "assets/runtime-1/python.wasm": "wasm" });
  const answer = (/** @type {string} */ type, status = 200) => new Response("wasm", { status, headers: { "Content-Type": type } });
  const right = answer("application/wasm");
  for (const [there, found] of /** @type {[Response | number, Response | undefined][]} */ ([
    [right, right],
    [answer("application/octet-stream"), undefined],
    [answer("application/wasm", 504), undefined],
    [0, undefined],
  ])) {
    host["assets/runtime-1/python.wasm"] = there;
    assert.equal(await files.findCompiled("assets/runtime-1/python.wasm"), found);
  }
  const script = new Response("", { headers: { "Content-Type": "text/javascript" } });
  host["assets/main-1.js"] = script;
  assert.equal(await files.findCompiled("assets/main-1.js"), script);
  assert.ok(asked.every((one) => one.endsWith(" only-if-cached")));
});

test("a browser that asks the network after all is not listened to, and not waited for", { timeout: 60_000 }, async () => {
  const path = "assets/main-1.js";
  const script = () => new Response("", { headers: { "Content-Type": "text/javascript" } });
  /** @type {[string, AbortSignal | null | undefined][]} */
  const requests = [];
  const files = (/** @type {() => Promise<Response>} */ answer) =>
    new OfflineFiles(SCOPE, build(FIRST), {
      caches: /** @type {any} */ (caches),
      fetch: (address, { signal } = {}) => {
        requests.push([String(address), signal]);
        const ended = new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
        return /** @type {Promise<Response>} */ (Promise.race([answer(), ended]));
      },
    });
  assert.equal(await files(async () => script()).findCompiled(path), undefined);
  assert.equal(await files(() => new Promise(() => {})).findCompiled(path), undefined);
  assert.equal(requests.length, 4);
  assert.ok(requests.every(([, signal]) => signal?.aborted));
});

test("a kept file that the disk has spoilt is not relied on, and what is fetched anew takes its place", async () => {
  const files = open(FIRST);
  await files.save(quiet);
  const path = "assets/main-1.js";
  assert.equal(await (await files.findSound(path))?.text(), "one");
  const cache = await caches.open(cacheName(SCOPE));
  const key = (await cache.keys()).find(({ url }) => url.includes(path))?.url ?? assert.fail();
  await cache.put(key, new Response("ome"));
  assert.equal(await files.findSound(path), undefined);
  await files.mend(path, new Response("onf"));
  assert.equal(await (await files.find(path))?.text(), "ome");
  await files.mend(path, new Response("one"));
  const mended = await files.findSound(path);
  assert.deepEqual([await mended?.text(), mended?.headers.get("Content-Type")], ["one", "text/javascript; charset=utf-8"]);
});

test("what was not saved is not kept when it is fetched anew", async () => {
  const files = open(FIRST);
  await files.mend("assets/main-1.js", new Response("one"));
  await files.mend("assets/other.js", new Response("one"));
  assert.deepEqual([await files.findSound("assets/main-1.js"), caches.named.size], [undefined, 0]);
});

test("the build before is forgotten once no page shows it any more", async () => {
  await open(FIRST).save(quiet);
  host = { ...SECOND };
  const second = open(SECOND);
  await second.save(quiet);
  await second.hold(["tab 1", "tab 2"]);
  await second.tidy(["tab 2", "tab 3"]);
  assert.ok(await second.findEarlier("assets/main-1.js"));
  await second.tidy(["tab 3"]);
  assert.equal(await second.findEarlier("assets/main-1.js"), undefined);
  assert.equal(await second.kept(), second.total);
  assert.equal((await (await caches.open(cacheName(SCOPE))).keys()).length, 3);
});

test("looking something up makes no cache: what was removed stays removed", async () => {
  const files = open(FIRST);
  await files.find("index.html");
  await files.findEarlier("assets/other-1.js");
  await files.tidy([]);
  assert.equal(await files.kept(), 0);
  assert.equal(caches.named.size, 0);
});

test("addresses are paths of the course, whatever stands behind them", () => {
  const files = open(FIRST);
  for (const [address, path] of [
    ["", "index.html"],
    ["?x=1#top", "index.html"],
    ["levels/a/", "levels/a/index.html"],
    ["levels/a", "levels/a"],
    ["images/%C3%A4.svg", "images/ä.svg"],
    ["a%", "a%"],
  ]) {
    assert.equal(files.pathOf(SCOPE + address), path);
  }
  assert.equal(files.pathOf("https://host/other/"), null);
  assert.equal(files.pathOf("https://elsewhere/course/"), null);
});
