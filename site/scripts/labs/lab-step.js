/** How labs set their tables: a named step, signs between tables, two tables side by side. Pure. */

/**
 * One step of a lab: its name, its tables left to right, and what to see in them. `content` and `words` are HTML.
 * @param {string} name
 * @param {string} content
 * @param {string} [words]
 */
export const step = (name, content, words) => section(name, `<div class="lab-flow">${content}</div>`, words);

/** A step that sets its tables itself. @param {string} name @param {string} content @param {string} [words] */
export const section = (name, content, words = "") => `<p class="lab-step-name">${name}</p>${content}${words && `<p class="lab-words">${words}</p>`}`;

/** A sign and the table that follows it, which stay together. @param {string} sign @param {string} picture */
export const term = (sign, picture) => `<div class="lab-term"><span class="lab-sign" data-sign="${sign}">${sign}</span>${picture}</div>`;

/** Tables with the same sign between them. @param {string[]} pictures @param {string} sign */
export const chain = (pictures, sign) => pictures.map((picture, place) => (place ? term(sign, picture) : picture)).join("");

/** A table under a word. @param {string} label @param {string} picture */
export const labelled = (label, picture) => `<div class="lab-labelled"><p class="lab-label">${label}</p>${picture}</div>`;

/** Tables to compare. @param {string[]} pictures */
export const sideBySide = (pictures) => `<div class="lab-pair">${pictures.join("")}</div>`;

/** Numbers as `matrix` takes them. @param {number[][]} data */
export const wholeNumbers = (data) => ({ shape: [data.length, data[0]?.length ?? 0], dtype: "int64", data });

/** A table or a row of numbers with a point as `matrix` takes them; −∞ by its word. @param {(number | number[])[]} data */
export const decimals = (data) => ({
  shape: Array.isArray(data[0]) ? [data.length, data[0].length] : [data.length],
  dtype: "float64",
  data: data.map((row) => (Array.isArray(row) ? row.map(plain) : plain(row))),
});

/** @param {number} value */
const plain = (value) => (value === -Infinity ? "-inf" : value);
