/** The one module that knows how Python starts: what the page fetches, and how a worker boots from it. */

/** @import { FailureReason, Manifest, Runtime, RuntimeFile, RuntimeName } from "./python-messages.js" */

/** Why Python could not start: `reason` is for code, `detail` for a report. */
export class StartFailure extends Error {
  /**
   * @param {FailureReason} reason
   * @param {string} detail
   */
  constructor(reason, detail) {
    super(detail);
    this.name = "StartFailure";
    this.reason = reason;
  }
}

/**
 * All are fetched at once. The two scripts only a worker can import, by address; fetching them here counts them,
 * checks them, and has them in the browser's cache by then.
 */
const FETCHED = /** @type {const} */ (["wasm", "stdlib", "numpy", "grader", "loader", "module"]);

/**
 * Fetch everything Python needs from the site itself, all at once, counting bytes.
 *
 * @param {string} manifestAddress Absolute.
 * @param {(loaded: number, total: number) => void} onProgress
 * @param {{ fresh?: boolean }} [options] `fresh` goes past the browser's cache, after a damaged download.
 * @returns {Promise<Runtime>}
 */
export async function fetchRuntime(manifestAddress, onProgress, { fresh = false } = {}) {
  if (typeof WebAssembly !== "object" || typeof Worker !== "function") {
    throw new StartFailure("unsupported", "this browser has no WebAssembly or no workers");
  }
  const cache = fresh ? "reload" : "default";
  const manifest = /** @type {Manifest} */ (await (await request(manifestAddress, cache)).json());
  const total = FETCHED.reduce((sum, name) => sum + manifest.files[name].bytes, 0);
  let loaded = 0;
  onProgress(loaded, total);
  /** @param {RuntimeName} name */
  const get = (name) =>
    download(new URL(manifest.files[name].address, manifestAddress).href, manifest.files[name], cache, (bytes) => {
      loaded += bytes;
      onProgress(loaded, total);
    });
  const [wasm, stdlib, numpy, grader] = await Promise.all([get("wasm").then(compile), ...FETCHED.slice(1).map(get)]);
  const loader = new URL(manifest.files.loader.address, manifestAddress).href;
  return {
    worker: new URL(manifest.worker, manifestAddress).href,
    loader,
    base: new URL(".", loader).href,
    wasm: /** @type {WebAssembly.Module} */ (wasm),
    stdlib: /** @type {Uint8Array} */ (stdlib),
    numpy: /** @type {Uint8Array} */ (numpy),
    grader: /** @type {Uint8Array} */ (grader),
    numpyFile: fileName(manifest.files.numpy.address),
    lock: JSON.stringify(manifest.lock),
  };
}

/**
 * Fetch one file, give its bytes as they come to `onBytes`, and make sure they are the ones that were built.
 *
 * @param {string} address
 * @param {RuntimeFile} file
 * @param {RequestCache} cache
 * @param {(bytes: number) => void} onBytes
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function download(address, file, cache, onBytes) {
  const response = await request(address, cache);
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
  // Pages served over plain http from another machine have no crypto.subtle; size alone must do there.
  if (globalThis.crypto?.subtle) {
    const sha256 = hex(await crypto.subtle.digest("SHA-256", bytes));
    if (sha256 !== file.sha256) {
      throw new StartFailure("damaged", `${address}: SHA-256 ${sha256}, not ${file.sha256}`);
    }
  }
  return bytes;
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

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function compile(bytes) {
  try {
    return await WebAssembly.compile(bytes);
  } catch (error) {
    throw new StartFailure(failureReason(error), `compiling Python: ${/** @type {Error} */ (error).message}`);
  }
}

/**
 * Start Python in this worker from files the page fetched; no request but for Pyodide's own two scripts.
 *
 * @param {Runtime} runtime
 * @returns {Promise<import("pyodide").PyodideInterface>}
 */
export async function bootPython(runtime) {
  const restore = serveFromMemory(runtime);
  try {
    const { loadPyodide } = await import(runtime.loader).catch((error) => {
      throw new StartFailure("script", `${runtime.loader}: ${error.message}`);
    });
    const python = await loadPyodide({
      indexURL: runtime.base,
      packageBaseUrl: runtime.base,
      lockFileContents: runtime.lock,
      packages: ["numpy"],
      // Python's `js` module shows this object instead of the worker's globals.
      jsglobals: Object.create(null),
      stdout: () => {},
      stderr: () => {},
    });
    python.unpackArchive(runtime.grader, "zip", { extractDir: "/lib/courseware" });
    python.runPython("import sys; sys.path.insert(0, '/lib/courseware')");
    return python;
  } catch (error) {
    if (error instanceof StartFailure) throw error;
    throw new StartFailure(failureReason(error), /** @type {Error} */ (error).message ?? String(error));
  } finally {
    restore();
  }
}

/**
 * Pyodide asks `fetch` for its files and compiles the WebAssembly itself; while it starts, answer from memory.
 *
 * @param {Runtime} runtime
 */
function serveFromMemory(runtime) {
  const { fetch } = globalThis;
  const { instantiateStreaming } = WebAssembly;
  /** @type {Record<string, BodyInit>} */
  const files = {
    [`${runtime.base}python_stdlib.zip`]: /** @type {Uint8Array<ArrayBuffer>} */ (runtime.stdlib),
    [`${runtime.base}${runtime.numpyFile}`]: /** @type {Uint8Array<ArrayBuffer>} */ (runtime.numpy),
    [`${runtime.base}pyodide.asm.wasm`]: "",
  };
  globalThis.fetch = async (input) => {
    const address = String(input instanceof Request ? input.url : input);
    if (!(address in files)) throw new TypeError(`not part of the shipped runtime: ${address}`);
    return new Response(files[address]);
  };
  WebAssembly.instantiateStreaming = async (_source, imports) => ({
    module: runtime.wasm,
    instance: await WebAssembly.instantiate(runtime.wasm, imports),
  });
  return () => {
    globalThis.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  };
}

/**
 * The reason behind an error that a browser threw while Python was starting.
 *
 * @param {unknown} error
 * @returns {FailureReason}
 */
export function failureReason(error) {
  if (error instanceof StartFailure) return error.reason;
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return error instanceof RangeError || /out of memory|allocat|memory/i.test(text) ? "memory" : "broken";
}

/**
 * What happened, and what can be done, in words for the learner.
 *
 * @param {FailureReason} reason
 */
export function failureText(reason) {
  return {
    unsupported: "This browser cannot run Python: it has no WebAssembly. A current Firefox, Chrome, Edge or Safari can.",
    offline: "Python could not be fetched. The connection was lost, or something blocks the download.",
    missing: "Python could not be fetched. The site did not have one of its files.",
    damaged: "A part of Python arrived damaged, so it was not used.",
    memory: "There was not enough memory to start Python. Closing other pages may help.",
    script: "Python could not be fetched. A script of it was lost or blocked on the way.",
    broken: "Python stopped while it was starting.",
  }[reason];
}

/** @param {string} address */
const fileName = (address) => address.slice(address.lastIndexOf("/") + 1);

/** @param {ArrayBuffer} buffer */
const hex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
