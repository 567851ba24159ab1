/** Leaf: where workers get the snapshot from. The first one fetches it, beside the page, and hands it back for those after it. */

/** @import { RuntimeFile } from "./python-messages.js" */

/**
 * @typedef {[address: string, file: RuntimeFile, cache: RequestCache]} ToFetch
 */

/** The snapshot as the page knows it: still to be fetched, kept, or refused for good. */
export class SnapshotSource {
  /** @type {Uint8Array<ArrayBuffer> | null} */
  #kept = null;
  #isRefused = false;
  #left;
  /** @type {(waiting?: Promise<unknown>) => void} */
  #settle = () => {};

  /** Settled once no worker waits for its bytes: they have come, or what Python starts from instead has. @type {Promise<unknown>} */
  settled = new Promise((resolve) => (this.#settle = resolve));

  /**
   * @param {ToFetch} toFetch
   * @param {(bytes: number) => void} onBytes Told how many bytes have come since it was told last.
   * @param {(left: number) => Promise<unknown>} onRefused Told how many bytes will never come; gives when Python can start without.
   */
  constructor(toFetch, onBytes, onRefused) {
    this.toFetch = toFetch;
    this.onBytes = onBytes;
    this.onRefused = onRefused;
    this.#left = toFetch[1].bytes;
  }

  /** What the next worker is told: the bytes, what to fetch, or null where it starts without. */
  get forWorker() {
    return this.#isRefused ? null : (this.#kept ?? this.toFetch);
  }

  /** @param {number} bytes that a worker has fetched; those of a second one are not counted */
  count(bytes) {
    const fresh = Math.min(bytes, this.#left);
    if (!fresh) return;
    this.#left -= fresh;
    this.onBytes(fresh);
  }

  /** A worker has all of it, and it is the one that was built. */
  arrive() {
    this.count(this.#left);
    this.#settle();
  }

  /** @param {Uint8Array<ArrayBuffer>} bytes */
  keep(bytes) {
    this.#kept = bytes;
  }

  /**
   * @param {string} detail why it is of no use here
   */
  refuse(detail) {
    if (this.#isRefused) return;
    console.info(`Python starts without its snapshot: ${detail}`);
    this.#isRefused = true;
    const waiting = this.onRefused(this.#left);
    waiting.catch(() => {}); // told by `settled`
    this.#left = 0;
    this.#settle(waiting);
  }
}
