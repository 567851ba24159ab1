import assert from "node:assert/strict";
import { test } from "node:test";
import { relationOf } from "../../site/scripts/labs/axes-relation.js";
import { workOut } from "../../site/scripts/labs/axes-state.js";
import { lab } from "../../site/scripts/labs/axes-view.js";

/** @typedef {import("../../site/scripts/labs/axes-state.js").AxesState} AxesState */

const state = (/** @type {Partial<AxesState>} */ change = {}) => /** @type {AxesState} */ ({ ...lab.start, ...change });
const press = (/** @type {AxesState} */ now, /** @type {string} */ table, /** @type {number} */ row, /** @type {number} */ column) => /** @type {any} */ (lab.act?.(now, { act: "press", place: { table, row, column }, data: {} }));

test("a number says its word and column, and the heads own the columns", () => {
  const { tables, trail, value } = workOut(state());
  assert.deepEqual(tables.heads.map(({ values }) => values), [[[0, 1], [10, 11], [20, 21]], [[2, 3], [12, 13], [22, 23]]]);
  assert.deepEqual(tables.wrongHeads.map(({ values }) => values), [[[0, 1], [2, 3], [10, 11]], [[12, 13], [20, 21], [22, 23]]]);
  assert.equal(value, 21);
  assert.deepEqual(trail, { Q: [0, 2, 1], split: [0, 2, 0, 1], heads: [0, 0, 2, 1], merged: [0, 2, 1], wrongHeads: [0, 1, 1, 1], wrongMerged: [0, 1, 1] });
});

test("for every size the merged table is Q, and reshape alone gives the heads only where nothing has to move", () => {
  for (const B of [1, 2]) for (const T of [1, 2, 3, 4]) for (const H of [1, 2, 4]) for (const d of [1, 2, 3]) {
    const { tables } = workOut(state({ B, T, H, d, follow: 0 }));
    assert.deepEqual(tables.merged.map(({ values }) => values), tables.Q.map(({ values }) => values));
    const same = JSON.stringify(tables.heads.map(({ ids }) => ids)) === JSON.stringify(tables.wrongHeads.map(({ ids }) => ids));
    assert.equal(same, H === 1 || T === 1, `${B} ${T} ${H} ${d}`);
    assert.equal(/differs/.test(lab.steps(state({ B, T, H, d, follow: 0 })).join("")), !same);
  }
});

test("a press follows a number, from any table that has it, and one of X or W follows none", () => {
  assert.equal(press(state(), "heads-0-1", 2, 0).follow, 10);
  assert.equal(press(state(), "wrong-heads-0-1", 0, 0).follow, 6);
  assert.equal(press(state(), "split-0-1", 1, 1).follow, 7);
  assert.equal(press(state(), "X-0", 0, 0), null);
  assert.equal(press(state(), "W", 0, 0), null);
});

test("the same word and column stay followed when sizes change, as far as they exist", () => {
  const settled = (/** @type {Partial<AxesState>} */ change) => /** @type {any} */ (lab.settle?.(state(change), state())).follow;
  assert.equal(settled({ d: 3 }), 13, "word 2, column 1 of 6 columns");
  assert.equal(settled({ T: 2 }), 5, "the last word there is");
  assert.equal(settled({ H: 1, d: 1 }), 2);
  assert.equal(settled({ follow: 95 }), 11, "a link may ask for more than there is");
});

test("every cell has a story, and the same number is lit in every table", () => {
  const at = (/** @type {string} */ table, /** @type {number} */ row, /** @type {number} */ column, change = {}) => lab.story(state(change), { table, row, column });
  assert.equal(at("heads-0-1", 1, 0), "12 is word 1, column 2. In head 1 it is row 1, the same word, and column 0.");
  assert.equal(at("wrong-heads-0-1", 1, 1), "21 is word 2, column 1. Here head 1 has it, though it belongs to head 0, and it stands in row 1, though it is of word 2.");
  assert.equal(at("wrong-heads-0-0", 0, 0), "0 is word 0, column 0. Here it is in its place by luck.");
  assert.match(at("X-1", 2, 1, { B: 2 }), /Word 2 of sentence 1 has 12/);
  for (const shown of [state(), state({ B: 2, T: 4, H: 4, d: 3 }), state({ T: 1, H: 1, d: 1, follow: 0 })]) {
    for (const [, table = "", cells = ""] of lab.steps(shown).join("").matchAll(/data-table="([^"]+)"(.*?)<\/table>/gs)) {
      for (const [, row, column] of cells.matchAll(/data-cell="(\d+),(\d+)"/g)) {
        const place = { table, row: Number(row), column: Number(column) };
        const story = lab.story(shown, place);
        assert.ok(/^[^]{10,190}\.$/.test(story) && !/undefined|NaN/.test(story), `${table}: ${story}`);
        if (!/^[XW]/.test(table)) assert.equal(lab.related?.(shown, place).length, 5 + 4, `${table}: five other tables, two cells of X, two of W`);
      }
    }
  }
});

