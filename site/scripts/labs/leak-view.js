/** The leak lab: its settings, its controls, and what each deed does. Pure. */

import { buttonControl, controlGroup, selectControl } from "./controls.js";
import { choice, list } from "./fields.js";
import { numpy } from "./leak-numpy.js";
import { changedWords, completed, isChanged, WORDS, workOut, X } from "./leak-state.js";
import { story } from "./leak-stories.js";
import { steps } from "./leak-tables.js";
import { numberTable } from "./table-fields.js";

/** @typedef {import("./leak-state.js").LeakState} LeakState */
/** @typedef {import("./lab-kind.js").Lab} Lab */
/** @typedef {import("./lab-kind.js").Deed} Deed */

const MASKS = { none: "none", reversed: "reversed: np.tril for np.triu", onestep: "one step too far: k = 2", causal: "causal: k = 1" };
const RATIOS = { 1: "as much as to BOS", 9: "9 times as much", 99: "99 times as much" };
const ANSWERS = { red: "red", blue: "blue" };

const table = numberTable("Changed", { rows: WORDS.length, columns: 2, least: -1000, most: 1000 });
/** What a table leaves out is as in X. @type {import("./lab-kind.js").Field} */
const changed = {
  ...table,
  parse: (text) => {
    const read = table.parse(text);
    return read && { value: completed(read.value) };
  },
  say: (value) => list(changedWords(value), "and") || "none",
  change: undefined,
};

/** @type {import("./lab-kind.js").LabPage} */
export const page = {
  about: "Change a later word and see which earlier outputs move: those looked ahead.",
  look: [
    "Choose the mask that is one step too far. Which outputs give it away, and which do not?",
    "Find the one mask under which no earlier output moves, whichever word you change.",
    "Compare the two losses. Would a good loss have told you of the leak?",
  ],
};

/** @type {Lab} */
export const lab = {
  name: "leak",
  title: "Leak lab",
  fields: {
    mask: choice("Mask", MASKS),
    changed,
    ratio: choice("Weight for the answer", RATIOS, { 1: 1, 9: 9, 99: 99 }),
    answer: choice("Next word", ANSWERS),
  },
  start: /** @type {LeakState} */ ({ mask: "none", changed: otherWord(X, 4), ratio: 99, answer: "red" }),
  table: "after",
  controls: (state) => controls(/** @type {LeakState} */ (state)),
  steps: (state) => steps(worked(state)),
  summary: (state) => summary(worked(state)),
  story: (state, place) => story(worked(state), place),
  numpy: (state, table) => numpy(worked(state), table),
  act: (state, deed) => act(/** @type {LeakState} */ (state), deed),
  related: (_state, { table, row, column }) => {
    const group = [["X", "changed", "before", "after"], ["blocked", "weights"]].find((names) => names.includes(table)) ?? [];
    return group.filter((name) => name !== table).map((name) => ({ table: name, row, column }));
  },
};

/** The last state's tables: a draw asks for them several times. @type {ReturnType<typeof workOut> | null} */
let last = null;

/** @param {import("./lab-kind.js").LabState} state */
function worked(state) {
  if (last?.state !== state) last = workOut(/** @type {LeakState} */ (state));
  return last;
}

/** @param {LeakState} state */
function controls({ mask, changed, ratio, answer }) {
  const words = WORDS.map((word, place) => buttonControl("change", word, { label: `${word}, word ${place}: changed`, pressed: isChanged(changed, place), data: { place } }));
  return (
    controlGroup("Change", [`<p class="lab-hint">Press a word to change it, or to change it back.</p>`, `<div class="leak-words">${words.join("")}</div>`]) +
    controlGroup("Mask and loss", [
      selectControl("mask", "Mask", MASKS, mask),
      selectControl("ratio", "BOS gives the answer weight,", RATIOS, String(ratio)),
      selectControl("answer", "Next word", ANSWERS, answer),
    ])
  );
}

/** @param {ReturnType<typeof workOut>} worked */
function summary({ cut, leaks, state, oracle }) {
  const loss = `Loss of the guess: ${oracle.loss.toFixed(6)}.`;
  if (cut === WORDS.length) return `No word is changed. ${loss}`;
  const changed = list(changedWords(state.changed), "and");
  if (cut === 0) return `${changed} changed; no word comes before. ${loss}`;
  const earlier = `${cut} earlier ${cut === 1 ? "output" : "outputs"}`;
  return `${changed} changed; ${leaks.length ? `${leaks.length} of ${earlier} moved: ${list(leaks.map((row) => WORDS[row] ?? ""), "and")} looked ahead.` : `none of ${earlier} moved.`} ${loss}`;
}

/** @param {LeakState} state @param {Deed} deed */
function act(state, { act: what, data, place, number = 0 }) {
  if (what === "change") {
    const row = Number(data.place);
    return { ...state, changed: isChanged(state.changed, row) ? state.changed.map((values, i) => (i === row ? (X[i] ?? []) : values)) : otherWord(state.changed, row) };
  }
  if (what === "type" && place?.table === "changed") return { ...state, changed: state.changed.map((values, i) => values.map((value, j) => (i === place.row && j === place.column ? number : value))) };
  return null;
}

/** The words with another one in a row. @param {number[][]} words @param {number} row */
function otherWord(words, row) {
  const step = [1, -1];
  return words.map((values, i) => (i === row ? values.map((value, j) => Math.round((value + (step[j] ?? 0)) * 100) / 100) : values));
}
