/** What an axes lab's state amounts to: the arrays of each step, and where the followed number is in each. Pure. */

import { indexOf, moved, movedShape, nested, placeOf, product } from "./axes-math.js";

/** @typedef {import("./axes-math.js").Table} Table */
/**
 * @typedef {object} AxesState
 * @property {number} B sentences
 * @property {number} T words
 * @property {number} H heads
 * @property {number} d columns of a head
 * @property {number} follow the followed number's place in the memory of Q
 * @property {"reshape" | "T"} wrong the wrong way that is shown beside the right one
 * @property {"none" | "B1TT" | "BTT"} relation the shape in which a relation over words is laid over all heads
 */
/** @typedef {{name: string, ids: Table, values: Table}} Drawn  one table; `ids` are the places that its numbers had in Q */
/** @typedef {ReturnType<typeof workOut>} Worked */

const SWAP = [0, 2, 1, 3];
/** What `.T` does to four axes. */
const REVERSE = [3, 2, 1, 0];

/** Everything that follows from a state. @param {AxesState} state */
export function workOut(state) {
  const { B, T, H, d, follow, wrong } = state;
  const C = H * d;
  // Row and column can be read off each number: 21 is word 2, column 1; the second sentence counts from 100.
  const X = range(B).map((b) => range(T).map((t) => [1, 10 * b + t]));
  const W = [range(C), range(C).map(() => 10)];
  const Q = X.flatMap((sentence) => product(sentence, W).flat());
  const ids = range(B * T * C);
  const [split, byHead, merged] = [[B, T, H, d], [B, H, T, d], [B, T, C]];
  const heads = moved(ids, split, SWAP);
  const back = moved(heads, byHead, SWAP);
  // Reshape alone reads the same memory under another shape; `.T` reverses the axes it was given.
  const reversed = wrong === "T";
  const wrongShape = reversed ? movedShape(split, REVERSE) : byHead;
  const wrongHeads = reversed ? moved(ids, split, REVERSE) : ids;
  const wrongMerged = reversed ? moved(heads, byHead, REVERSE) : heads;
  const tables = {
    Q: sliced("Q", ids, merged, Q),
    split: sliced("split", ids, split, Q),
    heads: sliced("heads", heads, byHead, Q),
    merged: sliced("merged", back, merged, Q),
    wrongHeads: sliced("wrong-heads", wrongHeads, wrongShape, Q),
    wrongMerged: sliced("wrong-merged", wrongMerged, merged, Q),
  };
  const at = (/** @type {number[]} */ all, /** @type {number[]} */ shape) => indexOf(all.indexOf(follow), shape);
  return {
    state, C, X, W, tables, Q, wrongShape,
    trail: { Q: at(ids, merged), split: at(ids, split), heads: at(heads, byHead), merged: at(back, merged), wrongHeads: at(wrongHeads, wrongShape), wrongMerged: at(wrongMerged, merged) },
    value: Q[follow] ?? 0,
  };
}

/** The tables of an array, one for each index of its outer axes. @param {string} name @param {number[]} ids @param {number[]} shape @param {number[]} Q @returns {Drawn[]} */
function sliced(name, ids, shape, Q) {
  const outer = shape.slice(0, -2);
  const whole = nested(ids, shape);
  return range(outer.reduce((all, size) => all * size, 1)).map((number) => {
    const index = indexOf(number, outer);
    const rows = /** @type {Table} */ (index.reduce((inner, one) => inner[one], whole));
    return { name: [name, ...index].join("-"), ids: rows, values: rows.map((row) => row.map((id) => Q[id] ?? 0)) };
  });
}

/** Every table of numbers of Q in reading order. @param {Worked} worked */
export const allTables = ({ tables }) => Object.values(tables).flat();

/** Which word and column of which sentence a number of Q is. @param {Worked} worked @param {number} id */
export const originOf = ({ state, C }, id) => indexOf(id, [state.B, state.T, C]);

/** The head that owns a column of Q. @param {Worked} worked @param {number} column */
export const headOf = ({ state }, column) => Math.floor(column / state.d);

/** The place in Q of a word's column. @param {Worked} worked @param {number[]} index */
export const idOf = ({ state, C }, index) => placeOf(index, [state.B, state.T, C]);

/** A table's kind and its numbers: `wrong-heads-0-1` is `wrong-heads`, 0 and 1. @param {string} table */
export const parts = (table) => (/^([A-Za-z-]+?)((?:-\d+)*)$/.exec(table)?.slice(1) ?? []).flatMap((part, place) => (place ? part.split("-").slice(1) : [part]));

/** @param {number} count */
const range = (count) => Array.from({ length: count }, (_, i) => i);
