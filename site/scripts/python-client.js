/** The page's Python: one client for every exercise. Learner code runs in one worker and is judged in another. */

import { ProcessGone, PythonProcess } from "./python-process.js";
import { fetchRuntime, StartFailure } from "./python-start.js";

/** @import { Bundle, BundleCase, FailureReason, Ran, Runtime, Verdict } from "./python-messages.js" */

/**
 * @typedef {object} PythonState What elements show.
 * @property {"idle" | "loading" | "starting" | "ready" | "failed"} phase
 * @property {number} loaded Bytes so far.
 * @property {number} total
 * @property {FailureReason | null} failure
 * @property {string} detail What exactly failed, for a report.
 * @property {string | null} running The exercise whose code is running now.
 *
 * @typedef {object} Job
 * @property {string} exercise
 * @property {() => Promise<void>} work
 * @property {Promise<"stopped">} stopped
 * @property {() => void} stop
 */

/** What a stopped run gives; there is nothing to judge. */
export const STOPPED = "stopped";

/** Starts Python when first asked, queues what exercises want, and replaces workers that had to be killed. */
export class PythonClient {
  /** @type {PythonState} */
  state = { phase: "idle", loaded: 0, total: 0, failure: null, detail: "", running: null };

  /** @type {Set<(state: PythonState) => void>} */
  #listeners = new Set();
  /** @type {Promise<void> | null} */
  #started = null;
  /** @type {Runtime | null} */
  #runtime = null;
  /** @type {PythonProcess | null} */
  #runner = null;
  /** A process in which no learner code has run. @type {PythonProcess | null} */
  #spare = null;
  /** @type {Job[]} */
  #queue = [];
  #working = false;

