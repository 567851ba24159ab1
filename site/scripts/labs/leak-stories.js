/** One sentence on each cell of the leak lab. Pure. */

import { list, signed } from "./fields.js";
import { changedWords, isChanged, WORDS, X } from "./leak-state.js";

/** @typedef {import("./leak-state.js").Worked} Worked */
/** @typedef {import("./lab-kind.js").Place} Place */

/** @param {Worked} worked @param {Place} place */
export function story(worked, { table, row, column }) {
  const [asks, looked] = [WORDS[row] ?? "", WORDS[column] ?? ""];
  if (table === "X" || table === "changed") return inputStory(worked, row, column);
  if (table === "blocked") return blockedStory(worked, row, column);
  if (table === "weights") {
    const weight = number(worked.weights[row]?.[column] ?? 0);
    if (worked.blocked[row]?.[column]) return `${asks} gives ${looked} a weight of exactly 0: blocked.`;
    const enters = row < worked.cut && isChanged(worked.state.changed, column);
    return `${asks} gives ${looked} a weight of ${weight}.${enters ? ` ${looked} is ahead of it and was changed: this is how the change gets in.` : ""}`;
  }
  if (table === "before" || table === "after") return outputStory(worked, row, column);
  return oracleStory(worked, table, row, column);
}

/** @param {Worked} worked @param {number} row @param {number} column */
function inputStory({ state }, row, column) {
  const [was, is] = [X[row]?.[column] ?? 0, state.changed[row]?.[column] ?? 0];
  return was === is ? `Number ${column} of ${WORDS[row]} is ${number(was)}, before and after.` : `Number ${column} of ${WORDS[row]} was ${number(was)} and is now ${number(is)}.`;
}

/** @param {Worked} worked @param {number} row @param {number} column */
function blockedStory({ blocked, peeks }, row, column) {
  const [asks, looked] = [WORDS[row], WORDS[column]];
  if (peeks[row]?.[column]) return `${asks} may look at ${looked}, which comes later. This cell should be closed.`;
  if (row === column) return `${asks} may look at itself.`;
  if (column > row) return `${asks} may not look at ${looked}: it is ahead.`;
  return blocked[row]?.[column] ? `${asks} may not look at ${looked}, which came before: this mask is the wrong way round.` : `${asks} may look at ${looked}, which came before.`;
}

/** @param {Worked} worked @param {number} row @param {number} column */
function outputStory({ before, after, differs, cut, state }, row, column) {
  const [was, is] = [number(before[row]?.[column] ?? 0), number(after[row]?.[column] ?? 0)];
  const what = `Output ${column} of ${WORDS[row]}`;
  if (cut === WORDS.length) return `${what} is ${was}. No word is changed yet.`;
  const moves = differs[row]?.[column] ? `moved from ${was} to ${is}` : "did not move";
  if (row >= cut) return `${what} ${moves}. That is no leak: the change begins ${row === cut ? "at this word" : "before it"}.`;
  const changed = list(changedWords(state.changed), "and");
  return differs[row]?.[column] ? `${what} ${moves}, though only ${changed} changed, later on. It looked ahead.` : `${what} did not move when ${changed} changed.`;
}

/** @param {Worked} worked @param {string} table @param {number} row @param {number} column */
function oracleStory({ state, oracle, honest }, table, row, column) {
  const key = column === 0 ? "BOS" : state.answer;
  const said = column === 0 ? "red" : "blue";
  if (table === "oracle-scores") return oracle.scores[0]?.[column] === -Infinity ? `BOS may not look at ${key}: the score is −∞.` : `The score of BOS for ${key}${column ? ` is ln ${state.ratio}: it asks for the answer` : " is 0"}.`;
  if (table === "oracle-weights") return `BOS gives ${key} a weight of ${number(oracle.weights[0]?.[column] ?? 0)}.`;
  if (table === "oracle-values") return row === 0 ? `BOS itself knows nothing: it says ${said} with 0.5.` : `The next word is ${state.answer}, so its value says ${said} with ${oracle.values[1]?.[column]}.`;
  if (table === "oracle-p") return `Before ${state.answer} is read, BOS says that ${said} comes next with a probability of ${number(oracle.p[0]?.[column] ?? 0)}.`;
  const one = row === 0 ? oracle : honest;
  const who = row === 0 ? "With this mask" : "With the causal mask";
  return column === 0 ? `${who}, the right answer, ${state.answer}, gets a probability of ${number(one.correct)}.` : `${who}, the loss is −ln ${number(one.correct)} = ${number(one.loss)}.`;
}

/** A number with as many digits as tell something. @param {number} value */
const number = (value) => signed(Number(value.toFixed(6)) + 0);
