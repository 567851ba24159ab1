/**
 * Reads and judges the shape of an array. Pure: no page, no storage.
 * @typedef {import("./verdict.js").Judged} Judged
 * @typedef {{answer: number[], known: string[]}} ShapeKey
 */

/** @typedef {{shape: number[]} | {bare: number} | {fault: "empty" | "letters" | "negative" | "fraction" | "unreadable"}} Read */

/**
 * `text` as a shape. `(2, 3)`, `2,3`, `[2, 3]`, `2 x 3` and `2×3` are the same; `(3,)` is a shape, `3` a bare number.
 * @param {string} text
 * @returns {Read}
 */
export function readShape(text) {
  let plain = text.normalize("NFKC").trim().toLowerCase().replace(/[−–]/g, "-");
  if (plain === "") return { fault: "empty" };
  plain = plain.replace(/^(?:np\.shape|torch\.size|shape)\s*[:=]?\s*(?=[([])/, "").replace(/^\(\s*(\[.*\])\s*\)$/, "$1");
  const wrapped = /^\((.*)\)$|^\[(.*)\]$/.exec(plain);
  const list = plain.startsWith("[");
  const inner = (wrapped ? (wrapped[1] ?? wrapped[2] ?? "") : plain).trim();
  if (inner === "") return wrapped ? { shape: [] } : { fault: "empty" };
  const comma = /,\s*$/.test(inner);
  const sizes = inner
    .replace(/,\s*$/, "")
    .split(/\s*(?:[,;×x*]|\bby\b)\s*|\s+/)
    .map((size) => size.trim());
  if (sizes.some((size) => /^-\d+$/.test(size))) return { fault: "negative" };
  if (sizes.some((size) => /^\d*\.\d*$/.test(size))) return { fault: "fraction" };
  if (sizes.some((size) => /^[a-z_]+$/.test(size))) return { fault: "letters" };
  if (!sizes.every((size) => /^\d+$/.test(size))) return { fault: "unreadable" };
  const [only] = sizes;
  if (sizes.length === 1 && only !== undefined && !comma && !list) return { bare: Number(only) };
  return { shape: sizes.map(Number) };
}

/**
 * A shape as Python writes it.
 * @param {readonly number[]} shape
 */
export function shapeText(shape) {
  return shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(", ")})`;
}

const FAULTS = {
  empty: ["Nothing typed", "Type a shape first, such as (2, 3)."],
  letters: ["Numbers, not names", "Put the sizes in as numbers, such as (2, 3)."],
  negative: ["Not a shape", "The size of an axis is never negative."],
  fraction: ["Not a shape", "The size of an axis is a whole number."],
  unreadable: ["Not a shape", "Type the sizes with commas between them, such as (2, 3)."],
};

/**
 * What `text` means as an answer to a question whose answer is `key.answer`.
 * @param {string} text
 * @param {ShapeKey} key
 * @returns {Judged}
 */
export function judgeShape(text, { answer, known }) {
  const read = readShape(text);
  if ("fault" in read) {
    const [title = "", message = ""] = FAULTS[read.fault];
    return { passed: false, honest: false, title, message, feedback: [] };
  }
  if ("shape" in read && same(read.shape, answer)) {
    return { passed: true, honest: true, title: "Right", message: "", feedback: [] };
  }
  const listed = known.findIndex((one) => {
    const other = readShape(one);
    if ("bare" in read) return "bare" in other && other.bare === read.bare;
    return "shape" in other && same(other.shape, read.shape);
  });
  const wrong = { passed: false, honest: true, title: "Not yet" };
  if (listed >= 0) return { ...wrong, message: "", feedback: [listed] };
  return { ...wrong, message: "bare" in read ? aboutBare(read.bare) : aboutShape(read.shape, answer), feedback: [] };
}

/** @param {number} size */
function aboutBare(size) {
  return `${size} alone is a number, not a shape. With one axis it is written (${size},), with the comma; a single number has shape ().`;
}

/**
 * @param {number[]} given
 * @param {number[]} answer
 */
function aboutShape(given, answer) {
  const typed = shapeText(given);
  const ones = (/** @type {number[]} */ shape) => shape.filter((size) => size !== 1);
  if (given.length === answer.length) {
    if (same(given, [...answer].reverse())) return `The axes are the right ones, in reverse order: ${typed} reads them back to front.`;
    if (same([...given].sort(byValue), [...answer].sort(byValue))) return "The sizes are right, but they stand in another order.";
    if (product(given) === product(answer)) return `${typed} holds the right number of values (${product(given)}), arranged in another way.`;
    const wrong = given.flatMap((size, axis) => (size === answer[axis] ? [] : [axis]));
    if (wrong.length === given.length) return "The number of axes is right. The sizes are not.";
    return `The number of axes is right. Look again at axis ${wrong.join(" and axis ")}.`;
  }
  const count = `${typed} has ${axes(given.length)}`;
  if (same(ones(given), ones(answer))) {
    return given.length > answer.length
      ? `${count}: one of size 1 too many.`
      : `${count}: an axis of size 1 is missing.`;
  }
  if (product(given) === product(answer)) return `${count}. The number of values fits (${product(given)}), the number of axes does not.`;
  return `${count}: too ${given.length > answer.length ? "many" : "few"}.`;
}

/** @param {number} count */
const axes = (count) => (count === 0 ? "no axes" : count === 1 ? "one axis" : `${["two", "three", "four"][count - 2] ?? count} axes`);
/** @param {readonly number[]} a @param {readonly number[]} b */
const same = (a, b) => a.length === b.length && a.every((size, axis) => size === b[axis]);
/** @param {number[]} shape */
const product = (shape) => shape.reduce((all, size) => all * size, 1);
/** @param {number} a @param {number} b */
const byValue = (a, b) => a - b;
