import assert from "node:assert/strict";
import { test } from "node:test";
import { parseHTML } from "linkedom";
import { writer } from "../../site/scripts/matrix-numbers.js";
import { matrix, shapeText } from "../../site/scripts/matrix.js";

/** @typedef {import("../../site/scripts/matrix.js").Picture} Picture */

/** @param {Picture} picture */
const draw = (picture) => parseHTML(`<body>${matrix(picture)}</body>`).document;
/** @param {Document} page @param {string} selector */
const texts = (page, selector) => [...page.querySelectorAll(selector)].map((one) => (one.textContent ?? "").trim());
/** @param {number[]} shape @param {any} data */
const floats = (shape, data) => ({ shape, dtype: "float64", data });

test("two axes: name and shape in the caption, heads on both sides, decimals alike", () => {
  const page = draw({ name: "scores", value: floats([2, 3], [[1, -0.25, 3], [4, 5.5, "-inf"]]) });
  assert.deepEqual(texts(page, "figcaption span"), ["scores", "(2, 3)"]);
  assert.deepEqual(texts(page, "thead th"), ["0", "1", "2"]);
  assert.deepEqual(texts(page, "tbody th"), ["0", "1"]);
  assert.deepEqual(texts(page, "tbody td"), ["1.00", "−0.25", "3.00", "4.00", "5.50", "−∞"]);
  assert.equal(page.querySelectorAll("td.blocked").length, 1);
});

test("words stand in the heads where they are given, made safe", () => {
  const page = draw({ name: "w", value: floats([1, 2], [[1, 2]]), rows: ["<b>"], columns: ["the", "cat"] });
  assert.deepEqual(texts(page, "th"), ["the", "cat", "<b>"]);
  assert.equal(page.querySelector("b"), null);
});

test("True is hatched only where it means blocked", () => {
  const value = { shape: [1, 2], dtype: "bool", data: [[true, false]] };
  const mask = draw({ name: "m", value, blocked: true });
  assert.deepEqual(texts(mask, "tbody td"), ["True", "False"]);
  assert.deepEqual(texts(mask, "td.blocked"), ["True"]);
  assert.deepEqual(texts(draw({ name: "m", value }), "td.blocked"), []);
  const ones = draw({ name: "m", value: floats([1, 2], [[1, 0]]), beside: value, blocked: true });
  assert.deepEqual(texts(ones, "td.blocked"), ["1.0"]);
});

test("cells that differ are ringed and said", () => {
  const page = draw({ name: "yours", value: floats([2, 2], [[1, 2], [3, 4]]), differs: [[false, true], [false, false]] });
  assert.deepEqual(texts(page, "td.differs"), ["2.0 (differs)"]);
});

test("two tables beside each other get enough digits to look different", () => {
  const mine = floats([2], [0.123456789, 1]);
  const noise = floats([2], [0.1234567891, 1.00000000001]);
  assert.deepEqual(texts(draw({ name: "a", value: mine, beside: noise }), "tbody td"), ["0.1235", "1.0000"]);
  const far = floats([2], [0.12347, 1]);
  const pair = [draw({ name: "a", value: mine, beside: far }), draw({ name: "b", value: far, beside: mine })];
  assert.deepEqual(pair.map((page) => texts(page, "tbody td")[0]), ["0.12346", "0.12347"]);
});

test("no axis, one axis, no values, three and four axes", () => {
  assert.deepEqual(texts(draw({ name: "x", value: floats([], 0.25) }), ".matrix-scalar"), ["0.25"]);
  const row = draw({ name: "v", value: { shape: [2], dtype: "int64", data: [1, -20] } });
  assert.deepEqual([texts(row, "tbody td"), texts(row, "tbody th")], [["1", "−20"], []]);
  assert.deepEqual(texts(draw({ name: "e", value: floats([0, 3], []) }), ".matrix-word"), ["no values"]);
  const cube = draw({ name: "c", value: floats([2, 1, 2], [[[1, 2]], [[3, 4]]]), differs: [[[false, false]], [[false, true]]] });
  assert.deepEqual(texts(cube, ".matrix-index"), ["[0]", "[1]"]);
  assert.deepEqual(texts(cube, "td.differs"), ["4.0 (differs)"]);
  const four = draw({ name: "d", value: floats([1, 2, 1, 1], [[[[1]], [[2]]]]) });
  assert.deepEqual(texts(four, ".matrix-index"), ["[0, 0]", "[0, 1]"]);
});

