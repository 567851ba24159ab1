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

test("what is only in memory goes over to the tab's next page, once, and is still not saved there", () => {
  const [area, session] = [new MemoryArea(60), new MemoryArea()];
  const code = "y".repeat(90);
  const before = new Store("c", area);
  before.set("a", "x");
  assert.equal(before.set("a", code), false);
  assert.equal(before.handOver(() => session), true);
  assert.equal(session.key(0), "lookahead:1:c:handed-over");
  const [other, after, later] = [new Store("d", area), new Store("c", area), new Store("c", area)];
  for (const store of [other, after, later]) store.takeOver(() => session);
  assert.deepEqual([other.get("a"), other.trouble], [null, null]);
  assert.deepEqual([after.get("a"), after.trouble], [code, "full"]);
  assert.deepEqual([later.get("a"), session.length], ["x", 0]);
});

test("what another tab has saved since is not overwritten by what was handed over", () => {
  const [area, session] = [new MemoryArea(100), new MemoryArea()];
  const before = new Store("c", area);
  before.set("a", "y".repeat(100));
  before.set("b", "y".repeat(100));
  before.handOver(() => session);
  new Store("c", area).set("a", "newer");
  area.room = 1000;
  const after = new Store("c", area);
  after.takeOver(() => session);
  assert.deepEqual([after.get("a"), after.get("b"), after.trouble], ["newer", "y".repeat(100), null]);
  assert.equal(new Store("c", area).get("b"), "y".repeat(100));
});

test("a page that the learner goes back to has what its next page has made of its work", () => {
  const [area, session] = [new MemoryArea(0), new MemoryArea()];
  const before = new Store("c", area);
  before.set("a", "old");
  before.set("b", "old");
  assert.equal(before.handOver(() => session), true);
  const next = new Store("c", area);
  next.takeOver(() => session);
  next.set("b", "in memory");
  area.room = 1000;
  next.set("a", "saved");
  area.room = 0;
  next.handOver(() => session);
  before.takeOver(() => session);
  assert.deepEqual([before.get("a"), before.get("b")], ["saved", "in memory"]);
});

test("a page that the learner goes back to keeps what its next page had no room to hand over", () => {
  const [area, session] = [new MemoryArea(0), new MemoryArea()];
  const before = new Store("c", area);
  before.set("a", "old");
  before.handOver(() => session);
  const next = new Store("c", area);
  next.takeOver(() => session);
  session.room = 0;
  assert.equal(next.handOver(() => session), false);
  before.takeOver(() => session);
  assert.equal(before.get("a"), "old");
});

test("what no other page could take over stays with a page that the learner goes back to", () => {
  const store = new Store("c", new MemoryArea(0));
  store.set("a", "only here");
  assert.equal(store.handOver(() => new MemoryArea(0)), false);
  store.takeOver(() => new MemoryArea());
  assert.equal(store.get("a"), "only here");
});

test("a tab that cannot hold what is only in memory says so", () => {
  const store = new Store("c", new MemoryArea(0));
  const refusing = [() => new MemoryArea(0), () => new MemoryArea(0, new Error("denied"))];
  for (const session of refusing) assert.equal(store.handOver(session), true);
  store.set("a", "x");
  for (const session of refusing) assert.equal(store.handOver(session), false);
});
