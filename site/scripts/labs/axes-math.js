/** The arithmetic of axes: numbers in one row of memory, read as arrays of different shapes. Pure. */

/** @typedef {number[]} Flat  an array's numbers in the order of its indices, the last axis fastest */
/** @typedef {number[][]} Table */

/** Rows times columns. @param {Table} a @param {Table} b @returns {Table} */
export const product = (a, b) => a.map((row) => (b[0] ?? []).map((_, column) => row.reduce((sum, value, i) => sum + value * (b[i]?.[column] ?? 0), 0)));

/** The index of a place in memory. @param {number} place @param {number[]} shape @returns {number[]} */
export function indexOf(place, shape) {
  const index = Array(shape.length).fill(0);
  for (let axis = shape.length - 1, rest = place; axis >= 0; axis--) {
    const size = shape[axis] ?? 1;
    index[axis] = rest % size;
    rest = Math.floor(rest / size);
  }
  return index;
}

/** The place in memory of an index. @param {number[]} index @param {number[]} shape */
export const placeOf = (index, shape) => index.reduce((place, at, axis) => place * (shape[axis] ?? 1) + at, 0);

/**
 * The numbers in their order of memory after `np.transpose` with `axes`: they move, their values stay.
 * @param {Flat} data
 * @param {number[]} shape
 * @param {number[]} axes
 * @returns {Flat}
 */
export function moved(data, shape, axes) {
  const steps = stepsOf(shape);
  return gathered(data, movedShape(shape, axes), axes.map((axis) => steps[axis] ?? 0));
}

/** How far apart in memory neighbours along each axis are. @param {number[]} shape */
const stepsOf = (shape) => shape.map((_, axis) => shape.slice(axis + 1).reduce((all, one) => all * one, 1));

/** The numbers met when each axis of `shape` goes through memory in its own steps. @param {Flat} data @param {number[]} shape @param {number[]} steps @returns {Flat} */
function gathered(data, shape, steps) {
  /** @type {Flat} */
  const found = [];
  const walk = (/** @type {number} */ axis, /** @type {number} */ from) => {
    const [size = 1, step = 0] = [shape[axis], steps[axis]];
    for (let at = 0; at < size; at++) {
      if (axis === shape.length - 1) found.push(data[from + at * step] ?? NaN);
      else walk(axis + 1, from + at * step);
    }
  };
  walk(0, 0);
  return found;
}

/** The shape after `np.transpose` with `axes`. @param {number[]} shape @param {number[]} axes */
export const movedShape = (shape, axes) => axes.map((axis) => shape[axis] ?? 1);

/** Nested lists of an array. @param {Flat} data @param {number[]} shape @returns {any} */
export function nested(data, [size = 1, ...inner]) {
  if (!inner.length) return data.slice(0, size);
  const step = inner.reduce((all, one) => all * one, 1);
  return Array.from({ length: size }, (_, at) => nested(data.slice(at * step, (at + 1) * step), inner));
}

/**
 * `np.broadcast_to`: the numbers stretched to a larger shape, or null where the shapes do not fit.
 * @param {Flat} data
 * @param {number[]} shape
 * @param {number[]} to
 * @returns {Flat | null}
 */
export function broadcast(data, shape, to) {
  const own = [...Array(Math.max(0, to.length - shape.length)).fill(1), ...shape];
  if (own.length !== to.length || own.some((size, axis) => size !== 1 && size !== to[axis])) return null;
  // A step along an axis of size 1 stays at the same number.
  const steps = stepsOf(own).map((step, axis) => (own[axis] === 1 ? 0 : step));
  return gathered(data, to, steps);
}
