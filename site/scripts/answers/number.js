/**
 * Reads and judges a typed number. Pure: no page, no storage.
 * @typedef {import("./verdict.js").Judged} Judged
 * @typedef {{answer: number, tolerance: number, known: string[]}} NumberKey
 */

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻";
const PLAIN = "0123456789+-";
const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/;
const THOUSANDS = /^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/;

/**
 * The numbers `text` may stand for: none where it cannot be read, two where a comma may be read two ways.
 * Knows decimals with point or comma, fractions, exponents, powers of ten, grouped digits, a typographic minus.
 * @param {string} text
 * @returns {number[]}
 */
export function readNumber(text) {
  const plain = text
    // Runs of spaces first: the patterns below would try each run again from every one of its spaces.
    .replace(/\s+/g, " ")
    .replace(/[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+/g, (power) => "^" + [...power].map((c) => PLAIN[SUPERSCRIPTS.indexOf(c)]).join(""))
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[−–‒﹣]/g, "-")
    .replace(/(?<=\d)[\s_'’](?=\d{3}(?!\d))/g, "")
    .replace(/\s*([/×*·x^])\s*/g, "$1")
    .replace(/^\s*=?\s*([+-]?)\s*/, "$1")
    .trimEnd();
  const [above = "", below, ...more] = plain.split("/");
  if (more.length) return [];
  if (below === undefined) return readProduct(above);
  const tops = readProduct(above);
  const bottoms = readProduct(below).filter((value) => value !== 0 && Number.isFinite(value));
  return tops.flatMap((top) => bottoms.map((bottom) => top / bottom));
}

/** @param {string} text a number, a power, or a number times a power of ten @returns {number[]} */
function readProduct(text) {
  if (/^[+-]?(∞|inf|infinity)$/.test(text)) return [text.startsWith("-") ? -Infinity : Infinity];
  const power = /^(?:(.+?)[×*·x])?([+-]?\d+(?:\.\d+)?)(?:\^|\*\*)\(?([+-]?\d+)\)?$/.exec(text);
  if (power) {
    const [, factor, base, exponent] = power;
    const factors = factor === undefined ? [1] : readDecimal(factor);
    return factors.map((value) => value * Number(base) ** Number(exponent));
  }
  return readDecimal(text);
}

/** @param {string} text @returns {number[]} */
function readDecimal(text) {
  const found = [];
  if (THOUSANDS.test(text)) found.push(Number(text.replaceAll(",", "")));
  const point = text.split(",").length === 2 && !text.includes(".") ? text.replace(",", ".") : text;
  if (DECIMAL.test(point)) found.push(Number(point));
  return found;
}

/**
 * What `text` means as an answer to a question whose answer is `key.answer`.
 * @param {string} text
 * @param {NumberKey} key
 * @returns {Judged}
 */
export function judgeNumber(text, key) {
  const typed = text.trim();
  if (typed === "") return unread("Nothing typed", "Type a number first.");
  const percent = /[%٪]$/.test(typed);
  const values = readNumber(percent ? typed.slice(0, -1).trimEnd() : typed);
  const [first] = values;
  if (first === undefined) {
    return unread("Not a number", "Type one number, such as 12, 0.25, 3/4 or 1e-3.");
  }
  const near = (/** @type {number} */ value, /** @type {number} */ target) =>
    value === target || Math.abs(value - target) <= key.tolerance + 1e-12 * Math.abs(target);
  const meant = percent ? values.map((value) => value / 100) : values;
  if (meant.some((value) => near(value, key.answer))) {
    return { passed: true, honest: true, title: "Right", message: "", feedback: [] };
  }
  if (percent && values.some((value) => near(value, key.answer))) {
    return unread("Leave the percent sign out", `${typed} means ${first / 100}. Type the number alone.`);
  }
  const known = key.known.findIndex((one) =>
    readNumber(one).some((target) => meant.some((value) => near(value, target))),
  );
  const title = "Not yet";
  if (known >= 0) return { passed: false, honest: true, title, message: "", feedback: [known] };
  return { passed: false, honest: true, title, message: direction(meant[0] ?? first, key, near), feedback: [] };
}

/**
 * @param {number} value
 * @param {NumberKey} key
 * @param {(value: number, target: number) => boolean} near
 */
function direction(value, { answer }, near) {
  if (answer !== 0 && near(-value, answer)) return "The size is right, the sign is not.";
  if (Math.abs(value - answer) < 0.01 * Math.abs(answer) && !Number.isInteger(answer)) {
    return "Close, but not close enough. Give more digits, or type a fraction.";
  }
  return value > answer ? "That is too large." : "That is too small.";
}

/** @param {string} title @param {string} message @returns {Judged} */
const unread = (title, message) => ({ passed: false, honest: false, title, message, feedback: [] });
