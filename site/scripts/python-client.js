/** The page's Python: one client for every exercise. Learner code runs in one worker and is judged in another. */

import { Attempt } from "./python-attempt.js";
import { afterCrash, isSpent, NOTHING, outlivesImports, parse, runRequest, withoutAnswers } from "./python-exchange.js";
import { StartFailure } from "./python-failure.js";
import { PythonPair } from "./python-pair.js";
import { ProcessGone, PythonProcess } from "./python-process.js";
import { ROOM } from "./python-room.js";
import { startFrom } from "./python-start.js";
import { rarely } from "./rarely.js";
import { StallWatch } from "./stall.js";

/** @import { Bundle, FailureReason, Job, Ran, Runtime, Told, Verdict } from "./python-messages.js" */

/**
 * @typedef {object} PythonState What elements show.
 * @property {"idle" | "loading" | "starting" | "ready" | "failed"} phase
 * @property {number} loaded Bytes so far.
 * @property {number} total
 * @property {FailureReason | null} failure
 * @property {string} detail What exactly failed, for a report.
 * @property {string | null} running Whose code is running now.
 * @property {boolean} isWaiting It waits for a part of Python that is still to come, or for Python itself.
 * @property {boolean} isRestarting The next worker is long in starting.
 * @property {boolean} isStalled Nothing of Python has come for a while; `start(true)` tries anew.
 */

/** What code uses most of all that the snapshot has not; it is waited for anyway, this only asks for it sooner. */
const FOLLOWS = /\b(?:np|numpy)\.(?:random|fft|polynomial|testing)\b/;

/** What a stopped run gives; there is nothing to judge. */
export const STOPPED = /** @type {const} */ ("stopped");

/** Starts Python when first asked, queues what exercises want, and replaces workers that had to be killed. */
export class PythonClient {
  /** @type {PythonState} */
  state = { phase: "idle", loaded: 0, total: 0, failure: null, detail: "", running: null, isWaiting: false, isRestarting: false, isStalled: false };

  #stall = new StallWatch(() => this.#set({ isStalled: true }));
  #lastStart = new AbortController();
  /** @type {Set<(state: PythonState) => void>} */
  #listeners = new Set();
  /** @type {Promise<void> | null} */
  #started = null;
  /** @type {Runtime | null} */
  #runtime = null;
  /** @type {PythonPair | null} */
  #pair = null;
  #wantsRest = false;
  /** The first is at work. @type {Job[]} */
  #queue = [];

  /**
   * @param {(onProgress: (loaded: number, total: number) => void, fresh: boolean) => Promise<Runtime>} fetchFiles
   * @param {(runtime: Runtime) => PythonProcess} open
   * @param {typeof ROOM} [room]
   */
  constructor(fetchFiles, open = (runtime) => new PythonProcess(runtime), room = ROOM) {
    this.fetchFiles = fetchFiles;
    this.open = open;
    this.room = room;
  }

