/**
 * For a link to an exercise: begins a worker while the page is still being read, and Python in it as soon as all text is there.
 * Browsers start a worker's thread only when the page has a moment, and until all else is set up it has none.
 */

import { bootOf, firstOf } from "./python-manifest.js";
import { spawnEarly } from "./python-spawn.js";

const { python = "", exercises = "", base = "" } = /** @type {HTMLScriptElement} */ (document.currentScript).dataset;

const asked = location.hash.slice(1);

if (asked && exercises.split(" ").includes(asked) && typeof Worker === "function" && typeof WebAssembly === "object") {
  const [manifest, home] = [JSON.parse(python), new URL(base, document.baseURI).href];
  const worker = spawnEarly(bootOf(manifest, home, "default"), { toFetch: firstOf(manifest, home), toCheck: {} });
  const begin = () => {
    performance.mark("python-asked");
    worker?.postMessage("begin");
  };
  document.addEventListener("readystatechange", begin, { once: true });
}
