import assert from "node:assert/strict";
import { afterEach, describe, mock, test } from "node:test";

import { StartFailure } from "../../site/scripts/python-failure.js";
import { gather } from "../../site/scripts/python-gather.js";
import { bootOf, firstOf } from "../../site/scripts/python-manifest.js";
import { BASE, FILES, MANIFEST, serve, told, WASM } from "./runtime-files.js";
import { until } from "./until.js";

/** @import { First, FirstToFetch } from "../../site/scripts/python-messages.js" */

const realFetch = globalThis.fetch;

afterEach(() => {
  mock.timers.reset();
  globalThis.fetch = realFetch;
});

/** @param {Uint8Array<ArrayBuffer>} bytes */
const wasm = (bytes) => new Response(bytes, { headers: { "Content-Type": "application/wasm" } });

/**
 * Gather as a worker does, and keep what it tells the page.
 *
 * @param {object} [given]
 * @param {FirstToFetch} [given.toFetch]
 * @param {FirstToFetch} [given.toCheck]
 * @param {Partial<First>} [given.kept]
 * @param {RequestCache} [given.cache]
 * @param {Map<string, Promise<Response>>} [given.coming]
 */
function begin({ toFetch = firstOf(MANIFEST, BASE), toCheck = {}, kept = {}, cache = "default", coming = new Map() } = {}) {
  /** @type {any[]} */
  const said = [];
  const files = gather(bootOf(MANIFEST, BASE, cache), { toFetch, toCheck }, Promise.resolve(kept), coming, (message) => void said.push(message));
  return { files, said };
}

/** Everything, or the failure. @param {Parameters<typeof begin>[0]} [given] */
async function whole(given) {
  const { files, said } = begin(given);
  await Promise.all([files.wasm, ...files.libraries, files.snapshot, files.checkScripts()]);
  await files.checkedAll();
  return { files, said };
}

test("what is fetched is compiled, named by where Python looks for it, and handed back once it has been checked", async () => {
  const asked = serve();
  const { files, said } = await whole();
  assert.ok((await files.wasm) instanceof WebAssembly.Module);
  const libraries = await Promise.all(files.libraries);
  assert.deepEqual(libraries.map(([path]) => path), [
    "/lib/python3.14/site-packages/numpy/_core/umath.so",
    "/lib/python3.14/site-packages/numpy/linalg/umath.so",
  ]);
  assert.ok(libraries.every(([, module]) => module instanceof WebAssembly.Module));
  assert.deepEqual(await files.snapshot, FILES["snapshot-1.bin.txt"]);
  const of = (/** @type {string} */ type) => said.filter((message) => message.type === type).map(({ name }) => name).sort();
  assert.deepEqual(of("arrived"), ["linalg", "loader", "module", "multiarray", "snapshot", "wasm"]);
  assert.deepEqual(of("fetched"), ["linalg", "multiarray", "wasm"]);
  for (const { name, file } of said.filter(({ type }) => type === "fetched")) assert.ok(file instanceof WebAssembly.Module, name);
  assert.equal(asked.length, 6);
});

test("what has been asked for already is not asked for again", async () => {
  const { linalg } = firstOf(MANIFEST, BASE);
  const asked = serve();
  await whole({ coming: new Map([[linalg[0], Promise.resolve(wasm(WASM))]]) });
  assert.ok(!asked.some(({ address }) => address === "linalg-1.wasm"));
});

test("what the page has kept is neither fetched nor looked at again", async () => {
  const asked = serve();
  const module = new WebAssembly.Module(WASM);
  const kept = { wasm: module, multiarray: module, linalg: module, snapshot: Uint8Array.of(1) };
  const { files, said } = await whole({ toFetch: {}, kept });
  assert.equal(await files.wasm, module);
  assert.equal(await files.snapshot, kept.snapshot);
  assert.deepEqual([asked, said], [[], []]);
  assert.equal(await begin({ toFetch: {}, kept: { ...kept, snapshot: null } }).files.snapshot, null);
});

test("what the page has kept from a worker that did not check it is checked when that is due", async () => {
  const module = new WebAssembly.Module(WASM);
  const { linalg, ...toFetch } = firstOf(MANIFEST, BASE);
  const asked = serve();
  const { files, said } = begin({ toFetch, toCheck: { linalg }, kept: { linalg: module } });
  assert.equal((await files.libraries[1])?.[1], module);
  await files.snapshot;
  await files.checked();
  assert.ok(!asked.some(({ address }) => address === "linalg-1.wasm"));
  Reflect.deleteProperty(globalThis, "fetch"); // as the fence does once Python has started
  await files.checkedAll();
  assert.ok(asked.some(({ address }) => address === "linalg-1.wasm"));
  assert.deepEqual(said.filter(({ name }) => name === "linalg").map(({ type }) => type), ["arrived"]);
  serve({ "linalg-1.wasm": new Response(new Uint8Array(WASM.length)) });
  await assert.rejects(begin({ toFetch, toCheck: { linalg }, kept: { linalg: module } }).files.checkedAll(), { reason: "damaged" });
});

test("another try goes past the cache", async () => {
  const asked = serve();
  await whole({ cache: "reload" });
  assert.ok(asked.every(({ cache }) => cache === "reload"));
});

test("WebAssembly under the wrong type is compiled all the same, and the console says so", async () => {
  serve({ "runtime-1/pyodide.asm.wasm": new Response(WASM, { headers: { "Content-Type": "application/octet-stream" } }) });
  const said = await told(async () => assert.ok((await begin().files.wasm) instanceof WebAssembly.Module));
  assert.equal(said.length, 1);
  assert.match(said[0] ?? "", /pyodide\.asm\.wasm is not served as application\/wasm/);
});

