/** What the page says while Python is on its way. Pure. */

/** @import { PythonState } from "./python-client.js" */

/**
 * "Python 62 %, 4.9 of 7.9 MB" while files come, then what follows.
 *
 * @param {Pick<PythonState, "phase" | "loaded" | "total">} state
 */
export function loadingWords({ phase, loaded, total }) {
  if (phase === "starting") return "Python is here and starts";
  if (!total) return "Python is on its way";
  return `Python ${Math.floor((100 * loaded) / total)} %, ${megabytes(loaded)} of ${megabytes(total)} MB`;
}

/** @param {number} bytes */
const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
