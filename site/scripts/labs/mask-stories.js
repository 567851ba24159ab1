/** One sentence on each cell of the mask lab. Pure. */

import { signed } from "./fields.js";
import { mistaken } from "./mask-state.js";

/** @typedef {import("./mask-state.js").Worked} Worked */
/** @typedef {import("./lab-kind.js").Place} Place */

/** @param {Worked} worked @param {Place} place */
export function story(worked, { table, row, column }) {
  const [asks, looked] = [worked.names[row] ?? "", worked.names[column] ?? ""];
  if (table === "padding") return `${looked} ${worked.state.pad.includes(column) ? "is padding: its column is closed to every row. Press it to make it a word" : "is a word: padding closes nothing here. Press it to make it padding"}.`;
  if (table === "copied") return `${asks} gets the same row as everyone: ${looked} is ${worked.state.pad.includes(column) ? "padding, so it is closed" : "a word, so it stays open"}.`;
  if (table === "causal") return causalStory(asks, looked, row, column);
  if (table === "window") return `${looked} is ${steps(row, column)} from ${asks}: ${worked.near?.[row]?.[column] ? "outside the window" : "inside the window"}.`;
  if (table.startsWith("mistake-")) return mistakeStory(worked, table, row, column);
  const blocked = worked.blocked[row]?.[column] === 1;
  if (table === "scores") return `The score of ${asks} for ${looked}${blocked ? ". It will be hidden: " + reasons(worked, row, column) : ""}.`;
  if (table.endsWith("blocked")) return blocked ? `${asks} may not look at ${looked}: ${reasons(worked, row, column)}.` : `${asks} may look at ${looked}.`;
  if (table.endsWith("hidden")) {
    return blocked
      ? `${asks} may not look at ${looked}, so the score becomes −∞, and e to the −∞ is 0.`
      : `The score of ${asks} for ${looked} is ${number(worked.scores[row]?.[column] ?? 0)}. It is open and stays as it is.`;
  }
  return weightStory(worked, row, column);
}

/** @param {string} asks @param {string} looked @param {number} row @param {number} column */
function causalStory(asks, looked, row, column) {
  if (column > row) return `${looked} comes after ${asks}: blocked.`;
  return column === row ? `${asks} may look at itself: what it has to guess is the next word.` : `${looked} comes before ${asks}: open.`;
}

/** @param {Worked} worked @param {number} row @param {number} column */
function weightStory(worked, row, column) {
  const { names, weights, state, blocked } = worked;
  const weight = weights[row]?.[column];
  if (weight === undefined) {
    return state.pad.includes(row)
      ? `${names[row]} has no open cell. Nobody reads this row: it is unused, and no error.`
      : `${names[row]} may look nowhere. A real word without an open cell is an error: its mask or the data is wrong.`;
  }
  if (blocked[row]?.[column]) return `${names[row]} gives ${names[column]} a weight of exactly 0: ${reasons(worked, row, column)}.`;
  const unused = state.pad.includes(row) ? " Nobody reads this PAD row." : "";
  return `${names[row]} gives ${names[column]} a weight of ${number(weight)}, one of ${(blocked[row] ?? []).filter((value) => value === 0).length} open.${unused}`;
}

/** @param {Worked} worked @param {string} table @param {number} row @param {number} column */
function mistakeStory(worked, table, row, column) {
  const made = mistaken(worked);
  if (!made || "needs" in made) return "";
  const [asks, looked] = [worked.names[row], worked.names[column]];
  if (table === "mistake-blocked") {
    const [wrong, right] = [made.blocked[row]?.[column], worked.blocked[row]?.[column]].map((value) => (value ? "blocked" : "open"));
    return wrong === right ? `${asks} to ${looked} is ${right}, with the mistake and without.` : `${asks} to ${looked} is ${wrong} here, and should be ${right}.`;
  }
  if (table === "mistake-hidden") return worked.blocked[row]?.[column] ? `${asks} may not look at ${looked}, but the score became 0, not −∞.` : `This score is open and stays as it is.`;
  const wrong = made.weights[row]?.[column];
  const right = worked.weights[row]?.[column];
  const said = (/** @type {number | undefined} */ value) => (value === undefined ? "none, the row is empty" : number(value));
  return `The weight of ${asks} for ${looked} is ${said(wrong)} here; it should be ${said(right)}.`;
}

/** Why a cell is blocked, every reason of it. @param {Worked} worked @param {number} row @param {number} column */
function reasons({ state, near }, row, column) {
  const found = [
    state.causal && column > row && "it is ahead",
    state.keys && state.pad.includes(column) && "it is padding",
    near?.[row]?.[column] === 1 && "it is outside the window",
  ].filter(Boolean);
  return `${found.join(" and ")}${found.length > 1 ? "; one reason is enough" : ""}`;
}

/** @param {number} row @param {number} column */
function steps(row, column) {
  const away = Math.abs(row - column);
  return away === 1 ? "1 step" : `${away} steps`;
}

/** A number with as many digits as tell something. @param {number} value */
const number = (value) => signed(Number(value.toFixed(4)) + 0);
