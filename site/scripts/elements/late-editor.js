/** The editor of an exercise, which comes a little after the page. */

/** @import { Editor } from "../editor.js" */

/**
 * Python, where the browser has kept its files, is there by then; both at once take each other's processor. Until then the
 * code stands in the page, and whoever touches it has the editor at once.
 */
const LATER_MS = 500;

/** Loads the editor once, soon or at once, and again after it could not be loaded. */
export class LateEditor {
  /** @type {Editor | null} */
  editor = null;
  hasFailed = false;
  /** @type {Promise<Editor> | null} */
  #mounting = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {(mountEditor: typeof import("../editor.js").mountEditor) => Editor} mount
   * @param {() => void} onChange Told when it has come, and when it could not be loaded.
   */
  constructor(mount, onChange) {
    this.mount = mount;
    this.onChange = onChange;
  }

  /** Load it once the page has settled, unless that has failed before. */
  loadSoon() {
    if (this.#mounting || this.hasFailed) return;
    this.#timer ??= setTimeout(() => this.load().catch(() => {}), LATER_MS); // `hasFailed` tells
  }

  /** @returns {Promise<Editor>} */
  load() {
    clearTimeout(this.#timer);
    this.#mounting ??= this.#load().finally(this.onChange);
    return this.#mounting;
  }

  async #load() {
    try {
      const { mountEditor } = await import("../editor.js");
      this.hasFailed = false;
      return (this.editor = this.mount(mountEditor));
    } catch (error) {
      this.hasFailed = true;
      this.#mounting = null;
      throw error;
    }
  }
}
