/** One sentence on each cell of the axes lab. Pure. */

import { relationStory } from "./axes-relation.js";
import { allTables, headOf, originOf, parts } from "./axes-state.js";

/** @typedef {import("./axes-state.js").Worked} Worked */
/** @typedef {import("./lab-kind.js").Place} Place */

/** @param {Worked} worked @param {Place} place */
export function story(worked, { table, row, column }) {
  const [kind = "", ...outer] = parts(table);
  if (kind === "relation" || kind === "over") return relationStory(worked.state, { table, row, column });
  if (kind === "W") return `Column ${column} of Q is made with column ${column} of W. It will belong to head ${headOf(worked, column)}.`;
  if (kind === "X") return `Word ${row}${sentence(worked, Number(outer[0]))} has ${worked.X[Number(outer[0])]?.[row]?.[column]} in column ${column} of X. Row ${row} of X makes row ${row} of Q.`;
  const id = idAt(worked, { table, row, column });
  const [b = 0, t = 0, c = 0] = originOf(worked, id);
  const from = `${worked.Q[id]} is word ${t}, column ${c}${sentence(worked, b)}`;
  const head = headOf(worked, c);
  if (kind === "Q") return `${from}: row ${t} of X times column ${c} of W. The column belongs to head ${head}.`;
  if (kind === "split") return `${from}. Head ${head} gets it as its column ${c % worked.state.d}; in memory it has not moved.`;
  if (kind === "heads") return `${from}. In head ${head} it is row ${row}, the same word, and column ${column}.`;
  if (kind === "merged") return `${from}. It is back in row ${row}, column ${column}.`;
  if (kind === "wrong-heads" && worked.state.wrong === "T") return `${from}. Turned round it is at [${outer.join(", ")}, ${row}, ${column}]: column, head, word, sentence.`;
  if (kind === "wrong-heads") return misplaced(from, [Number(outer[1]) !== head && `head ${outer[1]} has it, though it belongs to head ${head}`, row !== t && `it stands in row ${row}, though it is of word ${t}`]);
  return misplaced(from, [row !== t && `it stands in row ${row}, though it is of word ${t}`, column !== c && `it stands in column ${column}, not in column ${c}`]);
}

/** The place in Q of the number in a cell, -1 for a cell of X or W. @param {Worked} worked @param {Place} place */
export const idAt = (worked, { table, row, column }) => allTables(worked).find(({ name }) => name === table)?.ids[row]?.[column] ?? -1;

/** @param {string} from @param {(string | false)[]} faults */
function misplaced(from, faults) {
  const found = faults.filter(Boolean);
  return found.length ? `${from}. Here ${found.join(", and ")}.` : `${from}. Here it is in its place by luck.`;
}

/** @param {Worked} worked @param {number} b */
const sentence = ({ state }, b) => (state.B > 1 ? ` of sentence ${b}` : "");
