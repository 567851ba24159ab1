import assert from "node:assert/strict";
import test from "node:test";

import { bootPython } from "../../site/scripts/python-boot.js";
import { StartFailure } from "../../site/scripts/python-failure.js";

const script = (/** @type {string} */ text) => `data:text/javascript,${encodeURIComponent(text)}`;

/** Pyodide as far as it asks for its WebAssembly, and then waits for it. */
const LOADER = script("export const loadPyodide = () => WebAssembly.instantiateStreaming(fetch('https://host/pyodide.asm.wasm'), {});");
const BOOT = /** @type {any} */ ({ loader: LOADER, module: script("export default () => {};"), base: "https://host/", cache: "default" });

/** What never comes. @type {Promise<any>} */
const never = new Promise(() => {});

/** @param {object} files */
const begin = (files) =>
  bootPython(BOOT, /** @type {any} */ ({ snapshot: never, checkScripts: async () => {}, checked: async () => {}, checkedAll: async () => {}, ...files }), () => {}, () => {});

test("a library that does not come is told at once, though Python's own WebAssembly is still on its way", async () => {
  const { fetch } = globalThis;
  const { instantiateStreaming } = WebAssembly;
  const missing = Promise.reject(new StartFailure("missing", "linalg.wasm: HTTP status 404"));
  missing.catch(() => {}); // as with what is gathered
  await assert.rejects(begin({ wasm: never, libraries: [never, missing] }), { reason: "missing" });
  assert.equal(globalThis.fetch, fetch);
  assert.equal(WebAssembly.instantiateStreaming, instantiateStreaming);
});
