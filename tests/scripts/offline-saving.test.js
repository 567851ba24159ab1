import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { controlHtml } from "../../site/scripts/offline-control.js";
import { OfflineSaving } from "../../site/scripts/offline-saving.js";
import { Store } from "../../site/scripts/storage.js";
import { MemoryArea } from "./memory-area.js";
import { MemoryCaches } from "./memory-caches.js";

/** @import { SavingState } from "../../site/scripts/offline-saving.js" */

const ROOT = "https://host/course/";
const TOTAL = 20e6;

/** A service worker that has so many bytes. */
class FakeWorker extends EventTarget {
  state = "installing";
  /** @type {string[]} */
  asked = [];

  constructor(loaded = TOTAL) {
    super();
    this.loaded = loaded;
  }

  /** @param {{ type: string }} message @param {MessagePort[]} [ports] */
  postMessage({ type }, ports) {
    this.asked.push(type);
    if (type === "state") ports?.[0]?.postMessage({ build: "b", loaded: this.loaded, total: TOTAL });
  }

  /** @param {string} state */
  become(state) {
    this.state = state;
    this.dispatchEvent(new Event("statechange"));
  }
}

class FakeRegistration extends EventTarget {
  scope = ROOT;
  /** @type {FakeWorker | null} */
  installing = null;
  /** @type {FakeWorker | null} */
  waiting = null;
  /** @type {FakeWorker | null} */
  active = null;
  updates = 0;
  gone = false;

  async update() {
    this.updates += 1;
  }

  async unregister() {
    this.gone = true;
    return true;
  }
}

class FakeContainer extends EventTarget {
  /** @type {FakeRegistration | undefined} */
  registration;
  /** @type {any[][]} */
  registered = [];

  async getRegistration() {
    return this.registration;
  }

  /** @param {any[]} given */
  async register(...given) {
    this.registered.push(given);
    this.registration ??= new FakeRegistration();
    if (!this.registration.active) this.registration.installing = new FakeWorker();
    return this.registration;
  }

  /** @param {object} data */
  tell(data) {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }
}

let container = new FakeContainer();
let caches = new MemoryCaches();
let reloads = 0;
/** Whether the page's work would outlive a reload. */
let isKept = true;
/** What the site answers when it is asked for the worker's script. */
let answer = () => new Response("");
let store = new Store("course", new MemoryArea());

beforeEach(() => {
  container = new FakeContainer();
  caches = new MemoryCaches();
  reloads = 0;
  isKept = true;
  answer = () => new Response("");
  store = new Store("course", new MemoryArea());
});

const open = () =>
  new OfflineSaving(ROOT, store, {
    container: /** @type {any} */ (container),
    caches: /** @type {any} */ (caches),
    keep: () => isKept,
    reload: () => void reloads++,
    fetch: /** @type {any} */ (async () => answer()),
  });

/** @param {OfflineSaving} saving @param {string} phase */
const reaches = (saving, phase) => new Promise((done) => saving.subscribe((state) => state.phase === phase && done(state)));

/** Saved, with nothing to be done. */
async function saved() {
  const registration = (container.registration = new FakeRegistration());
  registration.active = new FakeWorker();
  const saving = open();
  await saving.look();
  assert.equal(saving.state.phase, "saved");
  return { saving, registration, active: registration.active };
}

test("nothing is saved until it is asked for; then progress comes until the worker is active", { timeout: 60_000 }, async () => {
  const saving = open();
  await saving.look();
  assert.equal(saving.state.phase, "none");
  await saving.save();
  assert.deepEqual(container.registered, [[`${ROOT}service-worker.js`, { scope: ROOT, updateViaCache: "none" }]]);
  const worker = /** @type {FakeWorker} */ (container.registration?.installing);
  container.tell({ type: "progress", build: "b", loaded: 5e6, total: TOTAL });
  assert.deepEqual([saving.state.phase, saving.state.loaded], ["saving", 5e6]);
  Object.assign(/** @type {object} */ (container.registration), { installing: null, active: worker });
  worker.become("activated");
  await reaches(saving, "saved");
  assert.deepEqual([saving.state.phase, saving.state.version], ["saved", null]);
});

