/** `<choose-question>`: pick one answer, or every right one. */

import { judgeChoice } from "../answers/choose.js";
import { Question } from "./question.js";

export class ChooseQuestion extends Question {
  get #inputs() {
    return [...this.querySelectorAll("input")];
  }

  get #answers() {
    return [...this.querySelectorAll("[data-answer]")].map((item) => ({
      right: /** @type {HTMLElement} */ (item).dataset.right === "yes",
      words: item.querySelector("[data-feedback]"),
    }));
  }

  /** @override */
  read() {
    return this.#inputs.flatMap((input, index) => (input.checked ? [index] : []));
  }

  /** @override @param {unknown} given */
  judge(given) {
    const chosen = Array.isArray(given) ? given.filter((index) => Number.isInteger(index)) : [];
    return judgeChoice(chosen, this.#answers.map((answer) => answer.right));
  }

  /** @override @param {unknown} given */
  fill(given) {
    this.#inputs.forEach((input, index) => {
      input.checked = Array.isArray(given) && given.includes(index);
    });
  }

  /** @override */
  rightAnswer() {
    return this.#answers.flatMap((answer, index) => (answer.right ? [index] : []));
  }

  /** @override @param {import("../answers/verdict.js").Judged} judged */
  words(judged) {
    return judged.feedback.flatMap((index) => this.#answers[index]?.words ?? []);
  }
}

customElements.define("choose-question", ChooseQuestion);
