/** What a cross-mask lab's state amounts to: whose words ask and answer, the masks, scores and weights. Pure. */

import { list } from "./fields.js";
import { hidden, openCells, randomScores, softmaxRows } from "./mask-math.js";
import { causalTable, combined, part, prefixMask, whoMask } from "./cross-mask-math.js";

/** @typedef {import("./mask-math.js").Table} Table */
/** @typedef {"encoder" | "decoder" | "cross" | "prefix"} Attention */
/** @typedef {"source" | "target" | "both"} Side */
/**
 * @typedef {object} CrossState
 * @property {string[]} source
 * @property {string[]} target
 * @property {number[]} padsource places in the source that are padding
 * @property {number[]} padtarget
 * @property {Attention} attention
 * @property {"equal" | "random"} scores
 * @property {number} seed
 * @property {"none" | "causal" | "padding"} mistake
 */
/** @typedef {ReturnType<typeof workOut>} Worked */

export const ATTENTIONS = /** @type {Attention[]} */ (["encoder", "decoder", "cross", "prefix"]);

/** What each attention is called, and which words ask and which are looked at. */
export const KINDS = /** @type {Record<Attention, {title: string, queries: Side, keys: Side, causal: boolean}>} */ ({
  encoder: { title: "encoder self-attention", queries: "source", keys: "source", causal: false },
  decoder: { title: "decoder self-attention", queries: "target", keys: "target", causal: true },
  cross: { title: "cross-attention", queries: "target", keys: "source", causal: false },
  prefix: { title: "prefix-LM", queries: "both", keys: "both", causal: true },
});

/** Everything that follows from a state. @param {CrossState} state */
export function workOut(state) {
  const [S, L] = [state.source.length, state.target.length];
  const kind = KINDS[state.attention];
  const spans = /** @type {Record<Side, [number, number]>} */ ({ source: [0, S], target: [S, S + L], both: [0, S + L] });
  const [rows, columns] = [spans[kind.queries], spans[kind.keys]];
  const padding = [...state.source.map((_, at) => Number(state.padsource.includes(at))), ...state.target.map((_, at) => Number(state.padtarget.includes(at)))];
  const who = whoMask(padding, S);
  const keyPadding = [padding.slice(...columns)];
  const [queries, keys] = [rows[1] - rows[0], columns[1] - columns[0]];
  const causal = !kind.causal ? null : state.attention === "prefix" ? prefixMask(queries, S) : causalTable(queries, keys);
  const blocked = combined(causal ? [keyPadding, causal] : [keyPadding], queries, keys);
  const scores = state.scores === "random" ? part(randomScores(S + L, state.seed), rows, columns) : blocked.map((row) => row.map(() => 0));
  const visible = hidden(scores, blocked);
  return {
    state, S, L, kind, rows, columns, queries, keys, padding, who, keyPadding, causal, blocked, scores,
    hidden: visible,
    weights: softmaxRows(visible),
    open: openCells(blocked),
    sizes: ATTENTIONS.map((name) => [KINDS[name].queries, KINDS[name].keys].map((side) => spans[side][1] - spans[side][0])),
    shown: [...state.source, ...state.target].map((word, at) => (padding[at] ? "PAD" : word)),
    names: namesOf(state, padding),
  };
}

/**
 * What a mistake makes of the same state, why it cannot show, or how NumPy stops.
 * @param {Worked} worked
 * @returns {{blocked: Table, weights: (number[] | null)[]} | {needs: string} | {stops: string} | null}
 */
export function mistaken({ state, kind, keyPadding, padding, queries, keys, scores, S, L }) {
  if (state.mistake === "none") return null;
  if (state.mistake === "padding" && state.attention !== "cross") {
    return { needs: "Here queries and keys are the same words, so this mistake cannot show. Choose cross-attention." };
  }
  if (state.mistake === "padding" && L !== S) {
    return { stops: `The scores are (${L}, ${S}), one column for each source word. The padding mask of the target is (1, ${L}). ${L} columns do not fit ${S} keys: NumPy stops with a ValueError.` };
  }
  const mask = state.mistake === "padding" ? padding.slice(S) : (keyPadding[0] ?? []);
  const ahead = state.mistake === "causal" && (!kind.causal || state.attention === "prefix") ? [causalTable(queries, keys)] : [];
  const blocked = combined([[mask], ...ahead], queries, keys);
  return { blocked, weights: softmaxRows(hidden(scores, blocked)) };
}

/** What a row without an open cell is: an error for a word, unused for padding. @param {Worked} worked @param {number} row */
export const isUnused = ({ padding, rows }, row) => padding[rows[0] + row] === 1;

/** The words whose row has no open cell, as a sentence lists them: nothing is wrong with a padded one. @param {Worked} worked */
export function emptyRows(worked) {
  const { weights, names, rows } = worked;
  const named = (/** @type {boolean} */ unused) => list(names.slice(...rows).filter((_, row) => !weights[row] && isUnused(worked, row) === unused), "and");
  return { errors: named(false), unused: named(true) };
}

/** What a sentence calls each word: its place is added where a word stands twice. @param {CrossState} state @param {number[]} padding */
function namesOf({ source, target }, padding) {
  const shown = [...source, ...target].map((word, at) => (padding[at] ? "PAD" : word));
  const place = (/** @type {number} */ at) => (at < source.length ? `source ${at}` : `target ${at - source.length}`);
  return shown.map((word, at) => (shown.indexOf(word) === shown.lastIndexOf(word) ? word : `${word} (${place(at)})`));
}
