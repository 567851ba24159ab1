/** Who looks at whom, as lines from each word that asks to the words it sees: the thicker, the more weight. Pure. */

import { escapeHtml } from "../matrix.js";
import { shownWord } from "./mask-state.js";

/** @typedef {import("./mask-state.js").Worked} Worked */

const ROW = 30;
const TOP = 38;
const LETTER = 9.5;
const SPAN = 104;
const GAP = 8;
const THINNEST = 0.75;
const THICKEST = 8;

/** @param {Worked} worked */
export function linesFigure(worked) {
  const { state, size, weights, blocked } = worked;
  const shown = state.words.map((_, place) => shownWord(state, place));
  // Room for the longest word with a sign before it.
  const asks = LETTER * (2 + Math.max(...shown.map((word) => [...word].length)));
  const [from, to, seen] = [asks + GAP, asks + GAP + SPAN, asks + SPAN + 2 * GAP];
  const at = (/** @type {number} */ place) => TOP + place * ROW;
  const lines = weights.flatMap((row, i) =>
    (row ?? []).map((weight, j) =>
      blocked[i]?.[j] ? "" : `<line data-at="${i},${j}" x1="${from}" y1="${at(i)}" x2="${to}" y2="${at(j)}" stroke-width="${(THINNEST + (THICKEST - THINNEST) * weight).toFixed(2)}"/>`,
    ),
  );
  const words = shown.map((name, place) => {
    const word = escapeHtml(name);
    const kind = state.pad.includes(place) ? "pad" : "";
    const [sign, asking] = weights[place] ? ["", kind] : kind ? ["– ", kind] : ["✗ ", "nowhere"];
    return `<text class="${asking}" x="${asks}" y="${at(place)}" text-anchor="end">${sign}${word}</text><text class="${kind}" x="${seen}" y="${at(place)}">${word}</text>`;
  });
  const [width, height] = [seen + asks, TOP + size * ROW - ROW / 2];
  return `<svg class="mask-lines" data-picture="lines" role="img" aria-label="A line from each word to each word it sees, thicker for more weight" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><text class="asks" x="${asks}" y="12" text-anchor="end">asks</text><text class="asks" x="${seen}" y="12">is seen</text>${lines.join("")}${words.join("")}</svg>`;
}

/** The lines that are lit with a cell: those of its row, or all that reach its column for a mask of one row. @param {Worked} worked @param {import("./lab-kind.js").Place} place */
export function linesOf({ size }, { table, row, column }) {
  return Array.from({ length: size }, (_, other) => (table === "padding" ? { table: "lines", row: other, column } : { table: "lines", row, column: other }));
}
