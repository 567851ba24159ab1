/** Settings that are tables of numbers; apart from `fields.js`, as few labs have any. Pure. */

import { signed } from "./fields.js";

/** @typedef {import("./lab-kind.js").Field} Field */

/**
 * A table of numbers: commas in a row, semicolons between rows; `none` for no table.
 * @param {string} label
 * @param {{rows: number, columns: number, least: number, most: number}} limits
 * @returns {Field}
 */
export function numberTable(label, { rows, columns, least, most }) {
  return {
    label,
    wanted: `'none' or up to ${rows} rows of up to ${columns} numbers from ${least} to ${most}, such as 1,0;0,1`,
    parse: (text) => {
      if (text === "none") return { value: [] };
      const found = text.split(";").map((row) => row.split(",").map((part) => part.trim()));
      const even = found.length <= rows && found.every((row) => row.length === found[0]?.length && row.length <= columns);
      if (!even || !found.flat().every((part) => /^-?\d+(\.\d+)?(e-?\d+)?$/.test(part))) return null;
      const value = found.map((row) => row.map((part) => Number(part) + 0));
      return value.flat().every((number) => number >= least && number <= most) ? { value } : null;
    },
    format: (value) => value.map((/** @type {number[]} */ row) => row.join(",")).join(";") || "none",
    say: (value) => (value.length ? `${value.length} by ${value[0].length} numbers` : "none"),
    change: numbersChanged,
  };
}

/**
 * A table of exactly so many numbers.
 * @param {string} label
 * @param {{rows: number, columns: number, least: number, most: number}} limits
 * @returns {Field}
 */
export function fullTable(label, limits) {
  const { rows, columns, least, most } = limits;
  const field = numberTable(label, limits);
  return {
    ...field,
    wanted: `${rows} rows of ${columns} numbers from ${signed(least)} to ${most}, commas in a row and semicolons between rows`,
    parse: (text) => {
      const read = field.parse(text);
      return read && read.value.length === rows && read.value[0].length === columns ? read : null;
    },
  };
}

/** What changed in a table that kept its size. @param {number[][]} before @param {number[][]} after */
function numbersChanged(before, after) {
  if (before.length !== after.length || before[0]?.length !== after[0]?.length) return "";
  const apart = after.flatMap((line, row) => line.map((number, column) => ({ row, column, old: before[row]?.[column] ?? 0, number })).filter(({ old, number }) => old !== number));
  const [first] = apart;
  if (!first || apart.length > 1) return `: ${apart.length} of ${after.flat().length} numbers changed`;
  return `, row ${first.row}, column ${first.column}: from ${signed(first.old)} to ${signed(first.number)}`;
}