test("a damaged snapshot is never given out, and is no damage of the rest", async () => {
  serve({ "snapshot-1.bin.txt": new Response("mementos".slice(0, 6)) });
  const { files } = begin();
  await assert.rejects(files.snapshot, { reason: "damaged", message: /SHA-256 .*, not/ });
  await Promise.all([files.wasm, ...files.libraries]);
  await files.checkedAll();
});

test("what compiles at once is checked when that is due, and damage of it is told then", async () => {
  // However long it takes here, it is soon.
  mock.timers.enable({ apis: ["setTimeout"] });
  const producers = (/** @type {number} */ byte) => Uint8Array.of(...WASM, 0, 2, 1, byte);
  const manifest = { ...MANIFEST, files: { ...MANIFEST.files, linalg: { ...MANIFEST.files.linalg, bytes: producers(0).length } } };
  serve({ "linalg-1.wasm": wasm(producers(97)) });
  const { files, said } = begin({ toFetch: firstOf(manifest, BASE) });
  const module = await files.wasm;
  await Promise.all(files.libraries);
  await files.snapshot;
  await files.checked();
  const bytesTold = (/** @type {string} */ name) => said.reduce((sum, { bytes }) => sum + (bytes?.[name] ?? 0), 0);
  const told = () => said.filter(({ type }) => type !== "bytes").map(({ type, name, file }) => [type, name, file]);
  const ofWasm = () => told().filter(([, name]) => name === "wasm");
  assert.deepEqual(ofWasm(), [["fetched", "wasm", module]]);
  mock.timers.tick(100);
  assert.equal(bytesTold("wasm"), WASM.length);
  await assert.rejects(files.checkedAll(), { reason: "damaged", message: /linalg-1\.wasm: SHA-256/ });
  await until(() => ofWasm().length > 1);
  assert.deepEqual(ofWasm(), [["fetched", "wasm", module], ["arrived", "wasm", undefined]]);
  assert.ok(!told().some(([type, name]) => name === "linalg" && type === "arrived"));
  assert.equal(bytesTold("wasm"), WASM.length);
});

test("what takes its time is read while it is compiled, so that its bytes are told", async () => {
  /** @type {ReadableStreamDefaultController | undefined} */
  let line;
  const body = new ReadableStream({ start: (controller) => void (line = controller) });
  line?.enqueue(WASM.slice(0, 5));
  serve({ "linalg-1.wasm": new Response(body, { headers: { "Content-Type": "application/wasm" } }) });
  const { files, said } = begin();
  await until(() => said.some(({ type, bytes }) => type === "bytes" && bytes.linalg === 5));
  line?.enqueue(WASM.slice(5));
  line?.close();
  await Promise.all(files.libraries);
  await until(() => said.some(({ type, name }) => type === "fetched" && name === "linalg"));
  await files.checkedAll();
});

describe("a start that fails says why", () => {
  /** @type {[string, Record<string, Response | Error>, string, RegExp][]} */
  const failures = [
    ["no connection", { "linalg-1.wasm": new TypeError("Failed to fetch") }, "offline", /linalg-1\.wasm: Failed to fetch/],
    ["a missing file", { "linalg-1.wasm": new Response("", { status: 404 }) }, "missing", /linalg-1\.wasm: HTTP status 404/],
    ["a short file", { "runtime-1/pyodide.mjs": new Response("loa") }, "damaged", /3 bytes, not the 6/],
    ["a long file", { "runtime-1/pyodide.mjs": new Response("<!doctype html>") }, "damaged", /more than the 6 bytes/],
    ["other bytes", { "runtime-1/pyodide.asm.mjs": new Response("modern") }, "damaged", /SHA-256 .*, not/],
    ["a script with other bytes", { "runtime-1/pyodide.mjs": new Response("leader") }, "damaged", /pyodide\.mjs: SHA-256/],
    ["damaged WebAssembly", { "runtime-1/pyodide.asm.wasm": wasm(Uint8Array.of(0, 0x61, 0x73, 0x6d, 2, 0, 0, 0)) }, "damaged", /wasm: SHA-256/],
    ["no WebAssembly at all", { "runtime-1/pyodide.asm.wasm": wasm(new TextEncoder().encode("<!doctype html>")) }, "damaged", /more than the 8 bytes/],
  ];
  for (const [name, other, reason, detail] of failures) {
    test(name, async () => {
      serve(other);
      await assert.rejects(whole(), (/** @type {unknown} */ error) => {
        assert.ok(error instanceof StartFailure);
        assert.equal(error.reason, reason);
        assert.match(error.message, detail);
        return true;
      });
    });
  }

  test("damaged WebAssembly that can be compiled all the same", async () => {
    const other = Uint8Array.of(...WASM, 0, 2, 1, 65);
    const file = { ...MANIFEST.files.wasm, bytes: other.length };
    serve({ "runtime-1/pyodide.asm.wasm": wasm(other) });
    const { files, said } = begin({ toFetch: { wasm: [`${BASE}runtime-1/pyodide.asm.wasm`, file] }, kept: {} });
    assert.ok((await files.wasm) instanceof WebAssembly.Module);
    await assert.rejects(files.checkedAll(), { reason: "damaged" });
    assert.deepEqual(said.map(({ type }) => type).filter((type) => type !== "bytes"), ["fetched"]);
  });

  test("a connection that breaks half-way", async () => {
    let sent = false;
    const broken = new ReadableStream({
      pull(controller) {
        if (sent) controller.error(new TypeError("network error"));
        else controller.enqueue(new TextEncoder().encode("gra"));
        sent = true;
      },
    });
    serve({ "runtime-1/pyodide.mjs": new Response(broken) });
    await assert.rejects(whole(), { reason: "offline", message: /pyodide\.mjs: network error/ });
  });
});
