/** The cost lab: its settings, its controls, and what each deed does. Pure. */

import { buttonControl, controlGroup, selectControl } from "./controls.js";
import { sharedBy } from "./cost-math.js";
import { numpy } from "./cost-numpy.js";
import { bytesText, grouped, MOST, NAMES, readSize, SIGNS, workOut } from "./cost-state.js";
import { story } from "./cost-stories.js";
import { steps } from "./cost-tables.js";
import { choice, whole } from "./fields.js";

/** @typedef {import("./cost-state.js").CostState} CostState */
/** @typedef {import("./cost-state.js").Worked} Worked */
/** @typedef {keyof typeof MOST} Size */
/** @typedef {import("./lab-kind.js").Lab} Lab */
/** @typedef {import("./lab-kind.js").Deed} Deed */
/** @typedef {import("./lab-kind.js").Place} Place */

const BYTES = { 8: "8 (float64)", 4: "4 (float32)", 2: "2 (float16)", 1: "1 (int8)" };
const SIZES = /** @type {Size[]} */ (["B", "T", "C", "H"]);

/** @type {CostState} */
const START = { B: 1, T: 3, C: 4, H: 2, bytes: 8 };
/** @type {Record<string, {text: string, state: CostState}>} */
const EXAMPLES = {
  small: { text: "three words", state: START },
  model: { text: "a small GPT", state: { B: 1, T: 1024, C: 768, H: 12, bytes: 2 } },
  long: { text: "a long text", state: { B: 1, T: 32768, C: 768, H: 12, bytes: 2 } },
};

/** @param {string} label @param {number} most */
const size = (label, most) => ({ ...whole(label, 1, most), say: grouped });

/** @type {import("./lab-kind.js").LabPage} */
export const page = {
  about: "How much attention keeps and multiplies, and where T² takes over.",
  look: [
    "Double T. Which rows double, which become four times as large, which stay?",
    "Double H. What changes, and what does not?",
    "Take the small GPT. At which T is half of the multiplications work on T × T tables?",
  ],
};

/** @type {Lab} */
export const lab = {
  name: "cost",
  title: "Cost lab",
  fields: {
    B: size("Sentences B", MOST.B),
    T: size("Words T", MOST.T),
    C: size("d_model", MOST.C),
    H: size("Heads H", MOST.H),
    bytes: choice("Bytes of a number", BYTES, { 8: 8, 4: 4, 2: 2, 1: 1 }),
  },
  start: START,
  table: "cost",
  controls: (state) => controls(/** @type {CostState} */ (state)),
  steps: (state) => steps(worked(state)),
  summary: (state) => summary(worked(state)),
  story: (state, place) => story(worked(state), place),
  numpy: (state, table) => numpy(worked(state), table),
  act: (state, deed) => act(/** @type {CostState} */ (state), deed),
  // A link may ask for heads that cannot share the columns.
  settle: (state) => ({ ...state, H: sharedBy(state.C, state.H) }),
  related: (state, place) => related(worked(state), place),
};

/** The last state's tables: a draw asks for them several times. @type {Worked | null} */
let last = null;

/** @param {import("./lab-kind.js").LabState} state */
function worked(state) {
  if (last?.state !== state) last = workOut(/** @type {CostState} */ (state));
  return last;
}

/** @param {CostState} state */
function controls(state) {
  const sizes = SIZES.map((name) => {
    const field = `<label class="lab-control cost-size">${NAMES[name]} <input type="text" inputmode="numeric" data-act="size" data-size="${name}" value="${state[name]}" size="6" autocomplete="off" spellcheck="false"></label>`;
    const halve = buttonControl("scale", "÷ 2", { label: `${NAMES[name]} ÷ 2`, disabled: !fits(state, name, state[name] / 2), data: { size: name, by: 0.5 } });
    return `<div class="cost-field">${field}${halve}${buttonControl("scale", "× 2", { label: `${NAMES[name]} × 2`, disabled: !fits(state, name, state[name] * 2), data: { size: name, by: 2 } })}</div>`;
  });
  const examples = Object.entries(EXAMPLES).map(([name, { text }]) => buttonControl("example", text, { data: { example: name } }));
  return controlGroup("Sizes", sizes) + controlGroup("Numbers and examples", [selectControl("bytes", "Bytes of a number", BYTES, String(state.bytes)), ...examples]);
}

/** Whether a size may be `value`. @param {CostState} state @param {Size} name @param {number} value */
function fits(state, name, value) {
  const next = /** @type {CostState} */ ({ ...state, [name]: value });
  return Number.isInteger(value) && value >= 1 && value <= MOST[name] && next.C % next.H === 0;
}

/** @param {Worked} all */
function summary({ state, cost }) {
  const [count = 0, bytes = 0] = cost[2] ?? [];
  return `${grouped(count)} scores take ${bytesText(bytes)}; ${grouped(cost[3]?.[0] ?? 0)} parameters take ${bytesText(cost[3]?.[1] ?? 0)}, whatever H = ${state.H} is.`;
}

/** @param {CostState} state @param {Deed} deed */
function act(state, { act: what, data, text = "", place }) {
  if (what === "example") return EXAMPLES[data.example ?? ""]?.state ?? null;
  if (what === "press" && place?.table === "growth") {
    const T = worked(state).lengths[place.row] ?? state.T;
    return T > MOST.T ? { refused: `T goes up to ${MOST.T}.` } : { ...state, T };
  }
  const name = SIZES.find((size) => size === data.size);
  if (!name) return null;
  if (what === "scale") return fits(state, name, state[name] * Number(data.by)) ? { ...state, [name]: state[name] * Number(data.by) } : null;
  if (what !== "size") return null;
  const read = readSize(text, name);
  const next = "size" in read ? { ...state, [name]: read.size } : state;
  const columns = next.C === 1 ? "1 column" : `${next.C} columns`;
  const fault = "refused" in read ? read.refused : next.C % next.H && `${next.H} heads cannot share ${columns} evenly.`;
  return fault ? { refused: `${fault} ${SIGNS[name]} stays at ${state[name]}.` } : next;
}

/** The row of T now and the rows of the same part. @param {Worked} all @param {Place} place @returns {Place[]} */
function related({ state, lengths }, { table, row, column }) {
  const now = lengths.indexOf(state.T);
  if (table === "cost" && row > 0) return [{ table: "growth", row: now, column: row - 1 }];
  return table === "growth" && row === now ? [0, 1].map((one) => ({ table: "cost", row: column + 1, column: one })) : [];
}
