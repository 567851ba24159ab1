/** The heads lab: its settings, its controls, and what each deed does. Pure. */

import { buttonControl, controlGroup, selectControl, toggleControl } from "./controls.js";
import { choice, toggle, whole } from "./fields.js";
import { numpy } from "./heads-numpy.js";
import { GIVEN, joinedFrom, moved, ownerOf, PRESETS, WIDTH, WORDS, workOut } from "./heads-state.js";
import { owned, related, story } from "./heads-stories.js";
import { steps } from "./heads-tables.js";
import { fullTable } from "./table-fields.js";

/** @typedef {import("./heads-state.js").HeadsState} HeadsState */
/** @typedef {import("./heads-state.js").Given} Given */
/** @typedef {import("./lab-kind.js").Lab} Lab */
/** @typedef {import("./lab-kind.js").Deed} Deed */

const LIMIT = 1000;
const COUNTS = { 1: "1", 2: "2", 4: "4" };
const SWAPS = { none: "head 0 first", heads: "heads 0 and 1 swapped", both: "swapped, rows of W_O with them" };
const CHOSEN = { none: "none", 0: "head 0", 1: "head 1", 2: "head 2", 3: "head 3" };

/** @type {HeadsState} */
const START = {
  heads: 2,
  head: 0,
  causal: false,
  swap: "none",
  word: 0,
  X: [
    [2, 0, 1, 0],
    [1, 1, 0, 1],
    [0, 2, 1, 1],
  ],
  .../** @type {Pick<HeadsState, "W_Q" | "W_K" | "W_V" | "W_O">} */ (PRESETS["keys"]),
};

/** @type {import("./lab-kind.js").LabPage} */
export const page = {
  about: "Give words several looks at once, and see which numbers belong to which head.",
  look: [
    "Choose head 1. Which rows of W_O read it?",
    "Change the last number of a word in X under the random weights. Does head 0 notice?",
    "Swap the heads with and without the rows of W_O. When does the output stay what it was?",
  ],
};

/** @type {Lab} */
export const lab = {
  name: "heads",
  title: "Heads lab",
  fields: {
    heads: choice("Heads", COUNTS, { 1: 1, 2: 2, 4: 4 }),
    head: choice("Head lit", CHOSEN, { none: -1, 0: 0, 1: 1, 2: 2, 3: 3 }),
    causal: toggle("Causal mask"),
    swap: choice("Joined", SWAPS),
    word: whole("Word followed", 0, WORDS.length - 1),
    ...Object.fromEntries(GIVEN.map((name) => [name, fullTable(name, { rows: name === "X" ? WORDS.length : WIDTH, columns: WIDTH, least: -LIMIT, most: LIMIT })])),
  },
  start: START,
  table: "output",
  controls: (state) => controls(/** @type {HeadsState} */ (state)),
  steps: (state) => steps(worked(state)),
  summary: (state) => summary(worked(state)),
  story: (state, place) => story(worked(state), place),
  numpy: (state, table) => numpy(worked(state), table),
  act: (state, deed) => act(/** @type {HeadsState} */ (state), deed),
  settle: (state) => ({ ...state, head: state.head < state.heads ? state.head : -1, swap: state.heads === 1 ? "none" : state.swap }),
  related: (state, place) => related(worked(state), place),
};

/** The last state's tables: a draw asks for them several times. @type {ReturnType<typeof workOut> | null} */
let last = null;

/** @param {import("./lab-kind.js").LabState} state */
function worked(state) {
  if (last?.state !== state) last = workOut(/** @type {HeadsState} */ (state));
  return last;
}

/** @param {HeadsState} state */
function controls(state) {
  const heads = Array.from({ length: state.heads }, (_, head) => buttonControl("light", `head ${head}`, { label: `Light head ${head}`, pressed: head === state.head, data: { head } }));
  /** @type {Record<string, string>} */
  const names = { keys: state.heads === 2 ? "head 1 swaps its keys" : "keys 2 and 3 swapped", identity: "all identity", random: "random" };
  const presets = Object.entries(names).map(([name, text]) => buttonControl("preset", text, { pressed: isPreset(state, name), data: { preset: name } }));
  return (
    controlGroup("Heads", [selectControl("heads", "Heads", COUNTS, String(state.heads)), `<div class="heads-choice"><span>Light</span>${heads.join("")}</div>`, toggleControl("causal", "Causal mask", state.causal)]) +
    controlGroup("Weights", [`<div class="heads-choice"><span>Weights</span>${presets.join("")}</div>`, state.heads > 1 ? selectControl("swap", "Joined", SWAPS, state.swap) : ""])
  );
}

/** @param {HeadsState} state @param {string} name */
const isPreset = (state, name) => Object.entries(PRESETS[name] ?? {}).every(([table, data]) => JSON.stringify(data) === JSON.stringify(state[/** @type {Given} */ (table)]));

/** @param {ReturnType<typeof workOut>} all */
function summary(all) {
  const apart = moved(all).flat().filter(Boolean).length;
  const swapped = all.state.swap === "none" ? "" : ` ${apart ? `${apart} of ${WORDS.length * WIDTH} outputs are not what they were before the swap.` : "The output is what it was before the swap."}`;
  return owned(all) + swapped;
}

/** @param {HeadsState} state @param {Deed} deed */
function act(state, { act: what, data, place, number = 0 }) {
  if (what === "light") return { ...state, head: state.head === Number(data.head) ? -1 : Number(data.head) };
  if (what === "follow") return { ...state, word: Number(data.word) };
  if (what === "preset" && data.preset) return { ...state, ...PRESETS[data.preset] };
  if (what === "type" && place) return typed(state, place, number);
  return what === "press" && place ? pressed(state, place) : null;
}

/** A row of W_O may stand in another place than it was made for. @param {HeadsState} state @param {import("./lab-kind.js").Place} place @param {number} number */
function typed(state, { table, row, column }, number) {
  const name = /** @type {Given} */ (table);
  const at = name === "W_O" ? worked(state).rows[row] : row;
  return { ...state, [name]: state[name].map((line, i) => line.map((value, j) => (i === at && j === column ? number : value))) };
}

/** Pressing a number lights the head it belongs to and follows its word. @param {HeadsState} state @param {import("./lab-kind.js").Place} place */
function pressed(state, { table, row, column }) {
  const all = worked(state);
  const [kind = "", number] = table.split("-");
  if (number !== undefined) return { ...state, head: Number(number), word: kind === "weights" ? row : state.word };
  if (kind === "Q" || kind === "K" || kind === "V") return { ...state, head: ownerOf(all, column), word: row };
  if (kind === "concat") return { ...state, head: joinedFrom(all, column), word: row };
  if (kind === "joined") return { ...state, head: joinedFrom(all, column) };
  return kind === "output" || kind === "before" ? { ...state, word: row } : null;
}
