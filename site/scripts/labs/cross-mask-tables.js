/** The tables of the cross-mask lab: the whole table of who sees whom, one attention's block of it, its weights. Pure. */

import { escapeHtml, matrix } from "../matrix.js";
import { chain, decimals, labelled, sideBySide, step, term, wholeNumbers } from "./lab-step.js";
import { ATTENTIONS, emptyRows, isUnused, KINDS, mistaken } from "./cross-mask-state.js";

/** @typedef {import("./cross-mask-state.js").Worked} Worked */
/** @typedef {import("./mask-math.js").Table} Table */
/** @typedef {import("../matrix.js").Picture} Picture */

/** @param {Worked} worked */
export const steps = (worked) => [wholeStep(worked), blockStep(worked), weightsStep(worked), mistakeStep(worked)].filter(Boolean);

/** @param {Worked} worked */
function wholeStep(worked) {
  const { state, who, sizes, shown, S, L, rows, columns } = worked;
  const heads = headsOf(worked, [0, S + L], [0, S + L]);
  const all = matrix({
    name: "who",
    grid: "who",
    value: wholeNumbers(who),
    blocked: "ones",
    rows: shown,
    columns: shown,
    heads,
    classes: ([row = 0, column = 0]) => blockClasses(row, column, rows, columns, S),
  });
  const table = matrix({
    name: "sizes",
    grid: "sizes",
    value: wholeNumbers(sizes),
    rows: ATTENTIONS.map((name) => KINDS[name].title + (name === state.attention ? " ←" : "")),
    columns: ["queries", "keys"],
    classes: ([row = 0]) => (ATTENTIONS[row] === state.attention ? "cross-chosen" : "cross-aside"),
  });
  const words = `Rows ask, columns are looked at: first the ${S} source words, then the ${L} target words. The frame is ${KINDS[state.attention].title}. Press a cell to choose the block it is in.`;
  return step("Who may look at whom? Each attention is a block of this one table.", sideBySide([all, table]), words);
}

/** @param {number} row @param {number} column @param {[number, number]} rows @param {[number, number]} columns @param {number} S */
function blockClasses(row, column, rows, columns, S) {
  const inside = row >= rows[0] && row < rows[1] && column >= columns[0] && column < columns[1];
  const edges = inside ? [row === rows[0] && "frame-top", row === rows[1] - 1 && "frame-bottom", column === columns[0] && "frame-start", column === columns[1] - 1 && "frame-end"] : ["cross-aside"];
  return [...edges, row === S - 1 && "source-last-row", column === S - 1 && "source-last"].filter(Boolean).join(" ");
}

/** @param {Worked} worked */
function blockStep(worked) {
  const { kind, keyPadding, causal, blocked, queries, keys, open, state } = worked;
  const side = { source: "source", target: "target", both: "source and target" };
  const padding = figure(worked, "padding", keyPadding, { rows: ["all"], heads: (axis, index) => (axis === "column" ? headsOf(worked)(axis, index) : "") });
  const masks = [padding, ...(causal ? [figure(worked, "causal", causal)] : [])];
  const why = kind.causal
    ? state.attention === "prefix"
      ? "The source is a prefix: it is given from the start, so its columns stay open. Only what is written after it is hidden while it is ahead."
      : "The target is written word by word, so what is ahead is hidden."
    : `No causal mask: the ${side[kind.keys]} is complete before anyone asks, so nothing in it is ahead.`;
  const words = `The padding mask has one column for each key, (1, ${keys}), and goes down all ${queries} rows. ${why} <strong>${open} of ${queries * keys} cells are open.</strong>`;
  const name = `The block of ${kind.title}: ${queries} rows for the queries, from the ${side[kind.queries]}; ${keys} columns for the keys, from the ${side[kind.keys]}`;
  return step(name, chain(masks, "or") + term("=", figure(worked, "blocked", blocked)), words);
}

/** @param {Worked} worked */
function weightsStep(worked) {
  const visible = figure(worked, "hidden", null, { name: "scores, blocked ones at −∞", value: decimals(worked.hidden), digits: 2 });
  return step("What softmax makes of it: each row on its own, over the keys", chain([visible, weightsFigure(worked, "weights", worked.weights, worked.blocked)], "→"), emptyWords(worked));
}

/** @param {Worked} worked */
function emptyWords(worked) {
  const { errors, unused } = emptyRows(worked);
  const said = [
    errors && `<strong class="lab-error">Error: ${escapeHtml(errors)} may look nowhere.</strong> A real word without a single open cell has no weights.`,
    unused && `No cell is open for ${escapeHtml(unused)}. Nobody reads a PAD row, so it is unused.`,
  ].filter(Boolean);
  return said.join(" ") || "Every row sums to 1. The padding of the keys decides which columns are empty; padding among the queries closes nothing.";
}

