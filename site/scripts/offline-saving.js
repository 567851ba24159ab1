/** Whether this course is saved in this browser for use without a network, and what the learner may do about it. */

import { cacheName } from "./offline-files.js";

import { StallWatch } from "./stall.js";

/** @import { MessageFromWorker, MessageToWorker, SaveFailure } from "./offline-messages.js" */
/** @import { Store } from "./storage.js" */

/**
 * @typedef {object} SavingState
 * @property {"unknown" | "unavailable" | "none" | "saving" | "saved" | "failed"} phase
 * @property {number} loaded Bytes kept so far.
 * @property {number} total
 * @property {SaveFailure | null} failure
 * @property {boolean} isStalled Nothing has come for a while.
 * @property {null | "ready" | "taken" | "gone" | "coming" | "held"} version `ready`: a newer one can be taken. `taken`: it was,
 *   in another tab. `gone`: this page is so old that the site no longer has its files. `coming`: so it is, and
 *   a newer one is being fetched. `held`: what stands in this page would not outlive it.
 */

const CHOICE = "choice:offline";

/** Speaks to the service worker of the course at `root`; `state` is what the page shows. */
export class OfflineSaving {
  /** @type {SavingState} */
  state = { phase: "unknown", loaded: 0, total: 0, failure: null, isStalled: false, version: null };

  /** @type {Cache | null} What is saved, open as long as this page is. */
  cache = null;

  /** @type {Set<(state: SavingState) => void>} */
  #listeners = new Set();
  /** @type {ServiceWorkerRegistration | null} */
  #registration = null;
  /** Whether the newer version is to come any moment. */
  isTaking = false;
  /** The build that is saved. @type {string | null} */
  #build = null;
  #stall = new StallWatch(() => this.#set({ isStalled: true }));
  /** @type {Promise<void> | null} */
  #looking = null;

  /**
   * @param {string} root The course's address.
   * @param {Pick<Store, "get" | "set" | "remove">} store
   * @param {object} platform
   * @param {() => boolean} platform.keep Carry what stands in this page over a reload; false where that cannot be.
   * @param {() => void} platform.reload
   * @param {ServiceWorkerContainer} [platform.container]
   * @param {CacheStorage | null} [platform.caches]
   * @param {typeof fetch} [platform.fetch]
   */
  constructor(root, store, { keep, reload, container = navigator.serviceWorker, caches = ownCaches(), fetch = globalThis.fetch.bind(globalThis) }) {
    this.root = root;
    this.store = store;
    this.container = container;
    this.caches = caches;
    this.keep = keep;
    this.reload = reload;
    this.fetch = fetch;
  }

  /**
   * Tell `listener` the state now and whenever it changes.
   *
   * @param {(state: SavingState) => void} listener
   */
  subscribe(listener) {
    this.#listeners.add(listener);
    listener(this.state);
  }

  /** Find out what is saved, and mend it where the browser has taken a part away. */
  async look() {
    if (!this.container || !this.caches) return this.#set({ phase: "unavailable" });
    this.container.addEventListener("message", ({ data }) => this.#hear(data));
    this.container.addEventListener("controllerchange", () => this.#controlled());
    await this.lookAgain();
    // A page that was open for long, or came from the worker, asks for a newer version by itself.
    this.#registration?.update().catch(() => {});
  }

  /** Find out whether what is saved is still there: another tab or the browser may have taken it away. */
  async lookAgain() {
    // What is being saved tells of itself.
    if (!this.container || !this.caches || this.isTaking || this.state.phase === "saving") return;
    this.#looking ??= this.#find().finally(() => (this.#looking = null));
    await this.#looking;
  }

  async #find() {
    try {
      const found = await this.container.getRegistration(this.root);
      // A worker that serves a wider address on this origin is somebody else's.
      if (found?.scope === this.root) {
        await this.#holdCache();
        await this.#watch(found);
      } else if (this.state.phase !== "failed") this.#forget();
    } catch {
      this.#set({ phase: "unavailable" });
    }
  }

  /** Another tab has stored something, perhaps that nothing is to be saved. */
  hearOtherTab() {
    if (this.declined && ["saving", "saved", "failed"].includes(this.state.phase)) this.#forget();
  }

  #forget() {
    this.#registration = null;
    this.#build = null;
    this.cache = null;
    this.#set({ phase: "none", loaded: 0, failure: null, version: null });
  }

  /** Whether the learner once said that nothing should be saved. */
  get declined() {
    return this.store.get(CHOICE) === "no";
  }

  /** Save the whole course; a course that is partly saved is completed. */
  async save() {
    this.store.remove(CHOICE);
    this.#set({ phase: "saving", failure: null });
    const address = `${this.root}service-worker.js`;
    try {
      await this.#holdCache();
      const registration = await this.container.register(address, { scope: this.root, updateViaCache: "none" });
      await (this.declined ? this.#giveBack(registration) : this.#watch(registration));
    } catch {
      this.#set({ phase: "failed", failure: await this.#whyRefused(address) });
    }
  }

  /**
   * Browsers do not say whether the script could not be fetched or their settings are against it.
   *
   * @param {string} address
   * @returns {Promise<SaveFailure>}
   */
  async #whyRefused(address) {
    const response = await this.fetch(address, { cache: "no-store" }).catch(() => null);
    if (!response) return "offline";
    return response.ok ? "refused" : "missing";
  }

