/** The arithmetic of masks between two sequences: tables with as many rows as queries and columns as keys. Pure. 1 means blocked. */

/** @typedef {import("./mask-math.js").Table} Table */

/**
 * Who may look at whom when the target follows the source in one row: the source is open to all, the target to what
 * comes later or is the word itself, padding to no one.
 * @param {number[]} padding one number for each word, 1 for padding
 * @param {number} source how many words the source has
 * @returns {Table}
 */
export const whoMask = (padding, source) => combined([[padding], prefixMask(padding.length, source)], padding.length, padding.length);

/** A causal mask whose first `prefix` columns are open. @param {number} size @param {number} prefix @returns {Table} */
export const prefixMask = (size, prefix) => causalTable(size, size).map((row) => row.map((blocked, column) => (column < prefix ? 0 : blocked)));

/** What `np.triu(np.ones((rows, columns)), k=1)` gives. @param {number} rows @param {number} columns @returns {Table} */
export const causalTable = (rows, columns) => range(rows).map((row) => range(columns).map((column) => Number(column > row)));

/** Blocked by one mask or another; a mask of one row stands for every row. @param {Table[]} masks @param {number} rows @param {number} columns @returns {Table} */
export const combined = (masks, rows, columns) =>
  range(rows).map((row) => range(columns).map((column) => Number(masks.some((mask) => (mask.length === 1 ? mask[0] : mask[row])?.[column] === 1))));

/** The part `table[from:to, from:to]` of a table. @param {Table} table @param {[number, number]} rows @param {[number, number]} columns @returns {Table} */
export const part = (table, rows, columns) => table.slice(...rows).map((row) => row.slice(...columns));

/** @param {number} count */
const range = (count) => Array.from({ length: count }, (_, i) => i);
