import assert from "node:assert/strict";
import { test } from "node:test";

import { loadingWords, troubleWords } from "../../site/scripts/python-words.js";

test("bytes on their way are told as a share and in megabytes", () => {
  assert.equal(loadingWords({ phase: "loading", loaded: 4_900_000, total: 7_900_000 }), "Python 62 %, 4.9 of 7.9 MB");
});

test("a share never says 100 before everything is there", () => {
  assert.match(loadingWords({ phase: "loading", loaded: 9_999_999, total: 10_000_000 }), /^Python 99 %/);
});

test("before the sizes are known nothing is made up", () => {
  assert.equal(loadingWords({ phase: "loading", loaded: 0, total: 0 }), "Python is on its way");
});

test("after the last byte Python still has to start", () => {
  assert.equal(loadingWords({ phase: "starting", loaded: 5, total: 5 }), "Python is here and starts");
});

test("code that waits for a part of Python is told so", () => {
  assert.match(loadingWords({ phase: "ready", loaded: 5, total: 5, isWaiting: true }), /^A part of Python .* is on its way$/);
});

test("a download that has come to a halt is told as such, and a failure before that", () => {
  assert.match(troubleWords({ failure: null, isStalled: true }), /^Nothing of Python has come for 10 seconds\./);
  assert.match(troubleWords({ failure: "damaged", isStalled: true }), /arrived damaged/);
  assert.equal(troubleWords({ failure: null, isStalled: false }), "");
});

test("a Python that starts again says so, and what helps where it does not come", () => {
  assert.match(loadingWords({ phase: "ready", loaded: 5, total: 5, isWaiting: true, isRestarting: true }), /^Python starts again\. .*press Stop/);
});
