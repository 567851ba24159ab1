/** Numbers as NumPy code, exact: reading them back gives the same numbers. Pure. */

/**
 * A table or a row as `np.array([...])`, rows under each other.
 * @param {number[] | number[][]} data
 */
export function arrayText(data) {
  if (!Array.isArray(data[0])) return `np.array([${data.map((value) => numberText(/** @type {number} */ (value))).join(", ")}])`;
  const rows = /** @type {number[][]} */ (data).map((row) => `[${row.map(numberText).join(", ")}]`);
  return rows.length === 1 ? `np.array([${rows[0]}])` : `np.array([\n    ${rows.join(",\n    ")},\n])`;
}

/** A table of numbers that are not whole by type: `np.array` of whole numbers would make integers. @param {number[][]} data */
export function floatArrayText(data) {
  const text = arrayText(data);
  return data.flat().every(Number.isInteger) ? text.replace(/\)$/, ", dtype=float)") : text;
}

/** @param {number} value */
export const numberText = (value) => (value === -Infinity ? "-np.inf" : value === Infinity ? "np.inf" : String(value));

/** The softmax that the labs' lines use, row by row with the maximum taken off. */
export const SOFTMAX = `def softmax(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
`;

/**
 * All of a line's code, as the editor gets it.
 * @param {import("./lab-kind.js").NumpyLine} numpy
 */
export function wholeCode({ given, line, name }) {
  return ["import numpy as np\n", ...given, line, name].join("\n") + "\n";
}
