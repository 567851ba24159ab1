/** The kinds of settings labs have: each reads and writes its value as one short text. Pure. */

/** @typedef {import("./lab-kind.js").Field} Field */

/** On or off. @param {string} label @returns {Field} */
export const toggle = (label) => choice(label, { on: "on", off: "off" }, { on: true, off: false });

/**
 * One of a few; `words` says each, `values` are what the state holds (else the names themselves).
 * @param {string} label
 * @param {Record<string, string>} words
 * @param {Record<string, any>} [values]
 * @returns {Field}
 */
export function choice(label, words, values) {
  const names = Object.keys(words);
  const valueOf = (/** @type {string} */ name) => (values ? values[name] : name);
  const nameOf = (/** @type {any} */ value) => names.find((name) => valueOf(name) === value) ?? "";
  return {
    label,
    wanted: list(names, "or"),
    parse: (text) => (names.includes(text) ? { value: valueOf(text) } : null),
    format: nameOf,
    say: (value) => words[nameOf(value)] ?? "",
  };
}

/** A whole number. @param {string} label @param {number} least @param {number} most @returns {Field} */
export function whole(label, least, most) {
  return {
    label,
    wanted: `a whole number from ${least} to ${most}`,
    parse: (text) => (/^-?\d{1,15}$/.test(text) ? within(Number(text), least, most) : null),
    format: String,
    say: (value) => signed(value),
  };
}

/** A number. @param {string} label @param {number} least @param {number} most @returns {Field} */
export function decimal(label, least, most) {
  return {
    label,
    wanted: `a number from ${least} to ${most}`,
    parse: (text) => (/^-?\d+(\.\d+)?(e-?\d+)?$/.test(text) ? within(Number(text), least, most) : null),
    format: String,
    say: (value) => signed(value),
  };
}

/**
 * Some of the places 0 to `most`, in order; `none` for no place. `wordsOf` tells the words that stand there.
 * @param {string} label
 * @param {number} most
 * @param {(state: import("./lab-kind.js").LabState) => string[]} wordsOf
 * @returns {Field}
 */
export function places(label, most, wordsOf) {
  return {
    label,
    wanted: `'none' or places from 0 to ${most} with commas between, such as 3,4`,
    parse: (text) => {
      if (text === "none") return { value: [] };
      const found = text.split(",").map((part) => part.trim());
      if (!found.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= most)) return null;
      const numbers = found.map(Number).sort((a, b) => a - b);
      return new Set(numbers).size === numbers.length ? { value: numbers } : null;
    },
    format: (value) => value.join(",") || "none",
    say: (value, state) => list(value.map((/** @type {number} */ place) => `${wordsOf(state)[place] ?? "word"} (${place})`), "and") || "none",
  };
}

/** The most letters a word may have. */
export const LONGEST_WORD = 12;

/** What is wrong with a word, as a sentence, or nothing. @param {string} word */
export function wordFault(word) {
  if (!word.trim()) return "A word cannot be empty.";
  if ([...word].length > LONGEST_WORD) return `A word can have ${LONGEST_WORD} letters at most.`;
  return /[\s\p{C}]/u.test(word) ? "A word has no blanks in it." : "";
}

/** A few words. @param {string} label @param {number} least @param {number} most @returns {Field} */
export function wordList(label, least, most) {
  return {
    label,
    wanted: `${least} to ${most} words with commas between`,
    parse: (text) => {
      const words = text.split(",").map((part) => decoded(part.trim()));
      const fits = words.length >= least && words.length <= most && words.every((word) => word !== null && !wordFault(word));
      return fits ? { value: words } : null;
    },
    format: (value) => value.map(encoded).join(","),
    say: (value) => value.join(" "),
  };
}

/**
 * Things as a sentence lists them.
 * @param {string[]} things
 * @param {string} last the word before the last one
 */
export function list(things, last) {
  return things.length < 2 ? things.join("") : `${things.slice(0, -1).join(", ")} ${last} ${things[things.length - 1]}`;
}

/** A number as text reads it, with a real minus sign. @param {number} value */
export const signed = (value) => String(value).replace("-", "−");

/** @param {number} value @param {number} least @param {number} most */
const within = (value, least, most) => (value >= least && value <= most ? { value: value + 0 } : null);
/** What stands between words or settings cannot stand in one. @param {string} word */
const encoded = (word) => word.replace(/[%,;=&+#?]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
/** @param {string} text @returns {string | null} */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
