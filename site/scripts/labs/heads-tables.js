/** The tables of the heads lab in reading order: what goes in, what each head does, the join, one word's way. Pure. */

import { buttonControl, controlGroup } from "./controls.js";
import { signed } from "./fields.js";
import { isAhead, joinedFrom, moved, ownerOf, WORDS } from "./heads-state.js";
import { decimals, section, term } from "./lab-step.js";
import { matrix } from "../matrix.js";

/** @typedef {import("./heads-state.js").Worked} Worked */
/** @typedef {import("./heads-state.js").Given} Given */
/** @typedef {import("./mask-math.js").Table} Table */
/** @typedef {import("../matrix.js").Picture} Picture */

/** @param {Worked} worked */
export function steps(worked) {
  return [projectStep(worked), lookStep(worked), joinStep(worked), followStep(worked)];
}

/** @param {Worked} worked */
function projectStep(worked) {
  const { state, Q, K, V } = worked;
  const made = (/** @type {"Q" | "K" | "V"} */ name, /** @type {Table} */ table) =>
    `<div class="heads-made">${given(`W_${name}`, state[`W_${name}`], "")}<p class="heads-sign">↓ ${name} = X @ W_${name}</p>${matrix({ ...words, ...byColumn(worked, ownerOf), name, grid: name, value: decimals(table), digits: 3 })}</div>`;
  const X = given("X", state.X, "", WORDS);
  return section("Every word becomes a query, a key and a value", `<div class="heads-start">${X}<p class="lab-note">One row for each word. Numbers in X and in the tables of weights can be typed.</p></div><div class="heads-grid">${made("Q", Q)}${made("K", K)}${made("V", V)}</div>`, `The columns of Q, K and V are dealt out to the heads. X is not cut: each of them is made from whole rows of X.`);
}

/** A table that is typed. @param {Given} name @param {Table} table @param {string} shown @param {string[]} [rows] @param {Partial<Picture>} [more] */
function given(name, table, shown, rows, more = {}) {
  return matrix({ name: shown || name, grid: name, value: decimals(table), rows, words: (_, cell) => signed(Number(cell)), edited: ([row = 0, column = 0]) => `${name} row ${rows?.[row] ?? row}, column ${column}`, ...more });
}

/** @param {Worked} worked */
function lookStep(worked) {
  const all = worked.heads.map(({ weights }, head) => weightsFigure(worked, head, weights, { name: `weights of head ${head}`, grid: `weights-${head}`, rows: WORDS, attributes: () => mark(worked, head) }));
  const divisor = worked.heads[0]?.columns.length ?? 1;
  return section("Each head looks by itself", `<div class="lab-flow">${all.join("")}</div>`, `Softmax of its columns of Q times its columns of K, divided by √${divisor}${worked.state.causal ? ", with what is ahead blocked" : ""}. The row asks. Each row sums to 1.`);
}

/** @param {Worked} worked @param {number} head @param {Table | number[]} weights @param {Partial<Picture>} more */
function weightsFigure(worked, head, weights, more) {
  const at = (/** @type {number[]} */ index) => isAhead(worked, index.length === 2 ? (index[0] ?? 0) : worked.state.word, index[index.length - 1] ?? 0);
  return matrix({
    name: "weights",
    value: decimals(weights),
    columns: WORDS,
    digits: 3,
    shaded: true,
    classes: (index) => (at(index) ? "blocked" : ""),
    words: (index) => (at(index) ? "0" : null),
    heads: (axis) => (axis === "column" ? headOf(head) : ""),
    ...more,
  });
}

