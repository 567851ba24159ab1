import assert from "node:assert/strict";
import { test } from "node:test";
import { ids, stateWords } from "../../site/scripts/level-words.js";

const NEW = { cleared: false, by: /** @type {null} */ (null), passed: 0, shown: 0, total: 5 };

test("how far a level is, with shown answers never hidden", () => {
  assert.equal(stateWords(NEW), "");
  assert.equal(stateWords({ ...NEW, passed: 2 }), "2 of 5 done");
  assert.equal(stateWords({ ...NEW, passed: 2, shown: 1 }), "3 of 5 done, 1 of them shown");
  assert.equal(stateWords({ ...NEW, cleared: true, by: "work", passed: 5 }), "cleared");
  assert.equal(stateWords({ ...NEW, cleared: true, by: "work", passed: 4, shown: 1 }), "cleared, 1 of 5 answers shown");
  assert.equal(stateWords({ ...NEW, cleared: true, by: "test", passed: 1 }), "cleared by the test");
});

test("a list of ids may be empty", () => {
  assert.deepEqual([ids(undefined), ids(""), ids("a b")], [[], [], ["a", "b"]]);
});