test("a big table says how much of it is not shown, and shows what differs", () => {
  const data = Array.from({ length: 40 }, (_, r) => Array.from({ length: 20 }, (_, c) => r * 100 + c));
  const differs = data.map((row, r) => row.map((_, c) => r === 30 && c === 14));
  const page = draw({ name: "big", value: { shape: [40, 20], dtype: "int64", data }, differs });
  assert.deepEqual(texts(page, "td.differs"), ["3014 (differs)"]);
  assert.deepEqual(texts(page, "tbody td[colspan]"), ["22 rows not shown", "7 rows not shown"]);
  assert.deepEqual(texts(page, "thead .matrix-gap"), ["6 columns not shown", "3 columns not shown"]);
  const shown = texts(page, "tbody th");
  assert.equal(shown.length + 22 + 7, 40);
  const unkept = draw({ name: "huge", value: { shape: [900, 900], dtype: "float64", large: true } });
  assert.deepEqual(texts(unkept, ".matrix-word"), ["too large to show"]);
});

test("values that are no array are named", () => {
  for (const [value, word] of /** @type {[any, string][]} */ ([
    [{ none: true }, "None"], [{ text: "<i>" }, '"<i>"'], [{ callable: "attend" }, "attend"], [{ other: "generator" }, "generator"],
  ])) {
    assert.deepEqual(texts(draw({ name: "r", value }), ".matrix-word"), [word]);
  }
  const pair = draw({ name: "r", value: { tuple: [floats([1], [1]), { none: true }] }, differs: [[true], false] });
  assert.deepEqual(texts(pair, "figcaption .matrix-name"), ["r", "[0]", "[1]"]);
  assert.equal(pair.querySelectorAll("td.differs").length, 1);
});

test("labs may add attributes to a cell by its index", () => {
  const page = draw({ name: "x", value: floats([1, 2], [[1, 2]]), attributes: ([r, c], cell) => `data-at="${r},${c}" data-cell="${cell}"` });
  assert.equal(page.querySelector('[data-at="0,1"]')?.getAttribute("data-cell"), "2");
});

test("numbers: whole, tiny, huge and missing ones", () => {
  const write = writer([0.5, 1e-9, 2e12], false);
  assert.deepEqual([write(0.5), write(1e-9), write(2e12), write("nan"), write("inf"), write(0)], ["0.5", "1.00e−9", "2.00e12", "NaN", "∞", "0.0"]);
  assert.deepEqual([writer([1], true)(-3), writer([1], true)("-9007199254740993")], ["−3", "−9007199254740993"]);
  assert.deepEqual([shapeText([]), shapeText([3]), shapeText([3, 1])], ["()", "(3,)", "(3, 1)"]);
});

test("a lab's table takes the focus cell by cell, has words for heads, and says where it is rounded", () => {
  const html = matrix({
    name: "weights",
    value: { shape: [2, 2], dtype: "float64", data: [[1, 0], [1 / 3, 2 / 3]] },
    grid: "weights",
    digits: 3,
    shaded: true,
    rows: ["the", "cat"],
    columns: ["the", "PAD"],
    heads: (axis, index) => (axis === "column" && index === 1 ? 'class="padding"' : ""),
    classes: ([row, column]) => (row === 0 && column === 1 ? "blocked" : ""),
    words: ([row, column]) => (row === 0 && column === 1 ? "0" : null),
  });
  assert.match(html, /<table role="grid" data-table="weights" aria-label="weights \(2, 2\)">/);
  assert.match(html, /<th scope="col" class="padding">PAD<\/th>/);
  assert.match(html, /<td data-shade="20" data-cell="0,0" tabindex="0"><span class="cell">1.000<\/span>/);
  assert.match(html, /<td class="blocked" data-shade="0" data-cell="0,1" tabindex="-1"><span class="cell">0<\/span>/);
  assert.match(html, /0\.333/);
  assert.match(html, /rounded/);
  assert.equal(html.match(/tabindex="0"/g)?.length, 1);
});

test("0 and 1 are hatched where 1 means blocked, and cells can be fields", () => {
  const value = { shape: [1, 2], dtype: "int64", data: [[0, 1]] };
  assert.match(matrix({ name: "m", value, blocked: "ones" }), /<td class="blocked"><span class="cell">1/);
  assert.doesNotMatch(matrix({ name: "m", value, blocked: true }), /blocked/);
  const fields = matrix({ name: "m", value, grid: "m", edited: ([, column]) => `column ${column}` });
  assert.equal(fields.match(/<input class="cell"/g)?.length, 2);
  assert.match(fields, /value="1" aria-label="column 1"[^>]* tabindex="-1"/);
  assert.doesNotMatch(fields, /<td[^>]*tabindex/);
});
