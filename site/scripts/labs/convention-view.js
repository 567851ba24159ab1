/** The convention lab: its settings, its controls, and what each deed does. Pure. */

import { buttonControl, controlGroup, selectControl, toggleControl } from "./controls.js";
import { choice, list, toggle } from "./fields.js";
import { numpy } from "./convention-numpy.js";
import { apart, completed, emptyWords, FORMS, READERS, RELATIONS, workOut } from "./convention-state.js";
import { story } from "./convention-stories.js";
import { steps } from "./convention-tables.js";
import { FILLS, fillText, FORM_HEADS, FORM_NAMES, READER_NAMES, readerHead } from "./convention-words.js";
import { numberTable } from "./table-fields.js";

/** @typedef {import("./convention-state.js").ConventionState} ConventionState */
/** @typedef {import("./lab-kind.js").Lab} Lab */
/** @typedef {import("./lab-kind.js").Deed} Deed */
/** @typedef {import("./lab-kind.js").Field} Field */

const BUTTONS = { causal: "causal", open: "all open", empty: "Ann sees nobody" };
const AROUND = { 0: "0", "-20": "−20", "-20000": "−20000" };
const SAME_PLACE = ["blocked", "allowed", "additive", "handed", "adds", "weights", "wanted", "scores", "filled", "finite", "infinite"];

const table = numberTable("Blocked", { rows: 3, columns: 3, least: 0, most: 1 });
/** @type {Field} */
const relation = {
  ...table,
  wanted: "'none' or up to 3 rows of up to 3 cells, 1 for blocked and 0 for open, such as 0,1,1;0,0,1;0,0,0",
  parse: (text) => {
    const read = table.parse(text);
    return read?.value.flat().every(Number.isInteger) ? { value: completed(read.value) } : null;
  },
  say: (value) => `${value.flat().filter(Boolean).length} of 9 cells`,
  change: undefined,
};

/** @type {import("./lab-kind.js").LabPage} */
export const page = {
  about: "One mask written three ways, and what each function makes of it: whose True means what?",
  look: [
    "Hand blocked to each function in turn. Which of them turn it round?",
    "Which way of writing do both PyTorch functions read as it is meant?",
    "Press “Ann sees nobody”, and compare a finite fill with −∞.",
  ],
};

/** @type {Lab} */
export const lab = {
  name: "convention",
  title: "Convention lab",
  fields: {
    blocked: relation,
    handed: choice("Handed over", FORM_NAMES),
    reader: choice("Function", READER_NAMES),
    fill: choice("Fill", FILLS, Object.fromEntries(Object.keys(FILLS).map((text) => [text, Number(text)]))),
    half: toggle("float16"),
    around: choice("Scores lie near", AROUND, { 0: 0, "-20": -20, "-20000": -20000 }),
  },
  start: /** @type {ConventionState} */ ({ blocked: RELATIONS.causal, handed: "blocked", reader: "sdpa", fill: -10, half: false, around: 0 }),
  table: "adds",
  controls: (state) => controls(/** @type {ConventionState} */ (state)),
  steps: (state) => steps(worked(state)),
  summary: (state) => summary(worked(state)),
  story: (state, place) => story(worked(state), place),
  numpy: (state, name) => numpy(worked(state), name),
  act: (state, deed) => act(/** @type {ConventionState} */ (state), deed),
  related: (_state, { table: name, row, column }) => (SAME_PLACE.includes(name) ? SAME_PLACE.filter((other) => other !== name).map((other) => ({ table: other, row, column })) : []),
};

/** The last state's tables: a draw asks for them several times. @type {ReturnType<typeof workOut> | null} */
let last = null;

/** @param {import("./lab-kind.js").LabState} state */
function worked(state) {
  if (last?.state !== state) last = workOut(/** @type {ConventionState} */ (state));
  return last;
}

/** @param {ConventionState} state */
function controls({ blocked, handed, reader, fill, half, around }) {
  const buttons = Object.entries(BUTTONS).map(([name, text]) => buttonControl("relation", text, { pressed: String(RELATIONS[name]) === String(blocked), data: { name } }));
  return (
    controlGroup("Relation", [`<span>Who may look:</span>`, ...buttons]) +
    controlGroup("Function", [selectControl("handed", "Hand over", FORM_NAMES, handed), selectControl("reader", "to", READER_NAMES, reader)]) +
    controlGroup("Fill", [selectControl("fill", "In place of −∞", FILLS, fillText(fill)), selectControl("around", "Scores lie near", AROUND, String(around)), toggleControl("half", "float16", half)])
  );
}

/** @param {ReturnType<typeof workOut>} worked */
function summary({ state, wrong, weights, finite, infinite }) {
  const count = wrong[READERS.indexOf(state.reader)]?.[FORMS.indexOf(state.handed)] ?? 0;
  const empty = emptyWords(weights);
  const differ = apart(finite, infinite).flat().filter(Boolean).length;
  const words = [
    `${readerHead(state.reader)} handed ${FORM_HEADS[state.handed]}: ${count === 0 ? "every cell is read as meant" : `${count} of 9 cells are read wrongly`}.`,
    empty.length ? `Error: ${list(empty, "and")} may look nowhere.` : "",
    `A fill of ${FILLS[fillText(state.fill)]}: ${differ === 0 ? "no weight differs" : differ === 1 ? "1 weight differs" : `${differ} weights differ`}.`,
  ];
  return words.filter(Boolean).join(" ");
}

/** @param {ConventionState} state @param {Deed} deed */
function act(state, { act: what, data, place }) {
  if (what === "relation") return { ...state, blocked: RELATIONS[data.name ?? ""] ?? state.blocked };
  if (what !== "press" || !place) return null;
  const { table: name, row, column } = place;
  if (name === "wrong") return { ...state, reader: READERS[row] ?? state.reader, handed: FORMS[column] ?? state.handed };
  if (!["blocked", "allowed", "additive"].includes(name)) return null;
  return { ...state, blocked: state.blocked.map((cells, i) => cells.map((cell, j) => (i === row && j === column ? 1 - cell : cell))) };
}
