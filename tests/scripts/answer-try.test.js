import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeTask, readTask } from "../../site/scripts/answers/try.js";

const NOW = { causal: { label: "Causal mask", value: "on", said: "on" }, pad: { label: "Padding", value: "3,4", said: "3 and 4" } };

test("a task has passed when every setting it names is as it wants, whatever the others are", () => {
  assert.ok(judgeTask(NOW, "pad=3,4").passed);
  assert.ok(judgeTask(NOW, "pad=3,4 causal=on").passed);
});

test("else it is told what is still different, as it is now", () => {
  const judged = judgeTask(NOW, "causal=off pad=3,4");
  assert.ok(!judged.passed && judged.honest);
  assert.equal(judged.message, "Still different from the task: Causal mask is on. 1 of 2 settings fit already.");
});

test("a lab that has said nothing yet is no try", () => {
  assert.ok(!judgeTask(null, "causal=off").honest);
});

test("a value may hold an equals sign", () => {
  assert.deepEqual(readTask("words=a=b,c  pad=none"), [["words", "a=b,c"], ["pad", "none"]]);
});