test("a failure says why and can be tried again", async () => {
  const saving = open();
  await saving.look();
  await saving.save();
  container.tell({ type: "failed", build: "b", reason: "full" });
  /** @type {FakeWorker} */ (container.registration?.installing).become("redundant");
  assert.deepEqual([saving.state.phase, saving.state.failure], ["failed", "full"]);
  await saving.save();
  assert.deepEqual([saving.state.phase, saving.state.failure], ["saving", null]);
});

test("the page has the cache open from the first attempt until the course is removed", async () => {
  const saving = open();
  await saving.look();
  assert.deepEqual([saving.cache, [...caches.named.keys()]], [null, []]);
  await saving.save();
  assert.equal(saving.cache, caches.named.get(`lookahead:${ROOT}`));
  await saving.remove();
  assert.deepEqual([saving.cache, [...caches.named.keys()]], [null, []]);
  assert.ok((await saved()).saving.cache);
});

test("removing in the middle of a download ends it, and so does removing before it has begun", async () => {
  const saving = open();
  await saving.look();
  await saving.save();
  await saving.remove();
  const { registration } = container;
  assert.deepEqual([registration?.installing?.asked, registration?.gone, caches.named.size], [["stop"], true, 0]);
  const again = (container.registration = new FakeRegistration());
  const beginning = saving.save();
  await saving.remove();
  await beginning;
  assert.deepEqual([again.gone, caches.named.size, saving.state.phase], [true, 0, "none"]);
});

test("why saving ended is told though the worker's end was known before", async () => {
  const saving = open();
  await saving.look();
  await saving.save();
  /** @type {FakeWorker} */ (container.registration?.installing).become("redundant");
  container.tell({ type: "failed", build: "b", reason: "full" });
  assert.deepEqual([saving.state.phase, saving.state.failure], ["failed", "full"]);
});

test("a worker that ends without a word is a failure too", async () => {
  const saving = open();
  await saving.look();
  await saving.save();
  /** @type {FakeWorker} */ (container.registration?.installing).become("redundant");
  assert.equal(saving.state.phase, "failed");
});

test("what the browser took away is fetched again without a word of the learner", async () => {
  const registration = (container.registration = new FakeRegistration());
  registration.active = new FakeWorker(3e6);
  const saving = open();
  await saving.look();
  assert.equal(saving.state.phase, "saving");
  assert.deepEqual(registration.active.asked, ["state", "repair"]);
  container.tell({ type: "progress", build: "b", loaded: TOTAL, total: TOTAL });
  assert.equal(saving.state.phase, "saved");
});

test("removing gives everything back and is remembered until the next save", async () => {
  const { saving, registration } = await saved();
  await caches.open(`lookahead:${ROOT}`);
  await saving.remove();
  assert.deepEqual([registration.gone, caches.named.size, saving.state.phase, saving.declined], [true, 0, "none", true]);
  await saving.save();
  assert.equal(saving.declined, false);
});

test("a newer version is announced, and taken at the learner's word alone", async () => {
  const { saving, registration, active } = await saved();
  assert.equal(registration.updates, 1);
  const newer = (registration.installing = new FakeWorker());
  registration.dispatchEvent(new Event("updatefound"));
  container.tell({ type: "progress", build: "c", loaded: 1, total: TOTAL });
  container.tell({ type: "failed", build: "c", reason: "changed" });
  assert.deepEqual([saving.state.phase, saving.state.version], ["saved", null]);
  Object.assign(registration, { installing: null, waiting: newer });
  newer.become("installed");
  assert.equal(saving.state.version, "ready");
  assert.deepEqual([newer.asked, reloads], [[], 0]);
  saving.take();
  assert.deepEqual([newer.asked, reloads], [["take"], 0]);
  assert.deepEqual(active.asked, ["state"]);
  container.dispatchEvent(new Event("controllerchange"));
  assert.equal(reloads, 1);
});

test("a page whose work would be lost is not loaded again, and says so", async () => {
  const { saving, registration } = await saved();
  const newer = (registration.waiting = new FakeWorker());
  isKept = false;
  saving.take();
  assert.deepEqual([saving.state.version, newer.asked, reloads], ["held", [], 0]);
  isKept = true;
  saving.take();
  isKept = false;
  container.dispatchEvent(new Event("controllerchange"));
  assert.deepEqual([saving.state.version, newer.asked, reloads], ["held", ["take"], 0]);
  registration.waiting = null;
  saving.take();
  assert.equal(reloads, 0);
  isKept = true;
  saving.take();
  assert.equal(reloads, 1);
});

