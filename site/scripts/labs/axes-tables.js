/** The tables of the axes lab in reading order: project, reshape, transpose, merge, and the ways that only reshape. Pure. */

import { matrix, shapeText } from "../matrix.js";
import { labelled, section, sideBySide, step, term, wholeNumbers } from "./lab-step.js";
import { byColumn, figure, flow, headNames, of, words } from "./axes-figure.js";
import { relationStep } from "./axes-relation.js";
import { parts } from "./axes-state.js";
import { wrongHeads, wrongMerged } from "./axes-wrong.js";

/** @typedef {import("./axes-state.js").Worked} Worked */

/** @param {Worked} worked */
export const steps = (worked) => [trail(worked), projectStep(worked), splitStep(worked), headsStep(worked), mergeStep(worked), relationStep(worked.state)].filter(Boolean);

/** Where the followed number is after each step, right and wrong. @param {Worked} worked */
function trail({ trail: at, value, state }) {
  const index = (/** @type {number[]} */ found) => `[${found.join(", ")}]`;
  const [, head, word] = at.wrongHeads;
  const [way, lands] = state.wrong === "T" ? ["<code>.T</code>", "all axes turned round"] : ["Reshape alone", head === at.heads[1] && word === at.heads[2] ? "the right place, by luck" : `head ${head}, word ${word}`];
  const stops = [
    ["project", `Q${index(at.Q)}`],
    ["reshape", index(at.split)],
    ["transpose", `heads${index(at.heads)}`],
    ["merge", index(at.merged)],
  ].map(([name, code]) => `<li><span class="axes-step">${name}</span> <code>${code}</code></li>`);
  return section(
    `Where ${value} goes`,
    `<ol class="axes-trail">${stops.join("")}</ol>`,
    `It is in head ${at.heads[1]}, word ${at.heads[2]}${state.B > 1 ? `, sentence ${at.Q[0]}` : ""}. ${way} would put it at <code>${index(at.wrongHeads)}</code>: ${lands}. Press another number to follow it.`,
  );
}

/** @param {Worked} worked */
function projectStep(worked) {
  const { state, X, W, tables: all } = worked;
  const { B, T } = state;
  const inputs = X.map((rows, b) => matrix({ name: "X" + of(B, b), grid: `X-${b}`, value: wholeNumbers(rows), rows: words(T) }));
  const weights = matrix({ name: "W", grid: "W", value: wholeNumbers(W), ...byColumn(worked) });
  const outputs = all.Q.map((table, b) => figure(worked, table, "Q" + of(B, b), byColumn(worked)));
  const shape = shapeText([B, T, worked.C]);
  return step(`Project: Q = X @ W, shape (B, T, C) = ${shape}`, stacked(inputs) + term("@", weights) + term("=", stacked(outputs)), `Each number tells where it began: ${worked.value} is word ${worked.trail.Q[1]}, column ${worked.trail.Q[2]}.${B > 1 ? " Those of sentence 1 begin at 100." : ""}`);
}

/** @param {Worked} worked */
function splitStep(worked) {
  const { state, tables: all } = worked;
  const { B, T, H, d } = state;
  const drawn = all.split.map((table) => {
    const [, b, t] = parts(table.name);
    return figure(worked, table, `word ${t}${of(B, Number(b))}`, { rows: headNames(H), heads: (axis, index) => (axis === "row" ? `data-head="${index}"` : "") });
  });
  return step(`Reshape: each word’s ${worked.C} columns become ${H} × ${d}, shape (B, T, H, d) = ${shapeText([B, T, H, d])}`, drawn.join(""), "Reshape moves nothing: it only draws lines between numbers that stand beside each other.");
}

/** @param {Worked} worked */
function headsStep(worked) {
  const { B, T, H, d } = worked.state;
  const right = worked.tables.heads.map((table) => {
    const [, b, h] = parts(table.name);
    return figure(worked, table, `head ${h}${of(B, Number(b))}`, { heads: () => `data-head="${h}"` });
  });
  const wrong = wrongHeads(worked);
  return step(
    `Transpose: heads come before words, shape (B, H, T, d) = ${shapeText([B, H, T, d])}`,
    sideBySide([labelled("transpose(0, 2, 1, 3): each head has all words", flow(right)), labelled(wrong.label, flow(wrong.pictures))]),
    wrong.told,
  );
}

/** @param {Worked} worked */
function mergeStep(worked) {
  const { B, T } = worked.state;
  const right = worked.tables.merged.map((table, b) => figure(worked, table, "merged" + of(B, b), byColumn(worked)));
  const wrong = wrongMerged(worked);
  return step(
    `Merge: back to one row a word, shape (B, T, C) = ${shapeText([B, T, worked.C])}`,
    sideBySide([labelled("transpose back, then reshape", flow(right)), labelled(wrong.label, flow(wrong.pictures))]),
    wrong.told,
  );
}

/** Sentences under each other. @param {string[]} pictures */
const stacked = (pictures) => `<div class="axes-stack">${pictures.join("")}</div>`;
