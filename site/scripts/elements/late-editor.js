/** The editor of an exercise, which comes a little after the page. */

import { LateScript } from "../late-script.js";

/** @import { Editor } from "../editor.js" */

/**
 * Python, where the browser has kept its files, is there by then; both at once take each other's processor. Until then the
 * code stands in the page, and whoever touches it has the editor at once.
 */
const LATER_MS = 500;

const WORDS = {
  "": "",
  failed: "The editor could not be loaded. Try again. If that does not help, load the page again; your code is kept.",
  late: "The editor has not come for 10 seconds. The page goes on waiting, or you can try again.",
};

/** Loads the editor once, soon or at once, and again after it could not be loaded. */
export class LateEditor {
  /** @type {Editor | null} */
  editor = null;
  #script;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {() => HTMLElement} host It names the editor's script.
   * @param {(mountEditor: typeof import("../editor.js").mountEditor) => Editor} mount
   * @param {() => void} onChange Told when it has come, when it does not come and when it could not be loaded.
   */
  constructor(host, mount, onChange) {
    this.mount = mount;
    this.onChange = onChange;
    this.#script = new LateScript(() => import("../editor.js"), () => host().dataset.editor ?? "", onChange);
  }

  /** What keeps it from coming, for the place that is read aloud; nothing where nothing does. */
  get trouble() {
    return this.editor ? "" : WORDS[this.#script.trouble];
  }

  /** Load it once the page has settled, unless that has failed before. */
  loadSoon() {
    if (this.editor || this.trouble) return;
    this.#timer ??= setTimeout(() => this.load().catch(() => {}), LATER_MS); // `trouble` tells
  }

  /** @param {boolean} [again] whether it is asked for once more where there was trouble @returns {Promise<Editor>} */
  async load(again = false) {
    clearTimeout(this.#timer);
    if (this.editor) return this.editor;
    const { mountEditor } = await this.#script.load(again);
    if (!this.editor) {
      this.editor = this.mount(mountEditor);
      this.onChange();
    }
    return this.editor;
  }
}
