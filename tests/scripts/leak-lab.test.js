import assert from "node:assert/strict";
import { test } from "node:test";
import { labHtml } from "../../site/scripts/labs/lab-html.js";
import { formatState, readState, splitState } from "../../site/scripts/labs/lab-state.js";
import { mayPeek, WORDS, workOut, X } from "../../site/scripts/labs/leak-state.js";
import { lab } from "../../site/scripts/labs/leak-view.js";

/** @typedef {import("../../site/scripts/labs/leak-state.js").LeakState} LeakState */
/** @param {Partial<LeakState>} change */
const state = (change = {}) => /** @type {LeakState} */ ({ ...lab.start, ...change });
/** @param {number} row @param {LeakState} from */
const press = (row, from) => /** @type {LeakState} */ (lab.act?.(from, { act: "change", data: { place: String(row) } }));
/** One word changed. @param {number} row @param {Partial<LeakState>} [change] */
const changedAt = (row, change) => press(row, state({ changed: X, ...change }));
const MASKS = /** @type {const} */ (["none", "reversed", "onestep", "causal"]);

test("which earlier outputs move depends on the mask and on the word that changed", () => {
  const leaks = MASKS.map((mask) => [1, 2, 3, 4].map((row) => workOut(changedAt(row, { mask })).leaks));
  const all = [[0], [0, 1], [0, 1, 2], [0, 1, 2, 3]];
  assert.deepEqual(leaks, [all, all, [[0], [1], [2], [3]], [[], [], [], []]]);
});

test("what comes at or after the change is no leak, and the first word gives nothing away", () => {
  for (const mask of MASKS) {
    const worked = workOut(changedAt(0, { mask }));
    assert.deepEqual(worked.leaks, []);
    assert.match(lab.summary(worked.state), /^the changed; no word comes before/);
  }
  assert.match(lab.story(changedAt(2), { table: "after", row: 4, column: 0 }), /That is no leak: the change begins before it\.$/);
  assert.match(lab.story(changedAt(4), { table: "after", row: 4, column: 0 }), /That is no leak: the change begins at this word\.$/);
});

test("a second change shows nothing that the first does not, and pressing again takes it back", () => {
  const two = press(3, changedAt(1, { mask: "none" }));
  assert.equal(workOut(two).cut, 1);
  assert.match(lab.summary(two), /^cat and a changed; 1 of 1 earlier output moved: the looked ahead/);
  assert.deepEqual(press(3, two), changedAt(1, { mask: "none" }));
  assert.match(lab.summary(state({ changed: X })), /^No word is changed/);
});

test("a leak that the change does not show is said to be one that was missed", () => {
  const unreached = changedAt(4, { mask: "onestep" });
  assert.match(lab.steps(unreached).join(""), /1 of 4 earlier outputs moved/);
  const tiny = state({ changed: X.map((row, i) => (i === 4 ? [(row[0] ?? 0) + 1e-9, row[1] ?? 0] : row)) });
  assert.deepEqual(workOut(tiny).leaks, []);
  assert.ok(mayPeek(workOut(tiny)));
  assert.match(lab.steps(tiny).join(""), /too weak to show it/);
});

test("the oracle's loss is that of the course, and only the causal mask is honest", () => {
  for (const mask of MASKS) {
    for (const [ratio, loss] of [[99, "0.005013"], [9, "0.051293"]]) {
      const shown = lab.steps(state({ mask, ratio: Number(ratio) })).join("");
      assert.equal(shown.includes(`${loss} in place of 0.693147`), mask !== "causal", mask);
      assert.match(lab.summary(state({ mask, ratio: Number(ratio) })), mask === "causal" ? /0\.693147\.$/ : new RegExp(`${loss}\\.$`));
    }
  }
  const [red, blue] = (/** @type {const} */ (["red", "blue"])).map((answer) => workOut(state({ answer })).oracle);
  assert.deepEqual(red?.p[0], [...(blue?.p[0] ?? [])].reverse());
  assert.equal(red?.loss, blue?.loss);
});

