import assert from "node:assert/strict";
import { test } from "node:test";
import { Store } from "../../site/scripts/storage.js";
import { MemoryArea } from "./memory-area.js";

test("keeps values under the course's own keys", () => {
  const area = new MemoryArea();
  const store = new Store("attention", area);
  assert.equal(store.set("progress:a", "passed"), true);
  assert.equal(area.getItem("lookahead:1:attention:progress:a"), '"passed"');
  assert.equal(new Store("attention", area).get("progress:a"), "passed");
  assert.equal(new Store("other", area).get("progress:a"), null);
  assert.deepEqual(store.keys("progress:"), ["progress:a"]);
  store.remove("progress:a");
  assert.equal(store.get("progress:a"), null);
});

test("what is no JSON is as good as nothing", () => {
  const area = new MemoryArea();
  area.setItem("lookahead:1:c:progress:a", '{"state": ');
  const store = new Store("c", area);
  assert.equal(store.get("progress:a"), null);
  assert.equal(store.set("progress:a", "passed"), true);
  assert.equal(store.get("progress:a"), "passed");
});

test("a full storage says so once and goes on in memory", () => {
  const area = new MemoryArea(60);
  const store = new Store("c", area);
  /** @type {string[]} */
  const told = [];
  store.onTrouble((trouble) => told.push(trouble));
  assert.equal(store.set("a", "x"), true);
  assert.equal(store.set("b", "y".repeat(90)), false);
  assert.equal(store.set("c", "z".repeat(90)), false);
  assert.deepEqual(told, ["full"]);
  assert.equal(store.get("b"), "y".repeat(90));
  assert.deepEqual(store.keys(""), ["a", "b", "c"]);
  assert.equal(store.set("b", "y"), true);
  assert.equal(area.getItem("lookahead:1:c:b"), '"y"');
});

test("a forbidden storage says so and goes on in memory", () => {
  for (const area of [null, new MemoryArea(0, new Error("denied"))]) {
    const store = new Store("c", area);
    store.set("a", 1);
    /** @type {string[]} */
    const told = [];
    store.onTrouble((trouble) => told.push(trouble));
    assert.deepEqual(told, ["forbidden"]);
    assert.equal(store.get("a"), 1);
    store.remove("a");
    assert.equal(store.get("a"), null);
    assert.deepEqual(store.keys(""), []);
  }
});