test("`.T` turns all axes round, and gives the heads only with one sentence and one column", () => {
  const { tables, trail, wrongShape } = workOut(state({ wrong: "T" }));
  assert.deepEqual(wrongShape, [2, 2, 3, 1]);
  assert.deepEqual(trail.wrongHeads, [1, 0, 2, 0], "21 is word 2, column 1 of head 0");
  assert.deepEqual(tables.wrongHeads.map(({ values }) => values.flat()), [[0, 10, 20], [2, 12, 22], [1, 11, 21], [3, 13, 23]]);
  for (const B of [1, 2]) for (const T of [1, 2, 3, 4]) for (const H of [1, 2, 4]) for (const d of [1, 2, 3]) {
    const shown = state({ B, T, H, d, follow: 0, wrong: "T" });
    const made = workOut(shown).tables;
    const same = JSON.stringify(made.heads.map(({ ids }) => ids)) === JSON.stringify(made.wrongHeads.map(({ ids }) => ids));
    assert.equal(same, B === 1 && d === 1, `${B} ${T} ${H} ${d}`);
    assert.equal(/Here both ways give the same, with one sentence/.test(lab.steps(shown).join("")), same);
  }
  assert.equal(lab.story(state({ wrong: "T" }), { table: "wrong-heads-1-0", row: 2, column: 0 }), "21 is word 2, column 1. Turned round it is at [1, 0, 2, 0]: column, head, word, sentence.");
});

test("a relation with an axis of size 1 serves every head, and without it sentences stand under heads", () => {
  const over = (/** @type {Partial<AxesState>} */ change) => relationOf(state(change)).over.map(({ values }) => values.flat().join(""));
  assert.deepEqual(over({ B: 2, T: 2, relation: "B1TT" }), ["0100", "0100", "0101", "0101"]);
  assert.deepEqual(over({ B: 2, T: 2, relation: "BTT" }), ["0100", "0101", "0100", "0101"], "head 1 of sentence 0 gets the relation of sentence 1");
  assert.deepEqual(over({ B: 1, T: 2, relation: "BTT" }), ["0100", "0100"]);
  assert.deepEqual(over({ B: 2, H: 4, relation: "BTT" }), []);
  const drawn = (/** @type {Partial<AxesState>} */ change) => lab.steps(state(change)).join("").split("One relation over all heads")[1] ?? "";
  assert.equal(drawn({}), "");
  assert.doesNotMatch(drawn({ B: 2, relation: "B1TT" }), /class="[^"]*differs/);
  assert.match(drawn({ B: 2, relation: "BTT" }), /class="differs/);
  assert.match(drawn({ B: 2, H: 4, relation: "BTT" }), /NumPy refuses: 2 sentences stand under 4 heads\./);
  assert.match(drawn({ B: 2, H: 1, relation: "BTT" }), /one head would become two/);
  assert.doesNotMatch(drawn({ B: 1, relation: "BTT" }), /class="[^"]*differs/);
});

test("a cell of the relation says why, and whose relation a head reads", () => {
  const at = (/** @type {string} */ table, /** @type {number} */ row, /** @type {number} */ column, /** @type {Partial<AxesState>} */ change) => lab.story(state(change), { table, row, column });
  assert.equal(at("relation-0-0", 0, 2, { B: 2, relation: "B1TT" }), "In sentence 0 word 0 may not look at word 2: it is ahead. It says so once, for all heads.");
  assert.equal(at("over-1-0", 2, 2, { B: 2, relation: "B1TT" }), "Head 0 of sentence 1 reads: word 2 may not look at word 2: it is PAD.");
  assert.match(at("over-0-1", 2, 2, { B: 2, relation: "BTT" }), /That is the relation of sentence 1, so head 1 of sentence 0 hides the wrong words\./);
  const places = lab.related?.(state({ B: 2, relation: "BTT" }), { table: "relation-1", row: 2, column: 0 });
  assert.deepEqual(places?.map(({ table }) => table), ["over-0-1", "over-1-1"]);
});
