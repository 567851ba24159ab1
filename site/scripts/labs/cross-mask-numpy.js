/** The NumPy line that makes each table of the cross-mask lab. Pure. */

import { arrayText, floatArrayText, SOFTMAX } from "./numpy-text.js";
import { isUnused, mistaken } from "./cross-mask-state.js";

/** @typedef {import("./cross-mask-state.js").Worked} Worked */
/** @typedef {import("./lab-kind.js").NumpyLine} NumpyLine */

const LENGTH = { source: "S", target: "L", both: "S + L" };
const PADDING = { source: "source_padding", target: "target_padding", both: "np.concatenate([source_padding, target_padding])" };

/** @param {Worked} worked @param {string} table @returns {NumpyLine} */
export function numpy(worked, table) {
  const { kind, padding, S, L } = worked;
  const wrong = table.startsWith("mistake-");
  const name = table.replace(/^(mistake|right)-/, "");
  const sizes = [`S, L = ${S}, ${L}`];
  if (name === "sizes") return { given: sizes, line: "sizes = np.array([[S, S], [L, L], [L, S], [S + L, S + L]])", name };
  const given = [...sizes, `source_padding = ${arrayText(padding.slice(0, S))}`, `target_padding = ${arrayText(padding.slice(S))}`];
  if (name === "who") {
    const all = [...given, `padding = ${PADDING.both}[None, :]`, "ahead = np.triu(np.ones((S + L, S + L), dtype=int), k=1)"];
    return { given: all, line: "who = (ahead & (np.arange(S + L) >= S)) | padding", name };
  }
  const keys = `padding = ${PADDING[wrong && worked.state.mistake === "padding" ? "target" : kind.keys]}[None, :]`;
  if (name === "padding") return { given, line: keys, name };
  const shape = `(${LENGTH[kind.queries]}, ${LENGTH[kind.keys]})`;
  const triangle = `causal = np.triu(np.ones(${shape}, dtype=int), k=1)`;
  const prefix = worked.state.attention === "prefix";
  if (name === "causal") return prefix ? { given: [...given, triangle], line: "causal[:, :S] = 0", name } : { given, line: triangle, name };
  given.push(keys);
  const flipped = wrong && worked.state.mistake === "causal";
  const ahead = prefix || kind.causal !== flipped;
  if (ahead) given.push(triangle);
  if (prefix && !flipped) given.push("causal[:, :S] = 0");
  const blocked = ahead ? "blocked = causal | padding" : `blocked = np.broadcast_to(padding, ${shape})`;
  if (name === "blocked") return { given, line: blocked, name };
  given.push(blocked, `scores = ${floatArrayText(worked.scores)}`);
  if (name === "hidden") return { given, line: "hidden = np.where(blocked, -np.inf, scores)", name };
  return weights(worked, wrong, given, shape);
}

/** Rows without an open cell are left out, and stop the code where they are real words. @param {Worked} worked @param {boolean} wrong @param {string[]} given @param {string} shape @returns {NumpyLine} */
function weights(worked, wrong, given, shape) {
  const made = wrong ? mistaken(worked) : worked;
  const empty = made && "weights" in made ? made.weights.flatMap((row, index) => (row ? [] : [index])) : [];
  given.push(SOFTMAX);
  if (!empty.length) return { given, line: "weights = softmax(np.where(blocked, -np.inf, scores))", name: "weights" };
  given.push("used = (blocked == 0).any(axis=1)");
  if (!empty.every((row) => isUnused(worked, row))) {
    given.push(`is_padding = ${PADDING[worked.kind.queries]}`, "if (~used & (is_padding == 0)).any():", '    raise ValueError("a real word has no open cell")');
  }
  given.push(`weights = np.zeros(${shape})`);
  return { given, line: "weights[used] = softmax(np.where(blocked, -np.inf, scores)[used])", name: "weights" };
}
