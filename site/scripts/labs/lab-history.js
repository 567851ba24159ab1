/** What can be undone and redone: states one after the other. Pure. */

/** @template S */
export class LabHistory {
  /** @type {S[]} */
  #done = [];
  /** @type {S[]} */
  #undone = [];
  #cause = "";

  /** @param {S} state */
  constructor(state) {
    this.state = state;
  }

  get canUndo() {
    return this.#done.length > 0;
  }

  get canRedo() {
    return this.#undone.length > 0;
  }

  /**
   * A new state. Steps with one `cause` in a row, a slider being dragged, are undone together.
   * @param {S} state
   * @param {string} [cause]
   */
  add(state, cause = "") {
    if (!cause || cause !== this.#cause) this.#done.push(this.state);
    this.#cause = cause;
    this.#undone = [];
    this.state = state;
  }

  undo() {
    const before = this.#done.pop();
    if (before === undefined) return;
    this.#undone.push(this.state);
    this.state = before;
    this.#cause = "";
  }

  redo() {
    const after = this.#undone.pop();
    if (after === undefined) return;
    this.#done.push(this.state);
    this.state = after;
    this.#cause = "";
  }

  /** What is dragged next is a step of its own. */
  pause() {
    this.#cause = "";
  }
}
