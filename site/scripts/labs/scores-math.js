/** The arithmetic from queries and keys to weights, and how much a weight can still move. Pure. */

import { product } from "./heads-math.js";
import { randomScores, transposed } from "./mask-math.js";

/** @typedef {import("./mask-math.js").Table} Table */

/** Every query times every key. @param {Table} Q @param {Table} K @returns {Table} */
export const dotProducts = (Q, K) => product(Q, transposed(K));

/** Each number divided by another. @param {Table} table @param {number} by @returns {Table} */
export const divided = (table, by) => table.map((row) => row.map((value) => value / by));

/** How fast each weight grows with its own score: w (1 − w). @param {Table} weights @returns {Table} */
export const slopes = (weights) => weights.map((row) => row.map((weight) => weight * (1 - weight)));

/**
 * Random queries and keys; with more columns, the first ones stay what they were.
 * @param {number} count
 * @param {number} width at most 64
 * @param {number} seed
 * @returns {{Q: Table, K: Table}}
 */
export function randomPair(count, width, seed) {
  const all = randomScores(64, seed).map((row) => row.slice(0, width));
  return { Q: all.slice(0, count), K: all.slice(count, 2 * count) };
}
