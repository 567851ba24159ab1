/** `<code-exercise>`: write code, run it, have it checked, and be told what it does. */

import { pageDrafts } from "../drafts.js";
import { pageProgress } from "../progress.js";
import { python, STOPPED } from "../python-client.js";
import { brokenWords, loadingWords, STOPPED_WORDS, troubleWords } from "../python-words.js";
import { runResults } from "../run-results.js";
import { keepTry } from "../tries.js";
import { verdictCard } from "../verdict-card.js";
import { LateEditor } from "./late-editor.js";
import { GIVEN_UP, LateFile } from "./late-file.js";
import { ModelAnswer } from "./model-answer.js";
import { RunPanel } from "./run-panel.js";

/** @import { Bundle, Verdict } from "../python-messages.js" */
/** @import { PythonState } from "../python-client.js" */

const BUTTONS = /** @type {const} */ (["[data-run]", "[data-check]", "[data-stop]", "[data-retry]"]);
const LATE_WORDS = "The exercise's file has not come for 10 seconds. The page goes on waiting, or you can stop and try again.";
const STATE_WORDS = { passed: "done", shown: "answer shown", skipped: "skipped" };

export class CodeExercise extends HTMLElement {
  #progress = pageProgress();
  #drafts = pageDrafts();
  #editor = new LateEditor(() => this.within("[data-editor]"), (mountEditor) => this.#mount(mountEditor), () => this.#showPython(python.state));
  #starter = "";
  /** What a reset took away, until the next key. @type {string | null} */
  #beforeReset = null;
  /** @type {"run" | "check" | null} */
  #doing = null;
  /** @type {"run" | "check"} */
  #asked = "check";
  #saidTrouble = false;
  /** Its button was hidden, and no other has taken its place yet. */
  #focusWaits = false;
  /** @type {AbortController | null} */
  #connected = null;
  #answer = new ModelAnswer(this);
  #file = new LateFile(() => this.dataset.bundle ?? "", "cases", () => this.#showPython(python.state));
  #results = new RunPanel(() => this.within("[data-results]"), () => this.#showPython(python.state));

  get exerciseId() {
    return this.dataset.id ?? "";
  }

  /** What stands in the editor, or would if it had been loaded. */
  get code() {
    return this.#editor.editor?.code() ?? this.#drafts.read(this.dataset.draft ?? "", this.exerciseId) ?? this.#starter;
  }

