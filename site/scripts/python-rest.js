/** What the snapshot was made from: the library, NumPy and the grader, fetched once for all workers when it is asked for. */

/** @import { Rest } from "./python-messages.js" */

export const REST = /** @type {const} */ (["stdlib", "numpy", "grader"]);

/** The rest of Python; after a failure it is fetched again, past the browser's cache, when it is asked for again. */
export class PythonRest {
  /** Whether a worker should get it as soon as it can be had. */
  isAsked = false;

  /** @type {Rest | null} */
  #files = null;
  #again = false;

  /** @param {(name: keyof Rest, again: boolean) => Promise<Uint8Array<ArrayBuffer>>} fetchChecked */
  constructor(fetchChecked) {
    this.fetchChecked = fetchChecked;
  }

  /** @returns {Rest} */
  ask() {
    this.isAsked = true;
    this.#files ??= this.#fetch();
    return this.#files;
  }

  #fetch() {
    const files = /** @type {Rest} */ (Object.fromEntries(REST.map((name) => [name, this.fetchChecked(name, this.#again)])));
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
