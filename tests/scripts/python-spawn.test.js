import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { spawn, spawnEarly } from "../../site/scripts/python-spawn.js";

const BOOT = /** @type {any} */ ({ worker: "https://host/worker.js", loader: "https://host/loader.mjs", module: "https://host/module.mjs", cache: "default" });
const FETCHED = /** @type {any} */ ({ toFetch: { wasm: ["https://host/python.wasm", {}] }, toCheck: {} });

/** A worker that can only end or fail. */
class FakeWorker {
  /** @type {FakeWorker} */
  static last;
  /** @type {((event: any) => void) | null} */
  onerror = null;
  terminated = false;

  constructor() {
    FakeWorker.last = this;
  }

  terminate() {
    this.terminated = true;
  }
}
Object.assign(globalThis, { Worker: FakeWorker });

beforeEach(() => {
  // As in a new page.
  Reflect.deleteProperty(globalThis, "pythonBegunEarly");
});

/** @param {any} boot */
function early(boot) {
  spawnEarly(boot, FETCHED);
  return /** @type {any} */ (FakeWorker.last);
}

test("a worker that was begun early for the same files is taken, once", () => {
  const worker = early(BOOT);
  assert.equal(spawn(BOOT, FETCHED).worker, worker);
  assert.notEqual(spawn(BOOT, FETCHED).worker, worker);
});

test("one that was begun for other files is ended, and another begins", () => {
  const worker = early({ ...BOOT, worker: "https://host/another.js" });
  assert.notEqual(spawn(BOOT, FETCHED).worker, worker);
  assert.equal(worker.terminated, true);
});

test("one that failed before anybody asked for it is not taken", () => {
  const worker = early(BOOT);
  worker.onerror?.({ preventDefault() {} });
  assert.notEqual(spawn(BOOT, FETCHED).worker, worker);
});

test("nothing begins early once the page has begun a worker by itself", () => {
  const { worker } = spawn(BOOT, FETCHED);
  spawnEarly(BOOT, FETCHED);
  assert.equal(FakeWorker.last, worker);
});
