/** `<try-task>`: a task in a lab, judged by the state that the lab tells. */

import { judgeTask, readTask } from "../answers/try.js";
import { Question } from "./question.js";

/** @typedef {import("../answers/try.js").Settings} Settings */

export class TryTask extends Question {
  /** @type {Settings | null} */
  #now = null;
  /** What the lab then tells is no answer of the learner's. */
  #showing = false;
  /** @param {Event} event */
  #hear = (event) => {
    const { lab, fields, live } = /** @type {CustomEvent<{lab: string, fields: Settings, live: boolean}>} */ (event).detail;
    if (lab !== this.dataset.lab) return;
    this.#now = fields;
    if (!live || this.#showing || this.solved) return;
    // What was said of the state before is not true of this one.
    this.within("form").dispatchEvent(judgeTask(fields, this.wanted).passed ? new Event("submit", { cancelable: true }) : new Event("input"));
  };

  /** The settings that solve it, as text. */
  get wanted() {
    return this.dataset.wanted ?? "";
  }

  get solved() {
    return this.progress.state(this.itemId) !== null;
  }

  /** @override */
  connectedCallback() {
    super.connectedCallback();
    document.addEventListener("lab-state", this.#hear);
  }

  /** @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener("lab-state", this.#hear);
  }

  /** The settings the task is about, as they are now. @override */
  read() {
    return this.#now && Object.fromEntries(readTask(this.wanted).map(([name]) => [name, this.#now?.[name]]));
  }

  /** @override @param {unknown} given */
  judge(given) {
    return judgeTask(/** @type {Settings | null} */ (given), this.wanted);
  }

  /** The lab is put into the state that is wanted; any other state is the learner's to choose. @override @param {unknown} given */
  fill(given) {
    if (given !== this.#answer) return;
    this.#showing = true;
    document.dispatchEvent(new CustomEvent("lab-put", { detail: { lab: this.dataset.lab, state: this.wanted } }));
    this.#showing = false;
  }

  /** @type {Settings} */
  #answer = {};

  /** @override */
  rightAnswer() {
    const wanted = readTask(this.wanted).map(([name, value]) => [name, { label: name, said: value, ...this.#now?.[name], value }]);
    this.#answer = Object.fromEntries(wanted);
    return this.#answer;
  }
}

customElements.define("try-task", TryTask);
