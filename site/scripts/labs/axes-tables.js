/** The tables of the axes lab in reading order: project, reshape, transpose, merge, and the ways that only reshape. Pure. */

import { matrix, shapeText } from "../matrix.js";
import { labelled, sideBySide, step, term, wholeNumbers } from "./lab-step.js";
import { headOf, parts } from "./axes-state.js";

/** @typedef {import("./axes-state.js").Worked} Worked */
/** @typedef {import("./axes-state.js").Drawn} Drawn */
/** @typedef {import("../matrix.js").Picture} Picture */

/** @param {Worked} worked */
export const tables = (worked) => trail(worked) + projectStep(worked) + splitStep(worked) + headsStep(worked) + mergeStep(worked);

/** Where the followed number is after each step, right and wrong. @param {Worked} worked */
function trail({ trail: at, value, state }) {
  const index = (/** @type {number[]} */ found) => `[${found.join(", ")}]`;
  const [, head, word] = at.wrongHeads;
  const lands = head === at.heads[1] && word === at.heads[2] ? "the right place, by luck" : `head ${head}, word ${word}`;
  const stops = [
    ["project", `Q${index(at.Q)}`],
    ["reshape", index(at.split)],
    ["transpose", `heads${index(at.heads)}`],
    ["merge", index(at.merged)],
  ].map(([name, code]) => `<li><span class="axes-step">${name}</span> <code>${code}</code></li>`);
  return `<section class="lab-step"><p class="lab-step-name">Where ${value} goes</p><ol class="axes-trail">${stops.join("")}</ol>
<p class="lab-words">It is in head ${at.heads[1]}, word ${at.heads[2]}${state.B > 1 ? `, sentence ${at.Q[0]}` : ""}. Reshape alone would put it at <code>${index(at.wrongHeads)}</code>: ${lands}. Press another number to follow it.</p></section>`;
}

/** @param {Worked} worked */
function projectStep(worked) {
  const { state, X, W, tables: all } = worked;
  const { B, T } = state;
  const inputs = X.map((rows, b) => matrix({ name: "X" + of(B, b), grid: `X-${b}`, value: wholeNumbers(rows), rows: words(T) }));
  const weights = matrix({ name: "W", grid: "W", value: wholeNumbers(W), columns: columnNames(worked), heads: headColumns(worked) });
  const outputs = all.Q.map((table, b) => figure(worked, table, "Q" + of(B, b), columnNames(worked), headColumns(worked)));
  const shape = shapeText([B, T, worked.C]);
  return step(`Project: Q = X @ W, shape (B, T, C) = ${shape}`, stacked(inputs) + term("@", weights) + term("=", stacked(outputs)), `Each number tells where it began: ${worked.value} is word ${worked.trail.Q[1]}, column ${worked.trail.Q[2]}.${B > 1 ? " Those of sentence 1 begin at 100." : ""}`);
}

/** @param {Worked} worked */
function splitStep(worked) {
  const { state, tables: all } = worked;
  const { B, T, H, d } = state;
  const drawn = all.split.map((table) => {
    const [, b, t] = parts(table.name);
    return figure(worked, table, `word ${t}${of(B, Number(b))}`, undefined, (axis, index) => (axis === "row" ? `data-head="${index}"` : ""), { rows: headNames(H) });
  });
  return step(`Reshape: each word’s ${worked.C} columns become ${H} × ${d}, shape (B, T, H, d) = ${shapeText([B, T, H, d])}`, drawn.join(""), "Reshape moves nothing: it only draws lines between numbers that stand beside each other.");
}

