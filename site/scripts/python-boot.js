/** How Python starts in a worker, from files that the page handed over or that were fetched for it. */

import { failureReason, StartFailure } from "./python-failure.js";
import { addLibrary, addPackages, COURSEWARE } from "./python-files.js";
import { withLibraries } from "./python-libraries.js";
import { SLOTS } from "./python-slots.js";
import { readSnapshot, restore } from "./python-snapshot.js";

/** @import { Arriving, Boot, Factory, Library, Rest } from "./python-messages.js" */
/** @import { PyodideInterface } from "pyodide" */

/**
 * @typedef {object} Parts
 * @property {(options: any) => Promise<PyodideInterface>} loadPyodide
 * @property {Factory} create
 * @property {Promise<WebAssembly.Module>} wasm
 * @property {Promise<Library>[]} libraries
 *
 * @typedef {(step: string) => void} OnStep Told what has just been finished.
 */

/**
 * Start Python with NumPy and the grader in it: from the snapshot, or, where that cannot be used, from its files. Whether
 * its WebAssembly is what was built may still have to be checked then.
 *
 * @param {Boot} boot
 * @param {Arriving & Rest} files
 * @param {OnStep} onStep
 * @param {(detail: string) => void} onRefused Told why the snapshot is not used; Python's files must then come.
 * @returns {Promise<{ python: PyodideInterface, isWhole: boolean }>} `isWhole` where its files are in it already
 */
export async function bootPython(boot, files, onStep, onRefused) {
  try {
    const [{ loadPyodide }, { default: create }] = await scripts(boot, files);
    onStep("scripts");
    const parts = { loadPyodide, create, ...files };
    let isWhole = false;
    const python = await fromSnapshot(boot, parts, files.snapshot, onStep).catch(async (error) => {
      // What comes of files that did not come or are damaged is told as that.
      await Promise.all([files.wasm, ...files.libraries, files.checkedAll()]);
      onRefused(/** @type {Error} */ (error).message);
      isWhole = true;
      return fromFiles(boot, parts, files, onStep);
    });
    await files.checked();
    return { python, isWhole };
  } catch (error) {
    if (error instanceof StartFailure) throw error;
    await files.checkedAll();
    throw new StartFailure(failureReason(error), /** @type {Error} */ (error).message ?? String(error));
  }
}

/**
 * Pyodide's two scripts. Only their address can be imported, so what is checked is what the browser keeps under it.
 *
 * @param {Boot} boot
 * @param {Arriving} files
 */
async function scripts(boot, files) {
  const load = () => Promise.all([script(boot.loader), script(boot.module)]);
  if (boot.cache === "reload") {
    await files.checkScripts();
    return load();
  }
  const loaded = await load().catch(async (error) => {
    // Why it did not come is known of what is fetched, not of what is imported.
    await files.checkScripts();
    throw error;
  });
  files.checkScripts().catch(() => {}); // told by `checked`
  return loaded;
}

/**
 * @param {Boot} boot
 * @param {Parts} parts
 * @param {Promise<Uint8Array<ArrayBuffer> | null>} arriving
 * @param {OnStep} onStep
 */
async function fromSnapshot(boot, { loadPyodide, create, wasm, libraries }, arriving, onStep) {
  const coming = arriving.then((file) => {
    onStep("files");
    if (!file) throw new Error("another worker could not use it");
    return readSnapshot(file);
  });
  coming.catch(() => {}); // told by `restore`
  const { failed, putBack } = serveFromMemory(boot.base, wasm, libraries, new Uint8Array());
  const restoring = restore(loadPyodide, create, libraries, SLOTS, coming, optionsOf(boot));
  const python = await Promise.race([restoring, failed]).finally(putBack);
  onStep("restored");
  if (!python.runPython("from grader.resume import resume; resume()")) throw new Error("it does not compute as it did when it was built");
  onStep("proved");
  return python;
}

/**
 * @param {Boot} boot
 * @param {Parts} parts
 * @param {Rest} rest
 * @param {OnStep} onStep
 */
async function fromFiles(boot, { loadPyodide, create, wasm, libraries }, rest, onStep) {
  const { failed, putBack } = serveFromMemory(boot.base, wasm, libraries, await rest.stdlib);
  const loading = loadPyodide({ ...optionsOf(boot), createPyodideModule: withLibraries(create, libraries) });
  const python = await Promise.race([loading, failed]).finally(putBack);
  onStep("python");
  addPackages(python.FS, await rest.numpy, await rest.grader, await pathsOf(libraries));
  onStep("unpacked");
  python.runPython(`import importlib, sys; importlib.invalidate_caches(); sys.path.insert(0, "${COURSEWARE}")`);
  python.runPython("import numpy");
  onStep("numpy");
  python.runPython("import grader.resume");
  onStep("grader");
  return python;
}

/**
 * Wait for what the snapshot was made from, and put it where Python finds it.
 *
 * @param {PyodideInterface} python
 * @param {Arriving & Rest} files
 */
export async function addRest(python, files) {
  const [library, numpy, grader, paths] = await Promise.all([files.stdlib, files.numpy, files.grader, pathsOf(files.libraries)]);
  addLibrary(python.FS, library);
  addPackages(python.FS, numpy, grader, paths);
  python.runPython("from grader.resume import complete; complete()");
}

/** @param {Promise<Library>[]} libraries */
const pathsOf = async (libraries) => (await Promise.all(libraries)).map(([path]) => path);

/** @param {Boot} boot */
const optionsOf = (boot) => ({
  indexURL: boot.base,
  packageBaseUrl: boot.base,
  lockFileContents: boot.lock,
  // Python's `js` module shows this object instead of the worker's globals.
  jsglobals: Object.create(null),
  stdout: () => {},
  stderr: () => {},
});

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
 * @param {Promise<WebAssembly.Module>} coming
 * @param {Promise<Library>[]} libraries
 * @param {Uint8Array<ArrayBuffer>} stdlib
 * @returns {{ failed: Promise<never>, putBack: () => void }} `failed` rejects where there is no memory for it, or where any of
 * it does not come: Pyodide itself would wait for ever, or for what comes before; `putBack` puts everything back
 */
function serveFromMemory(base, coming, libraries, stdlib) {
  const { fetch } = globalThis;
  const { instantiateStreaming } = WebAssembly;
  /** @type {Record<string, BodyInit>} */
  const files = { [`${base}python_stdlib.zip`]: stdlib, [`${base}pyodide.asm.wasm`]: "" };
  globalThis.fetch = async (input) => {
    const address = String(input instanceof Request ? input.url : input);
    if (!(address in files)) throw new TypeError(`not part of the shipped runtime: ${address}`);
    return new Response(files[address]);
  };
  /** @type {Promise<never>} */
  const failed = new Promise((_, fail) => {
    Promise.all([coming, ...libraries]).catch(fail);
    WebAssembly.instantiateStreaming = async (_source, imports) => {
      const module = await coming;
      const instance = await WebAssembly.instantiate(module, imports).catch((error) => {
        fail(error);
        throw error;
      });
      return { module, instance };
    };
  });
  failed.catch(() => {}); // told by the race with Pyodide's own promise
  const putBack = () => {
    globalThis.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  };
  return { failed, putBack };
}
