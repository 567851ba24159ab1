/** The tables of the mask lab in reading order: masks, what they block together, scores, weights. Pure. */

import { escapeHtml, matrix } from "../matrix.js";
import { chain, decimals, labelled, sideBySide, step, term, wholeNumbers } from "./lab-step.js";
import { linesFigure } from "./mask-lines.js";
import { emptyRows, mistaken, shownWord } from "./mask-state.js";

/** @typedef {import("./mask-state.js").Worked} Worked */
/** @typedef {import("./mask-math.js").Table} Table */
/** @typedef {import("../matrix.js").Picture} Picture */

/** @param {Worked} worked */
export function steps(worked) {
  return [masksStep(worked), weightsStep(worked), mistakeStep(worked)].filter(Boolean);
}

/** @param {Worked} worked */
function masksStep(worked) {
  const { state, masks, blocked, size } = worked;
  const parts = masks.map(([name, mask]) => (name === "padding" ? paddingFigure(worked) : maskFigure(worked, name, mask)));
  const nothing = parts.length ? "" : '<p class="lab-note">No mask is on: nothing is blocked.</p>';
  const unhidden = state.pad.length && !state.keys ? '<p class="lab-note">Padding is not hidden: every word may look at PAD.</p>' : "";
  const result = maskFigure(worked, "blocked", blocked);
  return step("Which cells are blocked?", `${chain(parts, "or")}${parts.length ? term("=", result) : nothing + result}`, `1 is blocked, 0 is open. <strong>${worked.open} of ${size * size} cells are open.</strong>${unhidden}`);
}

/** One row, and under it the same row for everyone who asks. @param {Worked} worked */
function paddingFigure(worked) {
  const { padding, copied, size } = worked;
  const { heads, ...words } = common(worked);
  const one = matrix({ ...words, heads: (axis, index) => (axis === "column" ? heads(axis, index) : ""), name: "padding", grid: "padding", value: wholeNumbers(padding), blocked: "ones", rows: ["all"], classes: byPadding(worked) });
  const all = matrix({ ...common(worked), name: "copied down", grid: "copied", value: wholeNumbers(copied), blocked: "ones", classes: (index) => `ghost ${byPadding(worked)(index)}`.trim() });
  return `<div class="lab-copied">${one}<p class="lab-copied-sign">↓ the same for each of the ${size} rows</p>${all}</div>`;
}

/** @param {Worked} worked @param {string} name @param {Table} mask @param {Partial<Picture>} [more] */
function maskFigure(worked, name, mask, more = {}) {
  const marks = name === "blocked" && worked.state.keys ? { classes: byPadding(worked) } : {};
  return matrix({ ...common(worked), name, grid: name, value: wholeNumbers(mask), blocked: "ones", ...marks, ...more });
}

/** @param {Worked} worked */
function weightsStep(worked) {
  const { scores, hidden, weights, state } = worked;
  const typed =
    state.scores === "typed"
      ? matrix({ ...common(worked), name: "scores, type yours", grid: "scores", value: decimals(scores), edited: ([row = 0, column = 0]) => `score of ${worked.names[row]} for ${worked.names[column]}` })
      : "";
  const visible = matrix({ ...common(worked), name: "scores, blocked ones at −∞", grid: "hidden", value: decimals(hidden), digits: 2 });
  return step("What softmax makes of it", `${chain([typed, visible, weightsFigure(worked, "weights", "weights", weights, worked.blocked)].filter(Boolean), "→")}${labelled("the weights as lines", linesFigure(worked))}`, emptyWords(worked));
}

/** @param {Worked} worked @param {string} grid @param {string} name @param {(number[] | null)[]} weights @param {Table | null} blocked where the weight is 0 for a reason @param {Partial<Picture>} [more] */
function weightsFigure(worked, grid, name, weights, blocked, more = {}) {
  const { state } = worked;
  const wordOf = (/** @type {number} */ row) => (weights[row] ? "" : state.pad.includes(row) ? " · unused" : " · error");
  return matrix({
    ...common(worked),
    name,
    grid,
    value: weightNumbers(weights),
    digits: 3,
    shaded: true,
    rows: state.words.map((_, row) => shownWord(state, row) + wordOf(row)),
    classes: ([row = 0, column = 0]) => (weights[row] ? (blocked?.[row]?.[column] ? "blocked" : "") : state.pad.includes(row) ? "unused" : "error"),
    words: ([row = 0, column = 0]) => (weights[row] ? (blocked?.[row]?.[column] ? "0" : null) : "–"),
    ...more,
  });
}

