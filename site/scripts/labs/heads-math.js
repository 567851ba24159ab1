/** The arithmetic of heads: columns are dealt out, each head looks by itself, and what they found is joined. Pure. */

import { transposed } from "./mask-math.js";

/** @typedef {import("./mask-math.js").Table} Table */

/** One table times another. @param {Table} left @param {Table} right @returns {Table} */
export function product(left, right) {
  const width = right[0]?.length ?? 0;
  return left.map((row) => {
    const sums = /** @type {number[]} */ (new Array(width).fill(0));
    row.forEach((value, k) => {
      const other = right[k] ?? [];
      for (let column = 0; column < width; column++) sums[column] = (sums[column] ?? 0) + value * (other[column] ?? 0);
    });
    return sums;
  });
}

/** The columns that a head owns: they stand side by side. @param {number} head @param {number} heads @param {number} width @returns {number[]} */
export const headColumns = (head, heads, width) => Array.from({ length: width / heads }, (_, i) => (head * width) / heads + i);

/** Some columns of a table. @param {Table} table @param {number[]} columns @returns {Table} */
export const columnsOf = (table, columns) => table.map((row) => columns.map((column) => row[column] ?? 0));

/** The scores of one head: its columns only, divided by the root of how many they are. @param {Table} Q @param {Table} K @param {number[]} columns @returns {Table} */
export const headScores = (Q, K, columns) =>
  product(columnsOf(Q, columns), transposed(columnsOf(K, columns))).map((row) => row.map((score) => score / Math.sqrt(columns.length)));

/** Tables side by side. @param {Table[]} parts @returns {Table} */
export const sideBySide = (parts) => (parts[0] ?? []).map((_, row) => parts.flatMap((part) => part[row] ?? []));

/** The columns of heads in the order in which the heads are joined. @param {number[]} order @param {number} width @returns {number[]} */
export const columnOrder = (order, width) => order.flatMap((head) => headColumns(head, order.length, width));
