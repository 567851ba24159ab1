/** The tables of the convention lab: one relation written three ways, who reads it how, and a fill that is not −∞. Pure. */

import { matrix } from "../matrix.js";
import { list } from "./fields.js";
import { chain, decimals, labelled, sideBySide, step, term, wholeNumbers } from "./lab-step.js";
import { toHalf, written } from "./convention-math.js";
import { apart, emptyWords, FORMS, READERS, shownRows, WORDS } from "./convention-state.js";
import { FILLS, fillText, FORM_HEADS, readerHead } from "./convention-words.js";

/** @typedef {import("./convention-state.js").Worked} Worked */
/** @typedef {import("./mask-math.js").Table} Table */
/** @typedef {import("../matrix.js").Picture} Picture */

const READERS_WORDS = [
  "Rows: the function. Columns: what it is handed. Press a cell to see what happens there.",
  "The first two are lines of NumPy: <code>np.where(blocked, -np.inf, scores)</code> and <code>np.where(visible, scores, -np.inf)</code>.",
  "SDPA is <code>torch.nn.functional.scaled_dot_product_attention</code>, MHA is <code>torch.nn.MultiheadAttention</code>: their <code>attn_mask</code>, as in PyTorch 2.13.0. MHA reads its <code>key_padding_mask</code> the same way.",
].join(" ");
const TABLE = { rows: WORDS, columns: WORDS };

/** @param {Worked} worked */
export function steps(worked) {
  return [writtenStep(worked), readStep(worked), handStep(worked), fillStep(worked)];
}

/** @param {Worked} worked */
function writtenStep({ state }) {
  const { blocked } = state;
  const pictures = [
    truths("blocked", blocked, blocked),
    truths("allowed", written(blocked, "allowed"), blocked),
    matrix({ ...TABLE, name: "additive", grid: "additive", value: decimals(written(blocked, "additive")), words: (_index, cell) => (cell === 0 ? "0" : null) }),
  ];
  return step("One relation, written three ways", chain(pictures, "="), "Hatched: may not look. Press a cell to open or close it; all three change together.");
}

/** @param {Worked} worked */
function readStep({ wrong, state }) {
  const picture = matrix({
    name: "cells read wrongly",
    grid: "wrong",
    value: wholeNumbers(wrong),
    rows: READERS.map((reader) => readerHead(reader)),
    columns: FORMS.map((form) => FORM_HEADS[form]),
    classes: ([row = 0, column = 0], cell) => `${cell === 0 ? "fits" : "wrongly"} ${READERS[row] === state.reader && FORMS[column] === state.handed ? "chosen" : ""}`.trim(),
    heads: (axis, index) => ((axis === "row" ? READERS[index] === state.reader : FORMS[index] === state.handed) ? 'class="chosen"' : ""),
  });
  return step("Who reads it how", picture, READERS_WORDS);
}

/** @param {Worked} worked */
function handStep(worked) {
  const { state, handed, adds, weights, wanted } = worked;
  const differs = apart(weights, wanted);
  const given =
    state.handed === "blocked" || state.handed === "allowed"
      ? truths("handed", handed, state.blocked)
      : matrix({ ...TABLE, name: "handed", grid: "handed", value: decimals(handed), classes: meant(state.blocked), words: zeroWord(state.handed === "additive") });
  const readAs = matrix({ ...TABLE, name: "adds to the scores", grid: "adds", value: decimals(adds), words: zeroWord(true), differs: adds.map((row, i) => row.map((value, j) => (value === -Infinity) !== (state.blocked[i]?.[j] === 1))) });
  const pair = sideBySide([labelled("What comes out", weightsTable("weights", "weights", weights, "yours", differs, wanted)), labelled("What was meant", weightsTable("wanted", "weights", wanted, "wanted", differs, weights))]);
  return step(`By hand: ${readerHead(state.reader)} is handed ${FORM_HEADS[state.handed]}, and all scores are 0`, `${chain([given, readAs], "→")}${term("→", pair)}`, handVerdict(worked));
}