/** @param {Worked} worked */
function headsStep(worked) {
  const { state, tables: all } = worked;
  const { B, T, H, d } = state;
  const rings = worked.tables.wrongHeads.map(({ ids }, at) => differing(ids, all.heads[at]?.ids ?? []));
  const draw = (/** @type {Drawn[]} */ drawn, /** @type {(at: number) => Partial<Picture>} */ more) =>
    drawn.map((table, at) => {
      const [, b, h] = parts(table.name);
      return figure(worked, table, `head ${h}${of(B, Number(b))}`, undefined, () => `data-head="${h}"`, more(at));
    });
  const count = rings.flat(2).filter(Boolean).length;
  const told = count
    ? `${count} of ${worked.Q.length} numbers are in another place; they are ringed. With reshape alone a head’s rows are no words: they are cut from the row of numbers as it lies in memory.`
    : "Here both ways give the same: with one head there is nothing to move, so such an example would not show the mistake.";
  return step(
    `Transpose: heads come before words, shape (B, H, T, d) = ${shapeText([B, H, T, d])}`,
    sideBySide([
      labelled("transpose(0, 2, 1, 3): each head has all words", flow(draw(all.heads, () => ({})))),
      labelled("reshape(B, H, T, d) only", flow(draw(all.wrongHeads, (at) => ({ rows: rowNames(T), differs: rings[at] ?? null })))),
    ]),
    told,
  );
}

/** @param {Worked} worked */
function mergeStep(worked) {
  const { state, tables: all, C } = worked;
  const { B, T } = state;
  const rings = all.wrongMerged.map(({ ids }, at) => differing(ids, all.merged[at]?.ids ?? []));
  const draw = (/** @type {Drawn[]} */ drawn, /** @type {(b: number) => Partial<Picture>} */ more) =>
    drawn.map((table, b) => figure(worked, table, "merged" + of(B, b), columnNames(worked), headColumns(worked), more(b)));
  const count = rings.flat(2).filter(Boolean).length;
  const told = count
    ? `${count} of ${worked.Q.length} numbers are in another place; they are ringed. Beware of the round trip: heads cut by reshape alone and joined by reshape alone give Q back, though the heads were wrong.`
    : "Here both ways give the same, so such an example would not show the mistake.";
  return step(
    `Merge: back to one row a word, shape (B, T, C) = ${shapeText([B, T, C])}`,
    sideBySide([labelled("transpose back, then reshape", flow(draw(all.merged, () => ({})))), labelled("reshape only", flow(draw(all.wrongMerged, (b) => ({ rows: rowNames(T), differs: rings[b] ?? null }))))]),
    told,
  );
}

/** @param {Worked} worked @param {Drawn} drawn @param {string} name @param {string[] | undefined} columns @param {(axis: "row" | "column", index: number) => string} heads @param {Partial<Picture>} [more] */
function figure(worked, { name: grid, ids, values }, name, columns, heads, more = {}) {
  const { follow } = worked.state;
  return matrix({
    name,
    grid,
    value: wholeNumbers(values),
    rows: words(worked.state.T),
    columns,
    heads,
    classes: ([row = 0, column = 0]) => (ids[row]?.[column] === follow ? "followed" : ""),
    attributes: ([row = 0, column = 0]) => `data-head="${headOf(worked, (ids[row]?.[column] ?? 0) % worked.C)}"`,
    ...more,
  });
}

/** @param {number[][]} one @param {number[][]} other */
const differing = (one, other) => one.map((row, i) => row.map((value, j) => value !== other[i]?.[j]));
/** @param {string[]} pictures */
const flow = (pictures) => `<div class="lab-flow">${pictures.join("")}</div>`;
/** Sentences under each other. @param {string[]} pictures */
const stacked = (pictures) => `<div class="axes-stack">${pictures.join("")}</div>`;
/** @param {number} T */
const words = (T) => Array.from({ length: T }, (_, t) => `word ${t}`);
/** What no single word owns has rows only. @param {number} T */
const rowNames = (T) => Array.from({ length: T }, (_, t) => `row ${t}`);
/** @param {number} H */
const headNames = (H) => Array.from({ length: H }, (_, h) => `h${h}`);
/** @param {number} B @param {number} b */
const of = (B, b) => (B > 1 ? `, sentence ${b}` : "");
/** @param {Worked} worked */
const columnNames = (worked) => Array.from({ length: worked.C }, (_, c) => `h${headOf(worked, c)}:${c}`);
/** @param {Worked} worked */
const headColumns = (worked) => (/** @type {"row" | "column"} */ axis, /** @type {number} */ index) => (axis === "column" ? `data-head="${headOf(worked, index)}"` : "");
