/** Two Python workers: one runs learner code, the other judges and stands by to take its place. */

import { ProcessGone, PythonProcess } from "./python-process.js";
import { ROOM } from "./python-room.js";

/** Code that is still running after so long may run for ever. */
const LONG_MS = 500;

/** Where the next runner starts for longer, that is told. */
const SLOW_MS = 1000;

/** A runner and, once the page has the time and where there is room, its spare. `ready` settles when the first can run. */
export class PythonPair {
  /** @type {PythonProcess} */
  #runner;
  /** A process in which no learner code has run. @type {PythonProcess | null} */
  #spare = null;
  #ended = false;

  /**
   * @param {() => PythonProcess} open
   * @param {(error: Error) => void} onLost Told when no runner can be started any more.
   * @param {(isSlow: boolean) => void} onSlow Told when somebody has waited for long for a runner that starts, and when that is over.
   * @param {typeof ROOM} [room]
   */
  constructor(open, onLost, onSlow, room = ROOM) {
    this.open = open;
    this.onLost = onLost;
    this.onSlow = onSlow;
    this.room = room;
    this.#runner = open();
    this.ready = this.#runner.ready;
    this.#spareAfter(this.#runner);
  }

  /**
   * The process to run learner code in, from now on touched by it.
   *
   * @returns {Promise<PythonProcess>}
   */
  async runner() {
    if (this.#runner.gone) this.replaceRunner();
    return this.#started();
  }

  /** The runner, once it has started. */
  async #started() {
    const runner = this.#runner;
    if (runner.isReady) return runner;
    let isSlow = false;
    const timer = setTimeout(() => this.onSlow((isSlow = true)), SLOW_MS);
    try {
      await runner.ready;
      return runner;
    } finally {
      clearTimeout(timer);
      if (isSlow) this.onSlow(false);
    }
  }

  /** Kill a runner that is still starting, as from a network that has fallen silent; who asks next gets another. */
  giveUpStart() {
    if (!this.#runner.isReady) this.#runner.kill();
  }

  /** Kill the runner, whatever it is doing; the spare takes its place and a new spare starts. */
  replaceRunner() {
    this.#runner.kill();
    const next = this.#spare ?? this.open();
    this.#runner = next;
    this.#spare = null;
    next.ready.catch((error) => {
      // What was killed was not wanted any more.
      if (this.#runner === next && !(error instanceof ProcessGone)) this.onLost(error);
    });
    this.#spareAfter(next);
  }

  /**
   * What the learner waits for comes first, a start or an answer: handing its files to a spare holds up the page and
   * the start takes half the machine. But code that runs for long may never end, and then the spare is needed.
   *
   * @param {PythonProcess} runner
   */
  #spareAfter(runner) {
    if (!this.room.hasRoomForTwo()) return;
    const open = () => this.#runner === runner && !this.#spare && !this.#ended && this.#openSpare();
    const long = () => new Promise((done) => setTimeout(done, LONG_MS));
    const whenQuiet = () => void Promise.race([runner.quiet(), long()]).then(open);
    runner.ready.then(() => this.room.whenIdle(whenQuiet), () => {});
  }

  /**
   * Whether the code, read alone, leaves a process as it found it. Asked before the code runs, of a process in
   * which only code of that kind has run; where that cannot be found out, it does not.
   *
   * @param {string} code
   * @returns {Promise<boolean>}
   */
  async isPlain(code) {
    const reader = this.#runner.touched && this.#spare?.isReady ? this.#spare : this.#runner;
    try {
      return JSON.parse(await reader.call("plain", JSON.stringify({ code })));
    } catch {
      return false;
    }
  }

  /**
   * Have a run of the shown cases put into words, by the runner: there are no answers in it to keep from learner code.
   *
   * @param {string} request
   * @returns {Promise<string>}
   */
  async show(request) {
    const runner = await this.#started();
    try {
      return await runner.call("show", request);
    } catch (error) {
      this.replaceRunner();
      throw error;
    }
  }

  /**
   * Have a run judged where no learner code has run, or, where there is no such place yet, only code that is plain.
   *
   * @param {string} request
   * @returns {Promise<string>}
   */
  async judge(request) {
    const spare = this.#runner.touched && this.#spare?.isReady ? this.#spare : null;
    if (!spare) return this.#judgeInRunner(request);
    try {
      return await spare.call("judge", request);
    } catch (error) {
      if (!(error instanceof ProcessGone) || spare !== this.#spare) throw error;
      this.#openSpare();
      return this.#judgeInRunner(request);
    }
  }

  /** Have the rest of Python follow; where it cannot be fetched, code that needs it asks again. */
  complete() {
    if (this.#ended) return;
    for (const process of [this.#runner, this.#spare]) process?.complete().catch(() => {});
  }

  /** End both. */
  kill() {
    this.#ended = true;
    this.#runner.kill();
    this.#spare?.kill();
  }

  #openSpare() {
    const spare = this.open();
    this.#spare = spare;
    // A machine with room for only one worker judges in that one.
    spare.ready.catch(() => {
      if (this.#spare === spare) this.#spare = null;
    });
  }

  /** @param {string} request */
  async #judgeInRunner(request) {
    return (await this.#started()).call("judge", request);
  }
}
