/** What the snapshot was made from: the library, NumPy and the grader, fetched once for all workers when it is asked for. */

import { StallWatch } from "./stall.js";

/** @import { Rest } from "./python-messages.js" */

/**
 * @typedef {object} Fetching
 * @property {boolean} again Go past the browser's cache.
 * @property {() => void} onBytes Something of it has come.
 * @property {AbortSignal} signal It is given up.
 */

export const REST = /** @type {const} */ (["stdlib", "numpy", "grader"]);

/**
 * The rest of Python; after a failure it is fetched again, past the browser's cache, when it is asked for again. Where nothing
 * comes of any of it any more, that is a failure, too.
 */
export class PythonRest {
  /** Whether a worker should get it as soon as it can be had. */
  isAsked = false;

  /** @type {Rest | null} */
  #files = null;
  #again = false;
  /** At the start of Python much is on its way beside it, and the learner says when to try again. */
  #isPatient = true;
  /** Told when something of it comes. @type {StallWatch | null} */
  #watch = null;

  /** @param {(name: keyof Rest, fetching: Fetching) => Promise<Uint8Array<ArrayBuffer>>} fetchChecked */
  constructor(fetchChecked) {
    this.fetchChecked = fetchChecked;
  }

  /** @returns {Rest} */
  ask() {
    this.isAsked = true;
    this.#files ??= this.#fetch();
    return this.#files;
  }

  /** Give it up from now on where nothing of it comes for long: nothing else is on its way. */
  hurry() {
    this.#isPatient = false;
    this.#watch?.heard(true);
  }

  #fetch() {
    const ending = new AbortController();
    const watch = (this.#watch = new StallWatch(() => this.#isPatient || ending.abort(new Error("nothing came any more"))));
    const fetching = { again: this.#again, onBytes: () => watch.heard(true), signal: ending.signal };
    watch.heard(true);
    const files = /** @type {Rest} */ (Object.fromEntries(REST.map((name) => [name, this.fetchChecked(name, fetching)])));
    void Promise.allSettled(Object.values(files)).then(() => {
      watch.heard(false);
      if (this.#watch === watch) this.#watch = null;
    });
    for (const file of Object.values(files)) {
      file.catch(() => {
        if (this.#files !== files) return;
        this.#files = null;
        this.#again = true;
      });
    }
    return files;
  }
}
