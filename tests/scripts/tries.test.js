import assert from "node:assert/strict";
import { test } from "node:test";

import { isHonestTry, tryKey } from "../../site/scripts/tries.js";

for (const kind of ["mistake", "value", "shape", "raised", "timeout", "mutated", "shared"]) {
  test(`a verdict of kind ${kind} is an honest try`, () => {
    assert.equal(isHonestTry({ passed: false, kind }), true);
  });
}

for (const kind of ["empty", "syntax", "missing", "unjudged"]) {
  test(`a verdict of kind ${kind} is no try at the problem`, () => {
    assert.equal(isHonestTry({ passed: false, kind }), false);
  });
}

test("a right answer is no failed try", () => {
  assert.equal(isHonestTry({ passed: true, kind: "passed" }), false);
});

test("blanks and comments do not make another try", () => {
  const code = "def f(x):\n    return x + 1\n";
  assert.equal(tryKey(code), tryKey("def f(x):  # again\n\n    return x+1"));
  assert.notEqual(tryKey(code), tryKey(code.replace("1", "2")));
});
