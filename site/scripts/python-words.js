/** What the page says while Python is on its way, and when a run had to end. */

import { failureText } from "./python-failure.js";
import { ProcessGone } from "./python-process.js";

/** @import { PythonState } from "./python-client.js" */

const LOST_WORDS = "Your code is as you wrote it. The values it had worked out are gone.";

/** After Stop. */
export const STOPPED_WORDS = `Stopped. ${LOST_WORDS}`;

const ENDED_WORDS = `Python stopped before it could answer. ${LOST_WORDS}`;

/** After a run that gave no answer. @param {unknown} error */
export function brokenWords(error) {
  return `${error instanceof ProcessGone ? ENDED_WORDS : /** @type {Error} */ (error).message} Try again.`;
}

/**
 * "Python 62 %, 4.9 of 7.9 MB" while files come, then what follows.
 *
 * @param {Pick<PythonState, "phase" | "loaded" | "total"> & Partial<PythonState>} state
 */
export function loadingWords({ phase, loaded, total, isWaiting, isRestarting }) {
  if (isRestarting) return "Python starts again. Should it not come, press Stop and try once more";
  if (isWaiting) return "A part of Python that this code needs is on its way";
  if (phase === "starting") return "Python is here and starts";
  return total ? `Python ${Math.floor((100 * loaded) / total)} %, ${megabytes(loaded)} of ${megabytes(total)} MB` : "Python is on its way";
}

const STALLED_WORDS = "Nothing of Python has come for 10 seconds. The page goes on waiting, or you can try again.";

/**
 * What keeps Python from starting, for the place that is read aloud; nothing where nothing does. Another try is then offered.
 *
 * @param {Pick<PythonState, "failure" | "isStalled">} state
 */
export function troubleWords({ failure, isStalled }) {
  if (failure) return failureText(failure);
  return isStalled ? STALLED_WORDS : "";
}

/** @param {number} bytes */
const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
