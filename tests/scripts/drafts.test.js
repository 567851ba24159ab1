import assert from "node:assert/strict";
import { test } from "node:test";

import { Drafts } from "../../site/scripts/drafts.js";
import { Store } from "../../site/scripts/storage.js";
import { MemoryArea } from "./memory-area.js";

const settle = () => new Promise((resolve) => setTimeout(resolve, 450));

test("code is saved once the typing pauses, and the last of it", async () => {
  const store = new Store("course", new MemoryArea());
  const drafts = new Drafts(store);
  drafts.write("draft", "causal-mask", "a");
  drafts.write("draft", "causal-mask", "ab");
  assert.equal(store.get("draft:causal-mask"), null);
  await settle();
  assert.equal(store.get("draft:causal-mask"), "ab");
});

test("a page that goes away saves what is waiting", () => {
  const store = new Store("course", new MemoryArea());
  const drafts = new Drafts(store);
  drafts.write("draft", "causal-mask", "one");
  drafts.write("test-draft", "causal-mask", "two");
  drafts.flush();
  assert.equal(store.get("draft:causal-mask"), "one");
  assert.equal(store.get("test-draft:causal-mask"), "two");
});

test("what was just typed is what is read, saved or not", () => {
  const drafts = new Drafts(new Store("course", new MemoryArea()));
  assert.equal(drafts.read("draft", "causal-mask"), null);
  drafts.write("draft", "causal-mask", "new");
  assert.equal(drafts.read("draft", "causal-mask"), "new");
  drafts.flush();
  assert.equal(drafts.read("draft", "causal-mask"), "new");
});

test("null forgets the draft", () => {
  const store = new Store("course", new MemoryArea());
  const drafts = new Drafts(store);
  drafts.write("draft", "causal-mask", "code");
  drafts.flush();
  drafts.write("draft", "causal-mask", null);
  assert.equal(drafts.read("draft", "causal-mask"), null);
  drafts.flush();
  assert.deepEqual(store.keys(""), []);
});

test("in a full storage the draft stays readable, and the trouble is told", () => {
  const store = new Store("course", new MemoryArea(10));
  /** @type {string[]} */
  const told = [];
  store.onTrouble((trouble) => told.push(trouble));
  const drafts = new Drafts(store);
  drafts.write("draft", "causal-mask", "code");
  drafts.flush();
  assert.equal(drafts.read("draft", "causal-mask"), "code");
  assert.deepEqual(told, ["full"]);
});
