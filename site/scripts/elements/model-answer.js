/** The model answer of an exercise: offered once it was passed or honestly tried, fetched when it is shown. */

import { pageProgress } from "../progress.js";
import { TRIES_BEFORE_SHOWING } from "../tries.js";
import { GIVEN_UP, LateFile } from "./late-file.js";

/** @import { CodeExercise } from "./code-exercise.js" */

/** @typedef {{ solution: string, also_correct: { title: string, code: string }[] }} Answer */

const LATE_WORDS = "The model answer has not come for 10 seconds. Press the button again to retry.";

/** The part of an exercise that holds its model answer. */
export class ModelAnswer {
  #listening = false;
  /** @type {LateFile} */
  #file;

  /** @param {CodeExercise} exercise */
  constructor(exercise) {
    this.exercise = exercise;
    this.#file = new LateFile(() => exercise.dataset.answer ?? "", "solution", () => this.#say(this.#file.isLate ? LATE_WORDS : ""));
  }

  /** Show or hide the button, by what the learner has done so far. */
  offer() {
    if (!this.#listening) {
      this.#listening = true;
      this.exercise.within("[data-show]").addEventListener("click", () => this.#show());
    }
    const progress = pageProgress();
    const id = this.exercise.exerciseId;
    const state = progress.state(id);
    const earned = state === "passed" || state === "shown" || progress.attempt(id).tries.length >= TRIES_BEFORE_SHOWING;
    this.exercise.within("[data-model-answer]").hidden = !earned;
  }

  async #show() {
    const place = this.exercise.within("[data-model-text]");
    if (this.#file.isLate) this.#file.giveUp();
    try {
      /** @type {Answer | typeof GIVEN_UP} */
      const answer = await this.#file.come();
      if (answer === GIVEN_UP) return;
      place.replaceChildren(codeBlock("The model answer", answer.solution));
      if (answer.also_correct.length) place.append(others(answer));
      this.exercise.within("[data-show]").hidden = true;
      pageProgress().record(this.exercise.exerciseId, "shown");
      place.tabIndex = -1;
      place.focus();
    } catch (error) {
      this.#say(`${/** @type {Error} */ (error).message} Press the button again to retry.`);
    }
  }

  /** @param {string} words */
  #say(words) {
    this.exercise.within("[data-model-text]").textContent = words;
    this.exercise.within("[data-announce]").textContent = words;
  }
}

/** @param {Answer} answer */
function others(answer) {
  const box = document.createElement("details");
  const summary = document.createElement("summary");
  summary.textContent = "Other right answers";
  box.append(summary, ...answer.also_correct.map(({ title, code }) => codeBlock(title, code)));
  return box;
}

/** @param {string} title @param {string} code */
function codeBlock(title, code) {
  const figure = document.createElement("figure");
  const caption = document.createElement("figcaption");
  caption.textContent = title;
  const pre = document.createElement("pre");
  pre.tabIndex = 0;
  pre.textContent = code.trimEnd();
  figure.append(caption, pre);
  return figure;
}
