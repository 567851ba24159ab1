/** The tables of the scores lab in reading order: what goes in, scores, weights, output. Pure. */

import { escapeHtml, matrix } from "../matrix.js";
import { list, signed } from "./fields.js";
import { chain, decimals, step, term } from "./lab-step.js";
import { WORDS } from "./scores-state.js";

/** @typedef {import("./scores-state.js").Worked} Worked */
/** @typedef {import("./mask-math.js").Table} Table */
/** @typedef {import("../matrix.js").Picture} Picture */

/** @param {Worked} worked */
export function steps(worked) {
  return [inputStep(worked), scoreStep(worked), outputStep(worked)];
}

/** @param {Worked} worked */
function inputStep({ state, Q, K, V, width }) {
  const X = typed("X", state.X, {});
  const made = state.source === "words" ? [figure("Q", Q), figure("K", K), figure("V", V)] : [figure("V", V)];
  const words = { words: "Q, K and V are X times the tables of weights of the example.", random: `Q and K are random numbers, (${WORDS.length}, ${width}) each. V is made from X.`, typed: "Scores are typed below. V is made from X." };
  return step("What goes in", chain([X, made.join("")], "→"), words[state.source]);
}

/** @param {Worked} worked */
function scoreStep(worked) {
  const { state, raw, scores, weights, slopes, root, width } = worked;
  const first = state.source === "typed" ? typed("raw", raw, { name: "scores, type yours", columns: WORDS, label: (row, column) => `score of ${WORDS[row]} for ${WORDS[column]}` }) : figure("raw", raw, { name: "Q @ K.T", columns: WORDS });
  const divisors = [root === 1 ? "" : `√${width}`, state.temperature === 1 ? "" : String(state.temperature)].filter(Boolean);
  const divided = figure("scores", scores, { name: divisors.length ? `divided by ${divisors.join(" and ")}` : "scores, not divided", columns: WORDS });
  const full = (/** @type {number[]} */ [row = -1]) => (worked.saturated.includes(row) ? "saturated" : "");
  const rows = WORDS.map((word, row) => (worked.saturated.includes(row) ? `${word} · saturated` : word));
  const shares = figure("weights", weights, { columns: WORDS, shaded: true, rows, attributes: (index) => (full(index) ? "data-saturated" : "") });
  const moves = figure("slopes", slopes, { name: "slope: w (1 − w)", columns: WORDS });
  return step("Scores, and the weights softmax makes of them", `${first}${term("→", divided)}${term("→", shares)}${moves}`, saturation(worked));
}

/** @param {Worked} worked */
function saturation({ saturated, slopes }) {
  const most = Math.max(...slopes.flat());
  const said = signed(Number(most.toPrecision(2)));
  if (!saturated.length) return `The slope says how fast a weight moves with its own score. The largest one here is ${said}; 0.25 is the most there is.`;
  return `<strong>${escapeHtml(list(saturated.map((row) => WORDS[row] ?? ""), "and"))}: saturated.</strong> One weight has 0.99 or more, and the slopes of its row are almost 0: the row is hard to change by learning.`;
}

/** @param {Worked} worked */
function outputStep({ weights, V, output }) {
  const shares = figure("mixing", weights, { name: "weights", columns: WORDS, shaded: true });
  return step("Each output is an average of the rows of V", `${shares}${term("@", figure("values", V, { name: "V" }))}${term("=", figure("output", output))}`, "Its weights come from one row. Each row sums to 1.");
}

/** @param {string} grid @param {Table} data @param {Partial<Picture>} [more] */
const figure = (grid, data, more = {}) => matrix({ name: grid, grid, value: decimals(data), rows: WORDS, digits: 3, ...more });

/** A table that is typed. @param {string} grid @param {Table} data @param {{name?: string, columns?: string[], label?: (row: number, column: number) => string}} more */
const typed = (grid, data, { name = grid, columns, label = (row, column) => `${grid} of ${WORDS[row]}, column ${column}` }) =>
  matrix({ name, grid, value: decimals(data), rows: WORDS, columns, words: (_, cell) => signed(Number(cell)), edited: ([row = 0, column = 0]) => label(row, column) });
