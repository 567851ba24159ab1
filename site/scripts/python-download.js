/** Leaf: fetches a file of Python's and sees that it is the one that was built, for the page and for its workers. */

import { StartFailure } from "./python-failure.js";

/** @import { RuntimeFile } from "./python-messages.js" */

/**
 * @typedef {object} Fetching
 * @property {(bytes: number) => void} onBytes
 * @property {Promise<void>[]} checks Settled when bytes that have come are the ones that were built.
 */

/**
 * Fetch one file and wait until it has been checked.
 *
 * @param {string} address
 * @param {RuntimeFile} file
 * @param {RequestCache} cache
 * @param {(bytes: number) => void} onBytes
 * @param {{ asked?: Promise<Response>, signal?: AbortSignal }} [options] `asked` where it has been asked for already; `signal` gives it up.
 */
export async function checked(address, file, cache, onBytes, { asked, signal } = {}) {
  /** @type {Fetching} */
  const fetching = { onBytes, checks: [] };
  const response = await request(address, cache, asked ?? fetch(address, { cache, signal }));
  const bytes = await read(response, address, file, fetching);
  await Promise.all(fetching.checks);
  return bytes;
}

/**
 * Read a body, give the number of its bytes to `onBytes` as they come, and begin to check them.
 *
 * @param {Response} response
 * @param {string} address
 * @param {RuntimeFile} file
 * @param {Fetching} fetching
 */
export async function read(response, address, file, { onBytes, checks }) {
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
 * @param {Promise<Response>} [asked] Where it has been asked for already.
 */
export async function request(address, cache, asked) {
  /** @type {Response} */
  let response;
  try {
    response = await (asked ?? fetch(address, { cache }));
  } catch (error) {
    throw new StartFailure("offline", `${address}: ${/** @type {Error} */ (error).message}`);
  }
  if (!response.ok) throw new StartFailure("missing", `${address}: HTTP status ${response.status}`);
  return response;
}

/** @param {ArrayBuffer} buffer */
const hex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
