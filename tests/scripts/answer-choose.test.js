import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeChoice } from "../../site/scripts/answers/choose.js";

test("one right answer", () => {
  const right = [false, true, false];
  assert.deepEqual(judgeChoice([1], right), { passed: true, honest: true, title: "Right", message: "", feedback: [1] });
  assert.deepEqual([judgeChoice([0], right).passed, judgeChoice([0], right).feedback], [false, [0]]);
  assert.deepEqual([judgeChoice([], right).passed, judgeChoice([], right).honest], [false, false]);
});

test("several right answers are wanted all, and nothing else", () => {
  const right = [true, false, true, false];
  assert.equal(judgeChoice([0, 2], right).passed, true);
  assert.equal(judgeChoice([0, 1, 2], right).passed, false);
  assert.deepEqual(judgeChoice([0, 1, 2], right).feedback, [1]);
  assert.equal(judgeChoice([0, 1, 2, 3], right).passed, false);
  const partly = judgeChoice([2], right);
  assert.deepEqual([partly.passed, partly.message], [false, "1 more is right."]);
});
