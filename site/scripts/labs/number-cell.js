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
  // Three digits after a comma are thousands to some and parts to others.
  if (/^[-+]?[1-9]\d{0,2},\d{3}$/.test(plain)) return { refused: `“${text.trim()}” has a comma. Write it without one.` };
  if (/^[-+]?\d+,\d+$/.test(plain)) return { refused: `“${shortened(text.trim())}” has a comma. Write a point: ${shortened(plain.replace(",", "."))}.` };
  if (/^[-+]?(inf(inity)?|∞)$/i.test(plain)) return { refused: `“${text.trim()}” is not finite.` };
  if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain)) return { refused: `“${shortened(text.trim())}” is not a number.` };
  const number = Number(plain);
  const rounded = number === 0 && /[1-9]/.test(plain.split(/e/i)[0] ?? "");
  if (rounded || (number !== 0 && Math.abs(number) < 1e-6)) return { refused: `“${shortened(text.trim())}” is too small to see here.` };
  if (Object.is(number, -0)) return { refused: "“−0” is just 0. Type 0." };
  if (Math.abs(number) > MOST) return { refused: `“${shortened(text.trim())}” is too large: cells take ${signed(-MOST)} to ${MOST}.` };
  return { number };
}

/** @param {string} text */
const shortened = (text) => (text.length > 24 ? `${text.slice(0, 24)}…` : text);
