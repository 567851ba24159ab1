/** What the page fetches so that Python can start: everything at once, counted and checked, each file as it comes. */

import { checked, download, read, request } from "./python-download.js";
import { failureReason, StartFailure } from "./python-failure.js";
import { placeOf } from "./python-files.js";
import { PythonRest, REST } from "./python-rest.js";
import { SnapshotSource } from "./snapshot-source.js";

/** @import { Fetching } from "./python-download.js" */
/** @import { Arriving, Library, Manifest, Runtime, RuntimeFile, RuntimeName } from "./python-messages.js" */

const FIRST = /** @type {const} */ (["loader", "module", "wasm", "multiarray", "linalg", "snapshot"]);

/**
 * Begin to fetch everything Python needs to start, from the site itself.
 *
 * @param {Manifest} manifest
 * @param {string} base Absolute; the manifest's addresses are relative to it.
 * @param {(loaded: number, total: number) => void} onProgress
 * @param {{ fresh?: boolean }} [options] `fresh` goes past the browser's cache, after a damaged download.
 * @returns {Runtime} A worker may begin with a file before it has been checked; no code may run in it before `complete`.
 */
export function fetchRuntime(manifest, base, onProgress, { fresh = false } = {}) {
  if (typeof WebAssembly !== "object" || typeof Worker !== "function") {
    throw new StartFailure("unsupported", "this browser has no WebAssembly or no workers");
  }
  performance.mark("python-asked");
  const cache = fresh ? "reload" : "default";
  let total = FIRST.reduce((sum, name) => sum + manifest.files[name].bytes, 0);
  let loaded = 0;
  onProgress(loaded, total);
  const onBytes = (/** @type {number} */ bytes) => onProgress((loaded += bytes), total);
  /** @type {Fetching} */
  const fetching = { cache, onBytes, checks: [] };
  const address = (/** @type {string} */ relative) => new URL(relative, base).href;
  /** @type {(name: RuntimeName) => [string, RuntimeFile]} */
  const at = (name) => [address(manifest.files[name].address), manifest.files[name]];
  const get = (/** @type {RuntimeName} */ name) => download(...at(name), fetching);
  const library = async (/** @type {keyof Manifest["libraries"]} */ name) =>
    /** @type {Library} */ ([placeOf(manifest.libraries[name]), await compile(...at(name), fetching)]);
  let onRestBytes = (/** @type {number} */ _bytes) => {};
  const rest = new PythonRest((name, again) => checked(...at(name), again ? "reload" : cache, onRestBytes));
  const snapshot = new SnapshotSource([...at("snapshot"), cache], onBytes, (left) => {
    // Then all of Python has to come before it can start.
    total += REST.reduce((sum, name) => sum + manifest.files[name].bytes, -left);
    onRestBytes = onBytes;
    return Promise.all(Object.values(rest.ask()));
  });
  const { loader, module } = manifest.files;
  /** @type {Arriving} */
  const files = {
    // Only a worker can import the two scripts, by address; here they are counted, checked, and put in the cache.
    scripts: Promise.all([get("loader"), get("module")]).then(() => /** @type {const} */ (true)),
    wasm: compile(...at("wasm"), fetching),
    libraries: Promise.all([library("multiarray"), library("linalg")]),
  };
  const complete = Promise.all([...Object.values(files), snapshot.settled])
    .then(() => Promise.all(fetching.checks))
    .then(() => performance.mark("python-complete"))
    .then(() => {});
  // Whoever waits for it hears of a failure; that nobody waits yet is no fault.
  for (const file of [complete, ...Object.values(files)]) file.catch(() => {});
  for (const [name, file] of Object.entries(files)) void file.then(() => performance.mark(`python-has-${name}`), () => {});
  return {
    worker: address(manifest.worker),
    boot: {
      loader: address(loader.address),
      module: address(module.address),
      base: new URL(".", address(loader.address)).href,
      lock: JSON.stringify(manifest.lock),
    },
    files,
    snapshot,
    complete,
    rest,
  };
}

/**
 * Fetch WebAssembly and compile it while it comes.
 *
 * @param {string} address
 * @param {RuntimeFile} file
 * @param {Fetching} fetching
 * @returns {Promise<WebAssembly.Module>}
 */
async function compile(address, file, fetching) {
  const response = await request(address, fetching.cache);
  const streamed = response.headers.get("Content-Type")?.split(";")[0]?.trim() === "application/wasm";
  if (!streamed) console.info(`${address} is not served as application/wasm: Python starts more slowly.`);
  // The browser keeps compiled code for the response itself, not for a copy of it.
  const copy = streamed ? response.clone() : response;
  const compiling = streamed ? WebAssembly.compileStreaming(response) : null;
  compiling?.catch(() => {}); // damaged bytes are told as such, below
  const bytes = await read(copy, address, file, fetching);
  try {
    return await (compiling ?? WebAssembly.compile(bytes));
  } catch (error) {
    await Promise.all(fetching.checks);
    throw new StartFailure(failureReason(error), `compiling Python: ${/** @type {Error} */ (error).message}`);
  }
}
