/** What a scores lab's state amounts to: from X to the output, worked out once. Pure. */

import { product } from "./heads-math.js";
import { softmaxRows } from "./mask-math.js";
import { divided, dotProducts, randomPair, slopes } from "./scores-math.js";

/** @typedef {import("./mask-math.js").Table} Table */
/**
 * @typedef {object} ScoresState
 * @property {"words" | "random" | "typed"} source where the scores come from
 * @property {Table} X
 * @property {boolean} scale whether scores are divided by the root of the width of a key
 * @property {number} dk the width of random keys
 * @property {number} seed
 * @property {Table} typed may be smaller than the table: what is missing is 0
 * @property {number} temperature
 */
/** @typedef {ReturnType<typeof workOut>} Worked */

export const WORDS = ["the", "cat", "sat"];
/** From this weight on a row is called saturated. */
export const SATURATED = 0.99;

/** The tables of weights of the course's example. @type {Record<"W_Q" | "W_K" | "W_V", Table>} */
export const WEIGHTS = {
  W_Q: [[1, 0], [1, 1]],
  W_K: [[1, 0], [0, 1]],
  W_V: [[1, 0], [1, 2]],
};

/** Everything that follows from a state. @param {ScoresState} state */
export function workOut(state) {
  const { source, X, temperature } = state;
  const count = X.length;
  const { Q, K } = source === "random" ? randomPair(count, state.dk, state.seed) : { Q: product(X, WEIGHTS.W_Q), K: product(X, WEIGHTS.W_K) };
  const V = product(X, WEIGHTS.W_V);
  const typed = X.map((_, row) => X.map((_, column) => state.typed[row]?.[column] ?? 0));
  const raw = source === "typed" ? typed : dotProducts(Q, K);
  const width = K[0]?.length ?? 1;
  const root = source === "typed" || !state.scale ? 1 : Math.sqrt(width);
  const scores = divided(divided(raw, root), temperature);
  const weights = softmaxRows(scores).map((row) => row ?? []);
  const saturated = weights.flatMap((row, index) => (Math.max(...row) >= SATURATED ? [index] : []));
  return { state, Q, K, V, raw, width, root, scores, weights, slopes: slopes(weights), output: product(weights, V), saturated };
}
