import assert from "node:assert/strict";
import { test } from "node:test";
import { RESULT, withResult } from "../../site/scripts/scratch-code.js";

/** @type {[string, string, string][]} */
const CASES = [
  ["a = 1\na", "a", `a = 1\n${RESULT}_ = (a\n)`],
  ["weights = np.where(\n    a,\n    b,\n)", "weights", "weights = np.where(\n    a,\n    b,\n)"],
  ["w[used] = 1", "w", "w[used] = 1"],
  ["w += 1\n\n# done", "w", "w += 1\n\n# done"],
  ["print(1)", "", "print(1)"],
  ["for i in range(3):\n    x = i", "", "for i in range(3):\n    x = i"],
  ["a == b", "a == b", `${RESULT}_ = (a == b\n)`],
  ["# nothing", "", "# nothing"],
  ["", "", ""],
];

for (const [code, name, kept] of CASES) {
  test(`the last value of ${JSON.stringify(code)}`, () => {
    const made = withResult(code);
    assert.equal(made.name, name);
    assert.ok(made.code.startsWith(kept), made.code);
    assert.match(made.code, new RegExp(`def ${RESULT}\\(\\):\\n    return `));
  });
}
