/** Pure leaf: what the manifest of the page's Python means for workers, with absolute addresses. */

import { placeOf } from "./python-files.js";

/** @import { Boot, FirstName, Manifest, RuntimeName, ToFetch } from "./python-messages.js" */

/**
 * @param {Manifest} manifest
 * @param {string} base Absolute; the manifest's addresses are relative to it.
 * @returns {(name: RuntimeName) => ToFetch}
 */
export const fetched = (manifest, base) => (name) => [new URL(manifest.files[name].address, base).href, manifest.files[name]];

/**
 * What every worker is told.
 *
 * @param {Manifest} manifest
 * @param {string} base
 * @param {RequestCache} cache
 * @returns {Boot}
 */
export function bootOf(manifest, base, cache) {
  const at = fetched(manifest, base);
  const [[loader], [module]] = [at("loader"), at("module")];
  const { multiarray, linalg } = manifest.libraries;
  return {
    worker: new URL(manifest.worker, base).href,
    loader,
    module,
    base: new URL(".", loader).href,
    places: { multiarray: placeOf(multiarray), linalg: placeOf(linalg) },
    lock: JSON.stringify(manifest.lock),
    cache,
  };
}

/**
 * What of it workers start from.
 *
 * @param {Manifest} manifest
 * @param {string} base
 * @returns {Record<FirstName, ToFetch>}
 */
export function firstOf(manifest, base) {
  const at = fetched(manifest, base);
  return {
    loader: at("loader"),
    module: at("module"),
    wasm: at("wasm"),
    multiarray: at("multiarray"),
    linalg: at("linalg"),
    snapshot: at("snapshot"),
  };
}