/** @param {Worked} worked */
function handVerdict({ state, wrong, adds }) {
  const count = wrong[READERS.indexOf(state.reader)]?.[FORMS.indexOf(state.handed)] ?? 0;
  const check = " With all scores 0 and <code>V = np.eye(3)</code> the output is this table: three words settle any doubt.";
  if (count === 0) {
    const luck = state.reader === "course" && state.handed === "additive" ? " That is luck: −∞ is not 0, so NumPy takes it for True." : "";
    return `<strong class="convention-right">✓ Every cell is read as it was meant.</strong>${luck}${check}`;
  }
  const why = adds.flat().includes(1) ? " These are numbers, so they are added: a 1 closes nothing." : count === 9 ? " Everything is the other way round." : "";
  return `<strong class="lab-error">✗ ${count} of 9 cells are read wrongly.</strong>${why}${check}`;
}

/** @param {Worked} worked */
function fillStep({ state, scores, filled, finite, infinite }) {
  const differs = apart(finite, infinite);
  const type = state.half ? "float16" : "float64";
  const typed = (/** @type {Table} */ data) => ({ ...decimals(data), dtype: type });
  const first = matrix({ ...TABLE, name: "scores", grid: "scores", value: typed(scores), classes: meant(state.blocked) });
  const second = matrix({ ...TABLE, name: `blocked ones at ${FILLS[fillText(state.fill)]}`, grid: "filled", value: typed(filled), classes: meant(state.blocked) });
  const pair = sideBySide([labelled(`With ${FILLS[fillText(state.fill)]}`, weightsTable("finite", "weights", finite, "yours", differs, infinite)), labelled("With −∞", weightsTable("infinite", "weights", infinite, "wanted", differs, finite))]);
  return step("A finite fill is not −∞", `${chain([first, second], "→")}${term("→", pair)}`, fillVerdict(state, finite, infinite, differs.flat().filter(Boolean).length));
}

/** @param {import("./convention-state.js").ConventionState} state @param {(number[] | null)[]} finite @param {(number[] | null)[]} infinite @param {number} count */
function fillVerdict({ fill, half }, finite, infinite, count) {
  const words = [];
  const quiet = emptyWords(infinite).filter((word) => !emptyWords(finite).includes(word));
  if (half && toHalf(fill) === -Infinity) words.push(`float16 ends at −65504: ${FILLS[fillText(fill)]} does not fit and becomes −∞.`);
  if (half && fill === -65504) words.push("−65504 is the lowest number that float16 has, and still a number.");
  if (quiet.length) words.push(`<strong class="lab-error">✗ ${list(quiet, "and")} may look nowhere.</strong> −∞ makes that an error; a finite fill hides it, and shares the weight among blocked words.`);
  const rest = count - quiet.length * WORDS.length;
  if (rest > 0) words.push(`<strong class="lab-error">✗ ${rest} weights differ.</strong> A blocked word still gets a share.`);
  return words.join(" ") + (count ? "" : `${words.length ? " " : ""}Here no weight differs. Move the scores, or close a whole row.`);
}

/** True and False, hatched where the relation is closed. @param {string} grid @param {Table} data @param {Table} blocked */
const truths = (grid, data, blocked) => matrix({ ...TABLE, name: grid, grid, value: { shape: [3, 3], dtype: "bool", data: data.map((row) => row.map((value) => value === 1)) }, classes: meant(blocked) });

/** @param {Table} blocked */
const meant = (blocked) => (/** @type {number[]} */ [row = 0, column = 0]) => (blocked[row]?.[column] ? "blocked" : "");

/** Where only 0 and −∞ can stand, 0 needs no digits. @param {boolean} short */
const zeroWord = (short) => (/** @type {number[]} */ _index, /** @type {import("../matrix.js").Cell} */ cell) => (short && typeof cell === "number" ? String(cell) : null);

/** @param {string} grid @param {string} name @param {(number[] | null)[]} weights @param {"yours" | "wanted"} role @param {boolean[][]} differs @param {(number[] | null)[]} beside */
function weightsTable(grid, name, weights, role, differs, beside) {
  return matrix({
    ...TABLE,
    rows: WORDS.map((word, row) => (weights[row] ? word : `${word} · error`)),
    name,
    grid,
    role,
    differs,
    value: decimals(shownRows(weights)),
    beside: decimals(shownRows(beside)),
    digits: 3,
    shaded: true,
    classes: ([row = 0]) => (weights[row] ? "" : "error"),
    words: ([row = 0]) => (weights[row] ? null : "–"),
  });
}
