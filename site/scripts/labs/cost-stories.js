/** One sentence on each cell of the cost lab. Pure. */

import { bytesText, grouped, PARTS, RACES } from "./cost-state.js";

/** @typedef {import("./cost-state.js").Worked} Worked */
/** @typedef {import("./lab-kind.js").Place} Place */

/** @param {Worked} worked @param {Place} place */
export function story(worked, { table, row, column }) {
  const { state, cost, work, takeovers, lengths, growth } = worked;
  const { B, T, C, H, bytes } = state;
  if (table === "cost") {
    const [count = 0, size = 0] = cost[row] ?? [];
    if (column === 1) return `${PARTS[row]}: ${grouped(count)} numbers of ${bytes} ${bytes === 1 ? "byte" : "bytes"} take ${bytesText(size)}.`;
    const how = [`B · T · d_model = ${B} · ${T} · ${C}`, `3 · B · T · d_model = 3 · ${B} · ${T} · ${C}`, `B · H · T · T = ${B} · ${H} · ${T} · ${T}`, `4 · d_model · d_model = 4 · ${C} · ${C}`][row];
    const doubled = ["Twice the words: twice the numbers.", "Twice the words: twice the numbers. H is not in it.", "Twice the words: four times the numbers.", "Neither T nor H is in it."][row];
    return `${PARTS[row]}: ${how} = ${grouped(count)} numbers. ${doubled}`;
  }
  if (table === "work") {
    const how = [`four projections, 4 · B · T · d_model²`, `Q @ K.T in every head, B · T² · d_model`, `weights @ V in every head, B · T² · d_model`][row];
    return `Multiplications for ${how}: ${grouped(work[row] ?? 0)}. ${row ? "More heads are narrower heads, so H is not in it." : "Twice the words: twice the work."}`;
  }
  if (table === "takeovers") {
    const [more, less] = RACES[row] ?? [];
    const from = takeovers[row] ?? 0;
    return `From T = ${grouped(from)} on, ${more} are more than ${less}${T >= from ? ", so it is here" : "; here T is below that"}.`.replace(/work on T × T tables are/, "work on T × T tables is");
  }
  return `With ${lengths[row] === 1 ? "1 word" : `${grouped(lengths[row] ?? 0)} words`} ${PARTS[column + 1]} are ${grouped(growth[row]?.[column] ?? 0)} numbers, ${bytesText((growth[row]?.[column] ?? 0) * bytes)}.${lengths[row] === T ? " This is T now." : " Press to set T."}`;
}
