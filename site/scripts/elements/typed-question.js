/** What the two typed questions share: one field, an explanation, and feedback for foreseen answers. */

import { Question } from "./question.js";

/** A question answered by typing into one field. */
export class TypedQuestion extends Question {
  get field() {
    return /** @type {HTMLInputElement} */ (this.within(".field"));
  }

  /** The foreseen wrong answers as the author wrote them. */
  get known() {
    return [...this.querySelectorAll("[data-value]")].map((item) => /** @type {HTMLElement} */ (item).dataset.value ?? "");
  }

  /** @override */
  read() {
    return this.field.value.trim();
  }

  /** @override @param {unknown} given */
  fill(given) {
    this.field.value = typeof given === "string" ? given : "";
  }

  /** @override */
  rightAnswer() {
    return this.dataset.answer ?? "";
  }

  /** @override @param {import("../answers/verdict.js").Judged} judged */
  words(judged) {
    if (judged.passed) return [...this.querySelectorAll("[data-explanation]")];
    const feedback = [...this.querySelectorAll("[data-value] [data-feedback]")];
    return judged.feedback.flatMap((index) => feedback[index] ?? []);
  }
}
