/** A manifest of small files, and a host that serves them. */

import { createHash } from "node:crypto";

/** The smallest WebAssembly module there is. */
export const WASM = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
export const BASE = "https://host/sub/assets/";
const text = (/** @type {string} */ words) => new TextEncoder().encode(words);

/** @type {Record<string, Uint8Array<ArrayBuffer>>} */
export const FILES = {
  "runtime-1/pyodide.asm.wasm": WASM,
  "runtime-1/pyodide.mjs": text("loader"),
  "runtime-1/pyodide.asm.mjs": text("module"),
  "multiarray-1.wasm": WASM,
  "linalg-1.wasm": WASM,
  "snapshot-1.bin.txt": text("memory"),
  "stdlib-1.zip.txt": text("stdlib"),
  "numpy-1.zip.txt": text("numpy as a zip"),
  "grader-1.zip.txt": text("grader"),
};
const ROLES = ["wasm", "loader", "module", "multiarray", "linalg", "snapshot", "stdlib", "numpy", "grader"];
const entries = Object.entries(FILES).map(([address, bytes], index) => [
  ROLES[index],
  { address, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") },
]);

export const MANIFEST = {
  worker: "python-worker-1.js",
  files: Object.fromEntries(entries),
  libraries: { multiarray: "numpy/_core/umath.so", linalg: "numpy/linalg/umath.so" },
  lock: { packages: {} },
};

/** @param {string[]} names */
export const bytesOf = (names) => names.reduce((sum, name) => sum + (FILES[name]?.length ?? 0), 0);

/**
 * Serve the files, each under its own type.
 *
 * @param {Record<string, Response | Error>} [other] what some addresses give instead
 */
export function serve(other = {}) {
  /** @type {{ address: string, cache: RequestCache | undefined }[]} */
  const asked = [];
  globalThis.fetch = async (input, options) => {
    const address = String(input).replace(BASE, "");
    asked.push({ address, cache: options?.cache });
    const special = other[address];
    if (special instanceof Error) throw special;
    const type = address.endsWith(".wasm") ? "application/wasm" : "text/plain";
    return special ?? new Response(FILES[address], { headers: { "Content-Type": type } });
  };
  return asked;
}

/** What the console was told while `act` ran. @param {() => Promise<unknown>} act */
export async function told(act) {
  /** @type {string[]} */
  const said = [];
  const { info } = console;
  console.info = (words) => void said.push(words);
  try {
    await act();
  } finally {
    console.info = info;
  }
  return said;
}
