/** What a cost lab's state amounts to. Pure. */

import { growth, lengths, multiplications, numbers, takeovers } from "./cost-math.js";

/**
 * @typedef {object} CostState
 * @property {number} B sentences
 * @property {number} T words
 * @property {number} C d_model
 * @property {number} H heads
 * @property {number} bytes of one number
 */
/** @typedef {ReturnType<typeof workOut>} Worked */

/** The most each size may be: all products stay exact. */
export const MOST = { B: 64, T: 65536, C: 16384, H: 128 };
/** What a sentence calls each size. */
export const SIGNS = { B: "B", T: "T", C: "d_model", H: "H" };
/** What its field is called. */
export const NAMES = { B: "B, sentences", T: "T, words", C: "d_model", H: "H, heads" };
export const PARTS = ["X", "Q, K and V", "scores", "parameters"];
/** What can become the larger, and the smaller before. */
export const RACES = [["the scores", "Q, K and V"], ["the scores", "the parameters"], ["the work on T × T tables", "the projections’ work"]];

const MOST_LENGTHS = 11;

/** Everything that follows from a state. @param {CostState} state */
export function workOut(state) {
  const counts = numbers(state);
  const from = takeovers(state);
  const T = lengths(state.T, Math.max(...from), MOST_LENGTHS);
  return { state, cost: counts.map((count) => [count, count * state.bytes]), work: multiplications(state), takeovers: from, lengths: T, growth: growth(state, T) };
}

/**
 * A size typed as text, or why it is none.
 * @param {string} text
 * @param {keyof typeof MOST} name
 * @returns {{size: number} | {refused: string}}
 */
export function readSize(text, name) {
  const plain = text.normalize("NFKC").trim();
  const shown = plain.length > 24 ? `${plain.slice(0, 24)}…` : plain;
  if (plain === "") return { refused: "The field was empty." };
  if (/^\d+[.,]\d+$/.test(plain)) return { refused: `“${shown}” is not whole. Type a whole number, without a comma or a point.` };
  if (/^[-−–]/.test(plain) || /^0+$/.test(plain)) return { refused: `“${shown}” is less than 1.` };
  if (!/^\d+$/.test(plain)) return { refused: `“${shown}” is not a whole number.` };
  const size = Number(plain);
  return size > MOST[name] ? { refused: `“${shown}” is too large: ${SIGNS[name]} goes up to ${MOST[name]}.` } : { size };
}

/** Bytes as people say them. @param {number} bytes */
export function bytesText(bytes) {
  const units = ["bytes", "kB", "MB", "GB", "TB", "PB"];
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${Number((bytes / 1000 ** step).toPrecision(3))} ${bytes === 1 ? "byte" : units[step]}`;
}

/** A whole number with narrow gaps between its thousands. @param {number} value */
export const grouped = (value) => (value < 10000 ? String(value) : String(value).replace(/\B(?=(\d{3})+$)/g, "\u202f"));
