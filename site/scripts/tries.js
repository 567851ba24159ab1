/** Which attempts at an exercise count towards being shown the answer. */

/** @import { Progress } from "./progress.js" */
/** @import { Verdict } from "./python-messages.js" */

/** After so many honest tries the answer may be shown. */
export const TRIES_BEFORE_SHOWING = 3;

/** Verdicts that say nothing about an attempt at the problem itself. */
const NO_TRY = new Set(["empty", "syntax", "missing", "unjudged"]);

/**
 * A failed attempt that had something in it to judge.
 *
 * @param {Pick<Verdict, "passed" | "kind">} verdict
 */
export const isHonestTry = (verdict) => !verdict.passed && !NO_TRY.has(verdict.kind);

/**
 * The same key for code that differs in blanks and comments only, so that one attempt cannot count twice.
 *
 * @param {string} code
 */
export function tryKey(code) {
  let hash = 0;
  for (const letter of code.replace(/#.*$/gm, "").replace(/\s+/g, "")) {
    hash = (Math.imul(hash, 31) + /** @type {number} */ (letter.codePointAt(0))) | 0;
  }
  return (hash >>> 0).toString(36);
}

/**
 * Keep an honest try, once.
 *
 * @param {Progress} progress
 * @param {string} id of the exercise
 * @param {Verdict} verdict
 * @param {string} code
 */
export function keepTry(progress, id, verdict, code) {
  if (!isHonestTry(verdict)) return;
  const { given, tries } = progress.attempt(id);
  const key = tryKey(code);
  if (!tries.includes(key)) progress.keepAttempt(id, { given, tries: [...tries, key] });
}
