/** What the page fetches so that Python can start: everything at once, counted and checked, each file as it comes. */

import { failureReason, StartFailure } from "./python-failure.js";
import { placeOf } from "./python-files.js";
import { PythonRest, REST } from "./python-rest.js";

/** @import { Arriving, Library, Manifest, Runtime, RuntimeFile, RuntimeName } from "./python-messages.js" */

const FIRST = /** @type {const} */ (["loader", "module", "wasm", "multiarray", "linalg", "snapshot"]);

/**
 * @typedef {object} Fetching
 * @property {RequestCache} cache
 * @property {(bytes: number) => void} onBytes
 * @property {Promise<void>[]} checks Settled when bytes that have come are the ones that were built.
 */

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
  // Then all of Python has to come before it can start.
  const withoutSnapshot = (/** @type {Error} */ error) => {
    console.info(`Python starts without its snapshot: ${error.message}`);
    total += REST.reduce((sum, name) => sum + manifest.files[name].bytes, 0);
    onRestBytes = onBytes;
    rest.ask();
    return null;
  };
  const { loader, module } = manifest.files;
  /** @type {Arriving} */
  const files = {
    // Only a worker can import the two scripts, by address; here they are counted, checked, and put in the cache.
    scripts: Promise.all([get("loader"), get("module")]).then(() => /** @type {const} */ (true)),
    wasm: compile(...at("wasm"), fetching),
    libraries: Promise.all([library("multiarray"), library("linalg")]),
    snapshot: checked(...at("snapshot"), cache, onBytes).catch(withoutSnapshot),
  };
  const complete = Promise.all(Object.values(files))
    .then(() => Promise.all(fetching.checks))
    .then(async () => (await files.snapshot) ?? Promise.all(Object.values(rest.ask())))
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
    complete,
    rest,
  };
}

/**
 * Fetch one file; its bytes are checked while others go on with them.
 *
 * @param {string} address
 * @param {RuntimeFile} file
 * @param {Fetching} fetching
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
async function download(address, file, fetching) {
  return read(await request(address, fetching.cache), address, file, fetching);
}

/**
 * Fetch one file and wait until it has been checked.
 *
 * @param {string} address
 * @param {RuntimeFile} file
 * @param {RequestCache} cache
 * @param {(bytes: number) => void} onBytes
 */
async function checked(address, file, cache, onBytes) {
  /** @type {Fetching} */
  const fetching = { cache, onBytes, checks: [] };
  const bytes = await download(address, file, fetching);
  await Promise.all(fetching.checks);
  return bytes;
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

/**
 * Read a body, give the number of its bytes to `onBytes` as they come, and begin to check them.
 *
 * @param {Response} response
 * @param {string} address
 * @param {RuntimeFile} file
 * @param {Fetching} fetching
 */
async function read(response, address, file, { onBytes, checks }) {
  const bytes = new Uint8Array(file.bytes);
  let filled = 0;
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((error) => {
      throw new StartFailure("offline", `${address}: ${error.message}`);
    });
    if (done) break;
    if (filled + value.length > bytes.length) {
      void reader.cancel();
      throw new StartFailure("damaged", `${address}: more than the ${bytes.length} bytes that were built`);
    }
    bytes.set(value, filled);
    filled += value.length;
    onBytes(value.length);
  }
  if (filled !== bytes.length) {
    throw new StartFailure("damaged", `${address}: ${filled} bytes, not the ${bytes.length} that were built`);
  }
  const checking = check(bytes, address, file);
  checking.catch(() => {}); // told by `complete`
  checks.push(checking);
  return bytes;
}

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {string} address
 * @param {RuntimeFile} file
 */
async function check(bytes, address, file) {
  // Pages served over plain http from another machine have no crypto.subtle; size alone must do there.
  if (!globalThis.crypto?.subtle) return;
  const sha256 = hex(await crypto.subtle.digest("SHA-256", bytes));
  if (sha256 !== file.sha256) throw new StartFailure("damaged", `${address}: SHA-256 ${sha256}, not ${file.sha256}`);
}

/**
 * @param {string} address
 * @param {RequestCache} cache
 */
async function request(address, cache) {
  /** @type {Response} */
  let response;
  try {
    response = await fetch(address, { cache });
  } catch (error) {
    throw new StartFailure("offline", `${address}: ${/** @type {Error} */ (error).message}`);
  }
  if (!response.ok) throw new StartFailure("missing", `${address}: HTTP status ${response.status}`);
  return response;
}

/** @param {ArrayBuffer} buffer */
const hex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