const WRONG = {
  causal: {
    encoder: "A causal mask in the encoder: the source is complete, and now its words cannot see what follows them.",
    decoder: "No causal mask in the decoder: each word sees the very words it has to guess.",
    cross: "A causal mask in cross-attention: word 0 of the target sees only word 0 of the source. Places of two sequences have no common order.",
    prefix: "A plain causal mask: inside the prefix nobody sees what follows, although all of it is given.",
  },
  padding: "The target’s padding mask in place of the source’s.",
};

/** @param {Worked} worked */
function mistakeStep(worked) {
  const { state } = worked;
  const made = mistaken(worked);
  if (!made || state.mistake === "none") return "";
  const what = state.mistake === "padding" ? WRONG.padding : WRONG.causal[state.attention];
  if ("needs" in made) return step("The mistake", `<p class="lab-note">${made.needs}</p>`);
  if ("stops" in made) return step("The mistake", `<p class="lab-note"><strong class="lab-error">This stops.</strong> ${made.stops}</p>`, `${what} Make both sequences equally long, and the mistake goes through without a word.`);
  const lines = [worked.weights, made.weights].map((rows) => rows.map((row) => row ?? worked.shown.map(() => -1)));
  const apart = differing(lines[0] ?? [], lines[1] ?? []);
  const ringed = differing(worked.blocked, made.blocked);
  const count = apart.flat().filter(Boolean).length;
  const blocks = [
    labelled("With the mistake", figure(worked, "blocked", made.blocked, { grid: "mistake-blocked", role: "yours", differs: ringed })),
    labelled("Right", figure(worked, "blocked", worked.blocked, { grid: "right-blocked", role: "wanted", differs: ringed })),
  ];
  const weights = [
    labelled("With the mistake", weightsFigure(worked, "mistake-weights", made.weights, made.blocked, { role: "yours", differs: apart, beside: weightNumbers(worked, worked.weights) })),
    labelled("Right", weightsFigure(worked, "right-weights", worked.weights, worked.blocked, { role: "wanted", differs: apart, beside: weightNumbers(worked, made.weights) })),
  ];
  const told = count ? `${count} of ${worked.queries * worked.keys} weights differ; they are ringed.` : "Here no weight differs, so such an example would not show it.";
  return step("The mistake", sideBySide(blocks) + sideBySide(weights), `${what} ${told}`);
}

/** @param {Worked} worked @param {string} name @param {Table | null} mask @param {Partial<Picture>} [more] */
function figure(worked, name, mask, more = {}) {
  const { shown, rows, columns } = worked;
  return matrix({ name, grid: name, value: wholeNumbers(mask ?? []), blocked: "ones", rows: shown.slice(...rows), columns: shown.slice(...columns), heads: headsOf(worked), ...more });
}

/** @param {Worked} worked @param {string} grid @param {(number[] | null)[]} weights @param {Table} blocked @param {Partial<Picture>} [more] */
function weightsFigure(worked, grid, weights, blocked, more = {}) {
  const { shown, rows } = worked;
  const state = (/** @type {number} */ row) => (weights[row] ? "" : isUnused(worked, row) ? "unused" : "error");
  return figure(worked, "weights", null, {
    grid,
    value: weightNumbers(worked, weights),
    digits: 3,
    shaded: true,
    rows: shown.slice(...rows).map((word, row) => word + (state(row) && ` · ${state(row)}`)),
    classes: ([row = 0, column = 0]) => state(row) || (blocked[row]?.[column] ? "blocked" : ""),
    words: ([row = 0, column = 0]) => (weights[row] ? (blocked[row]?.[column] ? "0" : null) : "–"),
    ...more,
  });
}

/** @param {Worked} worked @param {(number[] | null)[]} weights */
const weightNumbers = ({ keys }, weights) => decimals(weights.map((row) => row ?? Array.from({ length: keys }, () => 0)));

/** Dotted heads for padding. @param {Worked} worked @param {[number, number]} [rows] @param {[number, number]} [columns] */
function headsOf(worked, rows = worked.rows, columns = worked.columns) {
  return (/** @type {"row" | "column"} */ axis, /** @type {number} */ index) => (worked.padding[index + (axis === "row" ? rows : columns)[0]] ? 'class="padding"' : "");
}

/** @param {Table} one @param {Table} other */
const differing = (one, other) => one.map((row, i) => row.map((value, j) => Math.abs(value - (other[i]?.[j] ?? 0)) > 1e-12));
