/** What a heads lab's state amounts to: every table from X to the output, worked out once. Pure. */

import { columnOrder, columnsOf, headColumns, headScores, product, sideBySide } from "./heads-math.js";
import { causalMask, hidden, randomScores, softmaxRows } from "./mask-math.js";

/** @typedef {import("./mask-math.js").Table} Table */
/** @typedef {"X" | "W_Q" | "W_K" | "W_V" | "W_O"} Given */
/**
 * @typedef {object} HeadsState
 * @property {number} heads
 * @property {number} head the one that is lit, −1 for none
 * @property {boolean} causal
 * @property {"none" | "heads" | "both"} swap how heads 0 and 1 are joined
 * @property {number} word the word that is followed
 * @property {Table} X
 * @property {Table} W_Q
 * @property {Table} W_K
 * @property {Table} W_V
 * @property {Table} W_O as it was made, for heads in order
 */
/** @typedef {ReturnType<typeof workOut>} Worked */

export const WORDS = ["cat", "dog", "car"];
export const WIDTH = 4;
/** @type {Given[]} */
export const GIVEN = ["X", "W_Q", "W_K", "W_V", "W_O"];

/** @type {Table} */
const IDENTITY = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]];
/** @type {Table} */
const KEYS_SWAPPED = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]];
/** @param {number} seed */
const random = (seed) => randomScores(WIDTH, seed).map((row) => row.map((value) => Math.round(value * 10) / 10 + 0));

/** Tables of weights to begin with. @type {Record<string, Record<"W_Q" | "W_K" | "W_V" | "W_O", Table>>} */
export const PRESETS = {
  keys: { W_Q: IDENTITY, W_K: KEYS_SWAPPED, W_V: IDENTITY, W_O: IDENTITY },
  identity: { W_Q: IDENTITY, W_K: IDENTITY, W_V: IDENTITY, W_O: IDENTITY },
  random: { W_Q: random(1), W_K: random(2), W_V: random(3), W_O: random(4) },
};

/** Everything that follows from a state. @param {HeadsState} state */
export function workOut(state) {
  const { heads: count, X, causal } = state;
  const [Q, K, V] = [product(X, state.W_Q), product(X, state.W_K), product(X, state.W_V)];
  const ahead = causalMask(X.length);
  const heads = Array.from({ length: count }, (_, head) => {
    const columns = headColumns(head, count, WIDTH);
    const open = headScores(Q, K, columns);
    const scores = causal ? hidden(open, ahead) : open;
    const weights = softmaxRows(scores).map((row) => row ?? []);
    return { columns, open, scores, weights, mix: product(weights, columnsOf(V, columns)) };
  });
  const inOrder = heads.map((_, head) => head);
  const order = state.swap === "none" ? inOrder : inOrder.map((head) => (head < 2 ? 1 - head : head));
  /** The row of the W_O that was made, for each row that stands there now. */
  const rows = columnOrder(state.swap === "both" ? order : inOrder, WIDTH);
  const W_O = rows.map((row) => state.W_O[row] ?? []);
  const mixes = heads.map(({ mix }) => mix);
  const concat = sideBySide(order.map((head) => mixes[head] ?? []));
  return { state, Q, K, V, heads, order, rows, concat, W_O, output: product(concat, W_O), before: product(sideBySide(mixes), state.W_O) };
}

/** The head that owns a column of Q, K or V. @param {Worked} worked @param {number} column */
export const ownerOf = ({ state }, column) => Math.floor((column * state.heads) / WIDTH);

/** The head whose output stands in a column of concat. @param {Worked} worked @param {number} column */
export const joinedFrom = (worked, column) => worked.order[ownerOf(worked, column)] ?? 0;

/** The columns of concat that hold a head. @param {Worked} worked @param {number} head */
export const joinedAt = (worked, head) => headColumns(worked.order.indexOf(head), worked.state.heads, WIDTH);

/** Which outputs are not what they were before the swap. @param {Worked} worked */
export const moved = ({ output, before }) => output.map((row, i) => row.map((value, j) => Math.abs(value - (before[i]?.[j] ?? 0)) > 1e-9 * Math.max(1, Math.abs(value))));

/** Whether a cell is blocked. @param {Worked} worked @param {number} row @param {number} column */
export const isAhead = ({ state }, row, column) => state.causal && column > row;
