import assert from "node:assert/strict";
import { test } from "node:test";
import { linesFigure, linesOf } from "../../site/scripts/labs/mask-lines.js";
import { workOut } from "../../site/scripts/labs/mask-state.js";
import { lab } from "../../site/scripts/labs/mask-view.js";

/** @typedef {import("../../site/scripts/labs/mask-state.js").MaskState} MaskState */

/** @param {Partial<MaskState>} [change] */
const state = (change = {}) => /** @type {MaskState} */ ({ ...lab.start, ...change });
const deed = (/** @type {string} */ act, /** @type {object} */ more) => ({ act, data: {}, ...more });

test("every cell of every table has a story of its own kind", () => {
  const at = (/** @type {string} */ table, /** @type {number} */ row, /** @type {number} */ column, change = {}) => lab.story(state(change), { table, row, column });
  assert.equal(at("blocked", 1, 2), "cat may not look at sat: it is ahead.");
  assert.equal(at("blocked", 4, 3), "PAD (4) may not look at PAD (3): it is padding.");
  assert.equal(at("blocked", 1, 4, { window: 2 }), "cat may not look at PAD (4): it is ahead and it is padding and it is outside the window; one reason is enough.");
  assert.equal(at("blocked", 1, 0), "cat may look at the.");
  assert.equal(at("causal", 2, 2), "sat may look at itself: what it has to guess is the next word.");
  assert.equal(at("window", 0, 2, { window: 2 }), "sat is 2 steps from the: outside the window.");
  assert.equal(at("hidden", 0, 1), "the may not look at cat, so the score becomes −∞, and e to the −∞ is 0.");
  assert.equal(at("weights", 1, 0), "cat gives the a weight of 0.5, one of 2 open.");
  assert.equal(at("weights", 0, 1), "the gives cat a weight of exactly 0: it is ahead.");
  assert.equal(at("weights", 0, 0, { pad: [0] }), "PAD has no open cell. Nobody reads this row: it is unused, and no error.");
  assert.match(at("weights", 0, 0, { causal: false, pad: [0, 1, 2, 3, 4] }), /Nobody reads/);
  assert.match(at("mistake-blocked", 1, 1, { mistake: "k0" }), /is blocked here, and should be open/);
  for (const table of ["padding", "copied", "causal", "window", "blocked", "scores", "hidden", "weights", "mistake-blocked", "right-blocked", "mistake-hidden", "right-hidden", "mistake-weights", "right-weights"]) {
    for (let cell = 0; cell < 25; cell++) {
      for (const mistake of /** @type {const} */ (["k0", "zero", "and", "transposed"])) {
        const story = at(table, Math.floor(cell / 5), cell % 5, { mistake, window: 3, pad: [0, 4], scores: "example" });
        assert.ok(/^[^]{10,140}\.$/.test(story) && !/undefined|NaN/.test(story), `${table}: ${story}`);
      }
    }
  }
});

test("a real word that may look nowhere is an error in words, a padded one is unused", () => {
  // The wrong mask closes the diagonal, so the first word, a real one, has nothing left.
  const shown = lab.steps(state({ mistake: "k0" })).join("");
  assert.match(shown, /the · error/);
  assert.doesNotMatch(shown, /NaN|undefined/);
  assert.match(lab.summary(state({ pad: [0, 1] })), /PAD \(0\) and PAD \(1\): unused, no open cell/);
  assert.match(lab.steps(state({ pad: [0, 1] })).join(""), /No cell is open for PAD \(0\) and PAD \(1\)\. Nobody reads a PAD row/);
});

test("typing begins with the scores that stand there, and a table may grow afterwards", () => {
  const before = state({ scores: "example" });
  const typed = /** @type {any} */ (lab.settle?.(state({ scores: "typed" }), before));
  assert.equal(typed.typed[0][0], 1.2);
  const changed = /** @type {any} */ (lab.act?.(typed, deed("type", { place: { table: "scores", row: 0, column: 0 }, number: -3 })));
  assert.equal(changed.typed[0][0], -3);
  assert.equal(typed.typed[0][0], 1.2, "states are never changed in place");
  const more = /** @type {any} */ (lab.act?.(changed, deed("more", {})));
  assert.match(lab.steps(more).join(""), /data-table="scores"/);
});

test("a deed that means nothing changes nothing", () => {
  assert.equal(lab.act?.(state({}), deed("press", { place: { table: "weights", row: 0, column: 0 } })), null);
  assert.deepEqual(lab.act?.(state({}), deed("rename", { text: " ", data: { place: "1" } })), { refused: "A word cannot be empty. It stays “cat”." });
});

test("what is typed as a word cannot become markup", () => {
  const words = ['<img src=x onerror="x">', "'\"&", "c"];
  const html = lab.controls(state({ words, pad: [] })) + lab.steps(state({ words, pad: [] })).join("");
  assert.doesNotMatch(html, /<img/);
});

test("a line runs for every open cell, thicker for more weight, and none from a word that sees nobody", () => {
  const drawn = (/** @type {Partial<MaskState>} */ change) => linesFigure(workOut(state(change)));
  const ends = (/** @type {string} */ svg) => [...svg.matchAll(/data-at="([^"]+)".*?stroke-width="([^"]+)"/g)].map(([, at = "", width]) => `${at} ${width}`);
  assert.deepEqual(ends(drawn({ words: ["a", "b"], pad: [] })), ["0,0 8.00", "1,0 4.38", "1,1 4.38"]);
  assert.deepEqual(ends(drawn({ words: ["a", "b"], pad: [0] })), ["1,1 8.00"]);
  assert.match(drawn({ words: ["a", "b"], pad: [0] }), /class="pad"[^>]*>– PAD</);
  assert.match(drawn({ words: ["<b", "b"], pad: [0, 1], window: 1, causal: false }), /– PAD/);
  assert.match(drawn({ words: ["<b", "b"], pad: [1], keys: true, window: 1, causal: false }), />&lt;b</);
  const lit = linesOf(workOut(state()), { table: "weights", row: 2, column: 1 });
  assert.deepEqual(lit.map(({ row, column }) => [row, column]), [[2, 0], [2, 1], [2, 2], [2, 3], [2, 4]]);
  assert.deepEqual(linesOf(workOut(state()), { table: "padding", row: 0, column: 3 }).map(({ row, column }) => [row, column]), [[0, 3], [1, 3], [2, 3], [3, 3], [4, 3]]);
});
