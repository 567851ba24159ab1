/** The axes lab: its settings, its controls, and what each deed does. Pure. */

import { relationRelated } from "./axes-relation.js";
import { numpy } from "./axes-numpy.js";
import { allTables, idOf, originOf, parts, workOut } from "./axes-state.js";
import { idAt, story } from "./axes-stories.js";
import { steps } from "./axes-tables.js";
import { controlGroup, selectControl } from "./controls.js";
import { choice, whole } from "./fields.js";
import { sliderControl } from "./slider.js";

/** @typedef {import("./axes-state.js").AxesState} AxesState */
/** @typedef {import("./axes-state.js").Worked} Worked */
/** @typedef {import("./lab-kind.js").Lab} Lab */
/** @typedef {import("./lab-kind.js").Deed} Deed */
/** @typedef {import("./lab-kind.js").Place} Place */

const MOST = { B: 2, T: 4, d: 3 };
const HEADS = { 1: "1", 2: "2", 4: "4" };
const WRONG = { reshape: "reshape only", T: ".T" };
const RELATIONS = { none: "off", B1TT: "(B, 1, T, T)", BTT: "(B, T, T)" };

/** @type {import("./lab-kind.js").LabPage} */
export const page = {
  about: "Follow a number through the axes, and see what reshape alone does to it.",
  look: [
    "Press a number of head 1. Which row and column did it have in Q?",
    "Compare the two ways to the heads. In which rows of the wrong one do two words meet?",
    "Find sizes for which the wrong way gives the right heads.",
    "Choose .T in its place. Which axis comes first now?",
    "Lay a relation of shape (B, T, T) over the heads, with two sentences and two heads. What goes wrong without a word?",
  ],
};

/** @type {Lab} */
export const lab = {
  name: "axes",
  title: "Axes lab",
  fields: {
    B: whole("Sentences B", 1, MOST.B),
    T: whole("Words T", 1, MOST.T),
    H: choice("Heads H", HEADS, { 1: 1, 2: 2, 4: 4 }),
    d: whole("Columns of a head d", 1, MOST.d),
    follow: whole("Number followed, by its place in Q", 0, MOST.B * MOST.T * MOST.d * 4 - 1),
    wrong: choice("Wrong way", WRONG),
    relation: choice("Relation over all heads", RELATIONS),
  },
  start: /** @type {AxesState} */ ({ B: 1, T: 3, H: 2, d: 2, follow: 9, wrong: "reshape", relation: "none" }),
  table: "heads-0-1",
  controls: (state) => controls(/** @type {AxesState} */ (state)),
  steps: (state) => steps(worked(state)),
  summary: (state) => summary(worked(state)),
  story: (state, place) => story(worked(state), place),
  // The line at first is that of head 1; with one head there is only head 0.
  numpy: (state, table) => numpy(worked(state), table === "heads-0-1" && state.H === 1 ? "heads-0-0" : table),
  act: (state, deed) => act(/** @type {AxesState} */ (state), deed),
  settle: (state, before) => settle(/** @type {AxesState} */ (state), /** @type {AxesState} */ (before)),
  related: (state, place) => related(worked(state), place),
};

/** The last state's arrays: a draw asks for them several times. @type {Worked | null} */
let last = null;

/** @param {import("./lab-kind.js").LabState} state */
function worked(state) {
  if (last?.state !== state) last = workOut(/** @type {AxesState} */ (state));
  return last;
}

/** @param {AxesState} state */
function controls(state) {
  return controlGroup("Sizes", [
    sliderControl("B", "B, sentences", { least: 1, most: MOST.B, value: state.B }),
    sliderControl("T", "T, words", { least: 1, most: MOST.T, value: state.T }),
    selectControl("H", "H, heads", HEADS, String(state.H)),
    sliderControl("d", "d, columns of a head", { least: 1, most: MOST.d, value: state.d }),
  ]) + controlGroup("Beside it", [
    selectControl("wrong", "Beside it, the wrong way", WRONG, state.wrong),
    selectControl("relation", "A relation over all heads", RELATIONS, state.relation),
  ]);
}

/** @param {Worked} all */
function summary({ value, trail, state, C }) {
  const [, t, c] = trail.Q;
  const [, head, word] = trail.wrongHeads;
  const wrong = state.wrong === "T" ? `.T puts it at [${trail.wrongHeads.join(", ")}]: column, head, word, sentence.` : `Reshape alone puts it at head ${head}, word ${word}.`;
  return `C = ${state.H} × ${state.d} = ${C}. The followed number ${value} is word ${t}, column ${c}: head ${trail.heads[1]}. ${wrong}`;
}

/** @param {AxesState} state @param {Deed} deed */
function act(state, { act: what, place }) {
  if (what !== "press" || !place) return null;
  const follow = idAt(worked(state), place);
  return follow < 0 ? null : { ...state, follow };
}

/** When sizes change, the same word and column stay followed where they still exist. @param {AxesState} state @param {AxesState} before */
function settle(state, before) {
  const all = workOut(state);
  const resized = state.B !== before.B || state.T !== before.T || state.H * state.d !== before.H * before.d;
  if (!resized || state.follow !== before.follow) return { ...state, follow: Math.min(state.follow, all.Q.length - 1) };
  const most = [state.B, state.T, all.C];
  const index = originOf(workOut(before), state.follow).map((at, axis) => Math.min(at, (most[axis] ?? 1) - 1));
  return { ...state, follow: idOf(all, index) };
}

/** The same number in every table, and what it was made of. @param {Worked} all @param {Place} place @returns {Place[]} */
function related(all, place) {
  const [kind = ""] = parts(place.table);
  if (kind === "relation" || kind === "over") return relationRelated(all.state, place);
  const id = idAt(all, place);
  if (id < 0 || kind === "W") return [];
  const same = allTables(all).flatMap(({ name, ids }) => ids.flatMap((row, i) => row.flatMap((one, j) => (one === id && name !== place.table ? [{ table: name, row: i, column: j }] : []))));
  const [b, t = 0, c = 0] = originOf(all, id);
  return [...same, ...[0, 1].flatMap((i) => [{ table: `X-${b}`, row: t, column: i }, { table: "W", row: i, column: c }])];
}
