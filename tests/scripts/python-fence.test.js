import assert from "node:assert/strict";
import { test } from "node:test";

import { fence } from "../../site/scripts/python-fence.js";

/** A worker's global object in small: own names, and names on two prototypes of its own. */
function scope() {
  const grand = Object.create(EventTarget.prototype, Object.getOwnPropertyDescriptors({ fetch() {}, caches: {} }));
  const parent = Object.create(grand, Object.getOwnPropertyDescriptors({ postMessage() {}, onmessage: null }));
  return Object.create(
    parent,
    Object.getOwnPropertyDescriptors({ fetch() {}, indexedDB: {}, Worker: class {}, Math, WebAssembly, setTimeout, aNewWayOut() {} }),
  );
}

test("every name that is not on the list is gone, wherever on the chain it was", () => {
  const fenced = scope();
  assert.deepEqual(fence(fenced), []);
  for (const name of ["fetch", "caches", "postMessage", "onmessage", "indexedDB", "Worker", "aNewWayOut"]) {
    assert.equal(name in fenced, false, name);
  }
});

test("the language and what the interpreter needs stay", () => {
  const fenced = scope();
  fence(fenced);
  assert.deepEqual([fenced.Math, fenced.WebAssembly, fenced.setTimeout], [Math, WebAssembly, setTimeout]);
});

test("what other objects share is left alone", () => {
  fence(scope());
  assert.equal(typeof EventTarget.prototype.addEventListener, "function");
  assert.equal(typeof Object.prototype.hasOwnProperty, "function");
});

test("a name that cannot be taken away is told", () => {
  const fenced = scope();
  Object.defineProperty(fenced, "location", { value: "here", configurable: false });
  assert.deepEqual(fence(fenced), ["location"]);
});
