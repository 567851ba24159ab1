import assert from "node:assert/strict";
import { test } from "node:test";
import { mistaken, workOut } from "../../site/scripts/labs/cross-mask-state.js";
import { lab } from "../../site/scripts/labs/cross-mask-view.js";

/** @typedef {import("../../site/scripts/labs/cross-mask-state.js").CrossState} CrossState */

const ATTENTIONS = /** @type {const} */ (["encoder", "decoder", "cross", "prefix"]);
const state = (/** @type {Partial<CrossState>} */ change = {}) => /** @type {CrossState} */ ({ ...lab.start, ...change });
const deed = (/** @type {string} */ act, /** @type {object} */ more) => ({ act, data: {}, ...more });

test("each attention is its block of the one table, of its own size", () => {
  const [S, N] = [5, 9];
  const blocks = { encoder: [0, S, 0, S], decoder: [S, N, S, N], cross: [S, N, 0, S], prefix: [0, N, 0, N] };
  for (const attention of ATTENTIONS) {
    const { blocked, who, keyPadding, scores, sizes } = workOut(state({ attention }));
    const [top = 0, bottom, left = 0, right] = blocks[attention];
    assert.deepEqual(blocked, who.slice(top, bottom).map((row) => row.slice(left, right)), attention);
    assert.deepEqual([scores.length, scores[0]?.length], sizes[ATTENTIONS.indexOf(attention)]);
    assert.equal(keyPadding[0]?.length, blocked[0]?.length, "one column for each key");
  }
});

test("padding of the queries closes nothing in cross-attention, that of the keys a column", () => {
  const first = workOut(state({ padsource: [], padtarget: [] }));
  assert.deepEqual(workOut(state({ padsource: [], padtarget: [1, 2] })).blocked, first.blocked);
  assert.deepEqual(workOut(state({ padsource: [0], padtarget: [] })).blocked.map((row) => row[0]), [1, 1, 1, 1]);
});

test("the wrong padding mask stops where the lengths differ and goes through where they are equal", () => {
  const stopped = mistaken(workOut(state({ mistake: "padding" })));
  assert.match(/** @type {any} */ (stopped).stops, /The scores are \(4, 5\).* is \(1, 4\)\. 4 columns do not fit 5 keys/);
  const even = workOut(state({ mistake: "padding", source: ["a", "b", "c", "d"], padsource: [0], padtarget: [3] }));
  const made = /** @type {any} */ (mistaken(even));
  assert.deepEqual(made.blocked[0], [0, 0, 0, 1]);
  assert.deepEqual(even.blocked[0], [1, 0, 0, 0]);
  assert.match(/** @type {any} */ (mistaken(workOut(state({ mistake: "padding", attention: "decoder" })))).needs, /Choose cross-attention/);
});

test("every cell of every table has a story of its own kind", () => {
  const at = (/** @type {string} */ table, /** @type {number} */ row, /** @type {number} */ column, change = {}) => lab.story(state(change), { table, row, column });
  assert.equal(at("who", 0, 6), "le may not look at the: the source never sees the target. No attention has this block.");
  assert.equal(at("who", 6, 7), "the may not look at cat: it is ahead. This cell belongs to decoder self-attention.");
  assert.equal(at("blocked", 0, 4), "BOS may not look at PAD (source 4): it is padding.");
  assert.equal(at("weights", 3, 0), "PAD (target 3) gives le a weight of 0.25. Nobody reads this PAD row.");
  assert.equal(at("causal", 6, 2, { attention: "prefix" }), "est is in the prefix, which is given from the start: open to every query.");
  assert.match(at("sizes", 2, 1), /keys are made of the source: 5 columns\. The scores are \(4, 5\), the padding mask is \(1, 5\)/);
  assert.match(at("weights", 0, 0, { padsource: [0, 1, 2, 3, 4] }), /BOS may look nowhere\. A real word/);
  for (const attention of ATTENTIONS) {
    const shown = state({ attention, mistake: "causal", scores: "random", padsource: [0, 1] });
    for (const [, table = ""] of lab.steps(shown).join("").matchAll(/data-table="([^"]+)"/g)) {
      for (let row = 0; row < 2; row++) {
        for (let column = 0; column < 2; column++) {
          const story = lab.story(shown, { table, row, column });
          assert.ok(/^[^]{10,190}\.$/.test(story) && !/undefined|NaN/.test(story), `${table}: ${story}`);
        }
      }
    }
  }
});

test("a press in the whole table or in the sizes chooses an attention; the empty corner belongs to none", () => {
  const pressed = (/** @type {string} */ table, /** @type {number} */ row, /** @type {number} */ column) => /** @type {any} */ (lab.act?.(state(), deed("press", { place: { table, row, column } })));
  assert.equal(pressed("who", 1, 1).attention, "encoder");
  assert.equal(pressed("who", 7, 6).attention, "decoder");
  assert.equal(pressed("who", 7, 1).attention, "cross");
  assert.match(pressed("who", 1, 7).refused, /never sees the target/);
  assert.equal(pressed("sizes", 3, 0).attention, "prefix");
  assert.deepEqual(pressed("padding", 0, 0).padsource, [0, 4]);
  assert.equal(pressed("weights", 0, 0), null);
});

test("words are added, removed and renamed on their own side, and padding goes with its word", () => {
  const fewer = /** @type {any} */ (lab.act?.(state(), deed("fewer", { data: { side: "source" } })));
  assert.deepEqual(lab.settle?.(fewer, state()).padsource, []);
  assert.deepEqual(fewer.target, lab.start.target);
  const named = /** @type {any} */ (lab.act?.(state(), deed("rename", { data: { side: "target", place: "1" }, text: " a " })));
  assert.deepEqual(named.target, ["BOS", "a", "cat", "sat"]);
  assert.deepEqual(lab.act?.(state(), deed("rename", { data: { side: "target", place: "1" }, text: "" })), { refused: "A word cannot be empty. It stays “the”." });
  assert.equal(lab.act?.(state(), deed("rename", { data: { side: "elsewhere", place: "1" }, text: "x" })), null);
});

test("what is typed as a word cannot become markup", () => {
  const words = ['<img src=x onerror="x">', "'\"&"];
  assert.doesNotMatch(lab.controls(state({ source: words })) + lab.steps(state({ source: words, padsource: [] })).join(""), /<img/);
});
