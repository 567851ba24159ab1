/** The arithmetic of cost: how many numbers and multiplications one attention layer takes. Pure; exact up to 2 to the 53. */

/** @typedef {{B: number, T: number, C: number, H: number}} Sizes  sentences, words, d_model, heads */

/** Numbers in X, in Q, K and V together, in the score tables, and in the four weight tables. @param {Sizes} sizes */
export const numbers = ({ B, T, C, H }) => [B * T * C, 3 * B * T * C, B * H * T * T, 4 * C * C];

/** Multiplications of the four projections, of Q @ K.T, and of weights @ V. @param {Sizes} sizes */
export const multiplications = ({ B, T, C }) => [4 * B * T * C * C, B * T * T * C, B * T * T * C];

/** For each length: the numbers of Q, K and V, of the scores, of the parameters. @param {Sizes} sizes @param {number[]} lengths */
export const growth = (sizes, lengths) => lengths.map((T) => numbers({ ...sizes, T }).slice(1));

/**
 * The smallest T from which the scores are more numbers than Q, K and V; than the parameters; and from which T² work
 * is more than the projections' work.
 * @param {Omit<Sizes, "T">} sizes
 */
export const takeovers = ({ B, C, H }) => [Math.floor((3 * C) / H) + 1, Math.floor(Math.sqrt(Math.floor((4 * C * C) / (B * H)))) + 1, 2 * C + 1];

/**
 * Lengths to look at: `most` at most, doubling or more from 1 until well past `beyond`, with `T` among them.
 * @param {number} T
 * @param {number} beyond
 * @param {number} most
 */
export function lengths(T, beyond, most) {
  const top = Math.ceil(Math.log2(2 * Math.max(T, beyond)));
  const stride = Math.ceil((top + 1) / (most - 1));
  const powers = Array.from({ length: Math.ceil(top / stride) + 1 }, (_, i) => 2 ** (i * stride));
  return [...new Set([...powers, T])].sort((a, b) => a - b);
}

/** The largest divisor of C that is at most H. @param {number} C @param {number} H */
export const sharedBy = (C, H) => Array.from({ length: H }, (_, i) => H - i).find((count) => C % count === 0) ?? 1;
