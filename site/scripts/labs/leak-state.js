/** What a leak lab's state amounts to: outputs before and after the change, and the oracle, worked out once. Pure. */

import { attend, firstChanged, leakMask, moved, oracle, weightsOf } from "./leak-math.js";

/** @typedef {import("./mask-math.js").Table} Table */
/**
 * @typedef {object} LeakState
 * @property {import("./leak-math.js").LeakMask} mask
 * @property {Table} changed the words after the change; settled to the shape of `X`
 * @property {number} ratio
 * @property {"red" | "blue"} answer
 */
/** @typedef {ReturnType<typeof workOut>} Worked */

export const WORDS = ["the", "cat", "saw", "a", "dog"];

/** @type {Table} */
export const X = [
  [0.5, 1.0],
  [1.2, -0.3],
  [-0.4, 0.8],
  [0.9, 0.6],
  [0.2, 1.5],
];

/** Numbers that are missing are those of `X`. @param {Table} changed @returns {Table} */
export const completed = (changed) => X.map((row, i) => row.map((value, j) => changed[i]?.[j] ?? value));

/** The words that a table changes. @param {Table} changed */
export const changedWords = (changed) => WORDS.filter((_, row) => isChanged(changed, row));

/** @param {Table} changed @param {number} row */
export const isChanged = (changed, row) => String(completed(changed)[row]) !== String(X[row]);

/** Everything that follows from a state. @param {LeakState} state */
export function workOut(state) {
  const blocked = leakMask(state.mask, WORDS.length);
  const before = attend(X, blocked);
  const after = attend(state.changed, blocked);
  const differs = moved(before, after);
  const cut = firstChanged(X, state.changed);
  const leaks = WORDS.flatMap((_, row) => (row < cut && differs[row]?.some(Boolean) ? [row] : []));
  const answer = state.answer === "red" ? 0 : 1;
  return {
    state,
    blocked,
    weights: weightsOf(state.changed, blocked),
    before,
    after,
    differs,
    cut,
    leaks,
    peeks: blocked.map((row, i) => row.map((value, j) => value === 0 && j > i)),
    oracle: oracle(state.ratio, answer, leakMask(state.mask, 2)[0]?.[1] === 0),
    honest: oracle(state.ratio, answer, false),
  };
}

/** Whether an earlier word may look at a changed one. @param {Worked} worked */
export const mayPeek = ({ peeks, cut, state }) => peeks.some((row, i) => i < cut && row.some((peek, j) => peek && isChanged(state.changed, j)));
