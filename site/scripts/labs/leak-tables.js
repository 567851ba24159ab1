/** The tables of the leak lab in reading order: what is changed, who may look, what moves, and what the loss says. Pure. */

import { matrix } from "../matrix.js";
import { list } from "./fields.js";
import { chain, decimals, step, term, wholeNumbers } from "./lab-step.js";
import { changedWords, isChanged, mayPeek, WORDS, X } from "./leak-state.js";

/** @typedef {import("./leak-state.js").Worked} Worked */

/** @param {Worked} worked */
export function steps(worked) {
  return [changeStep(worked), lookStep(worked), movedStep(worked), oracleStep(worked)];
}

/** @param {Worked} worked */
function changeStep(worked) {
  const { cut, state } = worked;
  const edits = matrix({
    ...common(worked, (row) => (isChanged(state.changed, row) ? "changed" : "")),
    name: "changed, type yours",
    grid: "changed",
    value: decimals(state.changed),
    classes: ([row = 0]) => `${underLine(worked, row)} ${isChanged(state.changed, row) ? "new" : ""}`.trim(),
    edited: ([row = 0, column = 0]) => `number ${column} of ${WORDS[row]}`,
  });
  const words = cut === 0 ? "The first word is changed: there is no earlier word that could give a leak away." : cut === WORDS.length ? "Nothing is changed yet." : "Words above the thick line come before the change.";
  return step("Change a later word", chain([matrix({ ...common(worked), name: "X", grid: "X", value: decimals(X) }), edits], "→"), words);
}

/** @param {Worked} worked */
function lookStep(worked) {
  const { blocked, weights, peeks, cut, state } = worked;
  const who = matrix({ ...common(worked), columns: WORDS, name: "blocked", grid: "blocked", value: wholeNumbers(blocked), blocked: "ones", classes: ([row = 0, column = 0]) => `${underLine(worked, row)} ${peeks[row]?.[column] ? "peek" : ""}`.trim() });
  const how = matrix({
    ...common(worked),
    columns: WORDS,
    name: "weights after the change",
    grid: "weights",
    value: decimals(weights),
    digits: 2,
    shaded: true,
    classes: ([row = 0, column = 0]) => `${underLine(worked, row)} ${blocked[row]?.[column] ? "blocked" : row < cut && isChanged(state.changed, column) ? "peek" : ""}`.trim(),
    words: ([row = 0, column = 0]) => (blocked[row]?.[column] ? "0" : null),
  });
  const holes = peeks.flat().filter(Boolean).length;
  return step("Who may look", chain([who, how], "→"), holes ? `<strong>${holes} open cells are ahead.</strong> They are ringed; so is each weight through which the change reaches an earlier word.` : "No open cell is ahead.");
}

/** @param {Worked} worked */
function movedStep(worked) {
  const { before, after, differs, cut } = worked;
  const leaked = differs.map((row, i) => row.map((one) => one && i < cut));
  const was = matrix({ ...common(worked), name: "before", grid: "before", value: decimals(before), digits: 3, beside: decimals(after) });
  const is = matrix({ ...common(worked, (row) => rowWord(worked, row)), name: "after", grid: "after", value: decimals(after), digits: 3, beside: decimals(before), differs: leaked });
  return step("Do earlier outputs move?", chain([was, is], "→"), verdict(worked));
}

/** What became of a word's output. @param {Worked} worked @param {number} row */
function rowWord({ cut, leaks, state }, row) {
  if (cut === WORDS.length) return "";
  if (row < cut) return leaks.includes(row) ? "✗ moved" : "✓ still";
  return isChanged(state.changed, row) ? "changed" : "may move";
}

/** @param {Worked} worked */
function verdict(worked) {
  const { cut, leaks, state } = worked;
  if (cut === WORDS.length) return "Change a word to see.";
  if (cut === 0) return "Every word comes at or after the change, so every output may move.";
  const earlier = `${cut} earlier ${cut === 1 ? "output" : "outputs"}`;
  const changed = list(changedWords(state.changed), "and");
  if (leaks.length) return `<strong class="lab-error">✗ ${leaks.length} of ${earlier} moved.</strong> Only ${changed} changed, so ${leaks.length === 1 ? "this word" : "these words"} looked ahead.`;
  const hides = mayPeek(worked) ? " Yet the mask lets them look: this change was too weak to show it. A test that finds no leak has only missed it." : worked.peeks.flat().some(Boolean) ? " Yet the mask has open cells ahead: this change does not reach them. Change another word." : "";
  return `<strong class="leak-still">✓ None of ${earlier} moved</strong> when ${changed} changed.${hides}`;
}

/** @param {Worked} worked */
function oracleStep({ state, oracle, honest }) {
  const keys = ["BOS", state.answer];
  const [says, asks] = [["says red", "says blue"], ["BOS"]];
  const flow = [
    matrix({ name: "scores", grid: "oracle-scores", value: decimals(oracle.scores), rows: asks, columns: keys, digits: 3 }),
    matrix({ name: "weights", grid: "oracle-weights", value: decimals(oracle.weights), rows: asks, columns: keys, shaded: true, digits: 3, classes: ([, column]) => (column === 1 && oracle.scores[0]?.[1] === -Infinity ? "blocked" : "") }),
    matrix({ name: "values", grid: "oracle-values", value: decimals(oracle.values), rows: keys, columns: says }),
    matrix({ name: "what BOS says", grid: "oracle-p", value: decimals(oracle.p), rows: asks, columns: says, shaded: true, digits: 3 }),
    matrix({ name: "loss", grid: "losses", value: decimals([oracle, honest].map(({ correct, loss }) => [correct, loss])), rows: ["this mask", "causal mask"], columns: [`p of ${state.answer}`, "loss"], digits: 6 }),
  ];
  const signs = ["", "→", "@", "=", "→"];
  const content = flow.map((picture, place) => (place ? term(signs[place] ?? "", picture) : picture)).join("");
  const words =
    oracle.loss < honest.loss
      ? `<strong>The loss praises the leak: ${oracle.loss.toFixed(6)} in place of ${honest.loss.toFixed(6)}.</strong> BOS only copies the answer. Held-out data would not tell: there, too, the answer is the next word.`
      : "BOS cannot see the answer, so it can only say half and half. That is all it knows.";
  return step(`Two words: BOS has to guess the next one, ${state.answer}`, content, words);
}

/** Words at the rows, a thick line above the change. @param {Worked} worked @param {(row: number) => string} [more] a word after each */
function common(worked, more = () => "") {
  return {
    rows: WORDS.map((word, row) => [word, more(row)].filter(Boolean).join(" · ")),
    heads: (/** @type {"row" | "column"} */ axis, /** @type {number} */ row) => (axis === "row" && underLine(worked, row) ? 'class="under-line"' : ""),
    classes: (/** @type {number[]} */ [row = 0]) => underLine(worked, row),
  };
}

/** @param {Worked} worked @param {number} row */
const underLine = ({ cut }, row) => (row === cut && row > 0 ? "under-line" : "");
