/** Where a run shows what it gave, and when it counts as a long one; for every element that runs code. */

import { printedResult } from "../run-results.js";

/** Until then Run stays where it is, so that the second half of a double click stops nothing. */
const LONG_MS = 300;
const SHOW_MS = 200;

/** The results of one element's runs: `begin` and `end` around each, `takesLong` in between. */
export class RunPanel {
  takesLong = false;
  #printed = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #wait;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #next;
  #live = false;
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

  /** @param {boolean} live Whether a run that takes long shows what it prints, in place of what an earlier one gave. */
  begin(live) {
    this.#printed = "";
    this.#live = live;
    this.#wait = setTimeout(() => {
      this.takesLong = true;
      if (live) this.showPrinted();
      this.#onLong();
    }, LONG_MS);
  }

  /** @param {string} text All that the code has printed so far: where it begins anew, so does this. */
  hear = (text) => {
    this.#printed = text;
    if (!this.takesLong || !this.#live) return;
    this.#next ??= setTimeout(() => this.showPrinted(), SHOW_MS);
  };

  /** Show what was printed so far, and nothing else. */
  showPrinted() {
    this.#next = undefined;
    this.show(printedResult(this.#printed));
  }

  end() {
    clearTimeout(this.#wait);
    clearTimeout(this.#next);
    this.#next = undefined;
    this.takesLong = false;
  }

  /** @param {string} html Nothing takes away what an earlier run gave. */
  show(html) {
    const place = this.#place();
    place.innerHTML = html;
    place.hidden = !html;
  }
}