  /** Give back the space; what the learner did stays. */
  async remove() {
    this.store.set(CHOICE, "no");
    const registration = this.#registration;
    this.#forget();
    await this.#giveBack(registration);
  }

  /** @param {ServiceWorkerRegistration | null} registration */
  async #giveBack(registration) {
    // A browser ends no registration before all that its worker is fetching has come.
    for (const worker of [registration?.installing, registration?.active]) {
      worker?.postMessage(/** @type {MessageToWorker} */ ({ type: "stop" }));
    }
    await registration?.unregister().catch(() => {});
    await this.caches?.delete(cacheName(this.root)).catch(() => {});
  }

  /** Go over to the newer version; the page is loaded anew, unless that would lose something. */
  take() {
    const { waiting, installing, active } = this.#registration ?? {};
    // Loaded again now, the page would be the one that is saved.
    if (!waiting && installing && active && ["gone", "held"].includes(this.state.version ?? "")) return this.#set({ version: "coming" });
    if (!waiting) return this.#loadAnew();
    if (!this.keep()) return this.#set({ version: "held" });
    this.isTaking = true;
    // A browser ends no version before all that it is fetching has come, nor before what it was just told is done.
    if (this.state.phase === "saving") active?.postMessage(/** @type {MessageToWorker} */ ({ type: "stop" }));
    waiting.postMessage(/** @type {MessageToWorker} */ ({ type: "take" }));
  }

  #loadAnew() {
    this.isTaking = false;
    if (this.keep()) return this.reload();
    this.#set({ version: "held" });
    if (this.#registration?.active) void this.#ask(this.#registration.active);
  }

  /**
   * A private window of WebKit forgets a cache that nobody has open: the worker of an attempt that failed takes along
   * what had arrived, and the attempts after it lose theirs, too.
   */
  async #holdCache() {
    this.cache = (await this.caches?.open(cacheName(this.root)).catch(() => null)) ?? null;
  }

  /** @param {ServiceWorkerRegistration} registration */
  async #watch(registration) {
    if (this.#registration !== registration) {
      this.#registration = registration;
      registration.addEventListener("updatefound", () => this.#follow(registration.installing));
      this.#follow(registration.installing);
    }
    if (registration.waiting && registration.active) this.#set({ version: "ready" });
    if (registration.active) await this.#ask(registration.active);
    else {
      this.#build = null;
      this.#set({ phase: "saving" });
    }
  }

  /** @param {ServiceWorker | null} worker Being installed. */
  #follow(worker) {
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed" && this.#registration?.active) this.#set({ version: "ready" });
      if (worker.state === "redundant" && this.state.version === "coming") this.#set({ version: "gone" });
      if (worker.state === "activated" && this.state.phase === "saving") void this.#ask(worker);
      if (worker.state === "redundant" && this.state.phase === "saving" && !this.#registration?.active) {
        this.#set({ phase: "failed", failure: this.state.failure ?? "broken" });
      }
    });
  }

  /** @param {ServiceWorker} worker */
  async #ask(worker) {
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
    worker.postMessage(/** @type {MessageToWorker} */ ({ type: "state" }), [port2]);
    const { build, loaded, total } = await answer;
    port1.close();
    if (this.#registration === null) return;
    this.#build = build;
    this.#set({ phase: loaded === total ? "saved" : "saving", loaded, total });
    if (loaded !== total) worker.postMessage(/** @type {MessageToWorker} */ ({ type: "repair" }));
  }

  #controlled() {
    if (this.isTaking) return this.#loadAnew();
    // The first worker of all has just taken this page over; another one has ended the version it shows.
    if (this.state.version === "ready") this.#set({ version: "taken" });
    void this.lookAgain();
  }

  /** @param {MessageFromWorker} message */
  #hear(message) {
    if (message.type === "gone") {
      this.#registration?.update().catch(() => {});
      if (!this.state.version) this.#set({ version: "gone" });
    }
    const { phase, failure } = this.state;
    if (message.type === "lost" && phase === "saved") void this.lookAgain();
    // The worker's end may be known before what it said of it.
    if (message.type === "failed" && phase === "failed" && failure === "broken") this.#set({ failure: message.reason });
    // Saved in another tab.
    if (message.type === "progress" && phase === "none") void this.lookAgain();
    // While a newer version is fetched the one that is saved stays saved.
    if (phase !== "saving" || ("build" in message && this.#build && message.build !== this.#build)) return;
    if (message.type === "failed" && !this.isTaking) this.#set({ phase: "failed", failure: message.reason });
    if (message.type === "progress") {
      const { loaded, total } = message;
      this.#set({ loaded, total, phase: this.#registration?.active && loaded === total ? "saved" : "saving" });
    }
  }

  /** @param {Partial<SavingState>} change */
  #set(change) {
    const { phase, loaded } = this.state;
    this.state = { ...this.state, ...change };
    if (phase !== this.state.phase || loaded !== this.state.loaded) {
      this.state.isStalled = false;
      const isWhole = this.state.total > 0 && this.state.loaded === this.state.total;
      this.#stall.heard(this.state.phase === "saving" && !isWhole);
    }
    for (const listener of this.#listeners) listener(this.state);
  }
}

/** Some settings make it an error to ask. @returns {CacheStorage | null} */
function ownCaches() {
  try {
    return globalThis.caches ?? null;
  } catch {
    return null;
  }
}
