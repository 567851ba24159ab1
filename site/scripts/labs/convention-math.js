/** The arithmetic of mask conventions: one relation written four ways, and how functions read it. Pure. 1 means blocked. */

import { hidden } from "./mask-math.js";

/** @typedef {import("./mask-math.js").Table} Table */
/** @typedef {"blocked" | "allowed" | "additive" | "floats"} Form */
/** @typedef {"course" | "visible" | "sdpa" | "mha"} Reader */

const HALF_OVERFLOWS = 65520;
const HALF_LEAST_EXPONENT = -14;
const HALF_BITS = 10;

/** A relation in one way of writing it; True is 1. @param {Table} blocked @param {Form} form @returns {Table} */
export function written(blocked, form) {
  if (form === "allowed") return each(blocked, (closed) => 1 - closed);
  return form === "additive" ? each(blocked, (closed) => (closed ? -Infinity : 0)) : blocked;
}

/**
 * What a function adds to the scores for a mask that it is handed. The last two are PyTorch's: they read True and
 * False, and add numbers. The first two ask NumPy for the truth of whatever it is.
 * @param {Reader} reader
 * @param {Form} form
 * @param {Table} mask
 * @returns {Table}
 */
export function added(reader, form, mask) {
  if (isAdded(reader, form)) return mask;
  return each(mask, (value) => ((value !== 0) === trueCloses(reader) ? -Infinity : 0));
}

/** Whether a function adds what it is handed, and does not ask what is true. @param {Reader} reader @param {Form} form */
export const isAdded = (reader, form) => (reader === "sdpa" || reader === "mha") && (form === "additive" || form === "floats");

/** Whether True closes a cell. @param {Reader} reader */
export const trueCloses = (reader) => reader === "course" || reader === "mha";

/** How many cells are closed that should be open, or the other way round. @param {Table} blocked @param {Table} adds */
export const wrongCells = (blocked, adds) => blocked.flatMap((row, i) => row.filter((closed, j) => (closed === 1) !== (adds[i]?.[j] === -Infinity))).length;

/** Scores whose blocked cells hold `fill`, as float16 keeps them where `half` is set. @param {Table} scores @param {Table} blocked @param {number} fill @param {boolean} half @returns {Table} */
export const filled = (scores, blocked, fill, half) => (half ? each(hidden(scores, blocked, fill), toHalf) : hidden(scores, blocked, fill));

/** The nearest number that float16 has; halfway goes to the even one. @param {number} value */
export function toHalf(value) {
  const size = Math.abs(value);
  if (size >= HALF_OVERFLOWS) return value < 0 ? -Infinity : Infinity;
  if (size === 0 || Number.isNaN(value)) return value;
  const step = 2 ** (Math.max(Math.floor(Math.log2(size)), HALF_LEAST_EXPONENT) - HALF_BITS);
  return Math.sign(value) * toEven(size / step) * step;
}

/** @param {number} value not negative */
function toEven(value) {
  const low = Math.floor(value);
  const rest = value - low;
  return rest > 0.5 || (rest === 0.5 && low % 2 === 1) ? low + 1 : low;
}

/** @param {Table} table @param {(value: number) => number} change @returns {Table} */
const each = (table, change) => table.map((row) => row.map((value) => change(value)));
