import assert from "node:assert/strict";
import { test } from "node:test";
import { formatState, readState, splitState } from "../../site/scripts/labs/lab-state.js";
import { workOut } from "../../site/scripts/labs/scores-state.js";
import { lab } from "../../site/scripts/labs/scores-view.js";

/** @typedef {import("../../site/scripts/labs/scores-state.js").ScoresState} ScoresState */

/** @param {Partial<ScoresState>} [change] */
const state = (change = {}) => /** @type {ScoresState} */ ({ ...lab.start, ...change });
/** @param {ScoresState} before @param {string} act @param {object} [more] @returns {any} */
const after = (before, act, more = {}) => lab.act?.(before, { act, data: {}, ...more });

test("typing begins with the scores that stood there, and one number is changed at a time", () => {
  const typed = /** @type {ScoresState} */ (lab.settle?.(state({ source: "typed" }), state()));
  assert.deepEqual(typed.typed, [[0.71, 0, 0.71], [0.71, 0.71, 1.41], [1.41, 0.71, 2.12]]);
  const changed = after(typed, "type", { place: { table: "raw", row: 1, column: 2 }, number: -4 });
  assert.deepEqual(changed.typed, [[0.71, 0, 0.71], [0.71, 0.71, -4], [1.41, 0.71, 2.12]]);
  assert.equal(typed.typed[1]?.[2], 1.41, "states are never changed in place");
  const [before, now] = [workOut(typed), workOut(changed)];
  assert.deepEqual([now.weights[0], now.weights[2]], [before.weights[0], before.weights[2]], "softmax goes row by row");
  assert.notDeepEqual(now.weights[1], before.weights[1]);
  const again = /** @type {ScoresState} */ (lab.settle?.({ ...changed, source: "typed" }, state()));
  assert.deepEqual(again.typed, changed.typed, "what was typed is kept");
});

test("wide keys saturate without the divisor and not with it; a low temperature does too", () => {
  const saturated = (/** @type {Partial<ScoresState>} */ change) => workOut(state(change)).saturated;
  assert.deepEqual(saturated({ source: "random", dk: 64, scale: false }), [1, 2]);
  assert.deepEqual(saturated({ source: "random", dk: 64, scale: true }), []);
  assert.deepEqual(saturated({ temperature: 0.1 }), [1, 2]);
  assert.deepEqual(saturated({ temperature: 10 }), []);
  assert.match(lab.summary(state({ temperature: 0.1 })), /Saturated: cat and sat\./);
  assert.match(lab.steps(state({ temperature: 0.1 })).join(""), /cat · saturated/);
  assert.doesNotMatch(lab.steps(state()).join(""), /data-saturated|· saturated/);
});

test("more columns leave the first ones of random keys what they were", () => {
  const [few, many] = [workOut(state({ source: "random", dk: 3 })), workOut(state({ source: "random", dk: 60 }))];
  assert.deepEqual(many.K.map((row) => row.slice(0, 3)), few.K);
  assert.notDeepEqual(few.K, few.Q);
  assert.equal(after(state({ seed: 999 }), "reseed").seed, 1);
});

test("every cell of every table has a story of its own, and lights cells that are there", () => {
  const at = (/** @type {string} */ table, /** @type {number} */ row, /** @type {number} */ column, change = {}) => lab.story(state(change), { table, row, column });
  assert.equal(at("raw", 1, 2), "The query of cat times the key of sat: 1 × 1 + 1 × 1 = 2.");
  assert.equal(at("scores", 1, 2), "The score of cat for sat: 2 / √2 = 1.414.");
  assert.equal(at("scores", 1, 2, { scale: false, temperature: 4 }), "The score of cat for sat: 2 / 4 = 0.5.");
  assert.equal(at("scores", 1, 2, { scale: false }), "The score of cat for sat: 2, not divided.");
  assert.equal(at("weights", 1, 2), "cat gives sat a weight of 0.503: e to the 1.414, divided by the sum over the row.");
  assert.match(at("raw", 0, 0, { source: "random", dk: 64 }), /a sum of 64 products/);
  for (const change of /** @type {Partial<ScoresState>[]} */ ([{}, { source: "random", dk: 64, scale: false }, { source: "typed", temperature: 0.1 }])) {
    const shown = state(change);
    const there = new Set();
    let table = "";
    for (const [, name, cell] of lab.steps(shown).join("").matchAll(/data-table="([^"]+)"|data-cell="(\d+,\d+)"/g)) {
      if (name) table = name;
      else there.add(`${table} ${cell}`);
    }
    for (const one of there) {
      const [name = "", row, column] = one.split(/[ ,]/);
      const place = { table: name, row: Number(row), column: Number(column) };
      const story = lab.story(shown, place);
      assert.ok(/^[^]{10,190}\.$/.test(story) && !/undefined|NaN/.test(story), `${one}: ${story}`);
      for (const other of lab.related?.(shown, place) ?? []) {
        assert.ok(there.has(`${other.table} ${other.row},${other.column}`), `${one} lights ${other.table} ${other.row},${other.column}`);
      }
    }
  }
});

test("a state goes into text and back; what does not fit is a fault", () => {
  const shown = state({ source: "random", dk: 5, seed: 7, scale: false, temperature: 0.3, X: [[0.5, -1], [0, 0], [1, 2]], typed: [[1, 2, 3], [0, 0, 0], [-1, 0, 1]] });
  const { state: back, faults } = readState(lab, splitState(formatState(lab, shown)));
  assert.deepEqual(faults, []);
  assert.deepEqual(back, shown);
  for (const text of ["X=1,2;3,4", "dk=0", "dk=65", "temperature=0", "temperature=11", "source=all", "typed=1,2,3,4"]) {
    assert.equal(readState(lab, splitState(text)).faults.length, 1, text);
  }
});
