/** A file of an exercise that somebody waits for: it comes, it is said that it does not come yet, or the waiting is ended. */

import { giveUpJson, loadJson } from "../load-json.js";
import { StallWatch } from "../stall.js";

/** What a file gives that was given up. */
export const GIVEN_UP = /** @type {const} */ ("given up");

/** One file of an exercise, by the address that it has when it is asked for. */
export class LateFile {
  /** It was waited for ten seconds, and has not come yet. */
  isLate = false;
  #wasGivenUp = false;
  /** @type {(() => void) | null} */
  #end = null;

  /**
   * @param {() => string} address
   * @param {string} key What its content has.
   * @param {() => void} onLate Told when `isLate` changes.
   */
  constructor(address, key, onLate) {
    this.address = address;
    this.key = key;
    this.onLate = onLate;
  }

  /** Ask for it before anybody waits; once it was given up, only whoever waits asks, or would get what hangs already. */
  ask() {
    if (!this.#wasGivenUp) loadJson(this.address(), this.key).catch(() => {}); // whoever waits for it tells
  }

  /** @returns {Promise<any>} its content, or GIVEN_UP; rejects in words for the learner */
  async come() {
    const watch = new StallWatch(() => this.#late(true));
    watch.heard(true);
    const ended = new Promise((end) => (this.#end = () => end(GIVEN_UP)));
    try {
      return await Promise.race([ended, loadJson(this.address(), this.key)]);
    } finally {
      watch.heard(false);
      this.#end = null;
      this.#late(false);
    }
  }

  /** Whoever waits for it waits no longer, and the next time it is asked for anew. */
  giveUp() {
    if (!this.#end) return;
    this.#wasGivenUp = true;
    giveUpJson(this.address());
    this.#end();
  }

  /** @param {boolean} isLate */
  #late(isLate) {
    if (this.isLate === isLate) return;
    this.isLate = isLate;
    this.onLate();
  }
}
