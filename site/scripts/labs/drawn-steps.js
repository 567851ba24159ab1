/** Draws the steps of a lab: those on the screen at once, the others when the lab has been left alone for a moment. */

import { morph } from "./morph.js";

const LEFT_ALONE_MS = 100;

/** The steps of one lab as the page has them. */
export class DrawnSteps {
  /** The HTML that a step is still to get. @type {Map<Element, string>} */
  #late = new Map();
  /** @type {WeakSet<Element>} */
  #offScreen = new WeakSet();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #waiting;
  #watched = new IntersectionObserver((seen) => {
    for (const { target, isIntersecting } of seen) this.#offScreen[isIntersecting ? "delete" : "add"](target);
    this.#catchUp();
  });

  /**
   * @param {Element} place
   * @param {(changed: Set<Element>) => void} drawn told of the cells that look different once late steps are drawn
   * @param {AddEventListenerOptions} until when to stop listening
   */
  constructor(place, drawn, until) {
    this.place = place;
    this.drawn = drawn;
    for (const step of place.children) this.#watched.observe(step);
    place.addEventListener("focusin", () => this.#catchUp(), until);
    // Before the browser prints the page, or takes the focus from it to find words in it.
    for (const leaving of ["beforeprint", "blur"]) addEventListener(leaving, this.#finish, until);
  }

  /**
   * @param {string[]} steps the HTML of each
   * @returns {Set<Element>} the table cells that look different now
   */
  draw(steps) {
    clearTimeout(this.#waiting);
    for (const gone of [...this.place.children].slice(steps.length)) {
      this.#late.delete(gone);
      gone.remove();
    }
    steps.forEach((html, at) => this.#late.set(this.place.children[at] ?? this.#add(), html));
    const changed = this.#draw(this.#isSeen);
    // A screen reader then knows that a step is not yet what it will be.
    for (const step of this.#late.keys()) step.ariaBusy = "true";
    if (this.#late.size) this.#waiting = setTimeout(this.#finish, LEFT_ALONE_MS);
    return changed;
  }

  disconnect() {
    clearTimeout(this.#waiting);
    this.#watched.disconnect();
  }

  #finish = () => this.#catchUp(() => true);

  #catchUp = (isWanted = this.#isSeen) => this.#late.size && this.drawn(this.#draw(isWanted));

  // The lab tells of the cell whose row and column are lit.
  #isSeen = (/** @type {Element} */ step) => !this.#offScreen.has(step) || step.querySelector(":focus, [data-lit=line]");

  #add() {
    const step = Object.assign(document.createElement("section"), { className: "lab-step" });
    this.place.append(step);
    this.#watched.observe(step);
    return step;
  }

  /** @param {(step: Element) => unknown} isWanted which of the late steps */
  #draw(isWanted) {
    /** @type {Set<Element>} */
    const changed = new Set();
    for (const [step, html] of this.#late) {
      if (!isWanted(step)) continue;
      this.#late.delete(step);
      step.ariaBusy = null;
      for (const cell of morph(step, html)) changed.add(cell);
    }
    return changed;
  }
}
