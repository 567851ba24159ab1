/** Leaf: how the numbers of one or more tables are written, so that decimals line up and differences show. */

/** @typedef {number | string | boolean} Cell  "nan", "inf" and "-inf" stand for the numbers JSON lacks. */

const WORDS = /** @type {Record<string, string>} */ ({ nan: "NaN", inf: "∞", "-inf": "−∞" });
const USUAL_DECIMALS = 4;
const MOST_DECIMALS = 12;

/**
 * A function that writes a cell, with enough digits for every pair of cells in `apart` to look different.
 * `whole` says that the values are whole numbers by type, and are written without a point.
 * @param {Cell[]} cells
 * @param {boolean} whole
 * @param {[Cell, Cell][]} apart
 * @param {number} [usual] the most decimals, where nothing has to be told apart
 * @returns {(cell: Cell) => string}
 */
export function writer(cells, whole, apart = [], usual = USUAL_DECIMALS) {
  if (whole) return (cell) => write(cell, 0);
  const numbers = cells.filter((cell) => typeof cell === "number");
  let decimals = 1;
  while (decimals < usual && !numbers.every((value) => isExact(value, decimals))) decimals++;
  const alike = () => apart.some(([a, b]) => a !== b && write(a, decimals) === write(b, decimals));
  while (decimals < MOST_DECIMALS && alike()) decimals++;
  return (cell) => write(cell, decimals);
}

/** @param {number} value @param {number} decimals */
function isExact(value, decimals) {
  return Math.abs(value - Number(value.toFixed(decimals))) <= 1e-9 * Math.max(1, Math.abs(value));
}

/** @param {Cell} cell @param {number} decimals */
function write(cell, decimals) {
  if (typeof cell === "boolean") return cell ? "True" : "False";
  if (typeof cell === "string") return WORDS[cell] ?? cell.replace(/^-/, "−");
  const size = Math.abs(cell);
  const tiny = size !== 0 && size < 0.5 * 10 ** -decimals;
  const text = decimals > 0 && (tiny || size >= 1e9) ? cell.toExponential(Math.max(2, decimals - 3)) : cell.toFixed(decimals);
  return text.replace(/-/g, "−").replace("e+", "e");
}
