import assert from "node:assert/strict";
import { afterEach, describe, mock, test } from "node:test";

import { failureReason, failureText, StartFailure } from "../../site/scripts/python-failure.js";
import { startFrom } from "../../site/scripts/python-start.js";
import { BASE, bytesOf, FILES, MANIFEST, serve, told, WASM } from "./runtime-files.js";

/** @import { FailureReason, FirstName } from "../../site/scripts/python-messages.js" */

const REST = 3;
const FIRST = Object.keys(FILES).slice(0, -REST);
const NAMES = /** @type {FirstName[]} */ (["loader", "module", "wasm", "multiarray", "linalg", "snapshot"]);
const realFetch = globalThis.fetch;
// Node has no Worker of the web's kind; that there is one is all that is asked.
Object.assign(globalThis, { Worker: class {} });

afterEach(() => {
  globalThis.fetch = realFetch;
});

test("the first worker is told to fetch what it starts from, and the page counts it to the last byte", async () => {
  const asked = serve();
  /** @type {[number, number][]} */
  const progress = [];
  const { boot, first, complete } = startFrom(MANIFEST, BASE, (loaded, total) => progress.push([loaded, total]));
  const { wanted, kept } = first.forWorker;
  assert.deepEqual(Object.entries(wanted.toFetch).map(([name, [address]]) => [name, address.replace(BASE, "")]), [
    ["loader", "runtime-1/pyodide.mjs"],
    ["module", "runtime-1/pyodide.asm.mjs"],
    ["wasm", "runtime-1/pyodide.asm.wasm"],
    ["multiarray", "multiarray-1.wasm"],
    ["linalg", "linalg-1.wasm"],
    ["snapshot", "snapshot-1.bin.txt"],
  ]);
  assert.deepEqual([kept, wanted.toCheck], [{}, {}]);
  first.count("snapshot", 2);
  assert.deepEqual(progress, [[0, bytesOf(FIRST)], [2, bytesOf(FIRST)]]);
  let isComplete = false;
  void complete.then(() => (isComplete = true));
  for (const name of NAMES.slice(1)) first.arrive(name);
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.equal(isComplete, false);
  first.arrive("loader");
  await complete;
  assert.deepEqual(progress.at(-1), [bytesOf(FIRST), bytesOf(FIRST)]);
  assert.deepEqual(asked, []);
  assert.deepEqual(boot, {
    worker: "https://host/sub/assets/python-worker-1.js",
    loader: "https://host/sub/assets/runtime-1/pyodide.mjs",
    module: "https://host/sub/assets/runtime-1/pyodide.asm.mjs",
    base: "https://host/sub/assets/runtime-1/",
    places: {
      multiarray: "/lib/python3.14/site-packages/numpy/_core/umath.so",
      linalg: "/lib/python3.14/site-packages/numpy/linalg/umath.so",
    },
    lock: '{"packages":{}}',
    cache: "default",
  });
});

test("another try goes past the cache", () => {
  assert.equal(startFrom(MANIFEST, BASE, () => {}, { fresh: true }).boot.cache, "reload");
});

test("the rest of Python comes when it is asked for, once", async () => {
  const asked = serve();
  const { rest } = startFrom(MANIFEST, BASE, () => {});
  assert.equal(rest.isAsked, false);
  assert.deepEqual(await rest.ask().numpy, FILES["numpy-1.zip.txt"]);
  assert.equal(rest.ask(), rest.ask());
  await Promise.all(Object.values(rest.ask()));
  assert.equal(asked.length, REST);
});

test("the rest is given up where nothing comes of it, but not before Python has its first files", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    const signals = /** @type {AbortSignal[]} */ ([]);
    globalThis.fetch = (_address, options) =>
      new Promise((_, reject) => {
        const signal = /** @type {AbortSignal} */ (options?.signal);
        signals.push(signal);
        signal.addEventListener("abort", () => reject(signal.reason));
      });
    const { complete, first, rest } = startFrom(MANIFEST, BASE, () => {});
    const { numpy } = rest.ask();
    mock.timers.tick(20_000);
    assert.deepEqual(signals.map(({ aborted }) => aborted), [false, false, false]);
    for (const name of NAMES) first.arrive(name);
    await complete;
    mock.timers.tick(10_000);
    await assert.rejects(numpy, { reason: "offline", message: /nothing came any more/ });
  } finally {
    mock.timers.reset();
  }
});

test("a part of the rest that did not come is fetched past the cache when it is asked for again", async () => {
  serve({ "numpy-1.zip.txt": new Response("numbers as zip") });
  const { rest } = startFrom(MANIFEST, BASE, () => {});
  await assert.rejects(rest.ask().numpy, { reason: "damaged", message: /SHA-256/ });
  const asked = serve();
  assert.deepEqual(await rest.ask().numpy, FILES["numpy-1.zip.txt"]);
  assert.deepEqual(new Set(asked.map(({ cache }) => cache)), new Set(["reload"]));
});

