/** Reads a number typed into a cell, or says why it is none. Pure. */

import { signed } from "./fields.js";

/** The largest size of a number that cells take. */
export const MOST = 1000;

/**
 * @param {string} text
 * @returns {{number: number} | {refused: string}} the refusal is a phrase after which the kept value can be told
 */
export function readCell(text) {
  const plain = text.normalize("NFKC").trim().replace(/[−–]/g, "-");
  if (plain === "") return { refused: "The cell was empty." };
  if (/^[-+]?\d+,\d+$/.test(plain)) return { refused: `“${text.trim()}” has a comma. Write a point: ${plain.replace(",", ".")}.` };
  if (/^[-+]?(inf(inity)?|∞)$/i.test(plain)) return { refused: `“${text.trim()}” is not finite.` };
  if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain)) return { refused: `“${shortened(text.trim())}” is not a number.` };
  const number = Number(plain);
  if (Object.is(number, -0)) return { refused: "“−0” is just 0. Type 0." };
  if (Math.abs(number) > MOST) return { refused: `“${shortened(text.trim())}” is too large: cells take ${signed(-MOST)} to ${MOST}.` };
  if (number !== 0 && Math.abs(number) < 1e-6) return { refused: `“${shortened(text.trim())}” is too small to see here.` };
  return { number };
}

/** @param {string} text */
const shortened = (text) => (text.length > 24 ? `${text.slice(0, 24)}…` : text);
