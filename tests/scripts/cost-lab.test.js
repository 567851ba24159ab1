import assert from "node:assert/strict";
import { test } from "node:test";
import { lengths, numbers, sharedBy, takeovers, multiplications } from "../../site/scripts/labs/cost-math.js";
import { curvesSvg } from "../../site/scripts/labs/cost-curves.js";
import { bytesText, grouped, MOST, readSize, workOut } from "../../site/scripts/labs/cost-state.js";
import { lab } from "../../site/scripts/labs/cost-view.js";

/** @typedef {import("../../site/scripts/labs/cost-state.js").CostState} CostState */

const state = (/** @type {Partial<CostState>} */ change = {}) => /** @type {CostState} */ ({ ...lab.start, ...change });
const does = (/** @type {string} */ act, /** @type {object} */ more, /** @type {Partial<CostState>} */ change = {}) => /** @type {any} */ (lab.act?.(state(change), { act, data: {}, ...more }));

test("the first T of a takeover is the first: one word less, and it has not happened", () => {
  for (const B of [1, 3]) for (const [C, H] of /** @type {const} */ ([[4, 2], [768, 12], [6, 3], [5, 1], [64, 64]])) {
    const [overProjected = 0, overParameters = 0, overWork = 0] = takeovers({ B, C, H });
    const at = (/** @type {number} */ T) => {
      const [, projected = 0, scores = 0, parameters = 0] = numbers({ B, T, C, H });
      const [projections = 0, first = 0, second = 0] = multiplications({ B, T, C, H });
      return [scores > projected, scores > parameters, first + second > projections];
    };
    assert.deepEqual([at(overProjected)[0], at(overProjected - 1)[0]], [true, false]);
    assert.deepEqual([at(overParameters)[1], at(overParameters - 1)[1]], [true, false]);
    assert.deepEqual([at(overWork)[2], at(overWork - 1)[2]], [true, false]);
  }
});

test("the largest state is still exact", () => {
  const largest = { ...MOST, bytes: 8 };
  const all = [...workOut(largest).cost.flat(), ...workOut(largest).work, ...workOut(largest).growth.flat()];
  const exact = (/** @type {bigint[]} */ ...sizes) => Number(sizes.reduce((product, size) => product * size, 1n));
  const [B, T, C, H] = [BigInt(MOST.B), BigInt(MOST.T), BigInt(MOST.C), BigInt(MOST.H)];
  assert.equal(workOut(largest).cost[2]?.[1], exact(B, H, T, T, 8n));
  assert.equal(workOut(largest).work[1], exact(B, T, T, C));
  assert.ok(all.every((value) => value <= 2 ** 53), "no product is rounded");
});

test("the lengths double, hold T, and fit a table that hides no row", () => {
  for (const T of [1, 3, 64, 65535]) for (const beyond of [2, 9, 32769]) {
    const found = lengths(T, beyond, 11);
    assert.ok(found.includes(T) && found[0] === 1 && found.length <= 12, String(found));
    assert.ok((found.at(-1) ?? 0) >= 2 * Math.max(T, beyond));
    assert.deepEqual(found, [...new Set(found)].sort((a, b) => a - b));
  }
});

test("a size that is none is refused with a word, and heads must share the columns evenly", () => {
  const why = (/** @type {string} */ text) => /** @type {any} */ (readSize(text, "T")).refused;
  for (const [text, said] of /** @type {const} */ ([["", "empty"], ["abc", "not a whole number"], ["1e999", "not a whole number"], ["1,5", "not whole"], ["2.5", "not whole"], ["-0", "less than 1"], ["−3", "less than 1"], ["0", "less than 1"], ["65537", "up to 65536"], ["9".repeat(400), "up to 65536"], ["NaN", "not a whole number"]])) {
    assert.match(why(text), new RegExp(said), text);
  }
  assert.deepEqual(readSize(" １２ ", "T"), { size: 12 });
  const told = (/** @type {string} */ size, /** @type {string} */ text) => does("size", { text, data: { size } }).refused;
  assert.equal(told("B", "x"), "“x” is not a whole number. B stays at 1.");
  assert.equal(told("T", "70000"), "“70000” is too large: T goes up to 65536. T stays at 3.");
  assert.equal(told("C", ""), "The field was empty. d_model stays at 4.");
  assert.equal(told("C", "1"), "2 heads cannot share 1 column evenly. d_model stays at 4.");
  assert.equal(told("H", "3"), "3 heads cannot share 4 columns evenly. H stays at 2.");
  assert.equal(does("size", { text: "6", data: { size: "T" } }).T, 6);
  assert.equal(does("size", { text: "6", data: { size: "elsewhere" } }), null);
  assert.equal(/** @type {any} */ (lab.settle?.(state({ C: 10, H: 4 }), state())).H, 2);
  assert.equal(sharedBy(7, 4), 1);
});

