/** The NumPy line that makes each table of the cost lab. Pure. */

import { arrayText } from "./numpy-text.js";

/** @typedef {import("./cost-state.js").Worked} Worked */
/** @typedef {import("./lab-kind.js").NumpyLine} NumpyLine */

/** @param {Worked} worked @param {string} table @returns {NumpyLine} */
export function numpy({ state, lengths }, table) {
  const { B, T, C, H, bytes } = state;
  // 64 bits, also in a browser's NumPy, whose usual whole number has 32.
  const given = ["i64 = np.int64", `B, T, C, H = ${[B, T, C, H].map((size) => `i64(${size})`).join(", ")}`];
  if (table === "cost") return { given: [...given, `itemsize = ${bytes}`], line: "cost = np.array([B*T*C, 3*B*T*C, B*H*T*T, 4*C*C])[:, None] * np.array([1, itemsize])", name: "cost" };
  if (table === "work") return { given, line: "work = np.array([4*B*T*C*C, B*T*T*C, B*T*T*C])[:, None]", name: "work" };
  if (table === "takeovers") return { given, line: "takeovers = np.array([3*C // H, np.sqrt(4*C*C // (B*H)).astype(i64), 2*C])[:, None] + 1", name: "takeovers" };
  return { given: [...given, `T = ${arrayText(lengths).replace(/\)$/, ", dtype=i64)")}`], line: "growth = np.stack([3*B*T*C, B*H*T*T, 4*C*C + 0*T], axis=1)", name: "growth" };
}
