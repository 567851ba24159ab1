/** Leaf: notices when a download has come to a halt. Browsers give up a silent connection only after minutes, or never. */

const STALL_MS = 10_000;

/** Tells when nothing has come for ten seconds while something was waited for. */
export class StallWatch {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {() => void} tell */
  constructor(tell) {
    this.tell = tell;
  }

  /** Something has come. @param {boolean} more whether more is waited for */
  heard(more) {
    clearTimeout(this.#timer);
    if (more) this.#timer = setTimeout(this.tell, STALL_MS);
  }
}
