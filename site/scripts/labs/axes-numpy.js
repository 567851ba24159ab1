/** The NumPy line that makes each table of the axes lab. Pure. */

import { arrayText } from "./numpy-text.js";
import { relationLine } from "./axes-relation.js";
import { parts } from "./axes-state.js";

/** @typedef {import("./axes-state.js").Worked} Worked */
/** @typedef {import("./lab-kind.js").NumpyLine} NumpyLine */

const SPLIT = "Q.reshape(B, T, H, d)";
const HEADS = `${SPLIT}.transpose(0, 2, 1, 3)`;

/** @param {Worked} worked @param {string} table @returns {NumpyLine} */
export function numpy({ state, X, W }, table) {
  if (/^(relation|over)-/.test(table)) return relationLine(state, table);
  const { B, T, H, d, wrong } = state;
  const given = [`B, T, H, d = ${B}, ${T}, ${H}, ${d}`, `X = ${arrayText(X.flat())}.reshape(B, T, 2)`];
  const [kind, ...outer] = parts(table);
  const index = outer.join(", ");
  const name = table.replaceAll("-", "_");
  if (kind === "X") return { given, line: `${name} = X[${index}]`, name };
  given.push(`W = ${arrayText(W)}`);
  if (kind === "W") return { given: [], line: given[2] ?? "", name };
  if (kind === "Q") return { given, line: `${name} = (X @ W)[${index}]`, name };
  given.push("Q = X @ W");
  if (kind === "split") return { given, line: `${name} = ${SPLIT}[${index}]`, name };
  if (kind === "heads") return { given, line: `${name} = ${HEADS}[${index}]`, name };
  if (kind === "wrong-heads") return { given, line: `${name} = ${wrong === "T" ? `${SPLIT}.T` : "Q.reshape(B, H, T, d)"}[${index}]`, name };
  given.push(`heads = ${HEADS}`);
  const back = kind === "merged" ? ".transpose(0, 2, 1, 3)" : wrong === "T" ? ".T" : "";
  return { given, line: `${name} = heads${back}.reshape(B, T, H * d)[${index}]`, name };
}
