/** A localStorage for tests: holds up to `room` characters, and throws `denied` at every touch when given. */
export class MemoryArea {
  /** @type {Map<string, string>} */
  #values = new Map();

  /** @param {number} room @param {Error | null} denied */
  constructor(room = Infinity, denied = null) {
    this.room = room;
    this.denied = denied;
  }

  get length() {
    if (this.denied) throw this.denied;
    return this.#values.size;
  }

  /** @param {number} index */
  key(index) {
    return [...this.#values.keys()][index] ?? null;
  }

  /** @param {string} key */
  getItem(key) {
    if (this.denied) throw this.denied;
    return this.#values.get(key) ?? null;
  }

  /** @param {string} key @param {string} value */
  setItem(key, value) {
    if (this.denied) throw this.denied;
    const others = [...this.#values].filter(([name]) => name !== key).flat().join("").length;
    if (others + key.length + value.length > this.room) throw new DOMException("full", "QuotaExceededError");
    this.#values.set(key, value);
  }

  /** @param {string} key */
  removeItem(key) {
    if (this.denied) throw this.denied;
    this.#values.delete(key);
  }
}
