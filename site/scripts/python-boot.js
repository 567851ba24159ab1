/** How Python starts in a worker, from files that the page fetched; no request but for Pyodide's own two scripts. */

import { failureReason, StartFailure } from "./python-failure.js";
import { storedFiles } from "./stored-zip.js";

/** @import { Arriving, Boot } from "./python-messages.js" */
/** @import { PyodideInterface } from "pyodide" */

const COURSEWARE = "/lib/courseware";

/**
 * Start Python with NumPy and the grader in it, going on with each file as soon as it is there.
 *
 * @param {Boot} boot
 * @param {Arriving} files
 * @param {(step: string) => void} onStep Told what has just been finished.
 * @returns {Promise<PyodideInterface>}
 */
export async function bootPython(boot, files, onStep) {
  try {
    const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([script(boot.loader), script(boot.module)]);
    onStep("scripts");
    const [wasm, stdlib] = await Promise.all([files.wasm, files.stdlib, files.scripts]);
    onStep("files");
    const restore = serveFromMemory(boot.base, wasm, stdlib);
    /** @type {PyodideInterface} */
    const python = await loadPyodide({
      createPyodideModule,
      indexURL: boot.base,
      packageBaseUrl: boot.base,
      lockFileContents: boot.lock,
      // Python's `js` module shows this object instead of the worker's globals.
      jsglobals: Object.create(null),
      stdout: () => {},
      stderr: () => {},
    }).finally(restore);
    onStep("python");
    const [numpy, libraries, grader] = await Promise.all([files.numpy, files.libraries, files.grader]);
    unpack(python, numpy, python.runPython("import site; site.getsitepackages()[0]"));
    unpack(python, grader, COURSEWARE);
    onStep("unpacked");
    python.runPython(`import importlib, sys; importlib.invalidate_caches(); sys.path.insert(0, "${COURSEWARE}")`);
    withCompiled(libraries, () => python.runPython("import numpy"));
    onStep("numpy");
    python.runPython("import grader");
    onStep("grader");
    return python;
  } catch (error) {
    if (error instanceof StartFailure) throw error;
    throw new StartFailure(failureReason(error), /** @type {Error} */ (error).message ?? String(error));
  }
}

/**
 * Pyodide's own way to unpack an archive runs in Python, and takes several times as long.
 *
 * @param {PyodideInterface} python
 * @param {Uint8Array<ArrayBuffer>} archive
 * @param {string} folder
 */
function unpack({ FS }, archive, folder) {
  const made = new Set();
  for (const [name, content] of storedFiles(archive)) {
    const path = `${folder}/${name}`;
    const place = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(place)) FS.mkdirTree(place);
    made.add(place);
    // The archive is this worker's alone: its bytes become the file's.
    FS.writeFile(path, content, { canOwn: true });
  }
}

/**
 * Python compiles each library of NumPy as it imports it; while `act` runs, what was compiled already is used instead.
 * All come from one archive, so the number of bytes says which it is.
 *
 * @param {[number, WebAssembly.Module][]} libraries
 * @param {() => void} act
 */
function withCompiled(libraries, act) {
  const { Module } = WebAssembly;
  const bySize = new Map(libraries);
  if (bySize.size < libraries.length) return act();
  const compile = (/** @type {Uint8Array<ArrayBuffer>} */ bytes) => bySize.get(bytes.byteLength) ?? new Module(bytes);
  WebAssembly.Module = new Proxy(Module, { construct: (_module, [bytes]) => compile(bytes) });
  try {
    act();
  } finally {
    WebAssembly.Module = Module;
  }
}

/** @param {string} address */
function script(address) {
  return import(address).catch((error) => {
    throw new StartFailure("script", `${address}: ${error.message}`);
  });
}

/**
 * Pyodide asks `fetch` for its files and compiles the WebAssembly itself; while it starts, answer from memory.
 *
 * @param {string} base
 * @param {WebAssembly.Module} wasm
 * @param {Uint8Array<ArrayBuffer>} stdlib
 * @returns {() => void} puts everything back
 */
function serveFromMemory(base, wasm, stdlib) {
  const { fetch } = globalThis;
  const { instantiateStreaming } = WebAssembly;
  /** @type {Record<string, BodyInit>} */
  const files = { [`${base}python_stdlib.zip`]: stdlib, [`${base}pyodide.asm.wasm`]: "" };
  globalThis.fetch = async (input) => {
    const address = String(input instanceof Request ? input.url : input);
    if (!(address in files)) throw new TypeError(`not part of the shipped runtime: ${address}`);
    return new Response(files[address]);
  };
  WebAssembly.instantiateStreaming = async (_source, imports) => ({
    module: wasm,
    instance: await WebAssembly.instantiate(wasm, imports),
  });
  return () => {
    globalThis.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  };
}
