import assert from "node:assert/strict";
import { test } from "node:test";
import { formatState, readState, splitState } from "../../site/scripts/labs/lab-state.js";
import { lab } from "../../site/scripts/labs/heads-view.js";

/** @typedef {import("../../site/scripts/labs/heads-state.js").HeadsState} HeadsState */

/** @param {Partial<HeadsState>} [change] */
const state = (change = {}) => /** @type {HeadsState} */ ({ ...lab.start, ...change });
/** @param {HeadsState} before @param {string} act @param {object} [more] @returns {any} */
const after = (before, act, more = {}) => lab.act?.(before, { act, data: {}, ...more });
/** The cells that are marked as the lit head's, by table. @param {HeadsState} shown */
function lit(shown) {
  /** @type {Record<string, string[]>} */
  const found = {};
  for (const [, name = "", body = ""] of lab.steps(shown).join("").matchAll(/<table[^>]* data-table="([^"]+)"[^>]*>([^]*?)<\/table>/g)) {
    const cells = [...body.matchAll(/<td[^>]*data-cell="([^"]+)"[^>]* data-mine>/g)].map(([, cell = ""]) => cell);
    if (cells.length) found[name] = cells;
  }
  return found;
}
/** Every cell there is. @param {HeadsState} shown */
function places(shown) {
  /** @type {Map<string, import("../../site/scripts/labs/lab-kind.js").Place>} */
  const found = new Map();
  let table = "";
  for (const [, name, row, column] of lab.steps(shown).join("").matchAll(/data-table="([^"]+)"|data-cell="(\d+),(\d+)"/g)) {
    if (name) table = name;
    else found.set(`${table} ${row},${column}`, { table, row: Number(row), column: Number(column) });
  }
  return found;
}
/** @param {number[]} rows @param {number[]} columns */
const cells = (rows, columns) => rows.flatMap((row) => columns.map((column) => `${row},${column}`));
const ALL = [0, 1, 2, 3];

test("a lit head lights its columns, its weights and the rows of W_O that read it, and nothing else", () => {
  for (const heads of [1, 2, 4]) {
    for (let head = 0; head < heads; head++) {
      const own = ALL.slice((head * 4) / heads, ((head + 1) * 4) / heads);
      const columns = cells([0, 1, 2], own);
      assert.deepEqual(lit(state({ heads, head })), { Q: columns, K: columns, V: columns, [`weights-${head}`]: cells([0, 1, 2], [0, 1, 2]), concat: columns, W_O: cells(own, ALL) });
    }
  }
  assert.deepEqual(lit(state({ head: -1 })), {});
});

test("swapped heads light where they are joined, and the rows that read them there", () => {
  for (const swap of /** @type {const} */ (["heads", "both"])) {
    const found = lit(state({ head: 0, swap }));
    assert.deepEqual(found["Q"], cells([0, 1, 2], [0, 1]));
    assert.deepEqual(found["concat"], cells([0, 1, 2], [2, 3]));
    assert.deepEqual(found["W_O"], cells([2, 3], ALL));
    assert.match(lab.summary(state({ head: 0, swap })), /output is in columns 2 and 3 of concat, read by rows 2 and 3 of W_O/);
  }
});

test("a swap without the rows of W_O moves outputs, one with them does not", () => {
  const random = after(state(), "preset", { data: { preset: "random" } });
  assert.match(lab.summary({ ...random, swap: "heads" }), /12 of 12 outputs are not what they were/);
  assert.match(lab.summary({ ...random, swap: "both" }), /The output is what it was/);
  assert.match(lab.steps({ ...random, swap: "heads" }).join(""), /class="differs"/);
  assert.doesNotMatch(lab.steps({ ...random, swap: "both" }).join(""), /class="differs"/);
});

test("the random tables are not symmetric", () => {
  const random = after(state(), "preset", { data: { preset: "random" } });
  for (const name of ["W_Q", "W_K", "W_V", "W_O"]) {
    const mirrored = random[name].every((/** @type {number[]} */ row, /** @type {number} */ i) => row.every((value, j) => value === random[name][j][i]));
    assert.equal(mirrored, false, name);
  }
  assert.equal(random.X, lab.start["X"], "a preset leaves the words as they are");
});

test("what is typed goes to the number that stood there, also in rows that came along", () => {
  const first = state();
  const typed = after(first, "type", { place: { table: "W_O", row: 0, column: 3 }, number: 7 });
  assert.equal(typed.W_O[0][3], 7);
  const moved = after(state({ swap: "both" }), "type", { place: { table: "W_O", row: 0, column: 3 }, number: 7 });
  assert.equal(moved.W_O[2][3], 7);
  assert.equal(moved.W_O[0][3], 0);
  assert.equal(after(first, "type", { place: { table: "X", row: 2, column: 1 }, number: -0.5 }).X[2][1], -0.5);
  assert.equal(first.W_O[0]?.[3], 0, "states are never changed in place");
});