test("sizes double and halve where they can, and a row of the table sets T", () => {
  assert.equal(does("scale", { data: { size: "T", by: "2" } }).T, 6);
  assert.equal(does("scale", { data: { size: "T", by: "0.5" } }), null, "three words cannot be halved");
  assert.equal(does("scale", { data: { size: "H", by: "2" } }).H, 4);
  assert.equal(does("scale", { data: { size: "H", by: "2" } }, { H: 4 }), null);
  assert.equal(does("press", { place: { table: "growth", row: 4, column: 0 } }).T, 8);
  assert.equal(does("example", { data: { example: "model" } }).C, 768);
  assert.equal(does("example", { data: { example: "toString" } }), null);
});

test("every cell has a story", () => {
  const at = (/** @type {string} */ table, /** @type {number} */ row, /** @type {number} */ column, change = {}) => lab.story(state(change), { table, row, column });
  assert.equal(at("cost", 2, 0), "scores: B · H · T · T = 1 · 2 · 3 · 3 = 18 numbers. Twice the words: four times the numbers.");
  assert.equal(at("cost", 2, 1), "scores: 18 numbers of 8 bytes take 144 bytes.");
  assert.equal(at("takeovers", 0, 0), "From T = 7 on, the scores are more than Q, K and V; here T is below that.");
  assert.equal(at("growth", 0, 1), "With 1 word scores are 2 numbers, 16 bytes. Press to set T.");
  for (const shown of [state(), state({ ...MOST, bytes: 1 }), state({ T: 1, C: 1, H: 1 })]) {
    for (const [, table = "", cells = ""] of lab.steps(shown).join("").matchAll(/data-table="([^"]+)"(.*?)<\/table>/gs)) {
      for (const [, row, column] of cells.matchAll(/data-cell="(\d+),(\d+)"/g)) {
        const story = lab.story(shown, { table, row: Number(row), column: Number(column) });
        assert.ok(/^[^]{10,190}\.$/.test(story) && !/undefined|NaN/.test(story), `${table}: ${story}`);
      }
    }
  }
});

test("the curves have a text, three named lines and one mark, at any size", () => {
  for (const shown of [state(), state({ ...MOST, bytes: 1 }), state({ T: 1, C: 1, H: 1 })]) {
    const html = lab.steps(shown).join("");
    assert.equal(html.match(/<polyline/g)?.length, 3);
    assert.match(html, /<svg class="curves" [^>]*role="img" aria-label="Numbers against words, from 1 to /);
    assert.doesNotMatch(html, /NaN|Infinity|undefined|style=/);
  }
  const flat = curvesSvg({ said: "<&", at: [1, 2], lines: [{ name: "a<b", kind: "k", values: [4, 4] }], here: 1, crossings: [{ at: 8, value: 4 }], below: "", beside: "" });
  assert.match(flat, /aria-label="&lt;&amp;".*a&lt;b/);
  assert.doesNotMatch(flat, /curve-cross|NaN/, "a crossing outside is not drawn");
});

test("bytes and large numbers are said as people say them", () => {
  assert.deepEqual([1, 144, 999, 1000, 98304, 4718592, 2 ** 50].map(bytesText), ["1 byte", "144 bytes", "999 bytes", "1 kB", "98.3 kB", "4.72 MB", "1.13 PB"]);
  assert.deepEqual([9999, 10000, 1234567].map(grouped), ["9999", "10\u202f000", "1\u202f234\u202f567"]);
  const shown = state({ ...MOST, bytes: 8 });
  const read = [...lab.steps(shown), lab.summary(shown)].join("").replace(/<[^>]*>/g, " ");
  assert.match(read, /65\u202f536/);
  assert.doesNotMatch(read, /\d{5}/, "in tables, sentences and the picture alike");
});
