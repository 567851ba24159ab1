/** Where a run shows what it gave, and when it counts as a long one; for every element that runs code. */

import { printedResult } from "../run-results.js";

/** Until then Run stays where it is, so that the second half of a double click stops nothing. */
const LONG_MS = 300;

/** The results of one element's runs: `begin` and `end` around each, `takesLong` in between. */
export class RunPanel {
  takesLong = false;
  #printed = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #wait;
  #place;
  #onLong;

  /**
   * @param {() => HTMLElement} place
   * @param {() => void} onLong Told when a run begins to take long.
   */
  constructor(place, onLong) {
    this.#place = place;
    this.#onLong = onLong;
  }

  /** @param {boolean} clears Whether a run that takes long removes what an earlier one gave. */
  begin(clears) {
    this.#printed = "";
    this.#wait = setTimeout(() => {
      this.takesLong = true;
      if (clears) this.show("");
      this.#onLong();
    }, LONG_MS);
  }

  /** @param {string} text What the code prints, as it comes. */
  hear = (text) => {
    this.#printed += text;
  };

  /** Show what a stopped run had printed. */
  stopped() {
    this.show(printedResult(this.#printed));
  }

  end() {
    clearTimeout(this.#wait);
    this.takesLong = false;
  }

  /** @param {string} html Nothing takes away what an earlier run gave. */
  show(html) {
    const place = this.#place();
    place.innerHTML = html;
    place.hidden = !html;
  }
}
