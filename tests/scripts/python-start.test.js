import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { afterEach, describe, test } from "node:test";

import { failureReason, failureText, StartFailure } from "../../site/scripts/python-failure.js";
import { fetchRuntime } from "../../site/scripts/python-start.js";

/** @import { FailureReason } from "../../site/scripts/python-messages.js" */

/** The smallest WebAssembly module there is. */
const WASM = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
const BASE = "https://host/sub/assets/";
const realFetch = globalThis.fetch;
// Node has no Worker of the web's kind; that there is one is all that is asked.
Object.assign(globalThis, { Worker: class {} });

/** @type {Record<string, Uint8Array<ArrayBuffer>>} */
const FILES = {
  "runtime-1/pyodide.asm.wasm": WASM,
  "runtime-1/pyodide.mjs": new TextEncoder().encode("loader"),
  "runtime-1/pyodide.asm.mjs": new TextEncoder().encode("module"),
  "multiarray-1.wasm": WASM,
  "linalg-1.wasm": WASM,
  "snapshot-1.bin.txt": new TextEncoder().encode("memory"),
  "stdlib-1.zip.txt": new TextEncoder().encode("stdlib"),
  "numpy-1.zip.txt": new TextEncoder().encode("numpy as a zip"),
  "grader-1.zip.txt": new TextEncoder().encode("grader"),
};
const SNAPSHOT = "snapshot-1.bin.txt";
const ROLES = ["wasm", "loader", "module", "multiarray", "linalg", "snapshot", "stdlib", "numpy", "grader"];
const REST = 3;
const FIRST = Object.keys(FILES).slice(0, -REST);
const LIBRARIES = { multiarray: "numpy/_core/umath.so", linalg: "numpy/linalg/umath.so" };
const bytesOf = (/** @type {string[]} */ names) => names.reduce((sum, name) => sum + (FILES[name]?.length ?? 0), 0);

