/** The NumPy line that makes each table of the leak lab. Pure. */

import { floatArrayText, SOFTMAX } from "./numpy-text.js";
import { X } from "./leak-state.js";

/** @typedef {import("./leak-state.js").Worked} Worked */
/** @typedef {import("./lab-kind.js").NumpyLine} NumpyLine */

/** @type {Record<import("./leak-math.js").LeakMask, string>} */
const MASKS = {
  none: "np.zeros((L, L), dtype=int)",
  reversed: "np.tril(np.ones((L, L), dtype=int), k=-1)",
  onestep: "np.triu(np.ones((L, L), dtype=int), k=2)",
  causal: "np.triu(np.ones((L, L), dtype=int), k=1)",
};
const WEIGHTS = "softmax(np.where(blocked, -np.inf, X @ X.T / np.sqrt(2)))";
const ATTEND = `def attend(X):
    weights = ${WEIGHTS}
    return weights @ X
`;

/** @param {Worked} worked @param {string} table @returns {NumpyLine} */
export function numpy(worked, table) {
  const { state } = worked;
  const first = `X = ${floatArrayText(X)}`;
  const second = `changed = ${floatArrayText(state.changed)}`;
  const blocked = `blocked = ${MASKS[state.mask]}`;
  if (table === "X") return { given: [], line: first, name: "X" };
  if (table === "changed") return { given: [], line: second, name: "changed" };
  if (table === "blocked") return { given: [`L = ${X.length}`], line: blocked, name: "blocked" };
  const given = [`L = ${X.length}`, blocked, SOFTMAX];
  if (table === "weights") return { given: [...given, second], line: `weights = ${WEIGHTS.replaceAll("X", "changed")}`, name: "weights" };
  if (table === "before") return { given: [...given, ATTEND, first], line: "before = attend(X)", name: "before" };
  if (table === "after") return { given: [...given, ATTEND, second], line: "after = attend(changed)", name: "after" };
  return oracleLine(worked, table);
}

/** @param {Worked} worked @param {string} table @returns {NumpyLine} */
function oracleLine({ state, oracle }, table) {
  const answer = state.answer === "red" ? 0 : 1;
  const open = oracle.scores[0]?.[1] !== -Infinity;
  const scores = `scores = np.array([[0, ${open ? `np.log(${state.ratio})` : "-np.inf"}]])`;
  const values = `values = ${floatArrayText(oracle.values)}`;
  if (table === "oracle-scores") return { given: [], line: scores, name: "scores" };
  if (table === "oracle-values") return { given: [], line: values, name: "values" };
  const given = [SOFTMAX, scores];
  if (table === "oracle-weights") return { given, line: "weights = softmax(scores)", name: "weights" };
  given.push(values);
  if (table === "oracle-p") return { given, line: "p = softmax(scores) @ values", name: "p" };
  given.push("causal = np.array([[0, -np.inf]])", `answer = ${answer}`, "correct = (softmax(np.vstack([scores, causal])) @ values)[:, answer]");
  return { given, line: "losses = np.column_stack([correct, -np.log(correct)])", name: "losses" };
}
