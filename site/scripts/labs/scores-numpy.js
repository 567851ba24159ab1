/** The NumPy line that makes each table of the scores lab. Pure. */

import { arrayText, floatArrayText, SOFTMAX } from "./numpy-text.js";
import { WEIGHTS } from "./scores-state.js";

/** @typedef {import("./scores-state.js").Worked} Worked */
/** @typedef {import("./lab-kind.js").NumpyLine} NumpyLine */

/** @param {Worked} worked @param {string} table @returns {NumpyLine} */
export function numpy(worked, table) {
  const { state, root } = worked;
  const X = `X = ${floatArrayText(state.X)}`;
  if (table === "X") return { given: [], line: X, name: "X" };
  const weight = (/** @type {"Q" | "K" | "V"} */ name) => `W_${name} = ${arrayText(WEIGHTS[`W_${name}`])}`;
  const made = (/** @type {"Q" | "K" | "V"} */ name) => `${name} = X @ W_${name}`;
  if (table === "Q" || table === "K") return { given: [X, weight(table)], line: made(table), name: table };
  if (table === "V" || table === "values") return { given: [X, weight("V")], line: made("V"), name: "V" };
  const { given, line } = rawLine(worked, [X, weight("Q"), weight("K"), made("Q"), made("K")]);
  if (table === "raw") return { given, line, name: "raw" };
  const by = [root === 1 ? "" : " / np.sqrt(d_k)", state.temperature === 1 ? "" : " / temperature"].join("");
  const scores = `scores = raw${by}`;
  given.push(line);
  if (root !== 1) given.push("d_k = K.shape[1]");
  if (state.temperature !== 1) given.push(`temperature = ${state.temperature}`);
  if (table === "scores") return { given, line: scores, name: "scores" };
  given.push(scores, SOFTMAX);
  const weights = "weights = softmax(scores)";
  if (table === "weights" || table === "mixing") return { given, line: weights, name: "weights" };
  given.push(weights);
  if (table === "slopes") return { given, line: "slopes = weights * (1 - weights)", name: "slopes" };
  return { given: [...given, ...(state.source === "words" ? [] : [X]), weight("V"), made("V")], line: "output = weights @ V", name: "output" };
}

/** How the first scores are made. @param {Worked} worked @param {string[]} projected @returns {{given: string[], line: string}} */
function rawLine({ state, Q, K, raw }, projected) {
  if (state.source === "typed") return { given: [], line: `raw = ${floatArrayText(raw)}` };
  const pair = state.source === "random" ? [`Q = ${floatArrayText(Q)}`, `K = ${floatArrayText(K)}`] : projected;
  return { given: [...pair], line: "raw = Q @ K.T" };
}
