/** One sentence on each cell of the heads lab, with the numbers it is made of; and where they stand. Pure. */

import { list, signed } from "./fields.js";
import { isAhead, joinedAt, joinedFrom, ownerOf, WIDTH, WORDS } from "./heads-state.js";

/** @typedef {import("./heads-state.js").Worked} Worked */
/** @typedef {import("./lab-kind.js").Place} Place */
/** @typedef {import("./mask-math.js").Table} Table */

/** @param {Worked} worked @param {Place} place */
export function story(worked, { table, row, column }) {
  const { state, heads } = worked;
  const [kind = "", number] = table.split("-");
  const flat = ["scores", "row", "mix", "joined", "result"].includes(kind);
  const asks = flat ? state.word : row;
  const word = WORDS[asks] ?? "";
  if (table === "X") return `A number of ${word}. The whole row goes into every head, through W_Q, W_K and W_V.`;
  if (table === "Q" || table === "K" || table === "V") return `${table} of ${word}: ${sum(state.X[row] ?? [], columnOf(state[`W_${table}`], column))}. Column ${column} belongs to head ${ownerOf(worked, column)}.`;
  if (table === "W_Q" || table === "W_K" || table === "W_V") return `Column ${column} of ${table} makes column ${column} of ${table.slice(2)}, which belongs to head ${ownerOf(worked, column)}.`;
  if (table === "W_O") return readerStory(worked, row);
  if (table === "concat" || table === "joined") {
    const head = joinedFrom(worked, column);
    return `Column ${column} of concat holds head ${head}: ${mixed(worked, head, asks, inHead(worked, column))}. Row ${column} of W_O reads it.`;
  }
  if (table === "output" || table === "result") return outputStory(worked, asks, column);
  if (table === "before") return `With head 0 first and W_O as it was made, this is ${said(worked.before[row]?.[column] ?? 0)}.`;
  const head = Number(number);
  const looked = WORDS[column] ?? "";
  if (kind === "mix") return `Head ${head} hands ${word} ${mixed(worked, head, asks, column)}.`;
  const own = heads[head];
  if (!own) return "";
  if (isAhead(worked, asks, column)) return kind === "scores" ? `${looked} comes after ${word}: the score becomes −∞.` : `In head ${head}, ${word} gives ${looked} a weight of exactly 0: it is ahead.`;
  if (kind === "scores") {
    const [query, key] = [worked.Q[asks] ?? [], worked.K[column] ?? []].map((all) => own.columns.map((at) => all[at] ?? 0));
    const root = own.columns.length;
    return `Head ${head}: (${terms(query ?? [], key ?? [])}) / √${root} ${equals(own.open[asks]?.[column] ?? 0)}.`;
  }
  return `In head ${head}, ${word} gives ${looked} a weight of ${said(own.weights[asks]?.[column] ?? 0)}.`;
}

/** @param {Worked} worked @param {number} row */
function readerStory(worked, row) {
  const { state, rows } = worked;
  const [reads, made] = [joinedFrom(worked, row), ownerOf(worked, rows[row] ?? 0)];
  if (reads !== made) return `Row ${row} of W_O was made for head ${made} and now reads head ${reads}: column ${row} of concat.`;
  return `Row ${row} of W_O reads column ${row} of concat, which holds head ${reads}.${state.swap === "both" && rows[row] !== row ? ` It came along from row ${rows[row]}.` : ""}`;
}

/** What each head adds to an output. @param {Worked} worked @param {number} row @param {number} column */
function outputStory(worked, row, column) {
  const parts = worked.heads.map((_, head) => {
    const at = joinedAt(worked, head);
    return at.reduce((all, place) => all + (worked.concat[row]?.[place] ?? 0) * (worked.W_O[place]?.[column] ?? 0), 0);
  });
  const named = parts.map((part, head) => `${said(part)} from head ${head}`);
  return `Output of ${WORDS[row]}, column ${column}: ${named.join(" + ")} ${equals(worked.output[row]?.[column] ?? 0)}.`;
}

/** The average that a head makes, as a sum. @param {Worked} worked @param {number} head @param {number} row @param {number} at the column among the head's own */
function mixed({ heads, V }, head, row, at) {
  const own = heads[head];
  return own ? sum(own.weights[row] ?? [], columnOf(V, own.columns[at] ?? 0)) : "";
}

/** The cells of other tables a cell is made of, and what reads it. @param {Worked} worked @param {Place} place @returns {Place[]} */
export function related(worked, { table, row, column }) {
  const { state, heads } = worked;
  const [kind = "", number] = table.split("-");
  if (table === "Q" || table === "K" || table === "V") return [...line("X", row), ...down(`W_${table}`, column, WIDTH)];
  if (table === "concat" || table === "joined") {
    const asks = table === "joined" ? state.word : row;
    const head = joinedFrom(worked, column);
    return [...line(`weights-${head}`, asks, WORDS.length), ...down("V", heads[head]?.columns[inHead(worked, column)] ?? 0), ...line("W_O", column)];
  }
  if (table === "output" || table === "result") return [...line("concat", table === "result" ? state.word : row), ...down("W_O", column, WIDTH)];
  if (table === "W_O") return down("concat", row);
  const own = number === undefined ? undefined : heads[Number(number)];
  if (!own) return [];
  const asks = kind === "weights" ? row : state.word;
  if (kind === "mix") return [...line(`weights-${number}`, asks, WORDS.length), ...down("V", own.columns[column] ?? 0)];
  return own.columns.flatMap((at) => [
    { table: "Q", row: asks, column: at },
    { table: "K", row: column, column: at },
  ]);
}

/** @param {string} table @param {number} row @param {number} [length] @returns {Place[]} */
const line = (table, row, length = WIDTH) => Array.from({ length }, (_, column) => ({ table, row, column }));
/** @param {string} table @param {number} column @param {number} [length] @returns {Place[]} */
const down = (table, column, length = WORDS.length) => Array.from({ length }, (_, row) => ({ table, row, column }));
/** Where a column of concat stands among its head's columns. @param {Worked} worked @param {number} column */
const inHead = ({ state }, column) => column % (WIDTH / state.heads);
/** @param {Table} table @param {number} column */
const columnOf = (table, column) => table.map((row) => row[column] ?? 0);

/** @param {number[]} one @param {number[]} other */
const sum = (one, other) => `${terms(one, other)} ${equals(one.reduce((all, value, i) => all + value * (other[i] ?? 0), 0))}`;
/** @param {number[]} one @param {number[]} other */
const terms = (one, other) => one.map((value, i) => `${said(value)} × ${said(other[i] ?? 0)}`).join(" + ");
/** @param {number} value */
const equals = (value) => `${Math.abs(value - Number(value.toFixed(3))) < 1e-12 ? "=" : "≈"} ${said(value)}`;
/** @param {number} value */
const said = (value) => signed(Number(value.toFixed(3)) + 0);

/** What the lit head owns, or what all of them do. @param {Worked} worked */
export function owned(worked) {
  const { state, heads } = worked;
  const own = heads[state.head];
  if (!own) return `${state.heads === 1 ? "1 head" : `${state.heads} heads`}, each ${WIDTH / state.heads} wide.`;
  const named = (/** @type {number[]} */ places, /** @type {string} */ one) => `${one}${places.length > 1 ? "s" : ""} ${list(places.map(String), "and")}`;
  const at = joinedAt(worked, state.head);
  return `Head ${state.head} owns ${named(own.columns, "column")} of Q, K and V; its output is in ${named(at, "column")} of concat, read by ${named(at, "row")} of W_O.`;
}
