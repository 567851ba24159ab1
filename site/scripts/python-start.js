/** What Python is started from: its addresses, its bytes counted and checked, everything asked for at once. */

import { checked } from "./python-download.js";
import { StartFailure } from "./python-failure.js";
import { FirstFiles } from "./python-first.js";
import { bootOf, fetched, firstOf } from "./python-manifest.js";
import { PythonRest, REST } from "./python-rest.js";

/** @import { Manifest, Runtime } from "./python-messages.js" */

/**
 * What workers start from, from the site itself; the first of them fetches it.
 *
 * @param {Manifest} manifest
 * @param {string} base Absolute; the manifest's addresses are relative to it.
 * @param {(loaded: number, total: number) => void} onProgress
 * @param {{ fresh?: boolean }} [options] `fresh` goes past the browser's cache, after a damaged download.
 * @returns {Runtime}
 */
export function startFrom(manifest, base, onProgress, { fresh = false } = {}) {
  if (typeof WebAssembly !== "object" || typeof Worker !== "function") {
    throw new StartFailure("unsupported", "this browser has no WebAssembly or no workers");
  }
  performance.mark("python-asked");
  const cache = fresh ? "reload" : "default";
  const at = fetched(manifest, base);
  const toFetch = firstOf(manifest, base);
  let total = Object.values(toFetch).reduce((sum, [, file]) => sum + file.bytes, 0);
  let loaded = 0;
  onProgress(loaded, total);
  const onBytes = (/** @type {number} */ bytes) => onProgress((loaded += bytes), total);
  let onRestBytes = (/** @type {number} */ _bytes) => {};
  const rest = new PythonRest((name, { again, onBytes, signal }) => {
    const count = (/** @type {number} */ bytes) => {
      onBytes();
      onRestBytes(bytes);
    };
    return checked(...at(name), again ? "reload" : cache, count, { signal });
  });
  const first = new FirstFiles(toFetch, onBytes, (left) => {
    // Then all of Python has to come before it can start.
    total += REST.reduce((sum, name) => sum + manifest.files[name].bytes, -left);
    onRestBytes = onBytes;
    return Promise.all(Object.values(rest.ask()));
  });
  const complete = first.settled.then(() => {
    performance.mark("python-complete");
    rest.hurry();
  });
  complete.catch(() => {}); // whoever waits for it hears of a failure; that nobody waits yet is no fault
  return { boot: bootOf(manifest, base, cache), first, complete, rest };
}