test("taken in another tab, this page is not loaded again under the learner's hands", async () => {
  const { saving, registration } = await saved();
  registration.waiting = new FakeWorker();
  const other = open();
  await other.look();
  assert.equal(other.state.version, "ready");
  container.dispatchEvent(new Event("controllerchange"));
  assert.deepEqual([other.state.version, saving.state.version, reloads], ["taken", null, 0]);
});

test("a page whose files are gone from the site says so, once a newer version was looked for", async () => {
  const { saving, registration } = await saved();
  container.tell({ type: "gone" });
  assert.deepEqual([saving.state.version, registration.updates], ["gone", 2]);
});

test("a newer version that is still coming is waited for where the one that is saved has lost a file", async () => {
  const { saving, registration } = await saved();
  container.tell({ type: "gone" });
  const newer = (registration.installing = new FakeWorker());
  registration.dispatchEvent(new Event("updatefound"));
  saving.take();
  assert.deepEqual([saving.state.version, reloads], ["coming", 0]);
  newer.become("redundant");
  assert.equal(saving.state.version, "gone");
  saving.take();
  Object.assign(registration, { installing: null, waiting: newer });
  newer.become("installed");
  assert.deepEqual([saving.state.version, reloads], ["ready", 0]);
  Object.assign(registration, { installing: null, waiting: null });
  saving.take();
  assert.equal(reloads, 1);
});

test("a version that is being mended does not keep a newer one waiting", async () => {
  const registration = (container.registration = new FakeRegistration());
  const active = (registration.active = new FakeWorker(5e6));
  const newer = (registration.waiting = new FakeWorker());
  const saving = open();
  await saving.look();
  saving.take();
  assert.deepEqual([active.asked, newer.asked], [["state", "repair", "stop"], ["take"]]);
  container.tell({ type: "failed", build: "b", reason: "stopped" });
  assert.equal(saving.state.phase, "saving");
});

test("what is told of another build is not taken for the one that is being mended", async () => {
  const registration = (container.registration = new FakeRegistration());
  registration.active = new FakeWorker(5e6);
  const saving = open();
  await saving.look();
  container.tell({ type: "progress", build: "c", loaded: TOTAL, total: TOTAL });
  container.tell({ type: "failed", build: "c", reason: "full" });
  assert.deepEqual([saving.state.phase, saving.state.loaded], ["saving", 5e6]);
  container.tell({ type: "progress", build: "b", loaded: TOTAL, total: TOTAL });
  assert.equal(saving.state.phase, "saved");
});

test("a worker of a wider address is somebody else's, and a browser that refuses is no error", async () => {
  container.registration = new FakeRegistration();
  container.registration.scope = "https://host/";
  const saving = open();
  await saving.look();
  assert.equal(saving.state.phase, "none");
  container.getRegistration = async () => {
    throw new DOMException("no", "SecurityError");
  };
  const refused = open();
  await refused.look();
  assert.equal(refused.state.phase, "unavailable");
  container.register = async () => {
    throw new DOMException("no", "SecurityError");
  };
  await refused.save();
  assert.deepEqual([refused.state.phase, refused.state.failure], ["failed", "refused"]);
});

test("why the worker could not be had is found out: the site has no script, is out of reach, or the browser refuses", async () => {
  container.register = async () => {
    throw new TypeError("Failed to register");
  };
  const lost = () => {
    throw new TypeError("Failed to fetch");
  };
  for (const [given, failure] of /** @type {const} */ ([[() => new Response("", { status: 404 }), "missing"], [lost, "offline"], [() => new Response(""), "refused"]])) {
    answer = given;
    const saving = open();
    await saving.look();
    await saving.save();
    assert.deepEqual([saving.state.phase, saving.state.failure], ["failed", failure]);
  }
});

test("a browser in which it is an error to ask for the caches does not let the course be saved", async () => {
  const real = Object.getOwnPropertyDescriptor(globalThis, "caches");
  Object.defineProperty(globalThis, "caches", {
    configurable: true,
    get() {
      throw new DOMException("x", "SecurityError");
    },
  });
  try {
    const saving = new OfflineSaving(ROOT, store, { keep: () => true, reload: () => {}, container: /** @type {any} */ (container) });
    await saving.look();
    assert.equal(saving.state.phase, "unavailable");
  } finally {
    if (real) Object.defineProperty(globalThis, "caches", real);
    else Reflect.deleteProperty(globalThis, "caches");
  }
});

