/** One sentence on each cell of the scores lab. Pure. */

import { signed } from "./fields.js";
import { WEIGHTS, WORDS } from "./scores-state.js";

/** @typedef {import("./scores-state.js").Worked} Worked */
/** @typedef {import("./lab-kind.js").Place} Place */

const WIDEST_SUM = 4;

/** @param {Worked} worked @param {Place} place */
export function story(worked, { table, row, column }) {
  const { state, Q, K, V, raw, root, width, scores, weights, slopes } = worked;
  const [asks = "", looked = ""] = [WORDS[row], WORDS[column]];
  if (table === "X") return `A number of ${asks}. Its query, its key and its value are made from the whole row.`;
  if (table === "Q" || table === "K" || table === "V" || table === "values") {
    const name = table === "values" ? "V" : table;
    return `${name} of ${asks}: ${terms(state.X[row] ?? [], WEIGHTS[`W_${name}`].map((line) => line[column] ?? 0))} = ${said({ Q, K, V }[name][row]?.[column])}.`;
  }
  const score = said(raw[row]?.[column]);
  if (table === "raw") {
    if (state.source === "typed") return `The score of ${asks} for ${looked}, as it was typed.`;
    if (width > WIDEST_SUM) return `The query of ${asks} times the key of ${looked}: a sum of ${width} products. It is ${score}.`;
    return `The query of ${asks} times the key of ${looked}: ${terms(Q[row] ?? [], K[column] ?? [])} = ${score}.`;
  }
  if (table === "scores") {
    const by = [root === 1 ? "" : ` / √${width}`, state.temperature === 1 ? "" : ` / ${state.temperature}`].join("");
    return `The score of ${asks} for ${looked}: ${score}${by}${by ? ` = ${said(scores[row]?.[column])}` : ", not divided"}.`;
  }
  const weight = said(weights[row]?.[column]);
  if (table === "weights" || table === "mixing") return `${asks} gives ${looked} a weight of ${weight}: e to the ${said(scores[row]?.[column])}, divided by the sum over the row.`;
  if (table === "slopes") return `The weight is ${weight}. Were its score a little higher, it would grow by ${said(slopes[row]?.[column])} for each step of 1.`;
  return `Output of ${asks}, column ${column}: ${terms(weights[row] ?? [], V.map((line) => line[column] ?? 0))} = ${said(worked.output[row]?.[column])}.`;
}

/** The cells of other tables a cell is made of. @param {Worked} worked @param {Place} place @returns {Place[]} */
export function related({ state }, { table, row, column }) {
  const pairs = ["raw", "scores", "weights", "slopes", "mixing"];
  if (pairs.includes(table)) {
    const same = pairs.filter((name) => name !== table).map((name) => ({ table: name, row, column }));
    return state.source === "words" ? [...same, ...line("Q", row, 2), ...line("K", column, 2)] : same;
  }
  if (table === "output") return [...line("mixing", row, WORDS.length), ...WORDS.map((_, at) => ({ table: "values", row: at, column }))];
  if (table === "values" || table === "V") return [{ table: table === "V" ? "values" : "V", row, column }, ...line("X", row, 2)];
  return table === "Q" || table === "K" ? line("X", row, 2) : [];
}

/** @param {string} table @param {number} row @param {number} length @returns {Place[]} */
const line = (table, row, length) => Array.from({ length }, (_, column) => ({ table, row, column }));
/** @param {number[]} one @param {number[]} other */
const terms = (one, other) => one.map((value, i) => `${said(value)} × ${said(other[i])}`).join(" + ");
/** A number with three digits, small ones by their first digits. @param {number | undefined} value */
const said = (value = 0) => signed(Math.abs(value) < 0.001 ? Number(value.toPrecision(2)) : Number(value.toFixed(3)) + 0);