test("what a worker hands back is given to those after it, and scripts that were looked at are not looked at again", () => {
  const { first } = startFrom(MANIFEST, BASE, () => {});
  const bytes = Uint8Array.of(1, 2);
  first.keep("snapshot", bytes);
  first.arrive("snapshot");
  first.arrive("module");
  const { wanted, kept } = first.forWorker;
  assert.equal(kept.snapshot, bytes);
  assert.deepEqual(Object.keys(wanted.toFetch), ["loader", "wasm", "multiarray", "linalg"]);
  assert.deepEqual(wanted.toCheck, {});
});

test("what is handed back before it has been checked is not fetched again, but the next worker checks it as well", async () => {
  const { complete, first } = startFrom(MANIFEST, BASE, () => {});
  const module = new WebAssembly.Module(WASM);
  for (const name of NAMES) if (name !== "wasm") first.arrive(name);
  first.keep("wasm", module);
  const { wanted, kept } = first.forWorker;
  assert.equal(kept.wasm, module);
  assert.ok(!("wasm" in wanted.toFetch));
  assert.deepEqual(wanted.toCheck, { wasm: [`${BASE}runtime-1/pyodide.asm.wasm`, MANIFEST.files.wasm] });
  first.arrive("wasm");
  assert.deepEqual(first.forWorker.wanted.toCheck, {});
  await complete;
});

test("what two workers fetch is counted once", () => {
  let last = 0;
  const { first } = startFrom(MANIFEST, BASE, (loaded) => (last = loaded));
  for (let times = 0; times < 2; times++) first.count("snapshot", 4);
  assert.equal(last, MANIFEST.files.snapshot.bytes);
  first.arrive("snapshot");
  assert.equal(last, MANIFEST.files.snapshot.bytes);
});

describe("a snapshot that cannot be used", () => {
  test("is done without, by every worker, and that is said once", async () => {
    const asked = serve();
    /** @type {[number, number][]} */
    const progress = [];
    const said = await told(async () => {
      const { complete, first, rest } = startFrom(MANIFEST, BASE, (loaded, total) => progress.push([loaded, total]));
      first.count("snapshot", 2);
      for (const name of NAMES.slice(0, -1)) first.arrive(name);
      first.keep("snapshot", Uint8Array.of(1));
      for (let times = 0; times < 2; times++) first.refuse("the sum is 1");
      await complete;
      const { wanted, kept } = first.forWorker;
      assert.deepEqual([rest.isAsked, kept.snapshot, "snapshot" in wanted.toFetch, wanted.toCheck], [true, null, false, {}]);
    });
    assert.equal(asked.length, REST);
    assert.deepEqual(said, ["Python starts without its snapshot: the sum is 1"]);
    const all = bytesOf(Object.keys(FILES)) - MANIFEST.files.snapshot.bytes + 2;
    assert.deepEqual(progress.at(-1), [all, all]);
  });

  test("is not done without everything else", async () => {
    serve({ "stdlib-1.zip.txt": new Response("", { status: 404 }) });
    await told(async () => {
      const { complete, first } = startFrom(MANIFEST, BASE, () => {});
      first.refuse("HTTP status 404");
      await assert.rejects(complete, { reason: "missing", message: /stdlib-1/ });
    });
  });
});

test("what has come is not complete before all of it has been checked", async () => {
  serve();
  const { complete, first } = startFrom(MANIFEST, BASE, () => {});
  let isComplete = false;
  void complete.then(() => (isComplete = true));
  for (const name of NAMES) first.count(name, 1000);
  for (const name of NAMES.slice(1)) first.arrive(name);
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.equal(isComplete, false);
  first.arrive(/** @type {FirstName} */ (NAMES[0]));
  await complete;
});

test("files that turn out damaged after the start are told to who waits for them, once", async () => {
  serve();
  const { complete, first } = startFrom(MANIFEST, BASE, () => {});
  const failure = new StartFailure("damaged", "SHA-256 1, not 2");
  assert.equal(first.giveUp(failure), true);
  await assert.rejects(complete, failure);
  assert.equal(first.giveUp(failure), false);
  const other = startFrom(MANIFEST, BASE, () => {});
  for (const name of NAMES) other.first.arrive(name);
  await other.complete;
  assert.equal(other.first.giveUp(failure), false);
});

test("a browser without WebAssembly is told at once", () => {
  const real = globalThis.WebAssembly;
  Reflect.deleteProperty(globalThis, "WebAssembly");
  try {
    assert.throws(() => startFrom(MANIFEST, BASE, () => {}), { reason: "unsupported" });
  } finally {
    globalThis.WebAssembly = real;
  }
});

test("what browsers throw for want of memory is told as such", () => {
  assert.equal(failureReason(new RangeError("WebAssembly.Memory(): could not allocate memory")), "memory");
  assert.equal(failureReason(new Error("Out of memory")), "memory");
  assert.equal(failureReason(new TypeError("x is not a function")), "broken");
});

/** @type {FailureReason[]} */
const REASONS = ["unsupported", "offline", "missing", "damaged", "memory", "script", "broken"];
for (const reason of REASONS) {
  test(`the words for "${reason}" are whole sentences`, () => {
    assert.match(failureText(reason), /^[A-Z].*\.$/);
  });
}
