/** A script that the page loads later: it is told when it does not come, and another try really asks for it again. */

import { StallWatch } from "./stall.js";

/** How often a script has been asked for anew on this page, by its address. @type {Map<string, number>} */
const tries = new Map();

/** One script, for one part of the page that waits for it. @template T */
export class LateScript {
  /** @type {"" | "failed" | "late"} */
  trouble = "";
  /** @type {Promise<T> | null} */
  #loading = null;

  /**
   * @param {() => Promise<T>} first
   * @param {() => string} address Where the script is, for another try.
   * @param {() => void} onTrouble Told when `trouble` changes.
   */
  constructor(first, address, onTrouble) {
    this.first = first;
    this.address = address;
    this.onTrouble = onTrouble;
  }

  /** @param {boolean} [again] whether it is asked for once more where there was trouble @returns {Promise<T>} */
  load(again = false) {
    if (again && this.trouble) {
      tries.set(this.address(), (tries.get(this.address()) ?? 0) + 1);
      this.#loading = null;
    }
    return (this.#loading ??= this.#load());
  }

  /** @returns {Promise<T>} */
  #load() {
    const watch = new StallWatch(() => this.#tell(loading, "late"));
    watch.heard(true);
    const loading = this.#ask().finally(() => watch.heard(false));
    queueMicrotask(() => this.#tell(loading, ""));
    loading.then(() => this.#tell(loading, ""), () => this.#tell(loading, "failed"));
    return loading;
  }

  /**
   * Firefox never asks again for an address that failed, and no browser while it waits for one.
   *
   * @returns {Promise<T>}
   */
  async #ask() {
    const address = this.address();
    const count = tries.get(address);
    if (!count || !address) return this.first();
    const found = await import(`${new URL(address, document.baseURI).href}?again=${count}`);
    // What the browser may have kept under the script's own name is put right for the next page.
    void fetch(address, { cache: "reload", priority: "low" }).catch(() => {});
    return found;
  }

  /** @param {Promise<T>} loading Of an earlier try nothing is told. @param {"" | "failed" | "late"} trouble */
  #tell(loading, trouble) {
    if (this.#loading !== loading || this.trouble === trouble) return;
    this.trouble = trouble;
    this.onTrouble();
  }
}