/** @param {Worked} worked */
function joinStep(worked) {
  const { state, concat, output, before } = worked;
  const joined = matrix({ ...words, ...byColumn(worked, joinedFrom), name: "concat", grid: "concat", value: decimals(concat), digits: 3 });
  const W_O = given("W_O", worked.W_O, state.swap === "both" ? "W_O, rows swapped" : "", worked.W_O.map((_, row) => `${row} h${joinedFrom(worked, row)}`), {
    heads: (axis, index) => (axis === "row" ? headOf(joinedFrom(worked, index)) : ""),
    attributes: ([row = 0]) => mark(worked, joinedFrom(worked, row)),
  });
  const apart = moved(worked);
  const swapped = state.swap !== "none";
  const draw = (/** @type {string} */ grid, /** @type {Table} */ data, /** @type {Partial<Picture>} */ more) => matrix({ ...words, name: "output", grid, value: decimals(data), digits: 3, ...more });
  const result = draw("output", output, swapped ? { role: "yours", differs: apart, name: "output now" } : {});
  const old = swapped ? draw("before", before, { role: "wanted", differs: apart, name: "output before the swap" }) : "";
  return section(swapped ? "Heads 0 and 1 change places, and W_O reads them" : "Side by side, head 0 first, and W_O mixes them", `<div class="lab-flow">${joined}${term("@", W_O)}${term("=", result)}${old}</div>`, joinWords(worked, apart.flat().filter(Boolean).length));
}

/** @param {Worked} worked @param {number} apart */
function joinWords({ state, output }, apart) {
  const rows = "A row of W_O reads the column of concat with the same number.";
  if (state.swap === "none") return rows;
  const of = `${apart} of ${output.length * (output[0]?.length ?? 0)} outputs`;
  if (state.swap === "both") return `${rows} The rows moved with their heads: ${apart ? `${of} differ.` : "<strong>the output is what it was.</strong>"}`;
  return `${rows} W_O stayed as it was: the rows made for head 0 now read head 1. <strong>${apart ? `${of} differ; they are ringed.` : "Here no output differs."}</strong>`;
}

/** @param {Worked} worked */
function followStep(worked) {
  const { state, heads, concat, output } = worked;
  const word = WORDS[state.word] ?? "";
  const choose = controlGroup("Follow", WORDS.map((name, place) => buttonControl("follow", name, { label: `Follow ${name}`, pressed: place === state.word, data: { word: place } })));
  const lanes = heads.map(({ columns, scores, weights, mix }, head) => {
    const row = matrix({ name: "scores", grid: `scores-${head}`, value: decimals(scores[state.word] ?? []), columns: WORDS, digits: 3, heads: () => headOf(head) });
    const shares = weightsFigure(worked, head, weights[state.word] ?? [], { grid: `row-${head}` });
    const mixed = matrix({ name: "mix", grid: `mix-${head}`, value: decimals(mix[state.word] ?? []), columns: columns.map((column) => `${column} h${head}`), digits: 3, heads: () => headOf(head) });
    return `<div class="heads-lane" data-head="${head}"><p class="heads-lane-name">head ${head}</p><div class="lab-flow">${row}${term("→", shares)}${term("→", mixed)}</div></div>`;
  });
  const joined = matrix({ ...byColumn(worked, joinedFrom, false), name: "joined", grid: "joined", value: decimals(concat[state.word] ?? []), digits: 3 });
  const result = matrix({ name: "output", grid: "result", value: decimals(output[state.word] ?? []), digits: 3 });
  return section(`Follow one word: ${word} asks`, `${choose}<div class="heads-ways"><div class="heads-lanes">${lanes.join("")}</div><div class="heads-end"><p class="heads-sign">join: side by side</p>${joined}<p class="heads-sign">↓ project: @ W_O</p>${result}</div></div>`, "Scores → weights → a mix of its columns of V. Each head does this alone; they meet in W_O and nowhere before.");
}

const words = { rows: WORDS };

/** Column heads and cells by the head that owns the column. @param {Worked} worked @param {(worked: Worked, column: number) => number} owner @param {boolean} [marked] */
function byColumn(worked, owner, marked = true) {
  return {
    columns: [0, 1, 2, 3].map((column) => `${column} h${owner(worked, column)}`),
    heads: (/** @type {"row" | "column"} */ axis, /** @type {number} */ index) => (axis === "column" ? headOf(owner(worked, index)) : ""),
    attributes: (/** @type {number[]} */ index) => (marked ? mark(worked, owner(worked, index[index.length - 1] ?? 0)) : ""),
  };
}

/** What a cell's head says of it; a lit one is marked. @param {Worked} worked @param {number} head */
const mark = ({ state }, head) => (state.head === head ? `data-head="${head}" data-mine` : "");

/** @param {number} head */
const headOf = (head) => `data-head="${head}"`;
