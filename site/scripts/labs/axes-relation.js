/** One relation over words for every head: how its axes meet those of the scores. Pure. */

import { matrix, shapeText } from "../matrix.js";
import { broadcast, indexOf, nested } from "./axes-math.js";
import { parts } from "./axes-state.js";
import { arrayText } from "./numpy-text.js";
import { sideBySide, step, term, wholeNumbers } from "./lab-step.js";

/** @typedef {import("./axes-state.js").AxesState} AxesState */
/** @typedef {import("./lab-kind.js").Place} Place */
/** @typedef {{name: string, index: number[], values: number[][]}} Mask  one table of the relation, or of what a head gets of it */

/**
 * The relation in the shape that is chosen, and what each head gets; nothing where NumPy refuses.
 * @param {AxesState} state
 */
export function relationOf({ B, T, H, relation }) {
  const shape = relation === "BTT" ? [B, T, T] : [B, 1, T, T];
  const to = [B, H, T, T];
  const flat = Array.from({ length: B * T * T }, (_, place) => Number(reason(T, indexOf(place, [B, T, T])) !== ""));
  const over = broadcast(flat, shape, to);
  return { shape, to, flat, given: sliced("relation", flat, shape), over: over ? sliced("over", over, to) : [] };
}

/** Why a word may not look at another: sentence 1 ends with PAD. @param {number} T @param {number[]} index */
const reason = (T, [b = 0, row = 0, column = 0]) => (column > row ? "it is ahead" : b > 0 && column >= T - Math.floor(T / 2) ? "it is PAD" : "");

/** @param {string} name @param {number[]} flat @param {number[]} shape @returns {Mask[]} */
function sliced(name, flat, shape) {
  const outer = shape.slice(0, -2);
  const size = (shape.at(-1) ?? 1) ** 2;
  return Array.from({ length: flat.length / size }, (_, at) => {
    const index = indexOf(at, outer);
    return { name: [name, ...index].join("-"), index, values: nested(flat.slice(at * size, (at + 1) * size), shape.slice(-2)) };
  });
}

/** Whose relation a head of a sentence gets. @param {AxesState} state @param {number} b @param {number} h */
const gets = ({ B, relation }, b, h) => (relation === "BTT" && B > 1 ? h : b);

/** The step that lays the relation over all heads; nothing while it is off. @param {AxesState} state */
export function relationStep(state) {
  const { B, T, H, relation } = state;
  if (relation === "none") return "";
  const { shape, to, given, over } = relationOf(state);
  const names = Array.from({ length: T }, (_, t) => `word ${t}`);
  const draw = (/** @type {Mask} */ { name, values }, /** @type {string} */ title, /** @type {boolean[][] | null} */ differs = null) =>
    matrix({ name: title, grid: name, value: wholeNumbers(values), rows: names, blocked: "ones", differs });
  const flow = (/** @type {string[]} */ pictures) => `<div class="lab-flow">${pictures.join("")}</div>`;
  const left = given.map((mask) => draw(mask, `relation[${mask.index.join(", ")}]`));
  const right = over.map((mask) => {
    const [b = 0, h = 0] = mask.index;
    const wrong = gets(state, b, h) !== b;
    const own = given[b]?.values;
    return draw(mask, `head ${h}${B > 1 ? `, sentence ${b}` : ""}`, wrong ? mask.values.map((row, i) => row.map((value, j) => value !== own?.[i]?.[j])) : null);
  });
  const refused = `<p class="lab-note">NumPy refuses: ${B} sentences stand under ${H === 1 ? "1 head" : `${H} heads`}.</p>`;
  const written = relation === "BTT" ? "(B, T, T)" : "(B, 1, T, T)";
  return step(
    `One relation over all heads: ${written} = ${shapeText(shape)} on scores of shape (B, H, T, T) = ${shapeText(to)}`,
    linedUp(shape, to) + flow(left) + term("→", right.length ? flow(right) : refused),
    told(state),
  );
}

/** Axes as NumPy lines them up, from the right. @param {number[]} shape @param {number[]} to */
function linedUp(shape, to) {
  const rows = [to, [...Array(to.length - shape.length).fill(1), ...shape]];
  const absent = to.length - shape.length;
  return matrix({
    name: "axes, lined up from the right",
    value: wholeNumbers(rows),
    rows: ["scores", "relation"],
    columns: ["B", "H", "T", "T"],
    words: ([row = 0, column = 0]) => (row === 1 && column < absent ? "–" : row === 1 && absent === 1 && column === 1 ? `${shape[0]}, its B` : null),
    classes: ([, column = 0]) => (column === 1 ? "axes-meet" : ""),
  });
}

/** @param {AxesState} state */
function told({ B, H, relation }) {
  if (relation === "B1TT") return `1 is blocked. The axis of size 1 stands under H, and NumPy reads its one table for ${H === 1 ? "the one head" : `each of the ${H} heads`}.${B > 1 ? " Sentence 1 ends with PAD, so it has a relation of its own." : ""}`;
  if (B === 1) return "Without the 1, B stands under H. With one sentence it still fits, so such an example does not show the mistake.";
  if (B === H) return "Without the 1, B stands under H. The sizes are equal, so NumPy does not complain: head 0 gets the relation of sentence 0, and head 1 that of sentence 1. Cells that are wrong are ringed.";
  return `Without the 1, B stands under H.${H === 1 ? " To add it to the scores would even work: one head would become two." : ""} Write <code>relation[:, None]</code> to put the 1 in.`;
}

/** One sentence on a cell of the relation or of a head's copy. @param {AxesState} state @param {Place} place */
export function relationStory(state, { table, row, column }) {
  const [kind, ...index] = parts(table);
  const [b = 0, h = 0] = index.map(Number);
  const from = kind === "over" ? gets(state, b, h) : b;
  const why = reason(state.T, [from, row, column]);
  const said = why ? `word ${row} may not look at word ${column}: ${why}` : `word ${row} may look at word ${column}`;
  if (kind === "relation") return `In sentence ${b} ${said}. It says so once, for all heads.`;
  const wrong = from === b ? "" : ` That is the relation of sentence ${from}, so head ${h} of sentence ${b} hides the wrong words.`;
  return `Head ${h} of sentence ${b} reads: ${said}.${wrong}`;
}

/** The NumPy line of a table of the relation, or of a head's copy. @param {AxesState} state @param {string} table */
export function relationLine(state, table) {
  const { shape, flat } = relationOf(state);
  const [kind, ...index] = parts(table);
  const name = table.replaceAll("-", "_");
  const given = [`B, T, H = ${state.B}, ${state.T}, ${state.H}`, `relation = ${arrayText(flat)}.reshape(${shape.length === 3 ? "B, T, T" : "B, 1, T, T"})`];
  const all = kind === "over" ? "np.broadcast_to(relation, (B, H, T, T))" : "relation";
  return { given, line: `${name} = ${all}[${index.join(", ")}]`, name };
}

/** The same cell in the relation and in every copy of it. @param {AxesState} state @param {Place} place @returns {Place[]} */
export function relationRelated(state, { table, row, column }) {
  const { given, over } = relationOf(state);
  const source = (/** @type {Mask} */ { name, index }) => (name.startsWith("over") ? gets(state, index[0] ?? 0, index[1] ?? 0) : (index[0] ?? 0));
  const all = [...given, ...over];
  const own = all.find(({ name }) => name === table);
  return own ? all.filter((mask) => mask !== own && source(mask) === source(own)).map(({ name }) => ({ table: name, row, column })) : [];
}
