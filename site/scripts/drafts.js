/** The learner's code, saved as it is typed. */

import { pageStore } from "./storage.js";

/** @import { Store } from "./storage.js" */

/** Between the last key and the save. */
const PAUSE_MS = 400;

/** Drafts of one course. `place` is `draft`, or `test-draft` where the exercise stands again in a level's test. */
export class Drafts {
  /** @type {Map<string, { code: string | null, timer: ReturnType<typeof setTimeout> }>} */
  #waiting = new Map();

  /** @param {Pick<Store, "get" | "set" | "remove">} store */
  constructor(store) {
    this.store = store;
  }

  /**
   * The code last typed into an exercise, or null where nothing was.
   *
   * @param {string} place
   * @param {string} id
   * @returns {string | null}
   */
  read(place, id) {
    const waiting = this.#waiting.get(`${place}:${id}`);
    const code = waiting ? waiting.code : this.store.get(`${place}:${id}`);
    return typeof code === "string" ? code : null;
  }

  /**
   * Keep `code` once the typing pauses; null forgets the draft.
   *
   * @param {string} place
   * @param {string} id
   * @param {string | null} code
   */
  write(place, id, code) {
    const key = `${place}:${id}`;
    clearTimeout(this.#waiting.get(key)?.timer);
    this.#waiting.set(key, { code, timer: setTimeout(() => this.#save(key), PAUSE_MS) });
  }

  /** Save what is still waiting, now. */
  flush() {
    for (const key of [...this.#waiting.keys()]) this.#save(key);
  }

  /** @param {string} key */
  #save(key) {
    const waiting = this.#waiting.get(key);
    if (!waiting) return;
    clearTimeout(waiting.timer);
    this.#waiting.delete(key);
    if (waiting.code === null) this.store.remove(key);
    else this.store.set(key, waiting.code);
  }
}

/** @type {Drafts | undefined} */
let shared;

/** The drafts of the course this page belongs to; saved before the page goes away. */
export function pageDrafts() {
  if (!shared) {
    const drafts = new Drafts(pageStore());
    const leave = () => {
      drafts.flush();
      // The store has handed over what it could not save before this listener's turn.
      pageStore().handOver(() => sessionStorage);
    };
    window.addEventListener("pagehide", leave);
    document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && leave());
    shared = drafts;
  }
  return shared;
}
