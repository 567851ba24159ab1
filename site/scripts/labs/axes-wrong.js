/** The wrong way beside the right one: reshape alone, or `.T`, which turns all axes round. Pure. */

import { byColumn, figure, of } from "./axes-figure.js";
import { parts } from "./axes-state.js";
import { shapeText } from "../matrix.js";

/** @typedef {import("./axes-state.js").Worked} Worked */
/** @typedef {import("./axes-state.js").Drawn} Drawn */
/** @typedef {{label: string, pictures: string[], told: string}} Beside */

/** The heads as the wrong way makes them. @param {Worked} worked @returns {Beside} */
export const wrongHeads = (worked) => (worked.state.wrong === "T" ? turnedHeads(worked) : cutHeads(worked));

/** @param {Worked} worked @returns {Beside} */
function cutHeads(worked) {
  const { B, T } = worked.state;
  const { rings, count } = apart(worked.tables.wrongHeads, worked.tables.heads);
  const pictures = worked.tables.wrongHeads.map((table, at) => {
    const [, b, h] = parts(table.name);
    return figure(worked, table, `head ${h}${of(B, Number(b))}`, { rows: rowNames(T), heads: () => `data-head="${h}"`, differs: rings[at] });
  });
  const told = count
    ? `${ringed(worked, count)} With reshape alone a head’s rows are no words: they are cut from the row of numbers as it lies in memory.`
    : "Here both ways give the same: with one head there is nothing to move, so such an example would not show the mistake.";
  return { label: "reshape(B, H, T, d) only", pictures, told };
}

/** @param {Worked} worked @returns {Beside} */
function turnedHeads(worked) {
  const { B, d } = worked.state;
  const { rings, count } = apart(worked.tables.wrongHeads, worked.tables.heads);
  const columns = Array.from({ length: B }, (_, b) => `sentence ${b}`);
  const pictures = worked.tables.wrongHeads.map((table, at) => {
    const [, column, h] = parts(table.name);
    const heads = (/** @type {"row" | "column"} */ axis) => (axis === "row" ? `data-head="${h}"` : "");
    return figure(worked, table, `[${column}, ${h}]: column ${column} of head ${h}`, { columns, heads, differs: d === B ? rings[at] : null });
  });
  const shape = `(d, H, T, B) = ${shapeText(worked.wrongShape)}`;
  const silent = "Scores made of it raise no error: each is a product over sentences instead of columns.";
  const told =
    d !== B
      ? `All four axes are turned round: ${shape}. No table here has what a head needs, all columns of one sentence. ${silent}`
      : count
        ? `${ringed(worked, count)} All four axes are turned round. With d = B not even the shape tells: ${shape}. ${silent}`
        : `Here both ways give the same, with one sentence and heads of one column. Such an example would not show the mistake.`;
  return { label: ".T only: columns first, sentences last", pictures, told };
}

/** The rows of words as the wrong way joins them. @param {Worked} worked @returns {Beside} */
export function wrongMerged(worked) {
  const { B, T, wrong } = worked.state;
  const { rings, count } = apart(worked.tables.wrongMerged, worked.tables.merged);
  const pictures = worked.tables.wrongMerged.map((table, b) => figure(worked, table, "merged" + of(B, b), { ...byColumn(worked), rows: rowNames(T), differs: rings[b] }));
  const way = wrong === "T" ? "<code>.T</code>" : "reshape alone";
  const told = count
    ? `${ringed(worked, count)} Beware of the round trip: heads cut by ${way} and joined by ${way} give Q back, though the heads were wrong.`
    : "Here both ways give the same, so such an example would not show the mistake.";
  return { label: wrong === "T" ? ".T, then reshape" : "reshape only", pictures, told };
}

/** Where two arrays of the same tables differ. @param {Drawn[]} one @param {Drawn[]} other */
function apart(one, other) {
  const rings = one.map(({ ids }, at) => ids.map((row, i) => row.map((id, j) => id !== other[at]?.ids[i]?.[j])));
  return { rings, count: rings.flat(2).filter(Boolean).length };
}

/** @param {Worked} worked @param {number} count */
const ringed = ({ Q }, count) => `${count} of ${Q.length} numbers are in another place; they are ringed.`;
/** What no single word owns has rows only. @param {number} T */
const rowNames = (T) => Array.from({ length: T }, (_, t) => `row ${t}`);
