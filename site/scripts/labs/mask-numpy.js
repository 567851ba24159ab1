/** The NumPy line that makes each table of the mask lab. Pure. */

import { arrayText, floatArrayText, SOFTMAX } from "./numpy-text.js";
import { emptyRows, mistaken } from "./mask-state.js";

/** @typedef {import("./mask-state.js").Worked} Worked */
/** @typedef {import("./lab-kind.js").NumpyLine} NumpyLine */

/** @param {Worked} worked @param {string} table @returns {NumpyLine} */
export function numpy(worked, table) {
  const wrong = table.startsWith("mistake-");
  const name = table.replace(/^(mistake|right)-/, "");
  const given = [`L = ${worked.size}`, `is_padding = ${arrayText(worked.state.words.map((_, place) => Number(worked.state.pad.includes(place))))}`];
  if (name === "padding") return { given, line: PADDING, name };
  if (name === "copied") return { given: [...given, PADDING], line: "copied = np.broadcast_to(padding, (L, L))", name };
  if (name === "causal") return { given, line: causal(1), name };
  if (name === "window") return { given, line: near(worked), name };
  given.push(...maskLines(worked, wrong));
  if (name === "blocked") return { given, line: joined(worked, wrong), name };
  given.push(joined(worked, wrong));
  const scores = `scores = ${floatArrayText(worked.scores)}`;
  if (name === "scores") return { given: [], line: scores, name };
  given.push(scores);
  const fill = wrong && worked.state.mistake === "zero" ? "0" : "-np.inf";
  if (name === "hidden") return { given, line: `hidden = np.where(blocked, ${fill}, scores)`, name };
  return weights(worked, wrong, [...given, SOFTMAX], `np.where(blocked, ${fill}, scores)`);
}

const PADDING = "padding = is_padding[None, :]";
/** @param {number} k */
const causal = (k) => `causal = np.triu(np.ones((L, L), dtype=int), k=${k})`;
/** @param {Worked} worked */
const near = ({ state }) => `window = (abs(np.arange(L)[:, None] - np.arange(L)) >= ${state.window}).astype(int)`;

/** @param {Worked} worked @param {boolean} wrong */
function maskLines(worked, wrong) {
  const { mistake } = worked.state;
  const made = causal(wrong && mistake === "k0" ? 0 : 1) + (wrong && mistake === "transposed" ? ".T" : "");
  /** @type {Record<string, string>} */
  const lines = { padding: PADDING, causal: made, window: near(worked) };
  return worked.masks.map(([name]) => lines[name] ?? "");
}

/** @param {Worked} worked @param {boolean} wrong */
function joined({ masks, state }, wrong) {
  const names = masks.map(([name]) => name);
  if (!names.length) return "blocked = np.zeros((L, L), dtype=int)";
  if (names.length === 1) return names[0] === "padding" ? "blocked = np.broadcast_to(padding, (L, L))" : `blocked = ${names[0]}`;
  return `blocked = ${names.join(wrong && state.mistake === "and" ? " & " : " | ")}`;
}

/** Rows without an open cell are left out, and stop the code where they are real words. @param {Worked} worked @param {boolean} wrong @param {string[]} given @param {string} hidden @returns {NumpyLine} */
function weights(worked, wrong, given, hidden) {
  const made = wrong ? mistaken(worked) : worked;
  const { errors, unused } = made && "weights" in made ? emptyRows({ ...worked, weights: made.weights }) : { errors: "", unused: "" };
  if (!errors && !unused) return { given, line: `weights = softmax(${hidden})`, name: "weights" };
  const used = ["used = (blocked == 0).any(axis=1)"];
  if (errors) used.push("if (~used & (is_padding == 0)).any():", '    raise ValueError("a real word has no open cell")');
  return { given: [...given, ...used, "weights = np.zeros((L, L))"], line: `weights[used] = softmax(${hidden}[used])`, name: "weights" };
}