  /**
   * Tell `listener` the state now and whenever it changes.
   *
   * @param {(state: PythonState) => void} listener
   * @returns {() => void} ends it
   */
  subscribe(listener) {
    this.#listeners.add(listener);
    listener(this.state);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Fetch and start Python, once; after a failure, try again.
   *
   * @param {boolean} [again] Give up a download from which nothing comes any more.
   * @returns {Promise<void>} settled when code can run, if only after another try; rejects with StartFailure
   */
  start(again = false) {
    if (again && this.state.isStalled) this.#fail(new StartFailure("offline", "nothing came any more"));
    if (this.#started) return this.#started;
    /** @type {Promise<void>} */
    const starting = this.#start(this.state.failure !== null).catch((error) => {
      if (this.#started === starting) throw this.#fail(error);
      // It was given up for another try, which brings what whoever waits is waiting for.
      return this.#started ?? Promise.reject(error);
    });
    return (this.#started = starting);
  }

  /** @param {boolean} again */
  async #start(again) {
    this.#set({ phase: "loading", loaded: 0, total: 0, failure: null, detail: "" });
    const { signal } = (this.#lastStart = new AbortController());
    // What was given up goes on for a while, and is not heard any more.
    const set = (/** @type {Partial<PythonState>} */ change) => signal.aborted || this.#set(change);
    const fail = (/** @type {unknown} */ error) => signal.aborted || this.#fail(error);
    const runtime = (this.#runtime = await this.fetchFiles(rarely((loaded, total) => set({ loaded, total })), again));
    const pair = (this.#pair = new PythonPair(() => this.open(runtime), fail, (isRestarting) => this.#tellRestart(isRestarting), this.room));
    if (this.#wantsRest) pair.complete();
    const complete = runtime.complete.then(() => this.state.phase === "loading" && set({ phase: "starting" }));
    // From files that the browser has kept Python is there before all of them have been checked.
    await Promise.race([pair.ready, complete.then(() => pair.ready)]);
    complete.catch(fail);
    this.#set({ phase: "ready" });
    // What a first result does not need comes after it, or while the learner reads.
    this.room.later(() => pair.complete());
  }

  /**
   * Give everything up, so that the next start begins anew.
   *
   * @param {unknown} error
   * @returns {StartFailure}
   */
  #fail(error) {
    const failure = error instanceof StartFailure ? error : new StartFailure("broken", String(error));
    console.warn(`Python: ${failure.reason}: ${failure.message}`);
    this.#lastStart.abort();
    this.#pair?.kill();
    this.#pair = this.#runtime = this.#started = null;
    this.#set({ phase: "failed", failure: failure.reason, detail: failure.message });
    return failure;
  }

  /**
   * Run code on the cases that are shown, and put into words what it gave.
   *
   * @param {Bundle} bundle
   * @param {string} code
   * @param {string} owner Who asks; `stop` takes the same name.
   * @param {(text: string) => void} [onPrinted] Told all that the code has printed, each time it prints: a stopped run gives no answer.
   * @returns {Promise<Told | typeof STOPPED>} rejects with StartFailure
   */
  run(bundle, code, owner, onPrinted) {
    return this.#enqueue(owner, onPrinted, async (job) => {
      const open = withoutAnswers(bundle);
      const ran = await this.#run(job, open, code);
      if (ran === STOPPED) return STOPPED;
      const telling = this.#workers.show(JSON.stringify({ bundle: open, ran, code }));
      return Promise.race([telling.then(JSON.parse), job.stopped]);
    });
  }

  /**
   * Run code on every case and judge it.
   *
   * @param {Bundle} bundle
   * @param {string} code
   * @param {string} owner
   * @param {(text: string) => void} [onPrinted] As for `run`.
   * @returns {Promise<Verdict | typeof STOPPED>} rejects with StartFailure, or with ProcessGone when it could not be judged
   */
  check(bundle, code, owner, onPrinted) {
    return this.#enqueue(owner, onPrinted, async (job) => {
      const ran = await this.#run(job, bundle, code);
      if (ran === STOPPED) return STOPPED;
      // Nothing is judged by files that may be damaged.
      if ((await Promise.race([this.#runtime?.complete, job.stopped])) === STOPPED) return STOPPED;
      const judging = this.#workers.judge(JSON.stringify({ bundle, ran, code }));
      return Promise.race([judging.then(JSON.parse), job.stopped]);
    });
  }

  /**
   * Stop what this owner has running or waiting, and give up a worker that it waits for.
   *
   * @param {string} owner
   */
  stop(owner) {
    for (const job of this.#queue.filter((each) => each.owner === owner)) {
      job.stop();
      // The first is at work and ends itself, once its worker has been replaced.
      if (job !== this.#queue[0]) this.#queue.splice(this.#queue.indexOf(job), 1);
      else if (this.state.phase === "ready") this.#pair?.giveUpStart();
    }
  }

  /**
   * @template T
   * @param {string} owner
   * @param {((text: string) => void) | undefined} onPrinted
   * @param {(job: Job) => Promise<T>} work
   * @returns {Promise<T | typeof STOPPED>}
   */
  #enqueue(owner, onPrinted, work) {
    return new Promise((resolve, reject) => {
      /** @type {(stopped: typeof STOPPED) => void} */
      let settle;
      /** @type {Job} */
      const job = {
        owner,
        onPrinted,
        stopped: new Promise((done) => {
          settle = done;
        }),
        work: () => work(job).then(resolve, reject),
        stop: () => (job === this.#queue[0] ? settle(STOPPED) : resolve(STOPPED)),
      };
      this.#queue.push(job);
      if (this.#queue.length === 1) void this.#drain();
    });
  }

  async #drain() {
    for (let job; (job = this.#queue[0]); this.#queue.shift()) {
      await job.work();
      this.#set({ running: null, isWaiting: false, isRestarting: false });
    }
  }

  /**
   * @param {Job} job
   * @param {Bundle} bundle
   * @param {string} code
   * @returns {Promise<Ran | typeof STOPPED>}
   */
  async #run(job, bundle, code) {
    if (FOLLOWS.test(code)) {
      this.#wantsRest = true;
      this.#pair?.complete();
    }
    if (await Promise.race([this.start(), job.stopped])) return STOPPED;
    const pair = /** @type {PythonPair} */ (this.#pair);
    const runner = await Promise.race([pair.runner(), job.stopped]);
    if (runner === STOPPED) return STOPPED;
    const plain = pair.isPlain(code);
    const wasTouched = runner.touched;
    runner.touched = true;
    // What ran before, or the browser, may have spoilt the runner: code is blamed only where nothing else has run.
    const blame = (/** @type {Ran} */ ran) => {
      if (!wasTouched || !isSpent(ran)) return ran;
      job.onPrinted?.("");
      return this.#run(job, bundle, code);
    };
    // Where it cannot be fetched, the code may do without it.
    const first = outlivesImports(code) ? runner.complete().catch(() => {}) : null;
    this.#set({ running: job.owner, isWaiting: first !== null });
    if (first) {
      if ((await Promise.race([first, job.stopped])) === STOPPED) return STOPPED;
      this.#set({ isWaiting: false });
    }
    const attempt = new Attempt(bundle.time_limit, job.onPrinted, (isWaiting) => this.#set({ isWaiting }));
    try {
      const answering = runner.call("run", runRequest(bundle, code), attempt);
      const answer = await Promise.race([answering, attempt.over, job.stopped]);
      if (answer !== STOPPED && answer !== "timeout") {
        const ran = parse(answer);
        const isPlain = await Promise.race([plain, job.stopped]);
        // Other code could have changed what the next answer is run with.
        if (isPlain !== true || isSpent(ran)) pair.replaceRunner();
        return isPlain === STOPPED ? STOPPED : blame(ran);
      }
      pair.replaceRunner();
      if (answer === STOPPED) return STOPPED;
      return { ...NOTHING, printed: attempt.printed, stage: "timeout", limit: bundle.time_limit, seconds: bundle.time_limit };
    } catch (error) {
      if (error instanceof StartFailure) throw new Error("A part of Python that the code imports could not be fetched.");
      if (this.#pair !== pair) throw new ProcessGone("Python has ended.");
      console.info(`Python ended: ${/** @type {Error} */ (error).message}`);
      pair.replaceRunner();
      return blame({ ...afterCrash(/** @type {Error} */ (error)), printed: attempt.printed });
    } finally {
      attempt.end();
    }
  }

  /** @param {boolean} isRestarting */
  #tellRestart(isRestarting) {
    this.#set({ running: this.#queue[0]?.owner ?? null, isWaiting: isRestarting, isRestarting });
  }

  /** The workers, which a run has just used. */
  get #workers() {
    if (!this.#pair) throw new ProcessGone("Python has ended.");
    return this.#pair;
  }

  /** @param {Partial<PythonState>} change */
  #set(change) {
    const { phase, loaded } = this.state;
    this.state = { ...this.state, ...change };
    if (phase !== this.state.phase || loaded !== this.state.loaded) {
      this.state.isStalled = false;
      this.#stall.heard(this.state.phase === "loading");
    }
    for (const listener of this.#listeners) listener(this.state);
  }
}

/** The one client of this page, which carries the manifest of Python's files. */
export const python = new PythonClient(async (onProgress, fresh) => {
  const { python = "", base = "" } = /** @type {HTMLElement} */ (document.querySelector("[data-python]")).dataset;
  return startFrom(JSON.parse(python), new URL(base, document.baseURI).href, onProgress, { fresh });
});
