/** The arithmetic of looking ahead: an attention that may peek, and the loss of one that does. Pure. 1 means blocked. */

import { causalMask, hidden, softmaxRows, transposed } from "./mask-math.js";

/** @typedef {import("./mask-math.js").Table} Table */
/** @typedef {"none" | "reversed" | "onestep" | "causal"} LeakMask */

/** Who may not look at whom, by the kind of mask; every row may look at itself. @param {LeakMask} kind @param {number} length @returns {Table} */
export function leakMask(kind, length) {
  if (kind === "none") return causalMask(length, length);
  if (kind === "reversed") return transposed(causalMask(length));
  return causalMask(length, kind === "onestep" ? 2 : 1);
}

/** The weights of words that ask and are looked at as they are: Q = K = X. @param {Table} X @param {Table} blocked @returns {Table} */
export function weightsOf(X, blocked) {
  const scale = Math.sqrt(X[0]?.length ?? 1);
  const scores = X.map((query) => X.map((key) => dot(query, key) / scale));
  return /** @type {Table} */ (softmaxRows(hidden(scores, blocked)));
}

/** Rows of `values` mixed by each row of weights. @param {Table} weights @param {Table} values @returns {Table} */
export function mixed(weights, values) {
  const columns = transposed(values);
  return weights.map((row) => columns.map((column) => dot(row, column)));
}

/** The attention that is tested: V = X too. @param {Table} X @param {Table} blocked @returns {Table} */
export const attend = (X, blocked) => mixed(weightsOf(X, blocked), X);

/** The first row that was changed, or the number of rows. @param {Table} before @param {Table} after */
export function firstChanged(before, after) {
  const found = before.findIndex((row, i) => row.some((value, j) => value !== after[i]?.[j]));
  return found < 0 ? before.length : found;
}

/** Which numbers moved by more than rounding. @param {Table} before @param {Table} after @returns {boolean[][]} */
export const moved = (before, after) => before.map((row, i) => row.map((value, j) => Math.abs(value - (after[i]?.[j] ?? 0)) > 1e-8 + 1e-6 * Math.abs(value)));

/**
 * What the first word, BOS, says comes next: it knows nothing itself, and may copy the answer where that is open.
 * @param {number} ratio how many times as much weight the answer gets as BOS
 * @param {number} answer 0 or 1
 * @param {boolean} open whether BOS may look at the answer
 */
export function oracle(ratio, answer, open) {
  const scores = [[0, open ? Math.log(ratio) : -Infinity]];
  const values = [[0.5, 0.5], [1 - answer, answer]];
  const weights = /** @type {Table} */ (softmaxRows(scores));
  const p = mixed(weights, values);
  const correct = p[0]?.[answer] ?? 0;
  return { scores, values, weights, p, correct, loss: -Math.log(correct) };
}

/** @param {number[]} one @param {number[]} other */
function dot(one, other) {
  let sum = 0;
  for (let place = 0; place < one.length; place++) sum += (one[place] ?? 0) * (other[place] ?? 0);
  return sum;
}
