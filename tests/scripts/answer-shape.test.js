import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeShape, readShape } from "../../site/scripts/answers/shape.js";

/** @param {string} text @param {number[]} answer @param {string[]} known */
const judge = (text, answer, known = []) => judgeShape(text, { answer, known });

test("reads the ways people write a shape", () => {
  for (const text of ["(2, 3)", "2,3", "[2, 3]", "2 x 3", "2×3", "2x3", "2 3", "2*3", "(2,3,)", " ( 2 , 3 ) ", "2 by 3", "2;3", "([2, 3])", "torch.Size([2, 3])", "（2，3）"]) {
    assert.deepEqual(readShape(text), { shape: [2, 3] }, text);
  }
  assert.deepEqual(readShape("()"), { shape: [] });
  assert.deepEqual(readShape("[]"), { shape: [] });
});

test("knows (3,) from 3 and from (3, 1)", () => {
  for (const text of ["(3,)", "3,", "[3]", "[3,]"]) assert.deepEqual(readShape(text), { shape: [3] }, text);
  for (const text of ["3", "(3)"]) assert.deepEqual(readShape(text), { bare: 3 }, text);
  assert.equal(judge("(3,)", [3]).passed, true);
  assert.equal(judge("3", [3]).passed, false);
  assert.match(judge("3", [3]).message, /\(3,\), with the comma/);
  assert.equal(judge("(3, 1)", [3]).passed, false);
  assert.match(judge("(3, 1)", [3]).message, /one of size 1 too many/);
  assert.match(judge("(3,)", [3, 1]).message, /an axis of size 1 is missing/);
});

test("a scalar has the empty shape", () => {
  assert.equal(judge("()", []).passed, true);
  assert.equal(judge("1", []).passed, false);
  assert.equal(judge("(1,)", []).passed, false);
});

test("does not read what is no shape, and says why", () => {
  assert.match(judge("(L, L)", [6, 6]).title, /Numbers, not names/);
  assert.match(judge("(-1, 3)", [6, 3]).message, /never negative/);
  assert.match(judge("(2.5, 3)", [6, 3]).message, /whole number/);
  for (const text of ["", "(2, 3", "2,,3", "(2, a3)", "2+3"]) {
    assert.deepEqual([judge(text, [2, 3]).passed, judge(text, [2, 3]).honest], [false, false], text);
  }
});

test("names what is wrong with a shape", () => {
  assert.match(judge("(3, 2)", [2, 3]).message, /reverse order/);
  assert.match(judge("(3, 2, 4)", [2, 3, 4]).message, /another order/);
  assert.match(judge("(4, 6)", [2, 12]).message, /right number of values \(24\)/);
  assert.match(judge("(6,)", [2, 3]).message, /one axis.*The number of values fits \(6\)/);
  assert.match(judge("(5,)", [2, 3]).message, /one axis: too few/);
  assert.match(judge("(2, 3, 4)", [2, 3]).message, /three axes: too many/);
  assert.match(judge("(2, 5)", [2, 3]).message, /axis 1/);
  assert.match(judge("(7, 5)", [2, 3]).message, /sizes are not/);
});

test("every wrong shape near a right one is refused", () => {
  const answer = [2, 1, 5];
  for (const text of ["(2, 5)", "(1, 2, 5)", "(2, 5, 1)", "(2, 1, 5, 1)", "(5, 1, 2)", "(2, 1, 1)", "10", "()"]) {
    assert.equal(judge(text, answer).passed, false, text);
  }
  assert.equal(judge("(2, 1, 5)", answer).passed, true);
});

test("a foreseen wrong shape gets the author's own words", () => {
  const known = ["(6,)", "[6, 1]", "6"];
  assert.deepEqual(judge("6,", [6, 6], known).feedback, [0]);
  assert.deepEqual(judge("6x1", [6, 6], known).feedback, [1]);
  assert.deepEqual(judge("6", [6, 6], known).feedback, [2]);
  assert.deepEqual(judge("(6, 6)", [6, 6], ["(6, 6)"]).feedback, []);
});
