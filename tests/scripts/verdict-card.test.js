import assert from "node:assert/strict";
import { test } from "node:test";
import { parseHTML } from "linkedom";
import { exampleCase, verdictCard } from "../../site/scripts/verdict-card.js";

/** @typedef {import("../../site/scripts/verdict-card.js").CodeVerdict} CodeVerdict */

/** @type {CodeVerdict} */
const PLAIN = { passed: false, kind: "value", title: "Other values.", message: "", mistakes: [], remarks: [], hints: [], case: null, checked: 0, of: 0, printed: "" };
/** @param {Partial<CodeVerdict>} verdict */
const draw = (verdict) => parseHTML(`<body>${verdictCard({ ...PLAIN, ...verdict })}</body>`).document;
/** @param {Document} page @param {string} selector */
const texts = (page, selector) => [...page.querySelectorAll(selector)].map((one) => (one.textContent ?? "").trim());
const THREE = { shape: [], dtype: "int64", data: 3, python: "int" };

test("the sentence comes first, then the hint, the case, remarks, what was printed, and the count last", () => {
  const page = draw({
    title: "The diagonal is `blocked`.",
    message: "Given `L = 3`.",
    hints: ["Look at `k`.", "k=0:\n[[1 1]]"],
    case: { name: "three", arguments: { L: THREE }, expected: { shape: [1], dtype: "bool", data: [false] }, got: { shape: [1], dtype: "bool", data: [true] }, differs: [true] },
    remarks: ["One remark."],
    printed: "<hello>\n",
    checked: 9,
    of: 12,
  });
  const classes = [...(page.querySelector(".verdict-card")?.children ?? [])].map((child) => child.className || child.localName);
  assert.deepEqual(classes, ["verdict-kind", "verdict-title", "p", "verdict-hints", "verdict-case", "verdict-remarks", "verdict-printed", "verdict-count"]);
  assert.deepEqual(texts(page, ".verdict-title code"), ["blocked"]);
  assert.equal(page.querySelector(".verdict-hints")?.hasAttribute("open"), false);
  assert.deepEqual(texts(page, ".verdict-hints > .verdict-hints > pre"), ["k=0:\n[[1 1]]"]);
  assert.deepEqual(texts(page, ".verdict-printed pre"), ["<hello>"]);
  assert.deepEqual(texts(page, ".verdict-count"), ["9 of 12 cases came out right."]);
});

test("every kind has a word, and passed and wrong ones look different", () => {
  const kinds = ["passed", "mistake", "syntax", "empty", "raised", "timeout", "memory", "missing", "type", "shape", "dtype", "value", "mutated", "shared", "unjudged"];
  const words = kinds.map((kind) => texts(draw({ kind, passed: kind === "passed" }), ".verdict-kind")[0]);
  assert.equal(new Set(words).size, kinds.length);
  assert.ok(words.every((word, index) => word && word !== kinds[index]));
  assert.equal(draw({ kind: "passed", passed: true }).querySelector("[data-tone=right]")?.localName, "section");
  assert.equal(draw({ kind: "unjudged" }).querySelector("[data-tone=wrong]"), null);
});

test("cases are not counted where none ran", () => {
  for (const kind of ["syntax", "empty", "missing", "timeout", "memory", "unjudged"])
    assert.deepEqual(texts(draw({ kind, checked: 0, of: 5 }), ".verdict-count"), []);
});

test("two mistakes are counted in words", () => {
  assert.deepEqual(texts(draw({ kind: "mistake", mistakes: ["a", "b"] }), ".verdict-kind"), ["2 known mistakes"]);
});

test("yours stands beside what was wanted, with the differing cells ringed", () => {
  const page = draw({
    case: { name: "c", arguments: { X: { shape: [2], dtype: "float64", data: [1, 2] } }, expected: { shape: [2], dtype: "float64", data: [0.5, "nan"] }, got: { shape: [2], dtype: "float64", data: [0.5, "-inf"] }, differs: [false, true] },
  });
  assert.deepEqual(texts(page, "[data-role=yours] td.differs"), ["−∞ (differs)"]);
  assert.deepEqual(texts(page, "[data-role=wanted] td.differs"), ["NaN (differs)"]);
  assert.deepEqual(texts(page, ".case-arguments .matrix-name"), ["X"]);
});

test("other shapes are not ringed, errors on either side are said", () => {
  const shapes = draw({ case: { name: "c", arguments: {}, expected: { shape: [2], dtype: "float64", data: [1, 2] }, got: { shape: [1, 2], dtype: "float64", data: [[1, 2]] }, differs: null } });
  assert.equal(shapes.querySelector(".differs"), null);
  const raised = draw({ case: { name: "c", arguments: {}, expected: { raises: "ValueError" }, got: { raised: { type: "TypeError", message: "no <b>", line: 4 } }, differs: null } });
  assert.deepEqual(texts(raised, ".matrix-word"), ["stopped in line 4 with TypeError: no <b>", "raises ValueError"]);
});

test("a mask that says who may look is not hatched", () => {
  const bools = { shape: [1, 1], dtype: "bool", data: [[true]] };
  const page = draw({ case: { name: "c", arguments: { blocked: bools, allowed: bools }, expected: THREE, got: THREE, differs: false } });
  assert.equal(page.querySelectorAll(".case-arguments .blocked").length, 1);
});

test("a mask of a kind that the call names is hatched where that kind closes", () => {
  const bools = { shape: [1, 1], dtype: "bool", data: [[true]] };
  for (const [source, target, hatched] of /** @type {[string, string, number[]][]} */ ([["allowed", "blocked", [0, 2]], ["blocked", "allowed", [1, 0]]])) {
    const page = draw({ case: { name: "c", arguments: { mask: bools, source: { text: source }, target: { text: target } }, expected: bools, got: bools, differs: null } });
    assert.deepEqual([".case-arguments", ".case-results"].map((where) => page.querySelectorAll(`${where} .blocked`).length), hatched);
  }
});

test("what passed says so once, without a count", () => {
  const page = draw({ kind: "passed", passed: true, title: "Correct", message: "Right in all 5 cases.", checked: 5, of: 5 });
  assert.deepEqual(texts(page, ".verdict-card > p"), ["Right", "Right in all 5 cases."]);
});

test("an example shows the call and the result", () => {
  const { document } = parseHTML(`<body>${exampleCase({ arguments: { L: THREE }, expected: { shape: [1, 1], dtype: "bool", data: [[false]] } })}</body>`);
  assert.deepEqual(texts(document, "code"), ["L = 3"]);
  assert.deepEqual(texts(document, "tbody td"), ["False"]);
});
