import assert from "node:assert/strict";
import { test } from "node:test";
import { decimal, places, whole, wordFault } from "../../site/scripts/labs/fields.js";
import { LabHistory } from "../../site/scripts/labs/lab-history.js";
import { readCell } from "../../site/scripts/labs/number-cell.js";
import { arrayText, floatArrayText, numberText, wholeCode } from "../../site/scripts/labs/numpy-text.js";
import { numberTable } from "../../site/scripts/labs/table-fields.js";

test("numbers as people type them are read", () => {
  for (const [text, number] of /** @type {[string, number][]} */ ([["2", 2], [" −1.5 ", -1.5], [".5", 0.5], ["1e2", 100], ["+3", 3], ["１２", 12], ["0", 0], ["0.0", 0]])) {
    assert.deepEqual(readCell(text), { number }, text);
  }
});

test("everything else is refused with a reason", () => {
  for (const text of ["", "  ", "abc", "1,5", "1e999", "-1e999", "-0", "−0", "-0.0", "nan", "inf", "-∞", "1e-300", "0x1", "1 2", "--1", "1001", "1/2", "9".repeat(400), "1,000", "-12,345", "1e-400", "-0.01e-999"]) {
    const read = readCell(text);
    assert.ok("refused" in read && read.refused.length > 8 && read.refused.length < 90, `${text}: ${JSON.stringify(read)}`);
  }
});

test("a refusal advises nothing that may be another number", () => {
  const refused = (/** @type {string} */ text) => JSON.stringify(readCell(text));
  assert.match(refused("0,125"), /Write a point: 0\.125\./);
  assert.match(refused("1,5"), /Write a point: 1\.5\./);
  for (const text of ["1,000", "+12,345"]) assert.doesNotMatch(refused(text), /point/);
  for (const text of ["1e-400", "-1e-400", "0.01e-999", "1e-300"]) assert.match(refused(text), /too small/);
  assert.match(refused("-0e5"), /just 0/);
  assert.deepEqual(readCell("0e-400"), { number: 0 });
});

test("fields take what they write and nothing beyond their limits", () => {
  const limits = { rows: 2, columns: 2, least: -9, most: 9 };
  for (const [field, text] of /** @type {const} */ ([[whole("n", 1, 4), "4"], [decimal("x", -1, 1), "-0.25"], [places("p", 7, () => []), "0,3"], [numberTable("t", limits), "1,-0.5;0,9"]])) {
    assert.equal(field.format(field.parse(text)?.value), text);
  }
  for (const text of ["1,2,3", "1;2,3", "10", "1,x", "", "1,,2", "1;2;3", "Infinity", "1e999"]) assert.equal(numberTable("t", limits).parse(text), null, text);
  for (const text of ["5", "0", "1.0", "", "1e0"]) assert.equal(whole("n", 1, 4).parse(text), null, text);
  for (const text of ["1,1", "8", "a", "", "1,"]) assert.equal(places("p", 7, () => []).parse(text), null, text);
  assert.ok(Object.is(decimal("x", -1, 1).parse("-0")?.value, 0));
  assert.equal(wordFault("PAD"), "");
  assert.notEqual(wordFault("a\u0000"), "");
});

test("steps of one drag are undone together, and undone steps come back", () => {
  const history = new LabHistory(0);
  history.add(1, "slider");
  history.add(2, "slider");
  history.pause();
  history.add(3, "slider");
  history.add(4);
  history.undo();
  assert.deepEqual([history.state, history.canRedo], [3, true]);
  history.undo();
  assert.equal(history.state, 2);
  history.undo();
  assert.deepEqual([history.state, history.canUndo], [0, false]);
  history.undo();
  history.redo();
  assert.equal(history.state, 2);
  history.add(9);
  assert.ok(!history.canRedo);
});

test("arrays are written as NumPy reads them, exactly", () => {
  assert.equal(arrayText([1, 0.1, -Infinity]), "np.array([1, 0.1, -np.inf])");
  assert.equal(arrayText([[1, 0]]), "np.array([[1, 0]])");
  assert.equal(floatArrayText([[1, 0], [0, 1]]), "np.array([\n    [1, 0],\n    [0, 1],\n], dtype=float)");
  assert.equal(numberText(0.1 + 0.2), "0.30000000000000004");
  assert.equal(wholeCode({ given: ["a = 1"], line: "b = a", name: "b" }), "import numpy as np\n\na = 1\nb = a\nb\n");
});
