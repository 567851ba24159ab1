/** `<level-gate>`: a line in the road. What follows waits until every id it needs is done. */

import { pageProgress } from "../progress.js";

export class LevelGate extends HTMLElement {
  #progress = pageProgress();
  #listen = () => this.#look(true);

  get needs() {
    return (this.dataset.needs ?? "").split(" ").filter(Boolean);
  }

  get open() {
    return this.needs.every((id) => this.#progress.state(id) !== null);
  }

  connectedCallback() {
    document.addEventListener("progress", this.#listen);
    this.#look(false);
  }

  disconnectedCallback() {
    document.removeEventListener("progress", this.#listen);
  }

  /** @param {boolean} live whether the learner has just done something */
  #look(live) {
    for (const link of /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll("[data-need]"))) {
      const done = this.#progress.state(link.dataset.need ?? "") !== null;
      link.classList.toggle("done", done);
      if (done) link.setAttribute("aria-label", `${link.textContent}, done`);
    }
    // Once open a gate stays open: text never vanishes under a reader, whatever another tab does.
    if (this.hasAttribute("data-open") || !this.open) return;
    this.setAttribute("data-open", "");
    this.dispatchEvent(new CustomEvent("gate", { bubbles: true, detail: { id: this.id, live } }));
  }
}

customElements.define("level-gate", LevelGate);
