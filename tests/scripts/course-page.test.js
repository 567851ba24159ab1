import assert from "node:assert/strict";
import { test } from "node:test";
import { courseState, courseWords, timeWords } from "../../site/scripts/course-page.js";

const LEVELS = [
  { slug: "first", items: ["a", "b"], skip: ["s"], needs: [], minutes: 30 },
  { slug: "second", items: ["c"], skip: [], needs: ["first"], minutes: 40 },
  { slug: "trip", items: ["d"], skip: [], needs: ["second"], minutes: 25 },
  { slug: "other", items: ["e", "f"], skip: [], needs: ["second"], minutes: 25 },
];

/**
 * @param {string} passed
 * @param {string | null} [last]
 */
function after(passed, last = null) {
  const done = new Set(passed.split(""));
  const { next, item, verb, cleared, minutes } = courseState(LEVELS, (id) => (done.has(id) ? "passed" : null), last);
  return { next, item, verb, cleared, minutes };
}

test("where to go on: at the start, where one was, at what is ready, or nowhere", () => {
  assert.deepEqual(after(""), { next: "first", item: null, verb: "begin", cleared: 0, minutes: 120 });
  assert.deepEqual(after("", "trip"), { next: "trip", item: null, verb: "continue", cleared: 0, minutes: 120 });
  assert.deepEqual(after("a", "first"), { next: "first", item: "b", verb: "continue", cleared: 0, minutes: 120 });
  assert.deepEqual(after("ab", "first"), { next: "second", item: null, verb: "next", cleared: 1, minutes: 90 });
  assert.deepEqual(after("abe", "other"), { next: "other", item: "f", verb: "continue", cleared: 1, minutes: 90 });
  assert.deepEqual(after("s", "first"), { next: "second", item: null, verb: "next", cleared: 1, minutes: 90 });
  assert.deepEqual(after("abcd", "trip"), { next: "other", item: null, verb: "next", cleared: 3, minutes: 25 });
  assert.deepEqual(after("abcdef", "other"), { next: null, item: null, verb: "done", cleared: 4, minutes: 0 });
});

test("a level that needs what this course does not have is ready", () => {
  const [level] = LEVELS;
  assert.equal(courseState([{ ...level, needs: ["elsewhere"] }], () => null, null).next, "first");
});

test("how much is done and left", () => {
  assert.equal(courseWords({ cleared: 0, minutes: 215 }, 7), "7 levels, about 3 hours 40 minutes in all.");
  assert.equal(courseWords({ cleared: 0, minutes: null }, 1), "1 level.");
  assert.equal(courseWords({ cleared: 2, minutes: 60 }, 7), "2 of 7 levels cleared, about 1 hour to go.");
  assert.equal(courseWords({ cleared: 2, minutes: null }, 7), "2 of 7 levels cleared.");
  assert.equal(courseWords({ cleared: 7, minutes: 0 }, 7), "All 7 levels are cleared.");
  assert.equal(courseWords({ cleared: 1, minutes: 0 }, 1), "The level is cleared.");
});

test("a time in words", () => {
  assert.deepEqual([45, 60, 64, 118, 130].map(timeWords), ["45 minutes", "1 hour", "1 hour", "2 hours", "2 hours 10 minutes"]);
});