test("a press lights the head of the cell and follows its word; the lit head's button puts it out", () => {
  const at = (/** @type {string} */ table, /** @type {number} */ row, /** @type {number} */ column, change = {}) => {
    const made = after(state({ head: -1, ...change }), "press", { place: { table, row, column } });
    return made && [made.head, made.word];
  };
  assert.deepEqual(at("Q", 2, 3), [1, 2]);
  assert.deepEqual(at("concat", 1, 0), [0, 1]);
  assert.deepEqual(at("concat", 1, 0, { swap: "heads" }), [1, 1]);
  assert.deepEqual(at("weights-1", 2, 0), [1, 2]);
  assert.deepEqual(at("mix-1", 0, 0), [1, 0]);
  assert.deepEqual(at("joined", 0, 3), [1, 0]);
  assert.deepEqual(at("output", 2, 0), [-1, 2]);
  assert.equal(at("result", 0, 0), null);
  assert.equal(after(state({ head: 1 }), "light", { data: { head: "1" } }).head, -1);
  assert.equal(after(state({ head: 1 }), "light", { data: { head: "0" } }).head, 0);
});

test("fewer heads: a head that is gone is not lit, and one head swaps with none", () => {
  assert.equal(lab.settle?.(state({ heads: 2, head: 3 }), state())["head"], -1);
  assert.equal(lab.settle?.(state({ heads: 1, swap: "both" }), state())["swap"], "none");
  assert.doesNotMatch(lab.controls(state({ heads: 1 })), /data-field="swap"/);
});

test("every cell of every table has a story of its own, with numbers that are right", () => {
  const at = (/** @type {string} */ table, /** @type {number} */ row, /** @type {number} */ column, change = {}) => lab.story(state(change), { table, row, column });
  assert.equal(at("K", 1, 2), "K of dog: 1 × 0 + 1 × 0 + 0 × 0 + 1 × 1 = 1. Column 2 belongs to head 1.");
  assert.equal(at("weights-0", 0, 1), "In head 0, cat gives dog a weight of 0.187.");
  assert.equal(at("weights-0", 0, 1, { causal: true }), "In head 0, cat gives dog a weight of exactly 0: it is ahead.");
  assert.equal(at("scores-0", 0, 1), "Head 0: (2 × 1 + 0 × 1) / √2 ≈ 1.414.");
  assert.equal(at("scores-0", 0, 2, { causal: true }), "car comes after cat: the score becomes −∞.");
  assert.equal(at("mix-0", 0, 0), "Head 0 hands cat 0.768 × 2 + 0.187 × 1 + 0.045 × 0 ≈ 1.723.");
  assert.equal(at("concat", 0, 2), "Column 2 of concat holds head 1: 0.198 × 1 + 0.401 × 0 + 0.401 × 1 ≈ 0.599. Row 2 of W_O reads it.");
  assert.equal(at("output", 0, 0), "Output of cat, column 0: 1.723 from head 0 + 0 from head 1 ≈ 1.723.");
  assert.equal(at("W_O", 0, 0, { swap: "heads" }), "Row 0 of W_O was made for head 0 and now reads head 1: column 0 of concat.");
  assert.equal(at("W_O", 0, 0, { swap: "both" }), "Row 0 of W_O reads column 0 of concat, which holds head 1. It came along from row 2.");
  for (const change of /** @type {Partial<HeadsState>[]} */ ([{ heads: 1 }, { heads: 2, swap: "heads" }, { heads: 4, swap: "both" }, { heads: 4 }])) {
    const shown = state({ ...change, causal: true, word: 1 });
    const there = places(shown);
    for (const { table, row, column } of there.values()) {
      const story = at(table, row, column, shown);
      assert.ok(/^[^]{10,190}\.$/.test(story) && !/undefined|NaN/.test(story), `${table}: ${story}`);
      for (const other of lab.related?.(shown, { table, row, column }) ?? []) assert.ok(there.has(`${other.table} ${other.row},${other.column}`), `${table} lights ${other.table} ${other.row},${other.column}`);
    }
  }
});

test("a number is lit with the numbers it is made of", () => {
  const related = lab.related?.(state(), { table: "weights-1", row: 0, column: 2 });
  assert.deepEqual(related, [
    { table: "Q", row: 0, column: 2 },
    { table: "K", row: 2, column: 2 },
    { table: "Q", row: 0, column: 3 },
    { table: "K", row: 2, column: 3 },
  ]);
  assert.deepEqual(lab.related?.(state({ swap: "heads" }), { table: "concat", row: 1, column: 0 })?.slice(0, 4), [
    ...[0, 1, 2].map((column) => ({ table: "weights-1", row: 1, column })),
    { table: "V", row: 0, column: 2 },
  ]);
});

test("a state goes into text and back; a table of another shape is none of the lab's", () => {
  const typed = state({ heads: 4, head: 3, swap: "both", word: 2, causal: true, X: [[0.1, -2, 3, 4], [0, 0, 0, 1e-5], [1000, 0, 0, 0]] });
  const { state: back, faults } = readState(lab, splitState(formatState(lab, typed)));
  assert.deepEqual(faults, []);
  assert.deepEqual(back, typed);
  for (const text of ["X=1,2;3,4", "X=none", "W_O=1,0,0,0;0,1,0,0;0,0,1,0", "head=4", "heads=3", "word=3", "swap=all", "X=1,0,0,0;0,1,0,0;0,0,1,1001"]) {
    assert.equal(readState(lab, splitState(text)).faults.length, 1, text);
  }
});
