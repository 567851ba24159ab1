/** Leaf: what every worker starts from, as the page knows it. The first one fetches it, beside the page, and hands it back. */

/** @import { StartFailure } from "./python-failure.js" */
/** @import { FetchedName, First, FirstName, FirstToFetch, ToFetch, Wanted } from "./python-messages.js" */

/** The files that a worker starts from: still to be fetched, kept, or, where it is the snapshot, refused for good. */
export class FirstFiles {
  /** @type {Partial<First>} */
  #kept = {};
  #isRefused = false;
  #toFetch;
  /** Bytes that have not come yet. @type {Map<string, number>} */
  #left;
  /** What has not been found to be what was built. @type {Set<string>} */
  #unchecked;
  #isSettled = false;
  /** @type {(waiting?: Promise<unknown>) => void} */
  #resolve = () => {};

  /**
   * Settled once no worker waits for bytes: they have come, or what Python starts from without a snapshot has.
   *
   * @type {Promise<unknown>}
   */
  settled = new Promise((resolve) => (this.#resolve = resolve));

  /**
   * @param {Record<FirstName, ToFetch>} toFetch
   * @param {(bytes: number) => void} onBytes Told how many bytes have come since it was told last.
   * @param {(left: number) => Promise<unknown>} onRefused Told how many bytes will never come; gives when Python can start without.
   */
  constructor(toFetch, onBytes, onRefused) {
    this.#toFetch = toFetch;
    this.onBytes = onBytes;
    this.onRefused = onRefused;
    this.#left = new Map(Object.entries(toFetch).map(([name, [, file]]) => [name, file.bytes]));
    this.#unchecked = new Set(this.#left.keys());
  }

  /**
   * What the next worker fetches and checks, and what it is given: the file itself, or null for a snapshot that it does without.
   *
   * @returns {{ wanted: Wanted, kept: Partial<First> }}
   */
  get forWorker() {
    /** @type {Partial<First>} */
    const kept = this.#isRefused ? { ...this.#kept, snapshot: null } : { ...this.#kept };
    const isScript = (/** @type {string} */ name) => name === "loader" || name === "module";
    // Scripts cannot be handed over; they are looked at once.
    const isNeeded = (/** @type {string} */ name) => (isScript(name) ? this.#unchecked.has(name) : !(name in kept));
    /** @type {(isSo: (name: string) => boolean) => FirstToFetch} */
    const those = (isSo) => Object.fromEntries(Object.entries(this.#toFetch).filter(([name]) => isSo(name)));
    const toCheck = those((name) => !isNeeded(name) && this.#unchecked.has(name));
    return { wanted: { toFetch: those(isNeeded), toCheck }, kept };
  }

  /**
   * @param {FirstName} name
   * @param {number} bytes of it that a worker has fetched; those of a second one are not counted
   */
  count(name, bytes) {
    const left = this.#left.get(name) ?? 0;
    const fresh = Math.min(bytes, left);
    if (!fresh) return;
    this.#left.set(name, left - fresh);
    this.onBytes(fresh);
  }

  /**
   * A worker has all of it, and it is the one that was built.
   *
   * @param {FirstName} name
   */
  arrive(name) {
    this.count(name, this.#left.get(name) ?? 0);
    this.#unchecked.delete(name);
    if (!this.#isRefused && !this.#unchecked.size) this.#settle();
  }

  /**
   * @template {FetchedName} Name
   * @param {Name} name
   * @param {First[Name]} file
   */
  keep(name, file) {
    this.#kept[name] = file;
  }

  /**
   * A worker started from what is not what was built. Whoever waits for the bytes is told.
   *
   * @param {StartFailure} failure
   * @returns {boolean} false where all of it had come and been checked before, from another worker
   */
  giveUp(failure) {
    if (this.#isSettled) return false;
    this.#settle(Promise.reject(failure));
    return true;
  }

  /**
   * Do without the snapshot from now on.
   *
   * @param {string} detail why it is of no use here
   */
  refuse(detail) {
    if (this.#isRefused) return;
    console.info(`Python starts without its snapshot: ${detail}`);
    this.#isRefused = true;
    const waiting = this.onRefused(this.#left.get("snapshot") ?? 0);
    waiting.catch(() => {}); // told by `settled`
    this.#left.delete("snapshot");
    this.#unchecked.delete("snapshot");
    this.#settle(waiting);
  }

  /** @param {Promise<unknown>} [waiting] */
  #settle(waiting) {
    this.#isSettled = true;
    this.#resolve(waiting);
  }
}
