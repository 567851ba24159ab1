/** The arithmetic of masks: who may look at whom, and what softmax makes of it. Pure. 1 means blocked. */

/** @typedef {number[][]} Table  rows ask, columns are looked at */

/** The padding mask as it is stored: one row, of shape (1, L). @param {number[]} pad @param {number} length @returns {Table} */
export const paddingMask = (pad, length) => [range(length).map((column) => Number(pad.includes(column)))];

/** The causal mask: what is ahead is blocked. @param {number} length @param {number} [k] where the blocked part begins @returns {Table} */
export const causalMask = (length, k = 1) => table(length, (row, column) => column - row >= k);

/** Only `width` words around, the word itself counted once, are open. @param {number} length @param {number} width @returns {Table} */
export const windowMask = (length, width) => table(length, (row, column) => Math.abs(row - column) >= width);

/** A mask of one row as every row has it. @param {Table} mask @param {number} length @returns {Table} */
export const copiedDown = (mask, length) => range(length).map(() => [...(mask[0] ?? [])]);

/** Blocked by one mask or another. @param {Table[]} masks @param {number} length @returns {Table} */
export const either = (masks, length) => table(length, (row, column) => masks.some((mask) => cell(mask, row, column) === 1));

/** Blocked by every mask. @param {Table[]} masks @param {number} length @returns {Table} */
export const both = (masks, length) => table(length, (row, column) => masks.length > 0 && masks.every((mask) => cell(mask, row, column) === 1));

/** Rows for columns. @param {Table} mask @returns {Table} */
export const transposed = (mask) => range(mask[0]?.length ?? 0).map((column) => mask.map((_, row) => cell(mask, row, column)));

/** Scores whose blocked cells hold something else. @param {Table} scores @param {Table} blocked @param {number} [fill] @returns {Table} */
export const hidden = (scores, blocked, fill = -Infinity) => scores.map((row, i) => row.map((score, j) => (cell(blocked, i, j) === 1 ? fill : score)));

/**
 * Softmax of each row with its maximum taken off; null for a row in which nothing is open.
 * @param {Table} scores
 * @returns {(number[] | null)[]}
 */
export function softmaxRows(scores) {
  return scores.map((row) => {
    const peak = Math.max(...row);
    if (peak === -Infinity) return null;
    const powers = row.map((score) => Math.exp(score - peak));
    const sum = powers.reduce((all, power) => all + power, 0);
    return powers.map((power) => power / sum);
  });
}

/** How many cells are open. @param {Table} blocked */
export const openCells = (blocked) => blocked.flat().filter((value) => value === 0).length;

/**
 * Standard normal numbers with two digits from a seed, always the same ones.
 * @param {number} length
 * @param {number} seed
 * @returns {Table}
 */
export function randomScores(length, seed) {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  return range(length).map(() => range(length).map(() => Math.round(normal() * 100) / 100 + 0));
}

/** @param {number} length @param {(row: number, column: number) => boolean} isBlocked @returns {Table} */
const table = (length, isBlocked) => range(length).map((row) => range(length).map((column) => Number(isBlocked(row, column))));
/** A cell; a table of one row stands for every row. @param {Table} mask @param {number} row @param {number} column @returns {number} */
const cell = (mask, row, column) => (mask.length === 1 ? mask[0] : mask[row])?.[column] ?? 0;
/** @param {number} count */
const range = (count) => Array.from({ length: count }, (_, i) => i);
