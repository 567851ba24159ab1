/** `<try-task>`: a task in a lab, judged by the state that the lab tells. */

import { judgeTask, readTask } from "../answers/try.js";
import { Question } from "./question.js";

/** @typedef {import("../answers/try.js").Settings} Settings */

export class TryTask extends Question {
  /** @type {Settings | null} */
  #now = null;
  /** @param {Event} event */
  #hear = (event) => {
    const { lab, fields, live } = /** @type {CustomEvent<{lab: string, fields: Settings, live: boolean}>} */ (event).detail;
    if (lab !== this.dataset.lab) return;
    this.#now = fields;
    if (live && !this.solved && judgeTask(fields, this.dataset.state ?? "").passed) this.within("form").dispatchEvent(new Event("submit", { cancelable: true }));
  };

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
    return this.#now && Object.fromEntries(readTask(this.dataset.state ?? "").map(([name]) => [name, this.#now?.[name]]));
  }

  /** @override @param {unknown} given */
  judge(given) {
    return judgeTask(/** @type {Settings | null} */ (given), this.dataset.state ?? "");
  }

  /** The lab is put into the state that is wanted; any other state is the learner's to choose. @override @param {unknown} given */
  fill(given) {
    if (given !== this.#answer) return;
    document.dispatchEvent(new CustomEvent("lab-put", { detail: { lab: this.dataset.lab, state: this.dataset.state } }));
  }

  /** @type {Settings} */
  #answer = {};

  /** @override */
  rightAnswer() {
    const wanted = readTask(this.dataset.state ?? "").map(([name, value]) => [name, { label: name, said: value, ...this.#now?.[name], value }]);
    this.#answer = Object.fromEntries(wanted);
    return this.#answer;
  }
}

customElements.define("try-task", TryTask);