test("what another tab has removed, or saved, is seen when this page is looked at again", async () => {
  const { saving, registration } = await saved();
  container.registration = undefined;
  await saving.lookAgain();
  assert.deepEqual([saving.state.phase, saving.cache], ["none", null]);
  container.registration = registration;
  await saving.lookAgain();
  assert.equal(saving.state.phase, "saved");
});

test("what another tab removes is seen at once", async () => {
  const { saving } = await saved();
  saving.hearOtherTab();
  assert.equal(saving.state.phase, "saved");
  const other = open();
  await other.look();
  await other.remove();
  saving.hearOtherTab();
  assert.equal(saving.state.phase, "none");
});

test("what another tab saves is seen once something of it has come", { timeout: 60_000 }, async () => {
  const saving = open();
  await saving.look();
  const registration = (container.registration = new FakeRegistration());
  registration.installing = new FakeWorker();
  container.tell({ type: "progress", build: "b", loaded: 1, total: TOTAL });
  await reaches(saving, "saving");
});

test("a file that the browser took away is fetched again when the worker misses it", { timeout: 60_000 }, async () => {
  const { saving, active } = await saved();
  active.loaded = 3e6;
  container.tell({ type: "lost" });
  await reaches(saving, "saving");
  await new Promise((done) => setTimeout(done));
  assert.deepEqual(active.asked, ["state", "state", "repair"]);
});

test("looking again leaves alone what is being saved", async () => {
  const saving = open();
  await saving.look();
  await saving.save();
  const { installing } = /** @type {FakeRegistration} */ (container.registration);
  await saving.lookAgain();
  assert.deepEqual([saving.state.phase, installing?.asked], ["saving", []]);
});

test("saving that has come to a halt is told after ten seconds, until something comes or all is there", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    const saving = open();
    await saving.look();
    await saving.save();
    const come = (/** @type {number} */ loaded) => container.tell({ type: "progress", build: "b", loaded, total: TOTAL });
    come(1e6);
    mock.timers.tick(9999);
    assert.equal(saving.state.isStalled, false);
    mock.timers.tick(1);
    assert.equal(saving.state.isStalled, true);
    come(2e6);
    assert.equal(saving.state.isStalled, false);
    come(TOTAL);
    mock.timers.tick(20_000);
    assert.equal(saving.state.isStalled, false);
  } finally {
    mock.timers.reset();
  }
});

test("the control offers what can be done and says how much it is", () => {
  /** @param {Partial<SavingState>} change */
  const html = (change, size = 0) =>
    controlHtml({ phase: "none", loaded: 0, total: 0, failure: null, isStalled: false, version: null, ...change }, size);
  const actions = (/** @type {string} */ text) => [...text.matchAll(/data-do="(\w+)"/g)].map(([, action]) => action);
  assert.deepEqual(actions(html({})), ["save"]);
  assert.match(html({}, TOTAL), /20 MB/);
  assert.match(html({ phase: "saving", loaded: 5e6, total: TOTAL }), /max="20000000" value="5000000".*5 MB of 20 MB/);
  assert.deepEqual(actions(html({ phase: "saving" })), ["remove"]);
  assert.match(html({ phase: "saved", total: TOTAL }), /Saved for offline use \(20 MB\)/);
  assert.deepEqual(actions(html({ phase: "saved", version: "ready" })), ["remove", "take"]);
  assert.deepEqual(actions(html({ phase: "saving", version: "ready" })), ["remove", "take"]);
  assert.deepEqual(actions(html({ phase: "failed", version: "ready" })), ["save", "take"]);
  assert.deepEqual(actions(html({ phase: "saved", version: "held" })), ["remove", "take"]);
  assert.match(html({ phase: "failed", failure: "full" }), /not enough free space/);
  assert.match(html({ phase: "failed", failure: "missing" }), /one of its files\. Load this page again: the course may have a new version\./);
  assert.doesNotMatch(html({ phase: "failed", failure: "missing", version: "ready" }), /Load this page again/);
  assert.deepEqual(actions(html({ phase: "unavailable" })), []);
});