test("every cell of every table has a story", () => {
  const sizes = { X: [5, 2], changed: [5, 2], blocked: [5, 5], weights: [5, 5], before: [5, 2], after: [5, 2], "oracle-scores": [1, 2], "oracle-weights": [1, 2], "oracle-values": [2, 2], "oracle-p": [1, 2], losses: [2, 2] };
  for (const mask of MASKS) {
    for (const from of [changedAt(4, { mask }), changedAt(2, { mask, answer: "blue", ratio: 9 }), changedAt(0, { mask }), state({ mask, changed: X })]) {
      const shown = [...lab.steps(from).join("").matchAll(/data-table="([^"]+)"/g)].map(([, name]) => name);
      assert.deepEqual(shown, Object.keys(sizes));
      for (const [table, [rows = 0, columns = 0]] of Object.entries(sizes)) {
        for (let cell = 0; cell < rows * columns; cell++) {
          const said = lab.story(from, { table, row: Math.floor(cell / columns), column: cell % columns });
          assert.ok(/^[^]{10,150}\.$/.test(said) && !/undefined|NaN|null/.test(said), `${table}: ${said}`);
        }
      }
      assert.doesNotMatch(lab.steps(from).join(""), /undefined|NaN/);
    }
  }
  const at = (/** @type {string} */ table, /** @type {number} */ row, /** @type {number} */ column, change = {}) => lab.story(state(change), { table, row, column });
  assert.equal(at("blocked", 1, 3), "cat may look at a, which comes later. This cell should be closed.");
  assert.equal(at("blocked", 1, 3, { mask: "causal" }), "cat may not look at a: it is ahead.");
  assert.equal(at("blocked", 3, 1, { mask: "reversed" }), "a may not look at cat, which came before: this mask is the wrong way round.");
  assert.equal(at("changed", 4, 0), "Number 0 of dog was 0.2 and is now 1.2.");
  assert.match(at("after", 0, 0), /^Output 0 of the moved from [\d.]+ to [\d.]+, though only dog changed, later on\. It looked ahead\.$/);
  assert.equal(at("after", 0, 0, { mask: "causal" }), "Output 0 of the did not move when dog changed.");
  assert.equal(at("losses", 0, 1), "With this mask, the loss is −ln 0.995 = 0.005013.");
});

test("numbers are typed into the changed words alone, and states are never changed in place", () => {
  const start = JSON.stringify(lab.start);
  const typed = /** @type {LeakState} */ (lab.act?.(state(), { act: "type", data: {}, place: { table: "changed", row: 2, column: 1 }, number: -3 }));
  assert.equal(typed.changed[2]?.[1], -3);
  assert.equal(lab.act?.(state(), { act: "press", data: {}, place: { table: "X", row: 0, column: 0 } }), null);
  assert.equal(JSON.stringify(lab.start), start);
});

test("a state goes through a link and back; a table that is too small is completed", () => {
  const one = changedAt(2, { mask: "onestep", ratio: 9, answer: "blue" });
  assert.deepEqual(readState(lab, splitState(formatState(lab, one))), { state: one, faults: [] });
  const { state: short } = readState(lab, splitState("changed=9"));
  assert.deepEqual(short.changed, [[9, 1], ...X.slice(1)]);
  assert.deepEqual(readState(lab, splitState("changed=none")).state.changed, X);
  for (const wrong of ["mask=all", "ratio=2", "answer=green", "changed=1,2,3", "changed=a"]) assert.equal(readState(lab, splitState(wrong)).faults.length, 1, wrong);
});

test("what changed is said by its words", () => {
  assert.equal(lab.fields.changed?.say(changedAt(4).changed, lab.start), "dog");
  assert.equal(lab.fields.changed?.say(X, lab.start), "none");
  assert.equal(WORDS.length, X.length);
  assert.match(labHtml(lab, "leak", state()), /<leak-lab class="lab" id="lab-leak"/);
});
