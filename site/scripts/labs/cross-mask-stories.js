/** One sentence on each cell of the cross-mask lab. Pure. */

import { signed } from "./fields.js";
import { ATTENTIONS, isUnused, KINDS, mistaken } from "./cross-mask-state.js";

/** @typedef {import("./cross-mask-state.js").Worked} Worked */
/** @typedef {import("./lab-kind.js").Place} Place */

/** @param {Worked} worked @param {Place} place */
export function story(worked, { table, row, column }) {
  const { names, rows, columns, padding, S } = worked;
  if (table === "sizes") return sizeStory(worked, row, column);
  if (table === "who") return whoStory(worked, row, column);
  const [from, to] = [row + rows[0], column + columns[0]];
  const [asks, looked] = [names[from] ?? "", names[to] ?? ""];
  if (table === "padding") return `${looked} ${padding[to] ? "is padding: its column is closed to every query" : "is a word: padding closes nothing here"}.`;
  if (table === "causal") {
    if (worked.state.attention === "prefix" && to < S) return `${looked} is in the prefix, which is given from the start: open to every query.`;
    return to > from ? `${looked} comes after ${asks}: blocked.` : to === from ? `${asks} may look at itself: what it has to guess is the next word.` : `${looked} comes before ${asks}: open.`;
  }
  if (table.startsWith("mistake-")) return mistakeStory(worked, table, row, column);
  const blocked = worked.blocked[row]?.[column] === 1;
  if (table.endsWith("blocked")) return blocked ? `${asks} may not look at ${looked}: ${reasons(worked, from, to)}.` : `${asks} may look at ${looked}.`;
  if (table === "hidden") return blocked ? `${asks} may not look at ${looked}, so the score becomes −∞, and e to the −∞ is 0.` : `The score of ${asks} for ${looked} is ${number(worked.scores[row]?.[column] ?? 0)}. It is open and stays as it is.`;
  const weight = worked.weights[row]?.[column];
  if (weight === undefined) return isUnused(worked, row) ? `${asks} has no open cell. Nobody reads this row: it is unused, and no error.` : `${asks} may look nowhere. A real word without an open cell is an error: its mask or the data is wrong.`;
  if (blocked) return `${asks} gives ${looked} a weight of exactly 0: ${reasons(worked, from, to)}.`;
  return `${asks} gives ${looked} a weight of ${number(weight)}.${isUnused(worked, row) ? " Nobody reads this PAD row." : ""}`;
}

/** Which attention owns a cell of the whole table. @param {Worked} worked @param {number} row @param {number} column */
export function ownerOf({ S }, row, column) {
  if (row < S) return column < S ? "encoder" : null;
  return column < S ? "cross" : "decoder";
}

/** @param {Worked} worked @param {number} row @param {number} column */
function whoStory(worked, row, column) {
  const [asks, looked] = [worked.names[row], worked.names[column]];
  const owner = ownerOf(worked, row, column);
  const block = owner ? `This cell belongs to ${KINDS[owner].title}.` : "No attention has this block.";
  return worked.who[row]?.[column] ? `${asks} may not look at ${looked}: ${reasons(worked, row, column)}. ${block}` : `${asks} may look at ${looked}. ${block}`;
}

/** @param {Worked} worked @param {number} row @param {number} column */
function sizeStory({ sizes }, row, column) {
  const attention = ATTENTIONS[row] ?? "cross";
  const { title, queries, keys } = KINDS[attention];
  const [asked = 0, answered = 0] = sizes[row] ?? [];
  const side = { source: "the source", target: "the target", both: "source and target in one row" };
  const first = column === 0 ? `In ${title} the queries are made of ${side[queries]}: ${asked} rows.` : `In ${title} the keys are made of ${side[keys]}: ${answered} columns.`;
  return `${first} The scores are (${asked}, ${answered}), the padding mask is (1, ${answered}). Press to see it below.`;
}

/** @param {Worked} worked @param {string} table @param {number} row @param {number} column */
function mistakeStory(worked, table, row, column) {
  const made = mistaken(worked);
  if (!made || !("weights" in made)) return "";
  const [asks, looked] = [worked.names[row + worked.rows[0]], worked.names[column + worked.columns[0]]];
  if (table === "mistake-blocked") {
    const [wrong, right] = [made.blocked[row]?.[column], worked.blocked[row]?.[column]].map((value) => (value ? "blocked" : "open"));
    return wrong === right ? `${asks} to ${looked} is ${right}, with the mistake and without.` : `${asks} to ${looked} is ${wrong} here, and should be ${right}.`;
  }
  const said = (/** @type {number | undefined} */ value) => (value === undefined ? "none, the row is empty" : number(value));
  return `The weight of ${asks} for ${looked} is ${said(made.weights[row]?.[column])} here; it should be ${said(worked.weights[row]?.[column])}.`;
}

/** Why a cell of the whole table is blocked, every reason of it. @param {Worked} worked @param {number} row @param {number} column */
function reasons({ padding, S }, row, column) {
  const ahead = column >= S && column > row;
  const found = [ahead && (row < S ? "the source never sees the target" : "it is ahead"), padding[column] && "it is padding"].filter(Boolean);
  return found.join(" and ") + (found.length > 1 ? "; one reason is enough" : "");
}

/** A number with as many digits as tell something. @param {number} value */
const number = (value) => signed(Number(value.toFixed(4)) + 0);
