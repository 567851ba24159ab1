/** The scores lab: its settings, its controls, and what each deed does. Pure. */

import { buttonControl, controlGroup, selectControl, toggleControl } from "./controls.js";
import { choice, decimal, list, signed, toggle, whole } from "./fields.js";
import { numpy } from "./scores-numpy.js";
import { WORDS, workOut } from "./scores-state.js";
import { related, story } from "./scores-stories.js";
import { steps } from "./scores-tables.js";
import { fullTable, numberTable } from "./table-fields.js";
import { sliderControl } from "./slider.js";

/** @typedef {import("./scores-state.js").ScoresState} ScoresState */
/** @typedef {import("./lab-kind.js").Lab} Lab */
/** @typedef {import("./lab-kind.js").Deed} Deed */

const SOURCES = { words: "from X", random: "random queries and keys", typed: "typed by me" };
const COUNT = WORDS.length;
const LIMITS = { rows: COUNT, columns: COUNT, least: -1000, most: 1000 };

/** @type {ScoresState} */
const START = {
  source: "words",
  X: [
    [1, 0],
    [0, 1],
    [1, 1],
  ],
  scale: true,
  dk: 16,
  seed: 1,
  typed: [],
  temperature: 1,
};

/** @type {import("./lab-kind.js").LabPage} */
export const page = {
  about: "From scores to weights to an output: move one number, and see what softmax makes of it.",
  look: [
    "Take random queries and keys, and make them wider. What does dividing by √d_k keep as it is?",
    "Lower the temperature. When does a row look at one word only?",
    "Type one score. Which weights move, and which do not?",
  ],
};

/** @type {Lab} */
export const lab = {
  name: "scores",
  title: "Scores lab",
  fields: {
    source: choice("Scores", SOURCES),
    X: fullTable("X", { ...LIMITS, columns: 2 }),
    scale: toggle("Divide by √d_k"),
    dk: whole("d_k", 1, 64),
    seed: whole("Random numbers", 1, 999),
    typed: numberTable("Typed scores", LIMITS),
    temperature: decimal("Temperature", 0.1, 10),
  },
  start: START,
  table: "weights",
  controls: (state) => controls(/** @type {ScoresState} */ (state)),
  steps: (state) => steps(worked(state)),
  summary: (state) => summary(worked(state)),
  story: (state, place) => story(worked(state), place),
  numpy: (state, table) => numpy(worked(state), table),
  act: (state, deed) => act(/** @type {ScoresState} */ (state), deed),
  settle: (state, before) => settle(/** @type {ScoresState} */ (state), /** @type {ScoresState} */ (before)),
  related: (state, place) => related(worked(state), place),
};

/** The last state's tables: a draw asks for them several times. @type {ReturnType<typeof workOut> | null} */
let last = null;

/** @param {import("./lab-kind.js").LabState} state */
function worked(state) {
  if (last?.state !== state) last = workOut(/** @type {ScoresState} */ (state));
  return last;
}

/** @param {ScoresState} state */
function controls(state) {
  const random = state.source === "random";
  return (
    controlGroup("Scores", [
      selectControl("source", "Scores", SOURCES, state.source),
      random ? sliderControl("dk", "d_k", { least: 1, most: 64, value: state.dk }) : "",
      random ? buttonControl("reseed", "New random numbers") : "",
    ]) +
    controlGroup("Divided by", [
      state.source === "typed" ? "" : toggleControl("scale", "Divide by √d_k", state.scale),
      sliderControl("temperature", "Temperature", { least: 0.1, most: 10, step: 0.1, value: state.temperature }),
    ])
  );
}

/** @param {ReturnType<typeof workOut>} all */
function summary({ weights, saturated }) {
  const most = `The largest weight is ${signed(Number(Math.max(...weights.flat()).toFixed(3)))}.`;
  return saturated.length ? `${most} Saturated: ${list(saturated.map((row) => WORDS[row] ?? ""), "and")}.` : `${most} No row is saturated.`;
}

/** @param {ScoresState} state @param {Deed} deed */
function act(state, { act: what, place, number = 0 }) {
  if (what === "reseed") return { ...state, seed: (state.seed % 999) + 1 };
  if (what !== "type" || !place) return null;
  const put = (/** @type {number[][]} */ table) => table.map((row, i) => row.map((value, j) => (i === place.row && j === place.column ? number : value)));
  return place.table === "X" ? { ...state, X: put(state.X) } : { ...state, typed: put(worked(state).raw) };
}

/** Typing begins with the scores that stood there, with few digits. @param {ScoresState} state @param {ScoresState} before */
function settle(state, before) {
  if (state.source !== "typed" || before.source === "typed" || state.typed.length) return state;
  const { raw, root } = workOut({ ...state, source: before.source });
  const typed = raw.map((row) => row.map((value) => Math.min(LIMITS.most, Math.max(LIMITS.least, Math.round((value / root) * 100) / 100)) + 0));
  return { ...state, typed };
}
