/** What a convention lab's state amounts to: how each function reads each way of writing it, worked out once. Pure. */

import { softmaxRows } from "./mask-math.js";
import { added, filled, written, wrongCells } from "./convention-math.js";

/** @typedef {import("./mask-math.js").Table} Table */
/** @typedef {import("./convention-math.js").Form} Form */
/** @typedef {import("./convention-math.js").Reader} Reader */
/**
 * @typedef {object} ConventionState
 * @property {Table} blocked the relation that is meant, 3 by 3; 1 is blocked
 * @property {Form} handed how it is written
 * @property {Reader} reader the function that gets it
 * @property {number} fill the finite number in place of −∞
 * @property {boolean} half whether the scores are float16
 * @property {number} around where the scores lie
 */
/** @typedef {ReturnType<typeof workOut>} Worked */

export const WORDS = ["Ann", "met", "Bob"];
export const FORMS = /** @type {Form[]} */ (["blocked", "allowed", "additive", "floats"]);
export const READERS = /** @type {Reader[]} */ (["course", "visible", "sdpa", "mha"]);

export const SCORES = [
  [0.5, 1.0, -0.5],
  [1.0, 0.0, 2.0],
  [0.0, 1.5, 1.0],
];

/** The relations that a button brings. @type {Record<string, Table>} */
export const RELATIONS = {
  causal: [
    [0, 1, 1],
    [0, 0, 1],
    [0, 0, 0],
  ],
  open: [
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ],
  empty: [
    [1, 1, 1],
    [0, 0, 1],
    [0, 0, 0],
  ],
};

/** Cells that are missing are open. @param {Table} blocked @returns {Table} */
export const completed = (blocked) => WORDS.map((_, row) => WORDS.map((_word, column) => blocked[row]?.[column] ?? 0));

/** Everything that follows from a state. @param {ConventionState} state */
export function workOut(state) {
  const { blocked, handed, reader, fill, half, around } = state;
  const adds = added(reader, handed, written(blocked, handed));
  const scores = SCORES.map((row) => row.map((score) => score + around));
  const [finite, infinite] = [fill, -Infinity].map((one) => filled(scores, blocked, one, half));
  return {
    state,
    handed: written(blocked, handed),
    adds,
    weights: softmaxRows(adds),
    wanted: softmaxRows(written(blocked, "additive")),
    wrong: READERS.map((one) => FORMS.map((form) => wrongCells(blocked, added(one, form, written(blocked, form))))),
    scores: filled(scores, blocked.map((row) => row.map(() => 0)), fill, half),
    filled: finite ?? [],
    finite: softmaxRows(finite ?? []),
    infinite: softmaxRows(infinite ?? []),
  };
}

/** The numbers of a row that has some, and zeros for one without an open cell. @param {(number[] | null)[]} weights @returns {Table} */
export const shownRows = (weights) => weights.map((row) => row ?? WORDS.map(() => 0));

/** Where two tables of weights differ; a row without an open cell differs from every other. @param {(number[] | null)[]} one @param {(number[] | null)[]} other */
export const apart = (one, other) => one.map((row, i) => WORDS.map((_, j) => (row && other[i] ? Math.abs((row[j] ?? 0) - (other[i]?.[j] ?? 0)) > 1e-12 : row !== other[i])));

/** The words whose row has no open cell. @param {(number[] | null)[]} weights */
export const emptyWords = (weights) => WORDS.filter((_, row) => !weights[row]);
