/**
 * What the learner has done, by id: `passed`, `shown` (the answer was shown) or `skipped` (the level's
 * test was passed instead). Fires `progress` on document when something changes, in whatever tab.
 */

import { pageStore } from "./storage.js";

/** @typedef {import("./storage.js").Store} Store */
/** @typedef {"passed" | "shown" | "skipped"} State */
/** @typedef {{given: unknown, tries: string[]}} Attempt  What was answered last, and the honest tries so far. */

const RANK = { skipped: 1, shown: 2, passed: 2 };

/** @param {unknown} value @returns {value is State} */
const isState = (value) => typeof value === "string" && Object.hasOwn(RANK, value);

/**
 * The state after `next` is recorded over `now`: a shown answer stays shown, a passed one stays passed.
 * @param {State | null} now
 * @param {State} next
 * @returns {State}
 */
export function merge(now, next) {
  return now && RANK[now] >= RANK[next] ? now : next;
}

/**
 * Whether a level is cleared, and how. `items` are its graded ids outside the skip test, `skip` those in it.
 * Cleared by work: every item passed or was shown. Cleared by the test: every id of the test passed.
 * @param {{items: string[], skip: string[]}} level
 * @param {(id: string) => State | null} stateOf
 */
export function levelState({ items, skip }, stateOf) {
  const states = items.map(stateOf);
  const passed = states.filter((state) => state === "passed").length;
  const shown = states.filter((state) => state === "shown").length;
  const byWork = items.length > 0 && passed + shown === items.length;
  const byTest = skip.length > 0 && skip.every((id) => stateOf(id) === "passed");
  return {
    cleared: byWork || byTest,
    /** @type {"work" | "test" | null} */
    by: byWork ? "work" : byTest ? "test" : null,
    passed,
    shown,
    total: items.length,
  };
}

/** Progress of one course in one store. */
export class Progress {
  /**
   * @param {Store} store
   * @param {Record<string, string>} renamed old ids and what they are called now
   * @param {(id: string, state: State | null) => void} announce
   */
  constructor(store, renamed = {}, announce = () => {}) {
    this.store = store;
    this.announce = announce;
    for (const [before, now] of Object.entries(renamed)) this.#move(before, now);
  }

  /**
   * @param {string} id
   * @returns {State | null}
   */
  state(id) {
    const value = this.store.get(`progress:${id}`);
    return isState(value) ? value : null;
  }

  /**
   * Records `state` for `id`; never takes back what was reached.
   * @param {string} id
   * @param {State} state
   */
  record(id, state) {
    const now = this.state(id);
    const next = merge(now, state);
    if (next === now) return;
    this.store.set(`progress:${id}`, next);
    this.announce(id, next);
  }

  /**
   * What was answered to `id` before.
   * @param {string} id
   * @returns {Attempt}
   */
  attempt(id) {
    const value = /** @type {Partial<Attempt> | null} */ (this.store.get(`answer:${id}`));
    const tries = Array.isArray(value?.tries) ? value.tries.filter((one) => typeof one === "string") : [];
    return { given: value?.given ?? null, tries };
  }

  /**
   * @param {string} id
   * @param {Attempt} attempt
   */
  keepAttempt(id, attempt) {
    this.store.set(`answer:${id}`, attempt);
  }

  /** The level that was open last, or null. */
  lastLevel() {
    const value = this.store.get("place:level");
    return typeof value === "string" ? value : null;
  }

  /**
   * Remembers the level that is open, to go on there.
   * @param {string} slug
   */
  visit(slug) {
    this.store.set("place:level", slug);
  }

  /** @param {string} before @param {string} now */
  #move(before, now) {
    for (const key of this.store.keys("")) {
      const [kind, id] = key.split(":");
      if (id !== before) continue;
      const target = `${kind}:${now}`;
      if (this.store.get(target) === null) this.store.set(target, this.store.get(key));
      this.store.remove(key);
    }
  }
}

/** @type {Progress | undefined} */
let shared;

/** The progress of the course this page belongs to; one a page. */
export function pageProgress() {
  if (!shared) {
    const store = pageStore();
    const fire = (/** @type {string} */ id, /** @type {State | null} */ state) =>
      void document.dispatchEvent(new CustomEvent("progress", { detail: { id, state } }));
    const mine = new Progress(store, readRenamed(), fire);
    shared = mine;
    const start = `${store.prefix}progress:`;
    window.addEventListener("storage", (event) => {
      if (event.key === null) fire("", null);
      else if (event.key.startsWith(start)) {
        const id = event.key.slice(start.length);
        fire(id, mine.state(id));
      }
    });
    // What was done on other pages meanwhile, when the browser shows this one again as it was left.
    window.addEventListener("pageshow", ({ persisted }) => persisted && fire("", null));
  }
  return shared;
}

/** @returns {Record<string, string>} */
function readRenamed() {
  return JSON.parse(document.documentElement.dataset.renamed ?? "{}");
}
