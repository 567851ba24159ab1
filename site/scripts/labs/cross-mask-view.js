/** The cross-mask lab: its settings, its controls, and what each deed does. Pure. */

import { escapeHtml } from "../matrix.js";
import { buttonControl, controlGroup, selectControl } from "./controls.js";
import { ATTENTIONS, emptyRows, KINDS, workOut } from "./cross-mask-state.js";
import { numpy } from "./cross-mask-numpy.js";
import { ownerOf, story } from "./cross-mask-stories.js";
import { steps } from "./cross-mask-tables.js";
import { choice, places, whole, wordFault, wordList } from "./fields.js";

/** @typedef {import("./cross-mask-state.js").CrossState} CrossState */
/** @typedef {import("./lab-kind.js").Lab} Lab */
/** @typedef {import("./lab-kind.js").Deed} Deed */
/** @typedef {import("./lab-kind.js").Place} Place */

const FEWEST = 2;
const MOST = 6;
const SCORES = { equal: "all equal", random: "random" };
const MISTAKES = { none: "none", causal: "the causal mask", padding: "the wrong padding mask" };
const TITLES = Object.fromEntries(ATTENTIONS.map((name) => [name, KINDS[name].title]));

/** @type {CrossState} */
const START = { source: ["le", "chat", "est", "assis", "là"], target: ["BOS", "the", "cat", "sat"], padsource: [4], padtarget: [3], attention: "cross", scores: "equal", seed: 1, mistake: "none" };

/** @type {import("./lab-kind.js").LabPage} */
export const page = {
  about: "Two sequences: which attention has which size, and which mask belongs to it.",
  look: [
    "Go through the four attentions. Which ones have as many rows as columns?",
    "Make a word of the target padding. Which attentions lose a column, and which do not?",
    "Take the wrong padding mask in cross-attention, once with sequences of one length and once with two.",
  ],
};

/** @type {Lab} */
export const lab = {
  name: "cross-mask",
  title: "Cross-mask lab",
  fields: {
    attention: choice("Attention", TITLES),
    source: wordList("Source", FEWEST, MOST),
    target: wordList("Target", FEWEST, MOST),
    padsource: places("Padding in the source", MOST - 1, ({ source }) => source),
    padtarget: places("Padding in the target", MOST - 1, ({ target }) => target),
    scores: choice("Scores", SCORES),
    seed: whole("Random table", 1, 9999),
    mistake: choice("Mistake shown", MISTAKES),
  },
  start: START,
  table: "blocked",
  controls: (state) => controls(/** @type {CrossState} */ (state)),
  steps: (state) => steps(worked(state)),
  summary: (state) => summary(worked(state)),
  story: (state, place) => story(worked(state), place),
  numpy: (state, table) => numpy(worked(state), table),
  act: (state, deed) => act(/** @type {CrossState} */ (state), deed),
  settle: (state) => ({
    ...state,
    padsource: state.padsource.filter((/** @type {number} */ at) => at < state.source.length),
    padtarget: state.padtarget.filter((/** @type {number} */ at) => at < state.target.length),
  }),
  related: (state, place) => related(worked(state), place),
};

/** The last state's tables: a draw asks for them several times. @type {ReturnType<typeof workOut> | null} */
let last = null;

/** @param {import("./lab-kind.js").LabState} state */
function worked(state) {
  if (last?.state !== state) last = workOut(/** @type {CrossState} */ (state));
  return last;
}

/** @param {CrossState} state */
function controls(state) {
  return (
    controlGroup("Block", [selectControl("attention", "Attention", TITLES, state.attention)]) +
    sentence("source", "Source", state.source, state.padsource) +
    sentence("target", "Target", state.target, state.padtarget) +
    controlGroup("Scores and mistakes", [
      selectControl("scores", "Scores", SCORES, state.scores),
      state.scores === "random" ? buttonControl("reseed", "New random scores") : "",
      selectControl("mistake", "Beside it, a mistake", MISTAKES, state.mistake),
    ])
  );
}

