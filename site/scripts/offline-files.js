/**
 * The files of the course that the browser keeps, for the service worker.
 *
 * One cache holds the files of every version that is in use, each under its path and its hash. What two versions
 * share is kept, and fetched, once; what differs never takes another's place.
 */

import { answerOf, download, isBuilt, NotSaved, typeOf } from "./offline-download.js";

/** @import { Build, ListedFile } from "./offline-messages.js" */

/** Browsers open about six connections to a host; the page needs some of them. */
const AT_ONCE = 4;

/** A copy in the browser's own cache is there sooner, or is not worth waiting for. */
const PATIENCE_MS = 500;

/** A small file that every host of the course has. */
const NEVER_ASKED = "offline.json";

/** The name of the cache of the course at `scope`; one origin may hold many courses. */
export const cacheName = (/** @type {string} */ scope) => `lookahead:${scope}`;

/** The files of one build at one address. */
export class OfflineFiles {
  /** @type {Map<string, ListedFile>} */
  #listed;
  #name;
  #ending = new AbortController();

  /**
   * @param {string} scope The course's address.
   * @param {Build} build
   * @param {{ caches?: CacheStorage, fetch?: typeof fetch }} [platform]
   */
  constructor(scope, build, { caches = globalThis.caches, fetch = globalThis.fetch.bind(globalThis) } = {}) {
    this.scope = scope;
    this.build = build;
    this.caches = caches;
    this.fetch = fetch;
    this.total = build.files.reduce((sum, [, bytes]) => sum + bytes, 0);
    this.#listed = new Map(build.files.map((file) => [file[0], file]));
    this.#name = cacheName(scope);
  }

  /**
   * The path of an address in the course, as the build lists it, or null outside the course.
   *
   * @param {string} address
   */
  pathOf(address) {
    const { origin, pathname } = new URL(address);
    if (!(origin + pathname).startsWith(this.scope)) return null;
    const path = decoded((origin + pathname).slice(this.scope.length));
    return path === "" || path.endsWith("/") ? `${path}index.html` : path;
  }

  /** @param {string} path */
  lists(path) {
    return this.#listed.has(path);
  }

  /**
   * The kept file of this build at `path`.
   *
   * @param {string} path
   * @returns {Promise<Response | undefined>}
   */
  async find(path) {
    const file = this.#listed.get(path);
    return file && this.caches.match(this.#key(file), { cacheName: this.#name });
  }

  /**
   * The file as the browser's own cache has it, with the code that was compiled from it; never from the network.
   *
   * @param {string} path
   * @returns {Promise<Response | undefined>}
   */
  async findCompiled(path) {
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(), PATIENCE_MS);
    const ask = (/** @type {string} */ address) =>
      this.fetch(this.scope + address, { cache: "only-if-cached", mode: "same-origin", signal: ending.signal });
    // WebKit asks the site after all where it keeps no cache on disk. Then it also finds what nobody has ever asked for.
    const findsNothing = ask(`${NEVER_ASKED}?${Math.random()}`).then((found) => !found.ok, () => true);
    try {
      const response = await ask(encodeURI(path));
      const kind = (/** @type {string | null | undefined} */ type) => type?.split(";")[0]?.trim();
      const isRight = response.ok && kind(response.headers.get("Content-Type")) === kind(typeOf(path));
      if (isRight && (await findsNothing)) return response;
    } catch {
      // As if it were not there.
    } finally {
      clearTimeout(timer);
    }
    ending.abort();
    return undefined;
  }

