/** Leaf: how long code has been running in a worker, and what it has printed. Both begin anew where it has to wait and run again. */

/** One run of learner code: `over` settles as "timeout" when its time has passed. */
export class Attempt {
  /** All that it has printed. */
  printed = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #pass = () => {};
  /** @type {Promise<"timeout">} */
  over = new Promise((settle) => (this.#pass = () => settle("timeout")));

  /**
   * @param {number} seconds
   * @param {((text: string) => void) | undefined} onPrinted Told all that it has printed.
   * @param {(isWaiting: boolean) => void} onWaiting
   */
  constructor(seconds, onPrinted, onWaiting) {
    this.seconds = seconds;
    this.tellPrinted = onPrinted;
    this.tellWaiting = onWaiting;
    this.#begin();
  }

  /** @param {string} text */
  onPrinted = (text) => {
    this.printed += text;
    this.tellPrinted?.(this.printed);
  };

  /** The code begins anew when what it imports has come; the time until then is not its own. @param {boolean} isWaiting */
  onWaiting = (isWaiting) => {
    this.end();
    this.tellWaiting(isWaiting);
    if (isWaiting) return;
    this.printed = "";
    this.tellPrinted?.("");
    this.#begin();
  };

  /** Nothing more is timed. */
  end() {
    clearTimeout(this.#timer);
  }

  #begin() {
    this.#timer = setTimeout(this.#pass, this.seconds * 1000);
  }
}