const entries = Object.entries(FILES).map(([address, bytes], index) => [
  ROLES[index],
  { address, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") },
]);
const MANIFEST = { worker: "python-worker-1.js", files: Object.fromEntries(entries), libraries: LIBRARIES, lock: { packages: {} } };

/** @param {Record<string, Response | Error>} [other] what some addresses give instead */
function serve(other = {}) {
  /** @type {{ address: string, cache: RequestCache | undefined }[]} */
  const asked = [];
  globalThis.fetch = async (input, options) => {
    const address = String(input).replace("https://host/sub/assets/", "");
    asked.push({ address, cache: options?.cache });
    const special = other[address];
    if (special instanceof Error) throw special;
    if (special) return special;
    const bytes = FILES[address];
    const type = address.endsWith(".wasm") ? "application/wasm" : "text/plain";
    return new Response(bytes, { headers: { "Content-Type": type } });
  };
  return asked;
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
const wasm = (bytes) => new Response(bytes, { headers: { "Content-Type": "application/wasm" } });

afterEach(() => {
  globalThis.fetch = realFetch;
});

/** What the console was told while `act` ran. @param {() => Promise<void>} act */
async function told(act) {
  /** @type {string[]} */
  const said = [];
  const { info } = console;
  console.info = (text) => void said.push(text);
  try {
    await act();
  } finally {
    console.info = info;
  }
  return said;
}

test("what a start needs comes from beside the manifest, all at once, counted to the last byte", async () => {
  const asked = serve();
  /** @type {[number, number][]} */
  const progress = [];
  const runtime = fetchRuntime(MANIFEST, BASE, (loaded, total) => progress.push([loaded, total]));
  // The snapshot is fetched by the first worker, which tells how far it is.
  const [address, file, cache] = /** @type {import("../../site/scripts/snapshot-source.js").ToFetch} */ (runtime.snapshot.forWorker);
  assert.deepEqual([address, file, cache], [`${BASE}${SNAPSHOT}`, MANIFEST.files.snapshot, "default"]);
  runtime.snapshot.count(2);
  runtime.snapshot.arrive();
  await runtime.complete;
  assert.deepEqual(asked.map(({ address }) => address).sort(), FIRST.filter((name) => name !== SNAPSHOT).sort());
  assert.deepEqual(progress[0], [0, bytesOf(FIRST)]);
  assert.deepEqual(progress.at(-1), [bytesOf(FIRST), bytesOf(FIRST)]);
  assert.deepEqual(runtime.boot, {
    loader: "https://host/sub/assets/runtime-1/pyodide.mjs",
    module: "https://host/sub/assets/runtime-1/pyodide.asm.mjs",
    base: "https://host/sub/assets/runtime-1/",
    lock: '{"packages":{}}',
  });
  assert.equal(runtime.worker, "https://host/sub/assets/python-worker-1.js");
  assert.ok((await runtime.files.wasm) instanceof WebAssembly.Module);
});

test("NumPy's libraries are compiled by the page and named by where Python looks for them", async () => {
  serve();
  const libraries = await fetchRuntime(MANIFEST, BASE, () => {}).files.libraries;
  assert.deepEqual(libraries.map(([path]) => path), [
    "/lib/python3.14/site-packages/numpy/_core/umath.so",
    "/lib/python3.14/site-packages/numpy/linalg/umath.so",
  ]);
  assert.ok(libraries.every(([, module]) => module instanceof WebAssembly.Module));
});

test("what is there can be used before the snapshot is, and not everything is there without it", async () => {
  serve();
  const { files, snapshot, complete } = fetchRuntime(MANIFEST, BASE, () => {});
  assert.ok((await files.wasm) instanceof WebAssembly.Module);
  let isComplete = false;
  void complete.then(() => (isComplete = true));
  await files.libraries;
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.equal(isComplete, false);
  snapshot.arrive();
  await complete;
});

test("the rest of Python comes when it is asked for, once", async () => {
  const asked = serve();
  const { complete, rest, snapshot } = fetchRuntime(MANIFEST, BASE, () => {});
  snapshot.arrive();
  await complete;
  assert.equal(rest.isAsked, false);
  assert.deepEqual(await rest.ask().numpy, FILES["numpy-1.zip.txt"]);
  assert.equal(rest.ask(), rest.ask());
  await Promise.all(Object.values(rest.ask()));
  assert.equal(asked.length, Object.keys(FILES).length - 1);
});

test("a part of the rest that did not come is fetched past the cache when it is asked for again", async () => {
  serve({ "numpy-1.zip.txt": new Response("numbers as zip") });
  const { rest } = fetchRuntime(MANIFEST, BASE, () => {});
  await assert.rejects(rest.ask().numpy, { reason: "damaged", message: /SHA-256/ });
  const asked = serve();
  assert.deepEqual(await rest.ask().numpy, FILES["numpy-1.zip.txt"]);
  assert.deepEqual(new Set(asked.map(({ cache }) => cache)), new Set(["reload"]));
});

describe("a snapshot", () => {
  test("that a worker hands back is given to those after it", async () => {
    serve();
    const { snapshot } = fetchRuntime(MANIFEST, BASE, () => {});
    const bytes = Uint8Array.of(1, 2);
    snapshot.keep(bytes);
    assert.equal(snapshot.forWorker, bytes);
  });

  test("that two workers fetch is counted once", async () => {
    serve();
    let last = 0;
    const { snapshot } = fetchRuntime(MANIFEST, BASE, (loaded) => (last = loaded));
    for (let times = 0; times < 2; times++) snapshot.count(4);
    assert.equal(last, MANIFEST.files.snapshot.bytes);
    snapshot.arrive();
    assert.equal(last, MANIFEST.files.snapshot.bytes);
  });

  test("that cannot be used is done without, by every worker, and that is said once", async () => {
    const asked = serve();
    /** @type {[number, number][]} */
    const progress = [];
    const said = await told(async () => {
      const { complete, rest, snapshot } = fetchRuntime(MANIFEST, BASE, (loaded, total) => progress.push([loaded, total]));
      snapshot.count(2);
      for (let times = 0; times < 2; times++) snapshot.refuse("the sum is 1");
      await complete;
      assert.deepEqual([rest.isAsked, snapshot.forWorker], [true, null]);
    });
    assert.equal(asked.length, Object.keys(FILES).length - 1);
    assert.deepEqual(said, ["Python starts without its snapshot: the sum is 1"]);
    const all = bytesOf(Object.keys(FILES)) - MANIFEST.files.snapshot.bytes + 2;
    assert.deepEqual(progress.at(-1), [all, all]);
  });

  test("is not done without everything else", async () => {
    serve({ "stdlib-1.zip.txt": new Response("", { status: 404 }) });
    await told(async () => {
      const { complete, snapshot } = fetchRuntime(MANIFEST, BASE, () => {});
      snapshot.refuse("HTTP status 404");
      await assert.rejects(complete, { reason: "missing", message: /stdlib-1/ });
    });
  });
});

test("WebAssembly under the wrong type is compiled all the same, and the console says so", async () => {
  serve({ "runtime-1/pyodide.asm.wasm": new Response(WASM, { headers: { "Content-Type": "application/octet-stream" } }) });
  /** @type {string[]} */
  const said = [];
  const { info } = console;
  console.info = (text) => void said.push(text);
  try {
    const runtime = fetchRuntime(MANIFEST, BASE, () => {});
    assert.ok((await runtime.files.wasm) instanceof WebAssembly.Module);
  } finally {
    console.info = info;
  }
  assert.equal(said.length, 1);
  assert.match(said[0] ?? "", /pyodide\.asm\.wasm is not served as application\/wasm/);
});

/**
 * Fetch everything, or fail.
 *
 * @param {{ fresh?: boolean }} [options]
 */
async function fetchAll(options) {
  const { complete, snapshot } = fetchRuntime(MANIFEST, BASE, () => {}, options);
  snapshot.arrive();
  return complete;
}

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
      await assert.rejects(fetchAll(), (/** @type {unknown} */ error) => {
        assert.ok(error instanceof StartFailure);
        assert.equal(error.reason, reason);
        assert.match(error.message, detail);
        return true;
      });
    });
  }

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
    await assert.rejects(fetchAll(), { reason: "offline", message: /pyodide\.mjs: network error/ });
  });

  test("a browser without WebAssembly", async () => {
    const real = globalThis.WebAssembly;
    Reflect.deleteProperty(globalThis, "WebAssembly");
    try {
      await assert.rejects(fetchAll(), { reason: "unsupported" });
    } finally {
      globalThis.WebAssembly = real;
    }
  });
});

test("another try goes past the cache", async () => {
  const asked = serve();
  await fetchAll({ fresh: true });
  assert.ok(asked.every(({ cache }) => cache === "reload"));
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