  /**
   * A kept file that only an earlier build has; its name holds its hash, so it is the one that was asked for.
   *
   * @param {string} path
   * @returns {Promise<Response | undefined>}
   */
  async findEarlier(path) {
    if (this.#listed.has(path)) return undefined;
    return this.caches.match(this.scope + encodeURI(path), { cacheName: this.#name, ignoreSearch: true });
  }

  /**
   * The kept file of this build at `path`, where it is still the one that was built: a disk, too, can spoil it.
   *
   * @param {string} path
   * @returns {Promise<Response | undefined>}
   */
  async findSound(path) {
    const [file, kept] = [this.#listed.get(path), await this.find(path)];
    const bytes = await kept?.clone().arrayBuffer().catch(() => null);
    return file && bytes && (await isBuilt(file, bytes)) ? kept : undefined;
  }

  /**
   * Put what was fetched anew in the place of a kept file that is spoilt, where it is the one that was built.
   *
   * @param {string} path
   * @param {Response} fresh
   */
  async mend(path, fresh) {
    const file = this.#listed.get(path);
    if (!file || !(await this.find(path))) return;
    const bytes = await fresh.arrayBuffer();
    if (!(await isBuilt(file, bytes))) return;
    const cache = await this.caches.open(this.#name);
    await cache.put(this.#key(file), answerOf(path, bytes, fresh));
  }

  /** How many bytes of this build are kept. */
  async kept() {
    const there = await this.#keys();
    return this.build.files.reduce((sum, file) => sum + (there.has(this.#key(file)) ? file[1] : 0), 0);
  }

  /**
   * Fetch and keep what is missing of this build; settles when every file is there and is the one that was built.
   *
   * @param {(loaded: number) => void} onProgress
   * @returns {Promise<void>} rejects with NotSaved; what was kept by then stays
   */
  async save(onProgress) {
    const { signal } = this.#ending;
    const cache = await this.caches.open(this.#name);
    const there = await this.#keys();
    const missing = this.build.files.filter((file) => !there.has(this.#key(file))).sort((a, b) => a[1] - b[1]);
    let loaded = this.total - missing.reduce((sum, [, bytes]) => sum + bytes, 0);
    onProgress(loaded);
    const count = (/** @type {number} */ bytes) => onProgress((loaded += bytes));
    const next = async () => {
      for (let file; (file = missing.shift()); ) {
        try {
          const response = await this.fetchOne(file[0], count, signal);
          await cache.put(this.#key(file), response).catch((error) => {
            throw new NotSaved(error?.name === "QuotaExceededError" ? "full" : "broken", `${file[0]}: ${error?.message}`);
          });
        } catch (error) {
          // Nothing more is begun, but what is on its way is still kept.
          missing.length = 0;
          throw error;
        }
      }
    };
    const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, next));
    const failed = ends.find((end) => end.status === "rejected");
    if (failed) throw failed.reason;
    // The browser may have taken something away meanwhile.
    if ((await this.kept()) < this.total) throw new NotSaved("full", "files were evicted while others were saved");
  }

  /** End every `save` that is on its way; it rejects as stopped. */
  stop() {
    this.#ending.abort();
    this.#ending = new AbortController();
  }

  /**
   * The file at `path` from the site, checked against the build.
   *
   * @param {string} path
   * @param {(bytes: number) => void} [count] Told the bytes as they come, or fewer than none where they were in vain.
   * @param {AbortSignal} [signal]
   * @returns {Promise<Response>} rejects with NotSaved
   */
  async fetchOne(path, count = () => {}, signal) {
    const file = /** @type {ListedFile} */ (this.#listed.get(path));
    // The browser's own cache may hold the page of another build under the same address.
    const get = (/** @type {RequestCache} */ cache) =>
      download(file, () => this.fetch(this.scope + encodeURI(path), { cache, signal }), count, signal);
    return get("default").catch(() => get("reload"));
  }

  /**
   * Remember that these pages still show an earlier build, whose files they may yet ask for.
   *
   * @param {string[]} pages
   */
  async hold(pages) {
    const cache = await this.caches.open(this.#name);
    await cache.put(this.#heldKey, Response.json(pages));
  }

  /**
   * Forget the files of other builds, unless one of the pages that were held is among those open now.
   *
   * @param {string[]} open
   */
  async tidy(open) {
    const held = await this.caches.match(this.#heldKey, { cacheName: this.#name });
    if (!held) return;
    const pages = /** @type {string[]} */ (await held.json());
    if (pages.some((page) => open.includes(page))) return;
    const cache = await this.caches.open(this.#name);
    const mine = new Set(this.build.files.map((file) => this.#key(file)));
    for (const { url } of await cache.keys()) if (!mine.has(url)) await cache.delete(url);
  }

  /** @param {ListedFile} file */
  #key([path, , sha256]) {
    return `${this.scope}${encodeURI(path)}?${sha256}`;
  }

  get #heldKey() {
    return `${this.scope}?held`;
  }

  async #keys() {
    if (!(await this.caches.has(this.#name))) return new Set();
    const cache = await this.caches.open(this.#name);
    return new Set((await cache.keys()).map(({ url }) => url));
  }
}

/** A path in an address that somebody cut short, such as `a%`, stays as it is. @param {string} path */
function decoded(path) {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
