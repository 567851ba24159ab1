import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeNumber, readNumber } from "../../site/scripts/answers/number.js";

/** @param {string} text @param {number} answer @param {number} tolerance @param {string[]} known */
const judge = (text, answer, tolerance = 1e-9, known = []) => judgeNumber(text, { answer, tolerance, known });

test("reads the ways people write a number", () => {
  /** @type {[string, number][]} */
  const written = [
    ["64", 64], [" 64 ", 64], ["+64", 64], ["64.", 64], ["=64", 64], ["-3", -3], ["−3", -3], ["–3", -3],
    ["0.25", 0.25], [".25", 0.25], ["0,25", 0.25], ["-0,5", -0.5], ["３", 3],
    ["3/4", 0.75], ["-3/4", -0.75], ["3 / 4", 0.75], ["1.5/3", 0.5], ["3/−4", -0.75],
    ["1e3", 1000], ["1E-3", 0.001], ["1e−3", 0.001], ["2.5e+2", 250],
    ["10^3", 1000], ["2**10", 1024], ["10^-2", 0.01], ["10⁻²", 0.01], ["1.5×10^3", 1500], ["1.5 * 10^-3", 0.0015], ["3·10³", 3000],
    ["10 000", 10000], ["10 000", 10000], ["1'000'000", 1000000], ["1,000,000", 1000000], ["1,234.5", 1234.5],
    ["-∞", -Infinity], ["inf", Infinity],
  ];
  for (const [text, value] of written) {
    const read = readNumber(text);
    assert.equal(read.length, 1, text);
    assert.ok(read[0] === value || Math.abs((read[0] ?? NaN) - value) < 1e-12, `${text} was read as ${read}`);
  }
});

test("a comma before three digits may be read in two ways", () => {
  assert.deepEqual(readNumber("1,024"), [1024, 1.024]);
  assert.deepEqual(readNumber("0,125"), [0.125]);
  assert.equal(judge("1,024", 1024).passed, true);
  assert.equal(judge("1,024", 1.024).passed, true);
  assert.equal(judge("1,024", 1025).passed, false);
});

test("does not read what is no single number", () => {
  for (const text of ["abc", "64 words", "3/0", "1/2/3", "1..2", "1,2,3", "--3", "e5", "nan", "3-4", "0x10", "1 2", "^2"]) {
    assert.deepEqual(readNumber(text), [], text);
    assert.deepEqual([judge(text, 64).passed, judge(text, 64).honest], [false, false], text);
  }
});

test("a right answer lies within the tolerance, and not just outside it", () => {
  assert.equal(judge("10", 10, 0).passed, true);
  assert.equal(judge("10.0000001", 10, 0).passed, false);
  assert.equal(judge("0.33", 1 / 3, 0.005).passed, true);
  assert.equal(judge("0.34", 1 / 3, 0.005).passed, false);
  assert.equal(judge("1/3", 1 / 3, 0).passed, true);
});

test("a wrong answer says in which direction", () => {
  assert.equal(judge("11", 10).message, "That is too large.");
  assert.equal(judge("9", 10).message, "That is too small.");
  assert.equal(judge("-20", -10).message, "That is too small.");
  assert.equal(judge("-10", 10).message, "The size is right, the sign is not.");
  assert.equal(judge("inf", 10).message, "That is too large.");
  assert.match(judge("0.667", 2 / 3, 1e-6).message, /^Close/);
});

test("a foreseen wrong answer gets the author's own words, a right one never", () => {
  const known = ["4096", "0.125", "−3"];
  assert.deepEqual(judge("4096", 64, 0, known), { passed: false, honest: true, title: "Not yet", message: "", feedback: [0] });
  assert.deepEqual(judge("1/8", 64, 0, known).feedback, [1]);
  assert.deepEqual(judge("-3", 64, 0, known).feedback, [2]);
  assert.deepEqual(judge("64", 64, 0, ["64"]).feedback, []);
});

test("percent means a hundredth", () => {
  assert.equal(judge("62.5 %", 0.625).passed, true);
  assert.equal(judge("50%", 50).passed, false);
  assert.equal(judge("50%", 50).honest, false);
  assert.match(judge("50%", 50).message, /50% means 0.5/);
  assert.equal(judge("0.5%", 0.5).passed, false);
});

test("nothing typed is no try", () => {
  assert.equal(judge("  ", 1).honest, false);
});

test("a pasted page of spaces does not hold up the page", () => {
  const spaces = " ".repeat(200_000);
  assert.deepEqual(readNumber(`1${spaces}1`), []);
  assert.equal(judgeNumber(`${spaces}50${spaces}%${spaces}`, { answer: 0.5, tolerance: 0, known: [] }).passed, true);
  assert.equal(judgeNumber(`1${spaces}/${spaces}2`, { answer: 0.5, tolerance: 0, known: [] }).passed, true);
});
