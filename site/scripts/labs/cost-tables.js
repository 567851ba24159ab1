/** The tables of the cost lab and its curves: what is kept, what is worked out, and how both grow with T. Pure. */

import { matrix } from "../matrix.js";
import { curvesSvg } from "./cost-curves.js";
import { bytesText, grouped, PARTS, RACES } from "./cost-state.js";
import { sideBySide, step, wholeNumbers } from "./lab-step.js";

/** @typedef {import("./cost-state.js").Worked} Worked */

/** @param {Worked} worked */
export const steps = (worked) => [countStep(worked), takeoverStep(worked), growthStep(worked)];

/** A table of large numbers, written as sentences write them. @param {string} name */
const counts = (name) => ({ name, grid: name, words: (/** @type {number[]} */ _index, /** @type {import("../matrix.js").Cell} */ count) => grouped(Number(count)) });

/** @param {Worked} worked */
function countStep({ state, cost, work }) {
  const { B, T, C, H } = state;
  const kept = matrix({
    ...counts("cost"),
    value: wholeNumbers(cost),
    rows: ["X: B·T·C", "Q, K, V: 3·B·T·C", "scores: B·H·T²", "parameters: 4·C²"],
    columns: ["numbers", "bytes"],
    classes: ([row = 0]) => KINDS[row] ?? "",
  });
  const done = matrix({ ...counts("work"), value: wholeNumbers(work.map((count) => [count])), rows: ["projections: 4·B·T·C²", "Q @ K.T: B·T²·C", "weights @ V: B·T²·C"], columns: ["multiplications"] });
  const [numbers = 0, bytes = 0] = cost[2] ?? [];
  const words = `C is d_model. The scores are ${B} × ${H} tables of ${grouped(T)} × ${grouped(T)}: ${grouped(numbers)} numbers, <strong>${bytesText(bytes)}</strong>. Twice the words make it ${bytesText(4 * bytes)}. A mask changes who may look, not the size of the table. H heads of width ${C / H} share d_model = ${grouped(C)}: more heads, more score tables, and not one parameter more.`;
  return step("What one attention layer keeps, and what it multiplies", sideBySide([kept, done]), words);
}

const KINDS = ["", "curve-cell-linear", "curve-cell-square", "curve-cell-flat"];

/** @param {Worked} worked */
function takeoverStep({ state, takeovers }) {
  const table = matrix({
    ...counts("takeovers"),
    value: wholeNumbers(takeovers.map((from) => [from])),
    rows: ["scores > Q, K, V", "scores > parameters", "T² work > projections"],
    columns: ["from T ="],
    classes: ([row = 0]) => (state.T >= (takeovers[row] ?? 0) ? "curve-passed" : ""),
    heads: (axis, index) => (axis === "row" && state.T >= (takeovers[index] ?? 0) ? 'class="curve-passed"' : ""),
  });
  const said = RACES.map(([more, less], row) => (state.T >= (takeovers[row] ?? 0) ? `${more} outweigh ${less}`.replace("tables outweigh", "tables outweighs") : "")).filter(Boolean);
  return step("Where T² takes over", table, said.length ? `At T = ${grouped(state.T)} ${said.join("; ")}.` : `At T = ${grouped(state.T)} nothing has been overtaken yet: T² is still the small part.`);
}

/** @param {Worked} worked */
function growthStep({ state, lengths, growth, takeovers }) {
  const { B, C, H } = state;
  const lines = ["linear", "square", "flat"].map((kind, column) => ({ kind: `curve-${kind}`, name: ["Q, K, V", "scores", "parameters"][column] ?? "", values: growth.map((row) => row[column] ?? 0) }));
  const picture = curvesSvg({
    said: `Numbers against words, from ${lengths[0]} to ${grouped(lengths[lengths.length - 1] ?? 0)} words. The parameters stay level, Q, K and V rise with T, the scores rise twice as steeply: they pass Q, K and V at T = ${grouped(takeovers[0] ?? 0)} and the parameters at T = ${grouped(takeovers[1] ?? 0)}. The table beside has the numbers.`,
    at: lengths,
    lines,
    here: state.T,
    crossings: [
      { at: (3 * C) / H, value: (9 * B * C * C) / H },
      { at: Math.sqrt((4 * C * C) / (B * H)), value: 4 * C * C },
    ],
    below: "T, words, by powers of two",
    beside: "numbers",
  });
  const table = matrix({
    ...counts("growth"),
    value: wholeNumbers(growth),
    rows: lengths.map((T) => `T = ${grouped(T)}${T === state.T ? " ←" : ""}`),
    columns: PARTS.slice(1),
    classes: ([row = 0, column = 0]) => `${KINDS[column + 1]}${lengths[row] === state.T ? " curve-now" : ""}`,
  });
  return step("How it grows with T", `<div class="curves-box">${picture}</div>${table}`, "On axes by powers of two T² is a line twice as steep as T. The rings are where the scores pass the others. Press a row to set T.");
}