/** @param {Worked} worked */
function emptyWords(worked) {
  const { errors, unused } = emptyRows(worked);
  const said = [
    errors && `<strong class="lab-error">Error: ${escapeHtml(errors)} may look nowhere.</strong> A real word without a single open cell has no weights.`,
    unused && `No cell is open for ${escapeHtml(unused)}. Nobody reads a PAD row, so it is unused.`,
  ];
  return said.filter(Boolean).join(" ") || "Every row sums to 1. A blocked cell has a weight of exactly 0.";
}

/** What each mistake is called. */
export const MISTAKES = { none: "none", k0: "np.triu with k = 0", zero: "a blocked score of 0", and: "AND in place of OR", transposed: "the causal mask transposed" };

const WRONG = {
  k0: "The diagonal is blocked too: no word may look at itself.",
  zero: "e⁰ = 1, so a blocked word still gets a share of the weight.",
  and: "A cell is blocked only where every mask blocks it. One reason should be enough.",
  transposed: "Each word sees what comes later, and not what came before.",
};

/** @param {Worked} worked */
function mistakeStep(worked) {
  const made = mistaken(worked);
  const { mistake } = worked.state;
  if (!made || mistake === "none") return "";
  const title = `The mistake: ${MISTAKES[mistake]}`;
  if ("needs" in made) return step(title, `<p class="lab-note">${made.needs}</p>`);
  const first = mistake === "zero" ? pair(worked, "hidden", worked.hidden, made.hidden) : pair(worked, "blocked", worked.blocked, made.blocked);
  const weights = [worked.weights, made.weights].map((rows) => rows.map((row) => row ?? worked.state.words.map(() => -1)));
  const apart = differing(weights[0] ?? [], weights[1] ?? []);
  const [right, wrong] = [
    weightsFigure(worked, "right-weights", "weights", worked.weights, worked.blocked, { role: "wanted", differs: apart, beside: weightNumbers(made.weights) }),
    weightsFigure(worked, "mistake-weights", "weights", made.weights, mistake === "zero" ? null : made.blocked, { role: "yours", differs: apart, beside: weightNumbers(worked.weights) }),
  ];
  const count = apart.flat().filter(Boolean).length;
  return step(title, `${first}${sideBySide([labelled("With the mistake", wrong), labelled("Right", right)])}`, `${WRONG[mistake]} ${count === 0 ? "Here no weight differs, so such an example would not show it." : `${count} of ${worked.size ** 2} weights differ; they are ringed.`}`);
}

/** @param {Worked} worked @param {"hidden" | "blocked"} name @param {Table} right @param {Table} wrong */
function pair(worked, name, right, wrong) {
  const differs = differing(right, wrong);
  const draw = (/** @type {"wanted" | "yours"} */ role, /** @type {Table} */ data) =>
    matrix({
      ...common(worked),
      name: name === "hidden" ? "scores" : name,
      grid: `${role === "wanted" ? "right" : "mistake"}-${name}`,
      value: name === "hidden" ? decimals(data) : wholeNumbers(data),
      blocked: "ones",
      digits: 2,
      role,
      differs,
    });
  return sideBySide([labelled("With the mistake", draw("yours", wrong)), labelled("Right", draw("wanted", right))]);
}

/** @param {Table} one @param {Table} other */
const differing = (one, other) => one.map((row, i) => row.map((value, j) => value !== other[i]?.[j] && !(Math.abs(value - (other[i]?.[j] ?? 0)) < 1e-12)));

/** @param {Worked} worked */
function common({ state }) {
  const words = state.words.map((_, place) => shownWord(state, place));
  const heads = (/** @type {"row" | "column"} */ _axis, /** @type {number} */ index) => (state.pad.includes(index) ? 'class="padding"' : "");
  return { rows: words, columns: words, heads };
}

/** @param {Worked} worked */
const byPadding = ({ state }) => (/** @type {number[]} */ index) => (state.pad.includes(index[index.length - 1] ?? -1) ? "by-padding" : "");

/** @param {(number[] | null)[]} weights */
const weightNumbers = (weights) => decimals(weights.map((row) => row ?? weights.map(() => 0)));
