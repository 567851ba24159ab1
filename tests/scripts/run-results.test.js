import assert from "node:assert/strict";
import { test } from "node:test";

import { runResults } from "../../site/scripts/run-results.js";

const NUMBER = { shape: [], dtype: "int64", data: 3, python: "int" };
const TABLE = { shape: [1, 2], dtype: "bool", data: [[false, true]] };

/** @param {Partial<import("../../site/scripts/python-messages.js").Told>} told */
const show = (told) =>
  runResults({ kind: "ran", title: "", message: "", printed: "", seconds: 0, calls: [], ...told }, "causal_mask");

test("a result is drawn under the call that gave it", () => {
  const html = show({ calls: [{ name: "three words", arguments: { L: NUMBER }, got: TABLE, message: "" }] });
  assert.match(html, /three words/);
  assert.match(html, /causal_mask\(L=3\)/);
  assert.match(html, /<table>/);
});

test("arrays stand in the call by name", () => {
  const html = show({ calls: [{ name: "a", arguments: { X: TABLE }, got: NUMBER, message: "" }] });
  assert.match(html, /causal_mask\(X\)/);
});

test("an error in a call is told in its sentence, without a traceback", () => {
  const got = { raised: { type: "NameError" } };
  const html = show({ calls: [{ name: "a", arguments: {}, got, message: "There is no `nump` here." }] });
  assert.match(html, /There is no <code>nump<\/code> here\./);
  assert.doesNotMatch(html, /NameError/);
});

test("what was printed is shown as it is, and cannot become HTML", () => {
  assert.match(show({ printed: "<b>1</b>\n" }), /&lt;b&gt;1&lt;\/b&gt;/);
  assert.doesNotMatch(show({}), /Printed/);
});

test("a run that never came to a call says why", () => {
  const html = show({ kind: "syntax", title: "Python cannot read line 1", message: "A `:` is missing." });
  assert.match(html, /Python cannot read line 1/);
  assert.match(html, /A <code>:<\/code> is missing\./);
});
