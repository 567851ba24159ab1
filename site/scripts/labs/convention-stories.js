/** One sentence on each cell of the convention lab. Pure. */

import { signed } from "./fields.js";
import { FORMS, READERS, WORDS } from "./convention-state.js";
import { FORM_HEADS, readerHead } from "./convention-words.js";

/** @typedef {import("./convention-state.js").Worked} Worked */
/** @typedef {import("./lab-kind.js").Place} Place */

/** @param {Worked} worked @param {Place} place */
export function story(worked, { table, row, column }) {
  const { state } = worked;
  const [asks, looked] = [WORDS[row] ?? "", WORDS[column] ?? ""];
  const closed = state.blocked[row]?.[column] === 1;
  const may = closed ? "may not look at" : "may look at";
  if (table === "blocked" || table === "allowed" || table === "additive") {
    const cell = { blocked: closed ? "True" : "False", allowed: closed ? "False" : "True", additive: closed ? "−∞" : "0" }[table];
    return `${asks} ${may} ${looked}: ${table} says ${cell}. Press to ${closed ? "open" : "close"} it.`;
  }
  if (table === "wrong") return wrongStory(worked, row, column);
  if (table === "handed") return `${asks} ${may} ${looked}. The function is handed ${told(worked, row, column)} for it.`;
  if (table === "adds") return addsStory(worked, row, column);
  if (table === "weights" || table === "wanted") {
    const [got, wanted] = [worked.weights, worked.wanted].map((rows) => weight(rows[row]?.[column]));
    return got === wanted ? `${asks} gives ${looked} ${got}, as it should.` : `${asks} gives ${looked} ${got}; it should be ${wanted}.`;
  }
  return fillStory(worked, table, row, column);
}

/** @param {Worked} worked @param {number} row @param {number} column */
function wrongStory({ wrong }, row, column) {
  const [reader, form] = [READERS[row] ?? "course", FORMS[column] ?? "blocked"];
  const count = wrong[row]?.[column] ?? 0;
  return `${readerHead(reader)} reads ${count === 0 ? "no cell" : `${count} of 9 cells`} wrongly when it is handed ${FORM_HEADS[form]}. Press to see it.`;
}

/** @param {Worked} worked @param {number} row @param {number} column */
function addsStory({ adds, state }, row, column) {
  const value = adds[row]?.[column] ?? 0;
  const right = (value === -Infinity) === (state.blocked[row]?.[column] === 1);
  const what = value === -Infinity ? "−∞ is added, so the cell is closed" : value === 0 ? "0 is added, so the cell is open" : `${value} is added: the cell stays open, and even gains`;
  return `${what}. ${right ? "That is what was meant." : `It should be ${value === -Infinity ? "open" : "closed"}.`}`;
}

/** @param {Worked} worked @param {string} table @param {number} row @param {number} column */
function fillStory({ state, scores, filled, finite, infinite }, table, row, column) {
  const [asks, looked] = [WORDS[row], WORDS[column]];
  const closed = state.blocked[row]?.[column] === 1;
  if (table === "scores") return `The score of ${asks} for ${looked} is ${number(scores[row]?.[column] ?? 0)}${closed ? "; it will be hidden" : ""}.`;
  if (table === "filled") return closed ? `${asks} may not look at ${looked}: the score becomes ${number(filled[row]?.[column] ?? 0)}.` : `${asks} may look at ${looked}: the score stays ${number(filled[row]?.[column] ?? 0)}.`;
  const [got, wanted] = [finite, infinite].map((rows) => weight(rows[row]?.[column]));
  return got === wanted ? `${asks} gives ${looked} ${got} with either fill.` : `${asks} gives ${looked} ${got}; with −∞ it is ${wanted}.`;
}

/** What is written in a cell that is handed over. @param {Worked} worked @param {number} row @param {number} column */
function told({ handed, state }, row, column) {
  const value = handed[row]?.[column] ?? 0;
  if (state.handed === "additive") return number(value);
  return state.handed === "floats" ? value.toFixed(1) : value ? "True" : "False";
}

/** @param {number | undefined} value */
const weight = (value) => (value === undefined ? "no weight, for its row has no open cell" : `a weight of ${number(value)}`);
/** A number with as many digits as tell something. @param {number} value */
const number = (value) => (value === -Infinity ? "−∞" : signed(value !== 0 && Math.abs(value) < 5e-5 ? Number(value.toPrecision(3)) : Number(value.toFixed(4)) + 0));
