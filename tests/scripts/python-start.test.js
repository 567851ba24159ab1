import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { afterEach, describe, test } from "node:test";

import { failureReason, failureText, fetchRuntime, StartFailure } from "../../site/scripts/python-start.js";

/** The smallest WebAssembly module there is. */
const WASM = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
const MANIFEST = "https://host/sub/assets/python-1.json";
const realFetch = globalThis.fetch;
// Node has no Worker of the web's kind; that there is one is all that is asked.
Object.assign(globalThis, { Worker: class {} });

/** @type {Record<string, Uint8Array<ArrayBuffer>>} */
const FILES = {
  "runtime-1/pyodide.asm.wasm": WASM,
  "runtime-1/python_stdlib.zip": new TextEncoder().encode("stdlib"),
  "runtime-1/numpy-2.whl": new TextEncoder().encode("numpy wheel"),
  "grader-1.zip": new TextEncoder().encode("grader"),
  "runtime-1/pyodide.mjs": new TextEncoder().encode("loader"),
  "runtime-1/pyodide.asm.mjs": new TextEncoder().encode("module"),
};
const ROLES = ["wasm", "stdlib", "numpy", "grader", "loader", "module"];

/** @param {Record<string, Response | Error>} [other] what some addresses give instead */
function serve(other = {}) {
  /** @type {{ address: string, cache: RequestCache | undefined }[]} */
  const asked = [];
  const entries = Object.entries(FILES).map(([address, bytes], index) => [
    ROLES[index],
    { address, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") },
  ]);
  const manifest = { worker: "python-worker-1.js", files: Object.fromEntries(entries), lock: { packages: {} } };
  globalThis.fetch = async (input, options) => {
    const address = String(input).replace("https://host/sub/assets/", "");
    asked.push({ address, cache: options?.cache });
    const special = other[address];
    if (special instanceof Error) throw special;
    if (special) return special;
    const bytes = FILES[address];
    return bytes ? new Response(bytes) : Response.json(manifest);
  };
  return asked;
}

afterEach(() => {
  globalThis.fetch = realFetch;
});

test("everything comes from beside the manifest, all at once, counted to the last byte", async () => {
  const asked = serve();
  /** @type {[number, number][]} */
  const progress = [];
  const runtime = await fetchRuntime(MANIFEST, (loaded, total) => progress.push([loaded, total]));
  assert.deepEqual(asked.map(({ address }) => address), [MANIFEST, ...Object.keys(FILES)].map((each) => each.replace("https://host/sub/assets/", "")));
  const total = Object.values(FILES).reduce((sum, bytes) => sum + bytes.length, 0);
  assert.deepEqual(progress[0], [0, total]);
  assert.deepEqual(progress.at(-1), [total, total]);
  assert.equal(runtime.loader, "https://host/sub/assets/runtime-1/pyodide.mjs");
  assert.equal(runtime.base, "https://host/sub/assets/runtime-1/");
  assert.equal(runtime.worker, "https://host/sub/assets/python-worker-1.js");
  assert.equal(runtime.numpyFile, "numpy-2.whl");
  assert.deepEqual(runtime.numpy, FILES["runtime-1/numpy-2.whl"]);
  assert.ok(runtime.wasm instanceof WebAssembly.Module);
});

describe("a start that fails says why", () => {
  /** @type {[string, Record<string, Response | Error>, string, RegExp][]} */
  const failures = [
    ["no connection", { "grader-1.zip": new TypeError("Failed to fetch") }, "offline", /grader-1\.zip: Failed to fetch/],
    ["a missing file", { "runtime-1/numpy-2.whl": new Response("", { status: 404 }) }, "missing", /numpy-2\.whl: HTTP status 404/],
    ["a short file", { "grader-1.zip": new Response("gra") }, "damaged", /3 bytes, not the 6/],
    ["a long file", { "grader-1.zip": new Response("<!doctype html>") }, "damaged", /more than the 6 bytes/],
    ["other bytes", { "grader-1.zip": new Response("garden") }, "damaged", /SHA-256 .*, not/],
    ["a script with other bytes", { "runtime-1/pyodide.mjs": new Response("leader") }, "damaged", /pyodide\.mjs: SHA-256/],
    ["a missing manifest", { "python-1.json": new Response("", { status: 503 }) }, "missing", /503/],
  ];
  for (const [name, other, reason, detail] of failures) {
    test(name, async () => {
      serve(other);
      await assert.rejects(fetchRuntime(MANIFEST, () => {}), (error) => {
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
    serve({ "grader-1.zip": new Response(broken) });
    await assert.rejects(fetchRuntime(MANIFEST, () => {}), { reason: "offline", message: /grader-1\.zip: network error/ });
  });

  test("a browser without WebAssembly", async () => {
    const real = globalThis.WebAssembly;
    Reflect.deleteProperty(globalThis, "WebAssembly");
    try {
      await assert.rejects(fetchRuntime(MANIFEST, () => {}), { reason: "unsupported" });
    } finally {
      globalThis.WebAssembly = real;
    }
  });
});

test("another try goes past the cache", async () => {
  const asked = serve();
  await fetchRuntime(MANIFEST, () => {}, { fresh: true });
  assert.ok(asked.every(({ cache }) => cache === "reload"));
});

test("what browsers throw for want of memory is told as such", () => {
  assert.equal(failureReason(new RangeError("WebAssembly.Memory(): could not allocate memory")), "memory");
  assert.equal(failureReason(new Error("Out of memory")), "memory");
  assert.equal(failureReason(new TypeError("x is not a function")), "broken");
});

for (const reason of /** @type {const} */ (["unsupported", "offline", "missing", "damaged", "memory", "script", "broken"])) {
  test(`the words for "${reason}" are whole sentences`, () => {
    assert.match(failureText(reason), /^[A-Z].*\.$/);
  });
}
