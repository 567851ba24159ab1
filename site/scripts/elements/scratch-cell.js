/** `<scratch-cell>`: an editor that a lab puts code into, and what that code gives. Nothing here is judged, or kept for another visit. */

import { matrix } from "../matrix.js";
import { python, STOPPED } from "../python-client.js";
import { brokenWords, loadingWords, STOPPED_WORDS, troubleWords } from "../python-words.js";
import { runResults } from "../run-results.js";
import { RESULT, withResult } from "../scratch-code.js";
import { LateEditor } from "./late-editor.js";
import { RunPanel } from "./run-panel.js";

/** @import { Told } from "../python-messages.js" */
/** @import { PythonState } from "../python-client.js" */

const LIMIT_SECONDS = 10;
let cells = 0;

export class ScratchCell extends HTMLElement {
  /** What a lab put here last. */
  #code = "";
  #editor = new LateEditor(() => this.#within("[data-editor]"), (mountEditor) => this.#mount(mountEditor), () => this.#show(python.state));
  #running = false;
  #saidTrouble = false;
  #results = new RunPanel(() => this.#within("[data-results]"), () => this.#show(python.state));
  /** @type {AbortController | null} */
  #connected = null;
  #owner = `scratch-${cells++}`;

  connectedCallback() {
    this.#connected = new AbortController();
    const { signal } = this.#connected;
    this.parentElement?.addEventListener("lab-code", (event) => void this.#open(/** @type {CustomEvent<{code: string}>} */ (event).detail.code), { signal });
    this.#within("[data-run]").addEventListener("click", () => void this.#run(), { signal });
    this.#within("[data-stop]").addEventListener("click", () => python.stop(this.#owner), { signal });
    this.#within("[data-retry]").addEventListener("click", () => void this.#retry(), { signal });
    this.#within("[data-close]").addEventListener("click", () => this.#close(), { signal });
    signal.addEventListener("abort", python.subscribe((state) => this.#show(state)));
  }

  disconnectedCallback() {
    python.stop(this.#owner);
    this.#connected?.abort();
  }

  /** The code where the cell is open, else null; put back, it is not run. */
  get typed() {
    return this.hidden ? null : (this.#editor.editor?.code() ?? this.#code);
  }

  set typed(code) {
    this.hidden = false;
    this.#code = code ?? "";
    const put = (/** @type {import("../editor.js").Editor} */ editor) => editor.code() === this.#code || editor.replace(this.#code);
    this.#editor.load().then(put, () => {}); // its trouble tells
  }

  /** @param {string} selector @returns {HTMLElement} */
  #within(selector) {
    const found = this.querySelector(selector);
    if (!(found instanceof HTMLElement)) throw new Error(`the scratch cell has no ${selector}`);
    return found;
  }

  /** @param {string} code */
  async #open(code) {
    this.hidden = false;
    this.#say("");
    this.#within("[data-results]").hidden = true;
    this.#code = code;
    await this.#edit();
  }

  /** Show what a lab put here, and run it; where the editor does not come, its trouble tells. */
  async #edit() {
    const editor = await this.#editor.load(this.#editor.trouble !== "").catch(() => null);
    if (!editor) return;
    if (editor.code() !== this.#code) editor.replace(this.#code);
    editor.focus();
    this.scrollIntoView({ block: "nearest" });
    await this.#run();
  }

  /** @param {typeof import("../editor.js").mountEditor} mountEditor */
  #mount(mountEditor) {
    return mountEditor(this.#within("[data-editor]"), {
      code: this.#code,
      label: "Python code, scratch cell. Escape, then Tab leaves the editor.",
      onChange: () => this.#say(""),
      onRun: () => void this.#run(),
      onCheck: () => void this.#run(),
    });
  }

  async #run() {
    const { editor } = this.#editor;
    if (this.#running || !editor) return;
    this.#running = true;
    this.#results.begin(true);
    const { code, name } = withResult(editor.code());
    const bundle = { id: this.#owner, function: RESULT, starter: "", time_limit: LIMIT_SECONDS, mistakes: {}, cases: [{ name: "", shown: true, arguments: {} }] };
    try {
      const told = await python.run(bundle, code, this.#owner, this.#results.hear);
      if (told === STOPPED) {
        this.#results.showPrinted();
        this.#say(STOPPED_WORDS);
      } else this.#tell(told, name);
    } catch (error) {
      this.#results.showPrinted();
      if (python.state.phase !== "failed") this.#say(brokenWords(error));
    } finally {
      this.#results.end();
      this.#running = false;
      this.#show(python.state);
    }
  }

  /** Start Python anew, for the code that waits for it or for what stands in the cell now. */
  async #retry() {
    void python.start(true).catch(() => {});
    if (!this.#editor.editor) return this.#edit();
    void this.#run();
    // The button is gone.
    this.#editor.editor.focus();
  }

  /** @param {Told} told @param {string} name */
  #tell(told, name) {
    const [call] = told.calls;
    const value = call && !call.got.raised && !call.got.none ? matrix({ name, value: call.got, blocked: true }) : "";
    this.#results.show(runResults({ ...told, calls: call?.got.raised ? told.calls : [] }, RESULT) + value);
    this.#say(told.title.replaceAll("`", "") || "The code ran.");
  }

  #close() {
    python.stop(this.#owner);
    this.hidden = true;
    /** @type {HTMLElement | null | undefined} */ (this.parentElement?.querySelector('[data-tool="code"]'))?.focus();
  }

  /** @param {PythonState} state */
  #show(state) {
    const loading = state.phase === "loading" || state.phase === "starting";
    const failed = state.phase === "failed";
    this.#within("[data-run]").hidden = loading || failed || this.#results.takesLong;
    this.#within("[data-stop]").hidden = loading || failed || !this.#results.takesLong;
    this.#within("[data-retry]").hidden = !failed && !state.isStalled && !this.#editor.trouble;
    const coming = loading || (state.isWaiting && state.running === this.#owner);
    this.#within("[data-loading]").hidden = !coming;
    if (coming) {
      this.#within("[data-loading-words]").textContent = loadingWords(state);
      /** @type {HTMLProgressElement} */ (this.#within("[data-bytes]")).value = state.total ? state.loaded / state.total : 0;
    }
    const trouble = this.hidden ? "" : troubleWords(state) || this.#editor.trouble;
    if (trouble || this.#saidTrouble) this.#say(trouble);
    this.#saidTrouble = trouble !== "";
  }

  /** @param {string} words */
  #say(words) {
    const place = this.#within("[data-status]");
    if (place.textContent !== words) place.textContent = words;
  }
}

customElements.define("scratch-cell", ScratchCell);
