/** Fetches a JSON file of the site once a page, and sees that it is the one that was built. */

import { RENEWED } from "./python-failure.js";

/** @typedef {{ content: Promise<any>, ended: AbortController }} Loading */

/** @type {Map<string, Loading>} */
const loaded = new Map();
/** The browser may have kept what came of them. @type {Set<string>} */
const damaged = new Set();

/** What a name holds of the SHA-256 of its file. */
const HASH = /\.([0-9a-f]{8,64})\.json$/;

/**
 * The content of a file of this site. A failure says so in words for the learner, and the next call tries again, past the
 * browser's cache after a damaged file.
 *
 * @param {string} address
 * @param {string} key What the content has, if it is the file at all.
 * @returns {Promise<any>}
 */
export function loadJson(address, key) {
  const known = loaded.get(address);
  if (known) return known.content;
  const ended = new AbortController();
  /** @type {Loading} */
  const loading = { ended, content: load(address, key, ended.signal) };
  loaded.set(address, loading);
  loading.content.catch(() => loaded.get(address) === loading && loaded.delete(address));
  return loading.content;
}

/** Ends the download of a file that has not come, so that the next call asks anew. @param {string} address */
export function giveUpJson(address) {
  loaded.get(address)?.ended.abort();
  loaded.delete(address);
}

/** @param {string} address @param {string} key @param {AbortSignal} signal */
async function load(address, key, signal) {
  const bytes = await read(address, signal);
  const content = (await isWhole(bytes, address)) ? parsed(bytes) : null;
  if (content?.[key] === undefined) {
    damaged.add(address);
    throw new Error("The exercise's file arrived damaged.");
  }
  damaged.delete(address);
  return content;
}

/** @param {string} address @param {AbortSignal} signal */
async function read(address, signal) {
  /** @type {Response} */
  let response;
  try {
    response = await fetch(address, { cache: damaged.has(address) ? "reload" : "default", signal });
    if (response.ok) return await response.arrayBuffer();
  } catch {
    throw new Error("A file of this exercise could not be fetched: there is no connection to the site.");
  }
  const renewed = response.status === 404 ? ` ${RENEWED}` : "";
  throw new Error(`A file of this exercise could not be fetched: the site answered with status ${response.status}.${renewed}`);
}

/** @param {ArrayBuffer} bytes @param {string} address */
async function isWhole(bytes, address) {
  const [, hash = ""] = HASH.exec(address) ?? [];
  // Pages served over plain http from another machine have no crypto.subtle; the content's form must do there.
  if (!globalThis.crypto?.subtle) return true;
  const sha256 = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return hash !== "" && Array.from(sha256, (byte) => byte.toString(16).padStart(2, "0")).join("").startsWith(hash);
}

/** @param {ArrayBuffer} bytes */
function parsed(bytes) {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