  /**
   * @param {(onProgress: (loaded: number, total: number) => void, fresh: boolean) => Promise<Runtime>} fetchFiles
   * @param {(runtime: Runtime) => PythonProcess} open
   */
  constructor(fetchFiles, open = (runtime) => new PythonProcess(runtime)) {
    this.fetchFiles = fetchFiles;
    this.open = open;
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
   * @returns {Promise<void>} settled when code can run; rejects with StartFailure
   */
  start() {
    this.#started ??= this.#start(this.state.failure !== null).catch((error) => {
      this.#started = null;
      const failure = error instanceof StartFailure ? error : new StartFailure("broken", String(error));
      this.#set({ phase: "failed", failure: failure.reason, detail: failure.message });
      throw failure;
    });
    return this.#started;
  }

  /** @param {boolean} again */
  async #start(again) {
    this.#set({ phase: "loading", loaded: 0, total: 0, failure: null, detail: "" });
    this.#runtime ??= await this.fetchFiles((loaded, total) => this.#set({ loaded, total }), again);
    this.#set({ phase: "starting" });
    this.#runner = this.open(this.#runtime);
    this.#openSpare();
    try {
      await this.#runner.ready;
    } catch (error) {
      this.#spare?.kill();
      this.#spare = this.#runner = this.#runtime = null;
      throw error;
    }
    this.#set({ phase: "ready" });
  }

  #openSpare() {
    const spare = this.open(/** @type {Runtime} */ (this.#runtime));
    this.#spare = spare;
    // A machine with room for only one worker judges in that one.
    spare.ready.catch(() => {
      if (this.#spare === spare) this.#spare = null;
    });
  }

  /**
   * Run code on the cases that are shown.
   *
   * @param {Bundle} bundle
   * @param {string} code
   * @returns {Promise<Ran | STOPPED>} rejects with StartFailure
   */
  run(bundle, code) {
    return this.#enqueue(bundle.id, (job) =>
      this.#run(job, bundle, code, bundle.cases.filter((each) => each.shown)),
    );
  }

  /**
   * Run code on every case and judge it.
   *
   * @param {Bundle} bundle
   * @param {string} code
   * @returns {Promise<Verdict | STOPPED>} rejects with StartFailure, or with ProcessGone when it could not be judged
   */
  check(bundle, code) {
    return this.#enqueue(bundle.id, async (job) => {
      const ran = await this.#run(job, bundle, code, bundle.cases);
      return ran === STOPPED ? STOPPED : this.#judge(bundle, ran);
    });
  }

  /**
   * The verdict on what a run gave, without running anything.
   *
   * @param {Bundle} bundle
   * @param {Ran} ran
   * @returns {Promise<Verdict | STOPPED>}
   */
  explain(bundle, ran) {
    return this.#enqueue(bundle.id, () => this.#judge(bundle, ran));
  }

  /**
   * Stop what this exercise has running or waiting.
   *
   * @param {string} exercise
   */
  stop(exercise) {
    for (const job of this.#queue) if (job.exercise === exercise) job.stop();
  }

  /**
   * @template T
   * @param {string} exercise
   * @param {(job: Job) => Promise<T>} work
   * @returns {Promise<T | STOPPED>}
   */
  #enqueue(exercise, work) {
    return new Promise((resolve, reject) => {
      /** @type {Job} */
      const job = { exercise, work: async () => {}, stopped: Promise.resolve(STOPPED), stop: () => {} };
      job.stopped = new Promise((settle) => {
        job.stop = () => settle(STOPPED);
      });
      // A job that was stopped while Python was still loading or another ran must not start later.
      job.stopped.then(resolve);
      job.work = () => work(job).then(resolve, reject);
      this.#queue.push(job);
      void this.#drain();
    });
  }

  async #drain() {
    if (this.#working) return;
    this.#working = true;
    for (let job; (job = this.#queue[0]); this.#queue.shift()) {
      await Promise.race([job.work(), job.stopped]);
      this.#set({ running: null });
    }
    this.#working = false;
  }

  /**
   * @param {Job} job
   * @param {Bundle} bundle
   * @param {string} code
   * @param {BundleCase[]} cases
   * @returns {Promise<Ran | STOPPED>}
   */
  async #run(job, bundle, code, cases) {
    if (await Promise.race([this.start(), job.stopped])) return STOPPED;
    const runner = /** @type {PythonProcess} */ (this.#runner);
    if (await Promise.race([runner.ready, job.stopped])) return STOPPED;
    runner.touched = true;
    this.#set({ running: job.exercise });
    const request = { code, function: bundle.function, cases: cases.map(({ name, arguments: given }) => ({ name, arguments: given })) };
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const limit = new Promise((settle) => {
      timer = setTimeout(() => settle("timeout"), bundle.time_limit * 1000);
    });
    try {
      const answer = await Promise.race([runner.call("run", JSON.stringify(request)), limit, job.stopped]);
      if (answer === STOPPED) {
        this.#replaceRunner();
        return STOPPED;
      }
      if (answer === "timeout") {
        this.#replaceRunner();
        return { ...NOTHING, stage: "timeout", limit: bundle.time_limit, seconds: bundle.time_limit };
      }
      const ran = /** @type {Ran} */ (JSON.parse(answer));
      // WebAssembly memory never shrinks: a worker that ran out of it stays full.
      if (ran.stage === "memory") this.#replaceRunner();
      return ran;
    } catch (error) {
      this.#replaceRunner();
      return afterCrash(/** @type {Error} */ (error));
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * @param {Bundle} bundle
   * @param {Ran} ran
   * @returns {Promise<Verdict>}
   */
  async #judge(bundle, ran) {
    await this.start();
    const judge = await this.#judgeProcess();
    return JSON.parse(await judge.call("judge", JSON.stringify({ bundle, ran })));
  }

  /** The process to judge in: one that learner code has not touched, unless the machine has room for one only. */
  async #judgeProcess() {
    const runner = /** @type {PythonProcess} */ (this.#runner);
    if (!runner.touched) {
      await runner.ready;
      return runner;
    }
    const spare = this.#spare;
    if (spare) {
      try {
        await spare.ready;
        return spare;
      } catch {
        // openSpare has forgotten it already
      }
    }
    await runner.ready;
    return runner;
  }

  #replaceRunner() {
    this.#runner?.kill();
    this.#runner = this.#spare ?? this.open(/** @type {Runtime} */ (this.#runtime));
    this.#openSpare();
  }

  /** @param {Partial<PythonState>} change */
  #set(change) {
    this.state = { ...this.state, ...change };
    for (const listener of this.#listeners) listener(this.state);
  }
}

/** @type {Ran} */
const NOTHING = { stage: "ran", error: null, outcomes: [], printed: "", seconds: 0 };

/**
 * What a run gave whose interpreter gave up.
 *
 * @param {Error} error
 * @returns {Ran}
 */
function afterCrash(error) {
  if (!(error instanceof ProcessGone)) throw error;
  if (/call stack|recursion/i.test(error.message)) {
    const raised = { type: "RecursionError", message: "maximum recursion depth exceeded", line: null, source: null };
    return { ...NOTHING, stage: "raised", error: raised };
  }
  return { ...NOTHING, stage: /memory|allocat/i.test(error.message) ? "memory" : "crashed" };
}

/** The one client of this page. An element with `data-python` names its manifest, relative to the page. */
export const python = new PythonClient((onProgress, fresh) => {
  const named = /** @type {HTMLElement} */ (document.querySelector("[data-python]"));
  return fetchRuntime(new URL(named.dataset.python ?? "", document.baseURI).href, onProgress, { fresh });
});
