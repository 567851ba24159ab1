/** Leaf: one file of a build, fetched and checked, and the form in which the browser keeps it. */

/** @import { ListedFile, SaveFailure } from "./offline-messages.js" */

/** What a kept file is served as, whatever the host called it. @type {Record<string, string>} */
const TYPES = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  mjs: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  json: "application/json",
  webmanifest: "application/manifest+json",
  svg: "image/svg+xml",
  png: "image/png",
  jpg: "image/jpeg",
  webp: "image/webp",
  woff2: "font/woff2",
  wasm: "application/wasm",
};

/** Why the course could not be saved. */
export class NotSaved extends Error {
  /**
   * @param {SaveFailure} reason
   * @param {string} detail
   */
  constructor(reason, detail) {
    super(detail);
    this.reason = reason;
  }
}

/**
 * A listed file as it comes, checked against the build.
 *
 * @param {ListedFile} file
 * @param {() => Promise<Response>} ask
 * @param {(bytes: number) => void} count Told the bytes as they come, or fewer than none where they were in vain.
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>} what to keep of it; rejects with NotSaved
 */
export async function download([path, size, sha256], ask, count, signal) {
  let counted = 0;
  try {
    const response = await ask();
    if (!response.ok) throw new NotSaved("missing", `${path}: HTTP status ${response.status}`);
    const bytes = new Uint8Array(size);
    const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body ?? new Blob().stream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (counted + value.length > size) {
        void reader.cancel().catch(() => {});
        throw new NotSaved("changed", `${path}: more than the ${size} bytes that were built`);
      }
      bytes.set(value, counted);
      counted += value.length;
      count(value.length);
    }
    const got = await sha256Of(bytes);
    if (counted !== size || got !== sha256) throw new NotSaved("changed", `${path}: SHA-256 ${got}, not ${sha256}`);
    return answerOf(path, bytes.buffer, response);
  } catch (error) {
    count(-counted);
    throw error instanceof NotSaved ? error : new NotSaved(signal?.aborted ? "stopped" : "offline", `${path}: ${/** @type {Error} */ (error).message}`);
  }
}

/**
 * Whether these are the bytes that were built.
 *
 * @param {ListedFile} file
 * @param {ArrayBuffer} bytes
 */
export const isBuilt = async ([, , sha256], bytes) => (await sha256Of(bytes)) === sha256;

/**
 * What is kept of a file that was fetched.
 *
 * @param {string} path
 * @param {ArrayBuffer} bytes
 * @param {Response} response As it came.
 */
export function answerOf(path, bytes, response) {
  const type = typeOf(path) ?? response.headers.get("Content-Type");
  const headers = { "Content-Length": String(bytes.byteLength), ...(type && { "Content-Type": type }) };
  return new Response(bytes, { headers });
}

/** What a file is served as, by the ending of its name. @param {string} path */
export const typeOf = (path) => TYPES[path.slice(path.lastIndexOf(".") + 1)];

/** @param {BufferSource} bytes */
const sha256Of = async (bytes) =>
  Array.from(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)), (byte) => byte.toString(16).padStart(2, "0")).join("");