/** @param {"source" | "target"} side @param {string} title @param {string[]} words @param {number[]} pad */
function sentence(side, title, words, pad) {
  const cards = words.map((word, place) => {
    const padded = pad.includes(place);
    const press = buttonControl("pad", padded ? "PAD" : word, { label: padded ? `PAD, ${side} word ${place}, ${word}: padding` : `${word}, ${side} word ${place}: padding`, pressed: padded, data: { side, place } });
    const text = `<input type="text" class="lab-word-text" data-act="rename" data-side="${side}" data-place="${place}" value="${escapeHtml(word)}" size="5" aria-label="Text of ${side} word ${place}" autocomplete="off" autocapitalize="off" spellcheck="false">`;
    return `<div class="lab-word"${padded ? " data-padding" : ""}>${press}${text}</div>`;
  });
  const count = [
    buttonControl("more", "+ word", { label: `Add a word to the ${side}`, disabled: words.length === MOST, data: { side } }),
    buttonControl("fewer", "− word", { label: `Remove the last word of the ${side}`, disabled: words.length === FEWEST, data: { side } }),
  ];
  const hint = `<p class="lab-hint">${title}, ${side === "source" ? "S" : "L"} = ${words.length}. Press a word to make it padding.</p>`;
  return controlGroup(title, [hint, `<div class="lab-words-row">${cards.join("")}<div class="lab-word-count">${count.join("")}</div></div>`]);
}

/** @param {ReturnType<typeof workOut>} all */
function summary(all) {
  const { kind, queries, keys, open } = all;
  const { errors, unused } = emptyRows(all);
  const said = [
    `In ${kind.title} the scores are (${queries}, ${keys}): ${open} of ${queries * keys} cells are open.`,
    errors && `Error: ${errors} may look nowhere.`,
    unused && `${unused}: unused, no open cell.`,
  ];
  return said.filter(Boolean).join(" ");
}

const MORE = { source: ["le", "chat", "est", "assis", "là", "encore"], target: ["BOS", "the", "cat", "sat", "there", "again"] };

/** @param {CrossState} state @param {Deed} deed */
function act(state, { act: what, data, text = "", place }) {
  if (what === "press" && place?.table === "sizes") return { ...state, attention: ATTENTIONS[place.row] };
  if (what === "press" && place?.table === "who") {
    const owner = ownerOf(worked(state), place.row, place.column);
    return owner ? { ...state, attention: owner } : { refused: "No attention has this block: the source never sees the target." };
  }
  if (what === "press" && place?.table === "padding") {
    const from = worked(state);
    const at = from.columns[0] + place.column;
    return at < from.S ? toggled(state, "source", at) : toggled(state, "target", at - from.S);
  }
  if (what === "reseed") return { ...state, seed: (state.seed % 9999) + 1 };
  const { side } = data;
  if (side !== "source" && side !== "target") return null;
  const words = state[side];
  const at = Number(data.place);
  if (what === "pad") return toggled(state, side, at);
  if (what === "more") return { ...state, [side]: [...words, MORE[side][words.length] ?? "word"] };
  if (what === "fewer") return { ...state, [side]: words.slice(0, -1) };
  if (what !== "rename") return null;
  const typed = text.trim();
  const fault = wordFault(typed);
  return fault ? { refused: `${fault} It stays “${words[at]}”.` } : { ...state, [side]: words.map((word, index) => (index === at ? typed : word)) };
}

/** @param {CrossState} state @param {"source" | "target"} side @param {number} at */
function toggled(state, side, at) {
  const name = side === "source" ? "padsource" : "padtarget";
  return { ...state, [name]: state[name].includes(at) ? state[name].filter((one) => one !== at) : [...state[name], at].sort((a, b) => a - b) };
}

/** The same pair of words in every table that has it. @param {ReturnType<typeof workOut>} all @param {Place} place @returns {Place[]} */
function related({ rows, columns, queries, keys }, { table, row, column }) {
  if (table === "sizes") return [];
  const [i, j] = table === "who" ? [row - rows[0], column - columns[0]] : [row, column];
  if (i < 0 || j < 0 || i >= queries || j >= keys) return [];
  const block = ["causal", "blocked", "hidden", "weights", "mistake-blocked", "right-blocked", "mistake-weights", "right-weights"].map((name) => ({ table: name, row: i, column: j }));
  const whole = table === "padding" ? [] : [{ table: "who", row: i + rows[0], column: j + columns[0] }];
  return [...whole, { table: "padding", row: 0, column: j }, ...block].filter((one) => one.table !== table);
}
