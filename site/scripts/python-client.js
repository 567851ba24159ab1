/** The page's Python: one client for every exercise. Learner code runs in one worker and is judged in another. */

import { ProcessGone, PythonProcess } from "./python-process.js";
import { fetchRuntime, StartFailure } from "./python-start.js";

/** @import { Bundle, FailureReason, Ran, Runtime, Told, Verdict } from "./python-messages.js" */

/**
 * @typedef {object} PythonState What elements show.
 * @property {"idle" | "loading" | "starting" | "ready" | "failed"} phase
 * @property {number} loaded Bytes so far.
 * @property {number} total
 * @property {FailureReason | null} failure
 * @property {string} detail What exactly failed, for a report.
 * @property {string | null} running Whose code is running now.
 *
 * @typedef {object} Job
 * @property {string} owner
 * @property {() => Promise<void>} work
 * @property {Promise<typeof STOPPED>} stopped
 * @property {() => void} stop
 */

/** What a stopped run gives; there is nothing to judge. */
export const STOPPED = /** @type {const} */ ("stopped");

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
  /** The first is at work. @type {Job[]} */
  #queue = [];

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
      throw this.#fail(error);
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
    await this.#runner.ready;
    this.#set({ phase: "ready" });
  }

  /**
   * Give everything up, so that the next start begins anew.
   *
   * @param {unknown} error
   * @returns {StartFailure}
   */
  #fail(error) {
    const failure = error instanceof StartFailure ? error : new StartFailure("broken", String(error));
    this.#runner?.kill();
    this.#spare?.kill();
    this.#runner = this.#spare = this.#runtime = this.#started = null;
    this.#set({ phase: "failed", failure: failure.reason, detail: failure.message });
    return failure;
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
   * Run code on the cases that are shown, and put into words what it gave.
   *
   * @param {Bundle} bundle
   * @param {string} code
   * @param {string} owner Who asks; `stop` takes the same name.
   * @returns {Promise<Told | typeof STOPPED>} rejects with StartFailure
   */
  run(bundle, code, owner) {
    return this.#enqueue(owner, async (job) => {
      const open = withoutAnswers(bundle);
      const ran = await this.#run(job, open, code);
      if (ran === STOPPED) return STOPPED;
      return Promise.race([this.#show(JSON.stringify({ bundle: open, ran, code })), job.stopped]);
    });
  }

  /**
   * Run code on every case and judge it.
   *
   * @param {Bundle} bundle
   * @param {string} code
   * @param {string} owner
   * @returns {Promise<Verdict | typeof STOPPED>} rejects with StartFailure, or with ProcessGone when it could not be judged
   */
  check(bundle, code, owner) {
    return this.#enqueue(owner, async (job) => {
      const ran = await this.#run(job, bundle, code);
      if (ran === STOPPED) return STOPPED;
      return Promise.race([this.#judge(JSON.stringify({ bundle, ran, code })), job.stopped]);
    });
  }

  /**
   * Stop what this owner has running or waiting.
   *
   * @param {string} owner
   */
  stop(owner) {
    for (const job of this.#queue.filter((each) => each.owner === owner)) {
      job.stop();
      // The first is at work and ends itself, once its worker has been replaced.
      if (job !== this.#queue[0]) this.#queue.splice(this.#queue.indexOf(job), 1);
    }
  }

  /**
   * @template T
   * @param {string} owner
   * @param {(job: Job) => Promise<T>} work
   * @returns {Promise<T | typeof STOPPED>}
   */
  #enqueue(owner, work) {
    return new Promise((resolve, reject) => {
      /** @type {(stopped: typeof STOPPED) => void} */
      let settle;
      /** @type {Job} */
      const job = {
        owner,
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
      this.#set({ running: null });
    }
  }

  /**
   * @param {Job} job
   * @param {Bundle} bundle
   * @param {string} code
   * @returns {Promise<Ran | typeof STOPPED>}
   */
  async #run(job, bundle, code) {
    if (await Promise.race([this.start(), job.stopped])) return STOPPED;
    if (this.#runner?.gone) this.#replaceRunner();
    const runner = /** @type {PythonProcess} */ (this.#runner);
    if (await Promise.race([runner.ready, job.stopped])) return STOPPED;
    runner.touched = true;
    this.#set({ running: job.owner });
    const request = JSON.stringify({
      code,
      function: bundle.function,
      starter: bundle.starter,
      subjects: bundle.subjects,
      // Nothing that the code could reach holds an expected value.
      cases: bundle.cases.map(({ name, arguments: given }) => ({ name, arguments: given })),
    });
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const limit = new Promise((settle) => {
      timer = setTimeout(() => settle("timeout"), bundle.time_limit * 1000);
    });
    try {
      const answer = await Promise.race([runner.call("run", request), limit, job.stopped]);
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
   * @param {string} request
   * @returns {Promise<Told>}
   */
  async #show(request) {
    try {
      return JSON.parse(await /** @type {PythonProcess} */ (this.#runner).call("show", request));
    } catch (error) {
      this.#replaceRunner();
      throw error;
    }
  }

  /**
   * @param {string} request
   * @returns {Promise<Verdict>}
   */
  async #judge(request) {
    const judge = await this.#judgeProcess();
    try {
      return JSON.parse(await judge.call("judge", request));
    } catch (error) {
      if (!(error instanceof ProcessGone) || judge !== this.#spare) throw error;
      this.#openSpare();
      return JSON.parse(await (await this.#judgeProcess()).call("judge", request));
    }
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
    const next = this.#spare ?? this.open(/** @type {Runtime} */ (this.#runtime));
    this.#runner = next;
    this.#spare = null;
    // What the learner waits for starts first: two starts at once would slow each other down.
    next.ready.then(
      () => this.#runner === next && this.#openSpare(),
      (error) => this.#runner === next && this.#fail(error),
    );
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
 * The bundle as the runner may see it: the cases that are shown, and nothing to compare with.
 *
 * @param {Bundle} bundle
 * @returns {Bundle}
 */
function withoutAnswers(bundle) {
  const cases = bundle.cases.filter((each) => each.shown).map(({ name, shown, arguments: given }) => ({ name, shown, arguments: given }));
  return { ...bundle, cases, mistakes: {}, fingerprints: undefined };
}

/**
 * What a run gave whose interpreter gave up.
 *
 * @param {Error} error
 * @returns {Ran}
 */
function afterCrash(error) {
  if (!(error instanceof ProcessGone)) throw error;
  if (/call stack|recursion/i.test(error.message)) {
    return { ...NOTHING, stage: "died", error: { message: "its calls went deeper than the browser allows" } };
  }
  return { ...NOTHING, stage: /memory|allocat/i.test(error.message) ? "memory" : "died" };
}

/** The one client of this page. An element with `data-python` names its manifest, relative to the page. */
export const python = new PythonClient((onProgress, fresh) => {
  const named = /** @type {HTMLElement} */ (document.querySelector("[data-python]"));
  return fetchRuntime(new URL(named.dataset.python ?? "", document.baseURI).href, onProgress, { fresh });
});
