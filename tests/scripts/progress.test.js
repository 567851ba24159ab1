import assert from "node:assert/strict";
import { test } from "node:test";
import { levelState, merge, Progress } from "../../site/scripts/progress.js";
import { Store } from "../../site/scripts/storage.js";
import { MemoryArea } from "./memory-area.js";

/** @typedef {import("../../site/scripts/progress.js").State} State */

test("what was reached first between passed and shown stays; both are more than skipped", () => {
  /** @type {[State | null, State, State][]} */
  const steps = [
    [null, "passed", "passed"], [null, "shown", "shown"], [null, "skipped", "skipped"],
    ["shown", "passed", "shown"], ["passed", "shown", "passed"],
    ["skipped", "passed", "passed"], ["skipped", "shown", "shown"], ["passed", "skipped", "passed"],
  ];
  for (const [now, next, after] of steps) assert.equal(merge(now, next), after, `${now} then ${next}`);
});

test("records, announces and survives a reload", () => {
  const area = new MemoryArea();
  /** @type {unknown[]} */
  const heard = [];
  const first = new Progress(new Store("c", area), {}, (id, state) => heard.push([id, state]));
  first.record("a", "passed");
  first.record("a", "passed");
  first.record("b", "shown");
  first.keepAttempt("a", { given: "64", tries: ['"1"'] });
  assert.deepEqual(heard, [["a", "passed"], ["b", "shown"]]);
  const second = new Progress(new Store("c", area));
  assert.deepEqual([second.state("a"), second.state("b"), second.state("c")], ["passed", "shown", null]);
  assert.deepEqual(second.attempt("a"), { given: "64", tries: ['"1"'] });
});

test("two tabs do not undo each other's work", () => {
  const area = new MemoryArea();
  const one = new Progress(new Store("c", area));
  const two = new Progress(new Store("c", area));
  one.record("a", "passed");
  two.record("b", "passed");
  two.record("a", "shown");
  assert.deepEqual([one.state("a"), one.state("b")], ["passed", "passed"]);
});

test("what is stored but makes no sense is nothing", () => {
  const area = new MemoryArea();
  area.setItem("lookahead:1:c:progress:a", '"finished"');
  area.setItem("lookahead:1:c:progress:b", "{]");
  area.setItem("lookahead:1:c:answer:a", '{"given": 3, "tries": "many"}');
  area.setItem("lookahead:1:c:answer:b", "[[");
  const progress = new Progress(new Store("c", area));
  assert.deepEqual([progress.state("a"), progress.state("b")], [null, null]);
  assert.deepEqual(progress.attempt("a"), { given: 3, tries: [] });
  assert.deepEqual(progress.attempt("b"), { given: null, tries: [] });
});

test("renamed ids keep what was done, without taking back what is newer", () => {
  const area = new MemoryArea();
  const before = new Progress(new Store("c", area));
  before.record("old", "passed");
  before.keepAttempt("old", { given: 1, tries: [] });
  before.record("gone", "shown");
  before.record("kept", "passed");
  const after = new Progress(new Store("c", area), { old: "new", gone: "kept" });
  assert.deepEqual([after.state("new"), after.state("old"), after.state("kept"), after.state("gone")], ["passed", null, "passed", null]);
  assert.equal(after.attempt("new").given, 1);
});

test("a level is cleared by its items, shown ones counted apart, or by its test", () => {
  const level = { items: ["a", "b"], skip: ["s", "t"] };
  /** @param {Record<string, State>} states */
  const of = (states) => levelState(level, (id) => states[id] ?? null);
  assert.deepEqual(of({}), { cleared: false, by: null, passed: 0, shown: 0, total: 2 });
  assert.deepEqual(of({ a: "passed" }), { cleared: false, by: null, passed: 1, shown: 0, total: 2 });
  assert.deepEqual(of({ a: "passed", b: "shown" }), { cleared: true, by: "work", passed: 1, shown: 1, total: 2 });
  assert.equal(of({ s: "passed" }).cleared, false);
  assert.equal(of({ s: "passed", t: "shown" }).cleared, false);
  assert.deepEqual(of({ s: "passed", t: "passed" }).by, "test");
  assert.equal(of({ a: "skipped", b: "skipped" }).cleared, false);
  assert.equal(levelState({ items: [], skip: [] }, () => null).cleared, false);
});
