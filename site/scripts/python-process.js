/** One Python worker, seen from the page. */

import { request } from "./python-download.js";
import { StartFailure } from "./python-failure.js";
import { REST } from "./python-rest.js";
import { spawn } from "./python-spawn.js";

/** @import { CallMessage, CallName, FileMessage, FirstName, Runtime, StartMessage, WorkerMessage } from "./python-messages.js" */

/**
 * A promise with the two functions that settle it.
 *
 * @template T
 * @typedef {{ promise: Promise<T>, resolve: (value: T) => void, reject: (error: Error) => void }} Settled
 */

/**
 * @typedef {object} Listening Both may be left out.
 * @property {(text: string) => void} [onPrinted] Told what learner code prints, as it comes.
 * @property {(isWaiting: boolean) => void} [onWaiting] Told when a call waits for a part of Python to arrive, and when it begins anew.
 */

/** From one answer to what is asked next, and to the next picture. */
const QUIET_MS = 50;

/** The worker is gone: killed, crashed, or its interpreter gave up. */
export class ProcessGone extends Error {}

/** A worker with Python in it: `ready` settles once, `call` asks the grader in it, `kill` ends it at once. */
export class PythonProcess {
  /** True once learner code has run here. */
  touched = false;
  /** True once it can be called at once. */
  isReady = false;

  /** Why the worker is gone, once it is. @type {ProcessGone | null} */
  gone = null;

  #last = 0;
  /** @type {Map<number, Settled<string> & Listening & { message: CallMessage }>} */
  #waiting = new Map();
  /** @type {Settled<void>} */
  #ready = withResolvers();
  /** @type {Promise<void> | null} */
  #completing = null;
  #rest;
  #first;
  #worker;
  #port;

  /** @param {Runtime} runtime */
  constructor(runtime) {
    this.#rest = runtime.rest;
    this.#first = runtime.first;
    this.ready = this.#ready.promise;
    this.ready.catch(() => {});
    const { wanted, kept } = runtime.first.forWorker;
    const { worker, address } = spawn(runtime.boot, wanted);
    this.#worker = worker;
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = (/** @type {MessageEvent<WorkerMessage>} */ { data }) => {
      URL.revokeObjectURL(address);
      this.#receive(data);
    };
    this.#worker.onerror = (event) => {
      event.preventDefault();
      const failure = new StartFailure("script", `${runtime.boot.worker}: ${event.message ?? "could not be loaded"}`);
      if (this.isReady) return this.#end(failure);
      // Why it did not come is known of what is fetched, not of what is imported.
      void request(runtime.boot.worker, "no-store").then(() => this.#end(failure), (error) => this.#end(error));
    };
    /** @type {StartMessage} */
    const start = { type: "start", kept };
    this.#worker.postMessage(start, [port2]);
    if (this.#rest.isAsked) this.complete().catch(() => {});
  }

  /**
   * Hand over the rest of Python as well, once it has been fetched.
   *
   * @returns {Promise<void>} rejects with StartFailure; it may then be asked for again
   */
  complete() {
    this.#completing ??= this.#handRest().catch((error) => {
      this.#completing = null;
      throw error;
    });
    return this.#completing;
  }

  async #handRest() {
    const files = this.#rest.ask();
    await Promise.all(Object.values(files));
    for (const name of REST) {
      /** @type {FileMessage} */
      const message = { type: "file", name, file: await files[name] };
      if (!this.gone) this.#port.postMessage(message);
    }
  }

  /**
   * @param {CallName} name
   * @param {string} request JSON
   * @param {Listening} [listening]
   * @returns {Promise<string>} JSON; rejects with ProcessGone, or with StartFailure where a part of Python cannot be fetched
   */
  call(name, request, listening) {
    if (this.gone) return Promise.reject(this.gone);
    if (!this.isReady) return this.ready.then(() => this.call(name, request, listening));
    const id = ++this.#last;
    /** @type {Settled<string>} */
    const waiting = withResolvers();
    /** @type {CallMessage} */
    const message = { type: "call", id, name, request };
    this.#waiting.set(id, { ...waiting, ...listening, message });
    this.#port.postMessage(message);
    return waiting.promise;
  }

  /** Settles once its files have been checked, nobody waits for an answer, and what followed from the last one has been asked and drawn. */
  async quiet() {
    await this.#first.settled.catch(() => {}); // told by the runtime's `complete`
    do {
      await Promise.allSettled([...this.#waiting.values()].map(({ promise }) => promise));
      await new Promise((done) => setTimeout(done, QUIET_MS));
    } while (this.#waiting.size);
  }

  /** End the worker, whatever it is doing. */
  kill() {
    this.#end(new ProcessGone("ended"));
  }

  /** @param {WorkerMessage} message */
  #receive(message) {
    switch (message.type) {
      case "ready":
        for (const [step, time] of message.steps) {
          performance.mark(`python-${step}`, { startTime: Math.max(0, time - performance.timeOrigin) });
        }
        this.isReady = true;
        return this.#ready.resolve();
      case "refused":
        this.#first.refuse(message.detail);
        return void this.complete().catch((error) => this.#end(error));
      case "bytes":
        return Object.entries(message.bytes).forEach(([name, bytes]) => this.#first.count(/** @type {FirstName} */ (name), bytes));
      case "arrived":
        return this.#first.arrive(message.name);
      case "fetched":
        return this.#first.keep(message.name, message.file);
      case "incomplete":
        return void this.#callAgain(message.id);
      case "failed":
        return this.#end(new StartFailure(message.reason, message.detail));
      case "unsound":
        if (!this.#first.giveUp(new StartFailure(message.reason, message.detail))) this.#end(new ProcessGone(message.detail));
        return;
      case "broken":
        return this.#end(new ProcessGone(message.detail));
      case "printed":
        return this.#waiting.get(message.id)?.onPrinted?.(message.text);
      case "answer":
        this.#waiting.get(message.id)?.resolve(message.json);
        this.#waiting.delete(message.id);
    }
  }

  /** @param {number} id */
  async #callAgain(id) {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    waiting.onWaiting?.(true);
    try {
      await this.complete();
    } catch (error) {
      this.#waiting.delete(id);
      return waiting.reject(/** @type {Error} */ (error));
    }
    waiting.onWaiting?.(false);
    if (!this.gone) this.#port.postMessage(waiting.message);
  }

  /** @param {Error} error */
  #end(error) {
    this.#worker.terminate();
    this.#port.close();
    this.#ready.reject(error);
    this.isReady = false;
    this.gone ??= new ProcessGone(error.message);
    for (const { reject } of this.#waiting.values()) reject(this.gone);
    this.#waiting.clear();
  }
}

/**
 * @template T
 * @returns {Settled<T>}
 */
function withResolvers() {
  /** @type {any} */
  const parts = {};
  parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
  return parts;
}
