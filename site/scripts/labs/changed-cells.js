/** Marks the cells that have just changed, for a moment. */

const CHANGED_MS = 400;

/** The marks in one lab. */
export class ChangedCells {
  /** @type {Set<Element>} */
  #marked = new Set();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #fading;

  /** Marks these cells and no others. @param {Set<Element>} cells */
  mark(cells) {
    for (const cell of this.#marked) if (!cells.has(cell)) cell.removeAttribute("data-changed");
    this.#marked = new Set();
    this.add(cells);
  }

  /** Marks these cells too: they belong to the same change. @param {Set<Element>} cells */
  add(cells) {
    for (const cell of cells) {
      this.#marked.add(cell);
      cell.setAttribute("data-changed", "");
    }
    clearTimeout(this.#fading);
    if (this.#marked.size) this.#fading = setTimeout(() => this.mark(new Set()), CHANGED_MS);
  }

  stop() {
    clearTimeout(this.#fading);
  }
}
