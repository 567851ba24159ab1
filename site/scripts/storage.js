/**
 * What the page keeps in the browser: JSON values under `lookahead:1:<course>:…`.
 *
 * One key holds one small value, so two tabs never overwrite each other's work. When the browser
 * forbids storage or it is full, values live in memory until the tab is closed, and `trouble` says so; a page that
 * goes away or is hidden hands them over to the tab's next one in the tab's own storage, whose room is another.
 */

/** @typedef {"forbidden" | "full"} Trouble */
/** @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">} Area */

const SCHEMA = 1;
const HANDED_OVER = "handed-over";

/** Values of one course, kept in `area`, or in memory where `area` is null or refuses. */
export class Store {
  /** By key, the text and what `area` held when it refused it. @type {Map<string, [text: string | null, over: string | null]>} */
  #memory = new Map();
  /** @type {Set<(trouble: Trouble) => void>} */
  #listeners = new Set();
  /** @type {Trouble | null} */
  #trouble = null;
  /** Whether the tab's next page knows all of `#memory`. */
  #isHanded = false;

  /**
   * @param {string} course
   * @param {Area | null} area
   */
  constructor(course, area) {
    this.prefix = `lookahead:${SCHEMA}:${course}:`;
    this.area = area;
    if (!area) this.#trouble = "forbidden";
  }

  /** Why values are not being saved, or null. */
  get trouble() {
    return this.#trouble;
  }

  /**
   * Calls `listener` when saving stops working, at once if it already has.
   * @param {(trouble: Trouble) => void} listener
   */
  onTrouble(listener) {
    this.#listeners.add(listener);
    if (this.#trouble) listener(this.#trouble);
  }

  /**
   * The value under `key`, or null where there is none or it is not JSON.
   * @param {string} key
   * @returns {unknown}
   */
  get(key) {
    const [text] = this.#memory.get(key) ?? [this.#read(key)];
    if (typeof text !== "string") return null;
    try {
      return JSON.parse(text);
    } catch {
      return null;
    }
  }

  /**
   * Keeps `value` under `key`; false means it is only in memory.
   * @param {string} key
   * @param {unknown} value
   * @returns {boolean}
   */
  set(key, value) {
    const text = JSON.stringify(value);
    try {
      if (!this.area) throw new Error("no storage");
      this.area.setItem(this.prefix + key, text);
      this.#memory.delete(key);
      return true;
    } catch (error) {
      this.#memory.set(key, [text, this.#read(key)]);
      this.#fail(this.area && isFull(error) ? "full" : "forbidden");
      return false;
    }
  }

  /**
   * Forgets `key`.
   * @param {string} key
   */
  remove(key) {
    try {
      if (!this.area) throw new Error("no storage");
      this.area.removeItem(this.prefix + key);
      this.#memory.delete(key);
    } catch {
      this.#memory.set(key, [null, this.#read(key)]);
    }
  }

  /**
   * The keys of this course that begin with `start`.
   * @param {string} start
   * @returns {string[]}
   */
  keys(start) {
    const found = new Set([...this.#memory].filter(([, [text]]) => text !== null).map(([key]) => key));
    try {
      for (let i = 0; this.area && i < this.area.length; i++) {
        const key = this.area.key(i) ?? "";
        if (key.startsWith(this.prefix)) found.add(key.slice(this.prefix.length));
      }
    } catch {
      // Forbidden half-way: what memory holds is all there is.
    }
    return [...found].filter((key) => key.startsWith(start)).sort();
  }

  /**
   * Leaves what is only in memory to this tab's next page; false means that it would be lost.
   * @param {() => Area} session
   * @returns {boolean}
   */
  handOver(session) {
    try {
      session().removeItem(this.prefix + HANDED_OVER);
      session().setItem(this.prefix + HANDED_OVER, JSON.stringify([...this.#memory]));
      this.#isHanded = true;
    } catch {
      this.#isHanded = this.#memory.size === 0;
    }
    return this.#isHanded;
  }

  /**
   * Takes what the page before has handed over, once; a value that another tab has saved since is newer. So is what
   * the pages have made of it that came after this one, where the learner goes back to it.
   * @param {() => Area} session
   */
  takeOver(session) {
    try {
      const handed = session().getItem(this.prefix + HANDED_OVER);
      session().removeItem(this.prefix + HANDED_OVER);
      if (this.#isHanded && handed !== null) this.#memory.clear();
      for (const [key, [text, over]] of JSON.parse(handed ?? "[]")) {
        if (this.#read(key) !== over) continue;
        if (text === null) this.remove(key);
        else this.set(key, JSON.parse(text));
      }
    } catch {
      // Forbidden: then nothing was handed over either.
    }
  }

  /** @param {string} key */
  #read(key) {
    try {
      return this.area?.getItem(this.prefix + key) ?? null;
    } catch {
      this.#fail("forbidden");
      return null;
    }
  }

  /** @param {Trouble} trouble */
  #fail(trouble) {
    if (this.#trouble === trouble) return;
    this.#trouble = trouble;
    for (const listener of this.#listeners) listener(trouble);
  }
}

/** @param {unknown} error */
function isFull(error) {
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  return name === "QuotaExceededError" || name === "NS_ERROR_DOM_QUOTA_REACHED";
}

/** @type {Store | undefined} */
let shared;

/** The store of the course this page belongs to; one a page. */
export function pageStore() {
  if (!shared) {
    let area = null;
    try {
      area = window.localStorage;
    } catch {
      // Reading the property itself throws where storage is forbidden.
    }
    const store = (shared = new Store(document.documentElement.dataset.course ?? "", area));
    store.takeOver(() => sessionStorage);
    const handOver = () => store.handOver(() => sessionStorage);
    addEventListener("pagehide", handOver);
    // A hidden page may be ended without another word.
    document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && handOver());
    addEventListener("pageshow", ({ persisted }) => persisted && store.takeOver(() => sessionStorage));
  }
  return shared;
}
