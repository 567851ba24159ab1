/** The NumPy line that makes each table of the heads lab. Pure. */

import { columnOrder } from "./heads-math.js";
import { WIDTH } from "./heads-state.js";
import { arrayText, floatArrayText, SOFTMAX } from "./numpy-text.js";

/** @typedef {import("./heads-state.js").Worked} Worked */
/** @typedef {import("./lab-kind.js").NumpyLine} NumpyLine */

const AHEAD = "ahead = np.triu(np.ones((len(X), len(X)), dtype=bool), k=1)";

/** @param {Worked} worked @param {string} table @returns {NumpyLine} */
export function numpy(worked, table) {
  const { state } = worked;
  const puts = (/** @type {"X" | "W_Q" | "W_K" | "W_V" | "W_O"} */ name) => `${name} = ${floatArrayText(state[name])}`;
  if (table === "X" || table === "W_Q" || table === "W_K" || table === "W_V") return { given: [], line: puts(table), name: table };
  const made = (/** @type {"Q" | "K" | "V"} */ name) => `${name} = X @ W_${name}`;
  if (table === "Q" || table === "K" || table === "V") return { given: [puts("X"), puts(`W_${table}`)], line: made(table), name: table };
  const moves = state.swap === "both" ? `W_O = W_O[${rowsText(worked)}]` : "";
  if (table === "W_O") return moves ? { given: [puts("W_O")], line: moves, name: "W_O" } : { given: [], line: puts("W_O"), name: "W_O" };
  const given = [puts("X"), puts("W_Q"), puts("W_K"), puts("W_V"), SOFTMAX, made("Q"), made("K"), made("V"), `d_k = ${WIDTH / state.heads}`];
  if (state.causal) given.push(AHEAD);
  const [kind = "", number] = table.split("-");
  return number ? oneHead(worked, given, kind, Number(number)) : allHeads(worked, [...given, puts("W_O")], moves, table);
}

/** A head's whole weights, or one word's row on its way. @param {Worked} worked @param {string[]} given @param {string} kind @param {number} head @returns {NumpyLine} */
function oneHead({ state }, given, kind, head) {
  const mine = `mine = slice(${head} * d_k, ${head + 1} * d_k)`;
  const scores = (/** @type {string} */ rows) => {
    const all = `Q[${rows}mine] @ K[:, mine].T / np.sqrt(d_k)`;
    return state.causal ? `np.where(ahead${rows === ":, " ? "" : `[${state.word}]`}, -np.inf, ${all})` : all;
  };
  if (kind === "weights") return { given: [...given, mine], line: `weights = softmax(${scores(":, ")})`, name: "weights" };
  const row = `scores = ${scores(`${state.word}, `)}`;
  if (kind === "scores") return { given: [...given, mine], line: row, name: "scores" };
  const shares = "weights = softmax(scores)";
  if (kind === "row") return { given: [...given, mine, row], line: shares, name: "weights" };
  return { given: [...given, mine, row, shares], line: "mix = weights @ V[:, mine]", name: "mix" };
}

/** What is made of all heads. @param {Worked} worked @param {string[]} given @param {string} moves @param {string} table @returns {NumpyLine} */
function allHeads({ state, order }, given, moves, table) {
  const scores = "Q[:, m] @ K[:, m].T / np.sqrt(d_k)";
  const heads = [
    `parts = [slice(h * d_k, (h + 1) * d_k) for h in range(${state.heads})]`,
    `heads = [softmax(${state.causal ? `np.where(ahead, -np.inf, ${scores})` : scores}) @ V[:, m] for m in parts]`,
  ];
  const swapped = state.swap === "none" ? "heads" : `[heads[h] for h in ${listText(order)}]`;
  const joined = `concat = np.concatenate(${swapped}, axis=1)`;
  if (table === "concat") return { given: [...given, ...heads], line: joined, name: "concat" };
  if (table === "before") return { given: [...given, ...heads], line: "output = np.concatenate(heads, axis=1) @ W_O", name: "output" };
  const all = [...given, ...heads, joined, ...(moves ? [moves] : [])];
  if (table === "joined") return { given: all, line: `joined = concat[${state.word}]`, name: "joined" };
  if (table === "result") return { given: [...all, `joined = concat[${state.word}]`], line: "output = joined @ W_O", name: "output" };
  return { given: all, line: "output = concat @ W_O", name: "output" };
}

/** @param {Worked} worked */
const rowsText = ({ order }) => listText(columnOrder(order, WIDTH));
/** @param {number[]} list */
const listText = (list) => arrayText(list).slice("np.array(".length, -1);
