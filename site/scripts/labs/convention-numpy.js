/** The NumPy line that makes each table of the convention lab. Pure. */

import { arrayText, floatArrayText, SOFTMAX } from "./numpy-text.js";
import { isAdded, trueCloses } from "./convention-math.js";
import { emptyWords, SCORES } from "./convention-state.js";
import { fillText } from "./convention-words.js";

/** @typedef {import("./convention-state.js").Worked} Worked */
/** @typedef {import("./lab-kind.js").NumpyLine} NumpyLine */

/** @type {Record<import("./convention-math.js").Form, string>} */
const WRITTEN = { blocked: "blocked", allowed: "~blocked", additive: "np.where(blocked, -np.inf, 0.0)", floats: "blocked.astype(float)" };

const READERS = `forms = [blocked, ~blocked, np.where(blocked, -np.inf, 0.0), blocked.astype(float)]
readers = [
    lambda mask: mask != 0,  # this course
    lambda mask: mask == 0,  # visible
    lambda mask: ~mask if mask.dtype == bool else np.isneginf(mask),  # scaled_dot_product_attention
    lambda mask: mask if mask.dtype == bool else np.isneginf(mask),  # MultiheadAttention
]`;

/** @param {Worked} worked @param {string} table @returns {NumpyLine} */
export function numpy(worked, table) {
  const { state } = worked;
  const blocked = `blocked = ${arrayText(state.blocked)} == 1`;
  if (table === "blocked") return { given: [], line: blocked, name: "blocked" };
  if (table === "allowed") return { given: [blocked], line: "allowed = ~blocked", name: "allowed" };
  if (table === "additive") return { given: [blocked], line: `additive = ${WRITTEN.additive}`, name: "additive" };
  if (table === "wrong") return { given: [blocked, READERS], line: "wrong = np.array([[(read(form) != blocked).sum() for form in forms] for read in readers])", name: "wrong" };
  if (["scores", "filled", "finite", "infinite"].includes(table)) return fillLine(worked, table, blocked);
  if (table === "wanted") return weightsLine([blocked], "wanted", "np.where(blocked, -np.inf, 0.0)", worked.wanted);
  const handed = `handed = ${WRITTEN[state.handed]}`;
  if (table === "handed") return { given: [blocked], line: handed, name: "handed" };
  const how = isAdded(state.reader, state.handed) ? "handed" : trueCloses(state.reader) ? "np.where(handed, -np.inf, 0.0)" : "np.where(handed, 0.0, -np.inf)";
  if (table === "adds") return { given: [blocked, handed], line: `adds = ${how}`, name: "adds" };
  return weightsLine([blocked, handed, `adds = ${how}`], "weights", "scores + adds", worked.weights, ["scores = np.zeros((3, 3))"]);
}

/** @param {Worked} worked @param {string} table @param {string} blocked @returns {NumpyLine} */
function fillLine({ state, finite, infinite }, table, blocked) {
  const type = state.half ? ".astype(np.float16)" : "";
  const moved = state.around ? ` + ${state.around}`.replace("+ -", "- ") : "";
  const scores = `scores = ${state.around && state.half ? `(${floatArrayText(SCORES)}${moved})` : `${floatArrayText(SCORES)}${moved}`}${type}`;
  if (table === "scores") return { given: [], line: scores, name: "scores" };
  const quiet = 'np.seterr(over="ignore", under="ignore")  # a fill may be too large for float16, and e to it too small';
  const given = [quiet, blocked, scores];
  const fill = state.half ? `np.float16(${fillText(state.fill)})` : fillText(state.fill);
  if (table === "filled") return { given, line: `filled = np.where(blocked, ${fill}, scores)`, name: "filled" };
  const wide = state.half ? ".astype(float)" : "";
  if (table === "finite") return weightsLine(given, "finite", `np.where(blocked, ${fill}, scores)${wide}`, finite);
  return weightsLine([blocked, scores], "infinite", `np.where(blocked, -np.inf, scores${wide})`, infinite);
}

/** A row without an open cell stops the code. @param {string[]} given @param {string} name @param {string} masked @param {(number[] | null)[]} weights @param {string[]} [more] @returns {NumpyLine} */
function weightsLine(given, name, masked, weights, more = []) {
  const stops = emptyWords(weights).length ? [`if np.isneginf(${masked}).all(axis=1).any():`, '    raise ValueError("a row has no open cell")'] : [];
  return { given: [...given, ...more, SOFTMAX, ...stops], line: `${name} = softmax(${masked})`, name };
}
