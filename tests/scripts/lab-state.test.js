import assert from "node:assert/strict";
import { test } from "node:test";
import { lab } from "../../site/scripts/labs/mask-view.js";
import { lab as heads } from "../../site/scripts/labs/heads-view.js";
import { changes, describeState, formatState, readState, sameState, splitState } from "../../site/scripts/labs/lab-state.js";

/** @param {string} text */
const read = (text) => readState(lab, splitState(text));

test("a state is read from settings and written as those that differ from the first", () => {
  const { state, faults } = read("causal=off pad=1,0");
  assert.deepEqual(faults, []);
  assert.equal(state.causal, false);
  assert.deepEqual(state.pad, [0, 1]);
  assert.equal(formatState(lab, state), "pad=0,1 causal=off");
  assert.equal(formatState(lab, lab.start), "");
});

test("what is written is read back, whatever stands in a word", () => {
  const words = ["a,b", "50%", "x=y", "é;", "+&#?"];
  const state = { ...lab.start, words, typed: [[0.1, -2], [1e-7, 1000]], scores: "typed" };
  const text = formatState(lab, state);
  assert.deepEqual(read(text).state, state);
  const link = new URLSearchParams({ it: text }).toString();
  assert.deepEqual(read(new URLSearchParams(link).get("it") ?? "").state, state);
});

test("settings that mean nothing are told and leave the rest as it is", () => {
  const { state, faults } = read("causl=off causal=maybe pad=9 words=one typed=1,2;3 window=1.5 seed=-1 constructor=1 alone");
  assert.deepEqual(state, lab.start);
  assert.deepEqual(faults.map(({ name, wanted }) => [name, wanted === null]), [
    ["causl", true],
    ["causal", false],
    ["pad", false],
    ["words", false],
    ["typed", false],
    ["window", false],
    ["seed", false],
    ["constructor", true],
    ["alone", true],
  ]);
});

test("places beyond the last word are no padding", () => {
  assert.deepEqual(read("words=one,two pad=1,4").state.pad, [1]);
});

test("changes are told in one sentence, and states with the same settings are the same", () => {
  const after = { ...lab.start, causal: false, pad: [] };
  assert.equal(changes(lab, lab.start, after), "Padding: none, Causal mask: off.");
  assert.equal(changes(lab, after, { ...after, pad: [0, 4] }), "Padding: the (0) and ate (4).");
  assert.equal(changes(lab, after, after), "");
  assert.ok(sameState(lab, after, { ...after, pad: [] }));
  assert.ok(!sameState(lab, after, lab.start));
  assert.deepEqual(describeState(lab, after).causal, { label: "Causal mask", value: "off", said: "off" });
});

test("a number that was typed is told by its place, before and after", () => {
  const W_O = heads.start.W_O.map((/** @type {number[]} */ row) => [...row]);
  W_O[0][0] = -2.5;
  assert.equal(changes(heads, heads.start, { ...heads.start, W_O }), "W_O, row 0, column 0: from 1 to −2.5.");
  W_O[3][3] = 7;
  assert.equal(changes(heads, heads.start, { ...heads.start, W_O }), "W_O: 2 of 16 numbers changed.");
  const typed = { ...lab.start, typed: [[1, 0], [0, 1]] };
  assert.equal(changes(lab, lab.start, typed), "Typed scores: 2 by 2 numbers.");
});
