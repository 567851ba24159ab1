/** What a mask lab's state amounts to: its masks, scores and weights, worked out once. Pure. */

import { list } from "./fields.js";
import { both, causalMask, copiedDown, either, hidden, openCells, paddingMask, randomScores, softmaxRows, transposed, windowMask } from "./mask-math.js";

/** @typedef {import("./mask-math.js").Table} Table */
/** @typedef {"none" | "k0" | "zero" | "and" | "transposed"} Mistake */
/**
 * @typedef {object} MaskState
 * @property {string[]} words
 * @property {number[]} pad the places that are padding
 * @property {boolean} causal
 * @property {boolean} keys whether padding is hidden from everyone who looks
 * @property {number} window 0 for none
 * @property {"equal" | "example" | "random" | "typed"} scores
 * @property {number} seed
 * @property {number[][]} typed may be smaller than the table: what is missing is 0
 * @property {Mistake} mistake
 */
/** @typedef {ReturnType<typeof workOut>} Worked */

export const MOST_WORDS = 8;

const EXAMPLE = [
  [1.2, 0.4, -0.3, 0.8, 0.1, -0.6, 0.5, 0.2],
  [0.9, 1.5, 0.2, -0.4, 0.6, 0.3, -0.2, 0.7],
  [0.3, 2.1, 0.5, 0.1, -0.7, 0.9, 0.4, -0.1],
  [-0.2, 0.6, 1.8, 0.7, 0.3, -0.5, 0.1, 0.4],
  [0.5, 1.1, 0.4, -0.3, 0.9, 0.2, 0.6, -0.4],
  [1.3, -0.1, 0.7, 0.5, 0.2, 1.1, -0.3, 0.8],
  [0.1, 0.8, -0.5, 1.6, 0.4, 0.3, 0.7, 0.2],
  [0.6, 0.2, 1.4, -0.2, 0.8, 0.5, 0.1, 1.0],
];

/** The score table of a state. @param {MaskState} state @returns {Table} */
export function scoresOf({ words, scores, seed, typed }) {
  const size = words.length;
  if (scores === "random") return randomScores(size, seed);
  const from = scores === "example" ? EXAMPLE : scores === "typed" ? typed : [];
  return words.map((_, row) => words.map((_, column) => from[row]?.[column] ?? 0));
}

/** Everything that follows from a state. @param {MaskState} state */
export function workOut(state) {
  const size = state.words.length;
  const padding = paddingMask(state.pad, size);
  const causal = causalMask(size);
  const near = state.window ? windowMask(size, state.window) : null;
  /** @type {[string, Table][]} */
  const masks = [];
  if (state.keys) masks.push(["padding", padding]);
  if (state.causal) masks.push(["causal", causal]);
  if (near) masks.push(["window", near]);
  const blocked = either(masks.map(([, mask]) => mask), size);
  const scores = scoresOf(state);
  const visible = hidden(scores, blocked);
  return {
    state,
    size,
    padding,
    copied: copiedDown(padding, size),
    causal,
    near,
    masks,
    blocked,
    scores,
    hidden: visible,
    weights: softmaxRows(visible),
    open: openCells(blocked),
    names: namesOf(state),
  };
}

/** The words whose row has no open cell, as a sentence lists them: nothing is wrong with a padded one. @param {Worked} worked */
export function emptyRows({ weights, state, names }) {
  const named = (/** @type {boolean} */ padded) => list(names.filter((_, row) => !weights[row] && state.pad.includes(row) === padded), "and");
  return { errors: named(false), unused: named(true) };
}

/**
 * The tables that a common mistake makes of the same state, or why it cannot show here.
 * @param {Worked} worked
 * @returns {{blocked: Table, hidden: Table, weights: (number[] | null)[]} | {needs: string} | null}
 */
export function mistaken({ state, size, masks, scores, causal, blocked }) {
  const { mistake } = state;
  if (mistake === "none") return null;
  if ((mistake === "k0" || mistake === "transposed") && !state.causal) return { needs: "This mistake is in the causal mask. Turn it on to see what happens." };
  if (mistake === "and" && masks.length < 2) return { needs: "AND and OR differ only where two masks meet. Turn a second one on." };
  const wrong = mistake === "k0" ? causalMask(size, 0) : mistake === "transposed" ? transposed(causal) : null;
  const used = masks.map(([name, mask]) => (name === "causal" && wrong ? wrong : mask));
  const made = mistake === "and" ? both(used, size) : mistake === "zero" ? blocked : either(used, size);
  const filled = hidden(scores, made, mistake === "zero" ? 0 : -Infinity);
  return { blocked: made, hidden: filled, weights: softmaxRows(filled) };
}

/** A word as tables show it. @param {MaskState} state @param {number} place */
export const shownWord = ({ words, pad }, place) => (pad.includes(place) ? "PAD" : (words[place] ?? ""));

/** What a sentence calls each word: its place is added where a word stands twice. @param {MaskState} state */
function namesOf(state) {
  const shown = state.words.map((_, place) => shownWord(state, place));
  return shown.map((word, place) => (shown.indexOf(word) === shown.lastIndexOf(word) ? word : `${word} (${place})`));
}