  connectedCallback() {
    this.#connected = new AbortController();
    const { signal } = this.#connected;
    this.#starter ||= this.within(".starter").textContent ?? "";
    this.#showDraft();
    this.within("[data-tools]").hidden = false;
    if (/Mac|iPhone|iPad/.test(navigator.platform)) this.within("[data-keys] kbd").textContent = "⌘";
    /** @type {[string, () => void][]} */
    const buttons = [
      ["[data-run]", () => this.#run()],
      ["[data-check]", () => this.#check()],
      ["[data-stop]", () => this.#stop()],
      ["[data-reset]", () => this.#reset()],
      ["[data-retry]", () => this.#comeAlive(true, true)],
    ];
    for (const [selector, act] of buttons) this.within(selector).addEventListener("click", act, { signal });
    document.addEventListener("progress", () => this.#showState(), { signal });
    this.addEventListener("focusin", () => this.#comeAlive(false, true), { signal });
    signal.addEventListener("abort", python.subscribe((state) => this.#showPython(state)));
    // One call may tell of several changes: far at first, then near, when the browser has scrolled back after a reload.
    const near = new IntersectionObserver((seen) => seen.at(-1)?.isIntersecting && this.#comeAlive(), { rootMargin: "100%" });
    near.observe(this);
    // Who follows a link to an exercise is near it before anything has been laid out.
    if (location.hash === `#${this.id}`) this.#comeAlive();
    signal.addEventListener("abort", () => near.disconnect());
    this.#showState();
  }

  disconnectedCallback() {
    this.#stop();
    this.#drafts.flush();
    this.#connected?.abort();
  }

  /**
   * A part of the rendered exercise, which the template always has.
   *
   * @param {string} selector
   * @returns {HTMLElement}
   */
  within(selector) {
    const found = this.querySelector(selector);
    if (!(found instanceof HTMLElement)) throw new Error(`exercise ${this.exerciseId} has no ${selector}`);
    return found;
  }

  /**
   * The exercise is near or in use: start Python, and soon load the editor.
   *
   * @param {boolean} [again] whether what failed before is tried once more
   * @param {boolean} [isUsed] whether the editor is wanted at once
   */
  #comeAlive(again = false, isUsed = false) {
    if (again || python.state.phase === "idle") void python.start(again).catch(() => {});
    if (!isUsed) this.#editor.loadSoon();
    else if (again || !this.#editor.trouble) void this.#editor.load(again).catch(() => {}); // its trouble tells
    this.#file.ask();
  }

  #stop() {
    this.#file.giveUp();
    python.stop(this.id);
  }

  /** @param {typeof import("../editor.js").mountEditor} mountEditor */
  #mount(mountEditor) {
    const host = this.within("[data-editor]");
    const hadFocus = host.contains(document.activeElement);
    const editor = mountEditor(host, {
      code: this.code,
      label: `Python code, ${this.dataset.label}. Escape, then Tab leaves the editor.`,
      onChange: () => this.#typed(),
      onRun: () => this.#run(),
      onCheck: () => this.#check(),
    });
    if (hadFocus) editor.focus();
    return editor;
  }

  /** Until the editor has come, what it will hold stands in its place. */
  #showDraft() {
    const { code } = this;
    if (code === this.#starter) return;
    this.within(".starter code").textContent = code;
    this.within(".starter").ariaLabel = "Your code";
  }

  #typed() {
    const { code } = this;
    this.#drafts.write(this.dataset.draft ?? "", this.exerciseId, code === this.#starter ? null : code);
    if (this.#beforeReset !== null && code !== this.#starter) this.#offerUndo(null);
    this.#markStale();
  }

  /** A verdict stays while its advice is followed, but says that it is about the code before. */
  #markStale() {
    const card = this.within("[data-verdict-card]");
    if (card.hidden || card.querySelector(".verdict-stale")) return;
    const note = document.createElement("p");
    note.className = "exercise-note verdict-stale";
    note.textContent = "You have changed the code since this check.";
    card.prepend(note);
  }

  async #reset() {
    const editor = await this.#editor.load().catch(() => null);
    if (!editor) return;
    if (this.#beforeReset !== null) {
      editor.replace(this.#beforeReset);
      this.#say("Your code is back.");
    } else if (editor.code() === this.#starter) {
      this.#say("This is the starting code already.");
    } else {
      const before = editor.code();
      editor.replace(this.#starter);
      this.#offerUndo(before);
      this.#say("Back to the starting code. The same button brings yours back.");
    }
  }

  /** @param {string | null} before */
  #offerUndo(before) {
    this.#beforeReset = before;
    this.within("[data-reset]").textContent = before === null ? "Reset" : "Undo reset";
  }

  #run() {
    return this.#do("run", async (bundle, code) => {
      const told = await python.run(bundle, code, this.id, this.#results.hear);
      if (told === STOPPED) return this.#stopped();
      this.#results.show(runResults(told, bundle.function));
      this.#say(told.title.replaceAll("`", "") || "Your code ran.");
    });
  }

  #check() {
    return this.#do("check", async (bundle, code) => {
      const verdict = await python.check(bundle, code, this.id, this.#results.hear);
      if (verdict === STOPPED) return this.#stopped();
      keepTry(this.#progress, this.exerciseId, verdict, code);
      this.#showVerdict(verdict);
      this.dispatchEvent(new CustomEvent("verdict", { bubbles: true, detail: { ...verdict, id: this.exerciseId } }));
      this.#showState();
    });
  }

  #stopped() {
    this.#results.showPrinted();
    this.#say(STOPPED_WORDS);
  }

  /**
   * @param {"run" | "check"} what
   * @param {(bundle: Bundle, code: string) => Promise<void>} work
   */
  async #do(what, work) {
    if (this.#doing) return;
    this.#doing = this.#asked = what;
    this.#say("");
    this.#showPython(python.state);
    this.#drafts.flush();
    this.#results.begin(what === "run");
    try {
      const bundle = await this.#file.come();
      if (bundle === GIVEN_UP) this.#say("Stopped. Your code is as you wrote it.");
      else await work(bundle, this.code);
    } catch (error) {
      this.#results.showPrinted();
      // What kept Python from starting is told by its own state.
      if (python.state.phase !== "failed") this.#say(brokenWords(error));
    } finally {
      this.#results.end();
      this.#doing = null;
      this.#showPython(python.state);
    }
  }

  /** @param {Verdict} verdict */
  #showVerdict(verdict) {
    const card = this.within("[data-verdict-card]");
    card.innerHTML = verdictCard(verdict);
    card.hidden = false;
    card.scrollIntoView({ block: "nearest" });
    this.within("[data-announce]").textContent = `${verdict.title} ${verdict.message}`.replaceAll("`", "");
  }

  #showState() {
    const state = this.#progress.state(this.exerciseId);
    this.dataset.state = state ?? "open";
    this.within("[data-state-word]").textContent = state ? STATE_WORDS[state] : "";
    this.#answer.offer();
  }

  /** @param {PythonState} state */
  #showPython(state) {
    const loading = state.phase === "loading" || state.phase === "starting";
    const failed = state.phase === "failed";
    const long = this.#results.takesLong;
    this.dataset.phase = state.phase;
    const [run, check, stop, retry] = BUTTONS.map((button) => this.within(button));
    this.#keepFocus(() => {
      run.hidden = check.hidden = loading || failed || long;
      stop.hidden = loading || failed || !long;
      retry.hidden = !failed && !state.isStalled && !this.#editor.trouble;
    });
    const coming = loading || (state.isWaiting && state.running === this.id);
    this.within("[data-loading]").hidden = !coming;
    if (coming) {
      this.within("[data-loading-words]").textContent = loadingWords(state);
      const bar = /** @type {HTMLProgressElement} */ (this.within("[data-bytes]"));
      bar.value = state.total ? state.loaded / state.total : 0;
    }
    const trouble = troubleWords(state) || (this.#file.isLate ? LATE_WORDS : this.#editor.trouble);
    if (trouble || this.#saidTrouble) this.#say(trouble);
    this.#saidTrouble = trouble !== "";
  }

  /**
   * Where a button is hidden that has the focus, the focus goes on to the one that takes its place.
   *
   * @param {() => void} change
   */
  #keepFocus(change) {
    const buttons = BUTTONS.map((button) => this.within(button));
    const held = buttons.find((button) => button === document.activeElement);
    change();
    if (held?.hidden) this.#focusWaits = true;
    else if (document.activeElement !== document.body) this.#focusWaits = false;
    const next = [this.within(`[data-${this.#asked}]`), ...buttons].find((button) => !button.hidden);
    if (!this.#focusWaits || !next) return;
    this.#focusWaits = false;
    next.focus({ preventScroll: true });
  }

  /** @param {string} words */
  #say(words) {
    const place = this.within("[data-status]");
    if (place.textContent !== words) place.textContent = words;
  }
}

customElements.define("code-exercise", CodeExercise);
