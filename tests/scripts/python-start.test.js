import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { afterEach, describe, test } from "node:test";

import { failureReason, failureText, StartFailure } from "../../site/scripts/python-failure.js";
import { fetchRuntime } from "../../site/scripts/python-start.js";

/** @import { FailureReason } from "../../site/scripts/python-messages.js" */

/** The smallest WebAssembly module there is. */
const WASM = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
const MANIFEST = "https://host/sub/assets/python-1.json";
const realFetch = globalThis.fetch;
// Node has no Worker of the web's kind; that there is one is all that is asked.
Object.assign(globalThis, { Worker: class {} });

/** @type {Record<string, Uint8Array<ArrayBuffer>>} */
const FILES = {
  "runtime-1/pyodide.asm.wasm": WASM,
  "runtime-1/pyodide.mjs": new TextEncoder().encode("loader"),
  "runtime-1/pyodide.asm.mjs": new TextEncoder().encode("module"),
  "stdlib-1.zip.txt": new TextEncoder().encode("stdlib"),
  "numpy-1.zip.txt": new TextEncoder().encode("numpy as a zip"),
  "grader-1.zip.txt": new TextEncoder().encode("grader"),
};
const ROLES = ["wasm", "loader", "module", "stdlib", "numpy", "grader"];

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
    const type = address.endsWith(".wasm") ? "application/wasm" : "text/plain";
    return bytes ? new Response(bytes, { headers: { "Content-Type": type } }) : Response.json(manifest);
  };
  return asked;
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
const wasm = (bytes) => new Response(bytes, { headers: { "Content-Type": "application/wasm" } });

afterEach(() => {
  globalThis.fetch = realFetch;
});

test("everything comes from beside the manifest, all at once, counted to the last byte", async () => {
  const asked = serve();
  /** @type {[number, number][]} */
  const progress = [];
  const runtime = await fetchRuntime(MANIFEST, (loaded, total) => progress.push([loaded, total]));
  await runtime.complete;
  assert.deepEqual(asked.map(({ address }) => address), ["python-1.json", ...Object.keys(FILES)]);
  const total = Object.values(FILES).reduce((sum, bytes) => sum + bytes.length, 0);
  assert.deepEqual(progress[0], [0, total]);
  assert.deepEqual(progress.at(-1), [total, total]);
  assert.deepEqual(runtime.boot, {
    loader: "https://host/sub/assets/runtime-1/pyodide.mjs",
    module: "https://host/sub/assets/runtime-1/pyodide.asm.mjs",
    base: "https://host/sub/assets/runtime-1/",
    lock: '{"packages":{}}',
  });
  assert.equal(runtime.worker, "https://host/sub/assets/python-worker-1.js");
  assert.deepEqual(await runtime.files.numpy, FILES["numpy-1.zip.txt"]);
  assert.ok((await runtime.files.wasm) instanceof WebAssembly.Module);
});

test("what is there can be used before the rest is", async () => {
  /** @type {ReadableStreamDefaultController} */
  let numpy = /** @type {any} */ (null);
  serve({ "numpy-1.zip.txt": new Response(new ReadableStream({ start: (controller) => void (numpy = controller) })) });
  const runtime = await fetchRuntime(MANIFEST, () => {});
  assert.deepEqual(await runtime.files.stdlib, FILES["stdlib-1.zip.txt"]);
  assert.ok((await runtime.files.wasm) instanceof WebAssembly.Module);
  numpy.enqueue(FILES["numpy-1.zip.txt"]);
  numpy.close();
  await runtime.complete;
});

test("NumPy's libraries are compiled by the page, by the number of their bytes; without an archive there are none", async () => {
  const script = `
import io, sys, zipfile
buffer = io.BytesIO()
with zipfile.ZipFile(buffer, "w") as archive:
    archive.writestr("numpy/core.so", bytes([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]))
    archive.writestr("numpy/init.pyc", b"bytecode")
sys.stdout.buffer.write(buffer.getvalue())`;
  const before = FILES["numpy-1.zip.txt"] ?? new Uint8Array();
  serve();
  assert.deepEqual(await (await fetchRuntime(MANIFEST, () => {})).files.libraries, []);
  FILES["numpy-1.zip.txt"] = new Uint8Array(execFileSync("python3", ["-c", script]));
  try {
    serve();
    const [[bytes, module] = [], ...others] = await (await fetchRuntime(MANIFEST, () => {})).files.libraries;
    assert.equal(bytes, 8);
    assert.ok(module instanceof WebAssembly.Module);
    assert.deepEqual(others, []);
  } finally {
    FILES["numpy-1.zip.txt"] = before;
  }
});

test("WebAssembly under the wrong type is compiled all the same, and the console says so", async () => {
  serve({ "runtime-1/pyodide.asm.wasm": new Response(WASM, { headers: { "Content-Type": "application/octet-stream" } }) });
  /** @type {string[]} */
  const said = [];
  const { info } = console;
  console.info = (text) => void said.push(text);
  try {
    const runtime = await fetchRuntime(MANIFEST, () => {});
    assert.ok((await runtime.files.wasm) instanceof WebAssembly.Module);
  } finally {
    console.info = info;
  }
  assert.equal(said.length, 1);
  assert.match(said[0] ?? "", /pyodide\.asm\.wasm is not served as application\/wasm/);
});

/** Fetch everything, or fail. */
const fetchAll = async () => (await fetchRuntime(MANIFEST, () => {})).complete;

describe("a start that fails says why", () => {
  /** @type {[string, Record<string, Response | Error>, string, RegExp][]} */
  const failures = [
    ["no connection", { "grader-1.zip.txt": new TypeError("Failed to fetch") }, "offline", /grader-1\.zip\.txt: Failed to fetch/],
    ["a missing file", { "numpy-1.zip.txt": new Response("", { status: 404 }) }, "missing", /numpy-1\.zip\.txt: HTTP status 404/],
    ["a short file", { "grader-1.zip.txt": new Response("gra") }, "damaged", /3 bytes, not the 6/],
    ["a long file", { "grader-1.zip.txt": new Response("<!doctype html>") }, "damaged", /more than the 6 bytes/],
    ["other bytes", { "grader-1.zip.txt": new Response("garden") }, "damaged", /SHA-256 .*, not/],
    ["a script with other bytes", { "runtime-1/pyodide.mjs": new Response("leader") }, "damaged", /pyodide\.mjs: SHA-256/],
    ["damaged WebAssembly", { "runtime-1/pyodide.asm.wasm": wasm(Uint8Array.of(0, 0x61, 0x73, 0x6d, 2, 0, 0, 0)) }, "damaged", /wasm: SHA-256/],
    ["no WebAssembly at all", { "runtime-1/pyodide.asm.wasm": wasm(new TextEncoder().encode("<!doctype html>")) }, "damaged", /more than the 8 bytes/],
    ["a missing manifest", { "python-1.json": new Response("", { status: 503 }) }, "missing", /503/],
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
    serve({ "grader-1.zip.txt": new Response(broken) });
    await assert.rejects(fetchAll(), { reason: "offline", message: /grader-1\.zip\.txt: network error/ });
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
  await (await fetchRuntime(MANIFEST, () => {}, { fresh: true })).complete;
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
