/**
 * What every question element does: checks, tells what the answer means, offers to show the answer
 * after three honest tries, and has everything back after a reload.
 */

import { mark } from "../marks.js";
import { pageProgress } from "../progress.js";

/** @typedef {import("../answers/verdict.js").Judged} Judged */
/** @typedef {import("../answers/verdict.js").Verdict} Verdict */

const TRIES_BEFORE_SHOWING = 3;

/** A question's element; a subclass says how an answer is read, judged and put in. */
export class Question extends HTMLElement {
  progress = pageProgress();
  #listen = () => this.#settle();

  /** What the learner has put in, as JSON. @abstract @returns {unknown} */
  read() {
    throw new Error("read() is the subclass's");
  }

  /** What it means. @abstract @param {unknown} _given @returns {Judged} */
  judge(_given) {
    throw new Error("judge() is the subclass's");
  }

  /** Puts an answer back in. @abstract @param {unknown} _given */
  fill(_given) {
    throw new Error("fill() is the subclass's");
  }

  /** The right answer, in the form `read` gives. @abstract @returns {unknown} */
  rightAnswer() {
    throw new Error("rightAnswer() is the subclass's");
  }

  /** The author's own words for an answer judged so. @abstract @param {Judged} _judged @returns {Element[]} */
  words(_judged) {
    return [];
  }

  get itemId() {
    return this.dataset.id ?? "";
  }

  connectedCallback() {
    this.within("form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#check();
    });
    this.within("form").addEventListener("input", () => this.#edited());
    this.within("[data-show]").addEventListener("click", () => this.#show());
    document.addEventListener("progress", this.#listen);
    this.#restore();
  }

  disconnectedCallback() {
    document.removeEventListener("progress", this.#listen);
  }

  /**
   * A part of the rendered question, which the template always has.
   * @param {string} selector
   * @returns {HTMLElement}
   */
  within(selector) {
    const found = this.querySelector(selector);
    if (!(found instanceof HTMLElement)) throw new Error(`${this.localName} ${this.itemId} has no ${selector}`);
    return found;
  }

  #check() {
    const given = this.read();
    const judged = this.judge(given);
    const { tries } = this.progress.attempt(this.itemId);
    const key = JSON.stringify(given);
    if (judged.honest) {
      const grown = judged.passed || tries.includes(key) ? tries : [...tries, key];
      this.progress.keepAttempt(this.itemId, { given, tries: grown });
    }
    const words = this.words(judged);
    this.#tell(judged, words);
    /** @type {Verdict} */
    const verdict = {
      id: this.itemId,
      passed: judged.passed,
      kind: "answer",
      title: judged.title,
      message: judged.message || words.map((one) => one.textContent?.trim()).join(" "),
    };
    this.dispatchEvent(new CustomEvent("verdict", { bubbles: true, detail: verdict }));
    this.#settle();
  }

  #show() {
    const given = this.rightAnswer();
    this.fill(given);
    const judged = this.judge(given);
    this.progress.record(this.itemId, "shown");
    this.progress.keepAttempt(this.itemId, { given, tries: this.progress.attempt(this.itemId).tries });
    this.#tell(judged, this.words(judged), true);
    this.#settle();
    this.within(".feedback").focus();
  }

  #restore() {
    const { given } = this.progress.attempt(this.itemId);
    if (given !== null) {
      this.fill(given);
      const judged = this.judge(given);
      this.#tell(judged, this.words(judged), judged.passed && this.progress.state(this.itemId) === "shown");
    }
    this.#settle();
  }

  /** A changed answer has no verdict yet. */
  #edited() {
    delete this.dataset.verdict;
    this.within(".feedback").replaceChildren();
  }

  /** What depends on progress: the word beside the label, and whether the answer may be shown. */
  #settle() {
    const state = this.progress.state(this.itemId);
    const { tries } = this.progress.attempt(this.itemId);
    this.dataset.state = state ?? "open";
    const word = { passed: "done", shown: "answer shown", skipped: "skipped" };
    this.within("[data-state-word]").textContent = state ? word[state] : "";
    const settled = state === "passed" || state === "shown" || this.dataset.verdict === "right";
    this.within("[data-show]").hidden = settled || tries.length < TRIES_BEFORE_SHOWING;
  }

  /**
   * @param {Judged} judged
   * @param {Element[]} words
   * @param {boolean} shown
   */
  #tell(judged, words, shown = false) {
    const kind = shown ? "shown" : judged.passed ? "right" : judged.honest ? "wrong" : "neutral";
    this.dataset.verdict = kind;
    const title = document.createElement("p");
    title.className = "feedback-title";
    title.innerHTML = mark(kind);
    title.append(shown ? "The answer" : judged.title);
    const box = this.within(".feedback");
    box.replaceChildren(title);
    if (judged.message) {
      const message = document.createElement("p");
      message.textContent = judged.message;
      box.append(message);
    }
    box.append(...words.map((one) => one.cloneNode(true)));
  }
}
