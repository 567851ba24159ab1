/** One table of numbers of Q, with the colours of the heads and the followed number. Pure. */

import { matrix } from "../matrix.js";
import { wholeNumbers } from "./lab-step.js";
import { headOf } from "./axes-state.js";

/** @typedef {import("./axes-state.js").Worked} Worked */
/** @typedef {import("./axes-state.js").Drawn} Drawn */
/** @typedef {import("../matrix.js").Picture} Picture */

/** A table under a name; its rows are words where `more` does not say otherwise. @param {Worked} worked @param {Drawn} drawn @param {string} name @param {Partial<Picture>} more */
export function figure(worked, { name: grid, ids, values }, name, more) {
  const { follow, T } = worked.state;
  return matrix({
    name,
    grid,
    value: wholeNumbers(values),
    rows: words(T),
    classes: ([row = 0, column = 0]) => (ids[row]?.[column] === follow ? "followed" : ""),
    attributes: ([row = 0, column = 0]) => `data-head="${headOf(worked, (ids[row]?.[column] ?? 0) % worked.C)}"`,
    ...more,
  });
}

/** Names and colours for tables that have all columns of Q. @param {Worked} worked @returns {Partial<Picture>} */
export const byColumn = (worked) => ({
  columns: Array.from({ length: worked.C }, (_, c) => `h${headOf(worked, c)}:${c}`),
  heads: (axis, index) => (axis === "column" ? `data-head="${headOf(worked, index)}"` : ""),
});

/** Tables that may break into lines. @param {string[]} pictures */
export const flow = (pictures) => `<div class="lab-flow">${pictures.join("")}</div>`;
/** The names of words. @param {number} T */
export const words = (T) => Array.from({ length: T }, (_, t) => `word ${t}`);
/** The signs of heads. @param {number} H */
export const headNames = (H) => Array.from({ length: H }, (_, h) => `h${h}`);
/** Which sentence, where there are two. @param {number} B @param {number} b */
export const of = (B, b) => (B > 1 ? `, sentence ${b}` : "");
