/** Cache storage for tests: what a service worker uses of it, in memory. */

class MemoryCache {
  /** @type {Map<string, Response>} */
  files = new Map();

  constructor(/** @type {number} */ room) {
    this.room = room;
  }

  /** @param {string} address @param {Response} response */
  async put(address, response) {
    if (this.files.size >= this.room) throw new DOMException("no room", "QuotaExceededError");
    this.files.set(address, response);
  }

  /** @param {string} address @param {{ ignoreSearch?: boolean }} [options] */
  async match(address, { ignoreSearch = false } = {}) {
    const plain = (/** @type {string} */ text) => (ignoreSearch ? text.replace(/\?.*/, "") : text);
    return [...this.files].find(([key]) => plain(key) === plain(address))?.[1].clone();
  }

  async keys() {
    return [...this.files.keys()].map((url) => ({ url }));
  }

  /** @param {string} address */
  async delete(address) {
    return this.files.delete(address);
  }
}

/** Caches by name, each with room for so many files. */
export class MemoryCaches {
  /** @type {Map<string, MemoryCache>} */
  named = new Map();

  constructor(room = Infinity) {
    this.room = room;
  }

  /** @param {string} name */
  async open(name) {
    const cache = this.named.get(name) ?? new MemoryCache(this.room);
    this.named.set(name, cache);
    return cache;
  }

  /** @param {string} name */
  async has(name) {
    return this.named.has(name);
  }

  /** @param {string} name */
  async delete(name) {
    return this.named.delete(name);
  }

  /** @param {string} address @param {{ cacheName: string, ignoreSearch?: boolean }} options */
  async match(address, { cacheName, ...options }) {
    return this.named.get(cacheName)?.match(address, options);
  }
}
