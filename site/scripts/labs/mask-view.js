/** The mask lab: its settings, its controls, and what each deed does. Pure. */

import { buttonControl, controlGroup, selectControl, toggleControl } from "./controls.js";
import { choice, places, toggle, whole, wordFault, wordList } from "./fields.js";
import { escapeHtml } from "../matrix.js";
import { linesOf } from "./mask-lines.js";
import { numpy } from "./mask-numpy.js";
import { emptyRows, MOST_WORDS, scoresOf, shownWord, workOut } from "./mask-state.js";
import { story } from "./mask-stories.js";
import { MISTAKES, steps } from "./mask-tables.js";
import { numberTable } from "./table-fields.js";

/** @typedef {import("./mask-state.js").MaskState} MaskState */
/** @typedef {import("./lab-kind.js").Lab} Lab */
/** @typedef {import("./lab-kind.js").Deed} Deed */

const FEWEST_WORDS = 2;
const SCORES = { equal: "all equal", example: "an example", random: "random", typed: "typed by me" };
const WINDOWS = { 0: "off", 1: "1: itself only", 2: "2", 3: "3", 4: "4" };

/** @type {MaskState} */
const START = { words: ["the", "cat", "sat", "and", "ate"], pad: [3, 4], causal: true, keys: true, window: 0, scores: "equal", seed: 1, typed: [], mistake: "none" };

/** @type {import("./lab-kind.js").LabPage} */
export const page = {
  about: "Move the masks and see who may look at whom, and what softmax makes of it.",
  look: [
    "Turn the causal mask off. Which columns are still closed to everyone?",
    "Make the first word padding. What becomes of its row?",
    "Choose a mistake, and look for an example in which it does not show.",
  ],
};

/** @type {Lab} */
export const lab = {
  name: "mask",
  title: "Mask lab",
  fields: {
    words: wordList("Words", FEWEST_WORDS, MOST_WORDS),
    pad: places("Padding", MOST_WORDS - 1, ({ words }) => words),
    causal: toggle("Causal mask"),
    keys: toggle("Hide padding"),
    window: whole("Window", 0, 4),
    scores: choice("Scores", SCORES),
    seed: whole("Random table", 1, 9999),
    typed: numberTable("Typed scores", { rows: MOST_WORDS, columns: MOST_WORDS, least: -1000, most: 1000 }),
    mistake: choice("Mistake shown", MISTAKES),
  },
  start: START,
  table: "weights",
  controls: (state) => controls(/** @type {MaskState} */ (state)),
  steps: (state) => steps(worked(state)),
  summary: (state) => summary(/** @type {MaskState} */ (state)),
  story: (state, place) => story(worked(state), place),
  numpy: (state, table) => numpy(worked(state), table),
  act: (state, deed) => act(/** @type {MaskState} */ (state), deed),
  settle: (state, before) => settle(/** @type {MaskState} */ (state), /** @type {MaskState} */ (before)),
  related: (state, { table, row, column }) => [
    ...linesOf(worked(state), { table, row, column }),
    ...["padding", "copied", "causal", "window", "scores", ...["blocked", "hidden", "weights"].flatMap((name) => [name, `mistake-${name}`, `right-${name}`])]
      .filter((name) => name !== table)
      .map((name) => ({ table: name, row: name === "padding" ? 0 : row, column })),
  ],
};

/** The last state's tables: a draw asks for them several times. @type {ReturnType<typeof workOut> | null} */
let last = null;

/** @param {import("./lab-kind.js").LabState} state */
function worked(state) {
  if (last?.state !== state) last = workOut(/** @type {MaskState} */ (state));
  return last;
}

/** @param {MaskState} state */
function controls(state) {
  const { words, pad } = state;
  const cards = words.map((word, place) => {
    const padded = pad.includes(place);
    return `<div class="lab-word"${padded ? " data-padding" : ""}>${buttonControl("pad", shownWord(state, place), { label: padded ? `PAD, word ${place}, ${word}: padding` : `${word}, word ${place}: padding`, pressed: padded, data: { place } })}<input type="text" class="lab-word-text" data-act="rename" data-place="${place}" value="${escapeHtml(word)}" size="5" aria-label="Text of word ${place}" autocomplete="off" autocapitalize="off" spellcheck="false"></div>`;
  });
  const count = [
    buttonControl("more", "+ word", { label: "Add a word", disabled: words.length === MOST_WORDS }),
    buttonControl("fewer", "− word", { label: "Remove the last word", disabled: words.length === FEWEST_WORDS }),
  ];
  return (
    controlGroup("Words", [`<p class="lab-hint">Press a word to make it padding.</p>`, `<div class="lab-words-row">${cards.join("")}<div class="lab-word-count">${count.join("")}</div></div>`]) +
    controlGroup("Masks", [
      toggleControl("causal", "Causal mask", state.causal),
      toggleControl("keys", "Hide padding", state.keys),
      selectControl("window", "Window", WINDOWS, String(state.window)),
    ]) +
    controlGroup("Scores and mistakes", [
      selectControl("scores", "Scores", SCORES, state.scores),
      state.scores === "random" ? buttonControl("reseed", "New random scores") : "",
      selectControl("mistake", "Beside it, a mistake", MISTAKES, state.mistake),
    ])
  );
}

/** @param {MaskState} state */
function summary(state) {
  const all = worked(state);
  const { errors, unused } = emptyRows(all);
  const words = [
    `${all.open} of ${all.size ** 2} cells are open.`,
    errors && `Error: ${errors} may look nowhere.`,
    unused && `${unused}: unused, no open cell.`,
  ];
  return words.filter(Boolean).join(" ");
}

/** @param {MaskState} state @param {Deed} deed */
function act(state, { act: what, data, text = "", place, number = 0 }) {
  const at = place?.column ?? Number(data.place);
  if (what === "pad" || (what === "press" && (place?.table === "padding" || place?.table === "copied"))) {
    return { ...state, pad: state.pad.includes(at) ? state.pad.filter((one) => one !== at) : [...state.pad, at].sort((a, b) => a - b) };
  }
  if (what === "rename") {
    const fault = wordFault(text);
    return fault ? { refused: `${fault} It stays “${state.words[at]}”.` } : { ...state, words: state.words.map((word, index) => (index === at ? text.trim() : word)) };
  }
  if (what === "more") return { ...state, words: [...state.words, [...START.words, "one", "big", "fig"][state.words.length] ?? "word"] };
  if (what === "fewer") return { ...state, words: state.words.slice(0, -1) };
  if (what === "reseed") return { ...state, seed: (state.seed % 9999) + 1 };
  if (what === "type" && place) return { ...state, typed: scoresOf(state).map((row, i) => row.map((score, j) => (i === place.row && j === place.column ? number : score))) };
  return null;
}

/** Places that no longer exist are no padding; typing begins with the scores that stood there. @param {MaskState} state @param {MaskState} before */
function settle(state, before) {
  const pad = state.pad.filter((place) => place < state.words.length);
  const begins = state.scores === "typed" && before.scores !== "typed" && !state.typed.length;
  return { ...state, pad, typed: begins ? scoresOf({ ...state, scores: before.scores }) : state.typed };
}
