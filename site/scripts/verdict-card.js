/** Leaf: a verdict on code as HTML. The sentence that names the mistake comes first, the count last. */

import { mark } from "./marks.js";
import { escapeHtml, matrix, shapeText } from "./matrix.js";

/** @typedef {import("./matrix.js").Encoded} Encoded */
/** @typedef {import("./matrix.js").NestedFlags} NestedFlags */
/** @typedef {Encoded & {raises?: string, raised?: {type: string, message: string, line?: number | null}}} Result */
/**
 * @typedef {object} CodeVerdict
 * @property {boolean} passed
 * @property {string} kind
 * @property {string} title
 * @property {string} message
 * @property {string[]} mistakes
 * @property {string[]} remarks
 * @property {string[]} hints
 * @property {{name: string, arguments: Record<string, Encoded>, expected: Result, got: Result, differs: NestedFlags | null} | null} case
 * @property {number} checked
 * @property {number} of
 * @property {string} printed
 */

/** What a kind is called, and its sign; the kinds differ by word, sign and colour. */
const KINDS = /** @type {Record<string, {word: string, sign: import("./marks.js").Mark, tone: string}>} */ ({
  passed: { word: "Right", sign: "right", tone: "right" },
  mistake: { word: "A known mistake", sign: "wrong", tone: "wrong" },
  mutated: { word: "Input changed", sign: "wrong", tone: "wrong" },
  shared: { word: "Not a new array", sign: "wrong", tone: "wrong" },
  value: { word: "Other values", sign: "wrong", tone: "wrong" },
  shape: { word: "Other shape", sign: "wrong", tone: "wrong" },
  type: { word: "Other type", sign: "wrong", tone: "wrong" },
  dtype: { word: "Other number type", sign: "wrong", tone: "wrong" },
  raised: { word: "Stopped by an error", sign: "wrong", tone: "wrong" },
  syntax: { word: "Not Python yet", sign: "wrong", tone: "wrong" },
  missing: { word: "Function not found", sign: "wrong", tone: "wrong" },
  timeout: { word: "Out of time", sign: "time", tone: "wrong" },
  memory: { word: "Out of memory", sign: "time", tone: "wrong" },
  empty: { word: "Nothing to check yet", sign: "neutral", tone: "neutral" },
  unjudged: { word: "Could not be judged", sign: "neutral", tone: "neutral" },
});

// Nothing came out right or wrong where the code did not get as far as the cases.
const NO_CASE_RAN = new Set(["unjudged", "syntax", "empty", "missing", "timeout", "memory"]);

// In this course True means "may not look", except in arrays that say otherwise by name.
const TRUE_IS_OPEN = /allowed|visible|valid|scored|keep|open/i;

/**
 * The verdict as HTML.
 * @param {CodeVerdict} verdict
 * @returns {string}
 */
export function verdictCard(verdict) {
  const { word, sign, tone } = KINDS[verdict.kind] ?? { word: verdict.kind, sign: "neutral", tone: "neutral" };
  const label = verdict.kind === "mistake" && verdict.mistakes.length > 1 ? `${verdict.mistakes.length} known mistakes` : word;
  // The word says "Right" already; the sentence after it is what the title has to add.
  const [title, message] = verdict.passed && verdict.message ? [verdict.message, ""] : [verdict.title, verdict.message];
  return `<section class="verdict-card" data-tone="${tone}" data-kind="${escapeHtml(verdict.kind)}">
<p class="verdict-kind">${mark(sign)}${label}</p>
<p class="verdict-title">${withCode(title)}</p>
${paragraphs(message)}${hints(verdict.hints)}${shownCase(verdict.case)}${remarks(verdict.remarks)}${printed(verdict.printed)}${count(verdict)}</section>`;
}

/**
 * A case's call and its wanted result as HTML: the example of an exercise.
 * @param {{arguments: Record<string, Encoded>, expected: Result}} example
 */
export function exampleCase(example) {
  return `<div class="case-pictures">${argumentPictures(example.arguments)}${result("wanted", example.expected, null, undefined, "result", resultCloses(example.arguments))}</div>`;
}

/** Text in which a pair of backticks marks code. @param {string} text */
export function withCode(text) {
  return escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}

/** @param {string} text */
function paragraphs(text) {
  return text
    .split(/\n{2,}/)
    .filter((one) => one.trim())
    .map(block)
    .join("");
}

/** A paragraph, or a block of lines where the text keeps its lines. @param {string} text */
function block(text) {
  return text.includes("\n") ? `<pre class="verdict-lines">${escapeHtml(text)}</pre>` : `<p>${withCode(text)}</p>`;
}

/** Each step lies behind the one before it, so that nobody is told more than they asked for. @param {string[]} steps */
function hints(steps) {
  return steps.reduceRight((deeper, step, at) => {
    const summary = at === 0 ? "Where should I look?" : "Tell me more";
    return `<details class="verdict-hints"><summary>${summary}</summary>${paragraphs(step)}${deeper}</details>`;
  }, "");
}

/** @param {CodeVerdict["case"]} shown */
function shownCase(shown) {
  if (!shown) return "";
  const got = "shape" in shown.got ? shown.got : undefined;
  const both = got && "shape" in shown.expected;
  const closes = resultCloses(shown.arguments);
  return `<div class="verdict-case"><p class="verdict-case-name">The smallest case that shows it: ${withCode(shown.name)}</p>
<div class="case-pictures case-arguments">${argumentPictures(shown.arguments)}</div>
<div class="case-pictures case-results">${result("yours", shown.got, shown.differs, both ? shown.expected : undefined, "yours", closes)}${result("wanted", shown.expected, shown.differs, both ? got : undefined, "wanted", closes)}</div></div>`;
}

/** @param {Record<string, Encoded>} given */
function argumentPictures(given) {
  return Object.entries(given)
    .map(([name, value]) =>
      value.shape?.length === 0 ? `<p class="case-number"><code>${escapeHtml(name)} = ${matrixText(value)}</code></p>` : matrix({ name, value, blocked: hatches(name === "mask" ? kindTold(given.source, name) : name) }),
    )
    .join("");
}

/** @param {Encoded} value */
function matrixText(value) {
  return escapeHtml(String(value.data === true ? "True" : value.data === false ? "False" : value.data));
}

/**
 * @param {"yours" | "wanted"} role
 * @param {Result} value
 * @param {NestedFlags | null} differs
 * @param {Encoded | undefined} beside
 * @param {string} name
 * @param {boolean} closes whether True in it means "may not look"
 */
function result(role, value, differs, beside, name, closes) {
  if (value.raises) return word(role, name, `raises ${value.raises}`);
  if (value.raised) {
    const { type, message, line } = value.raised;
    return word(role, name, `stopped${line ? ` in line ${line}` : ""} with ${type}${message ? `: ${message}` : ""}`);
  }
  const same = beside?.shape && value.shape && shapeText(beside.shape) === shapeText(value.shape);
  return matrix({ name, value, role, differs: same || value.tuple ? differs : null, beside: same || value.tuple ? beside : undefined, blocked: closes });
}

/** @param {"yours" | "wanted"} role @param {string} name @param {string} text */
const word = (role, name, text) =>
  `<figure class="matrix" data-role="${role}"><figcaption><span class="matrix-name">${name}</span></figcaption><p class="matrix-word">${escapeHtml(text)}</p></figure>`;

/** @param {string} name */
const hatches = (name) => !TRUE_IS_OPEN.test(name);

/** Whether True in a result means "may not look": it does, unless the call asks for a mask that says who may. @param {Record<string, any>} given */
export const resultCloses = (given) => hatches(kindTold(given.target, ""));

/** The kind of mask that an argument names, such as "allowed". @param {Encoded | undefined} argument @param {string} otherwise */
const kindTold = (argument, otherwise) => argument?.text ?? otherwise;

/** @param {string[]} lines */
function remarks(lines) {
  if (!lines.length) return "";
  return `<ul class="verdict-remarks">${lines.map((line) => `<li>${mark("remark")}<span><span class="only-heard">Remark: </span>${withCode(line)}</span></li>`).join("")}</ul>`;
}

/** @param {string} text */
function printed(text) {
  if (!text) return "";
  return `<div class="verdict-printed"><p class="run-label">Your code printed</p><pre>${escapeHtml(text)}</pre></div>`;
}

/** @param {CodeVerdict} verdict */
function count({ passed, kind, checked, of }) {
  if (!of || passed || NO_CASE_RAN.has(kind)) return "";
  return `<p class="verdict-count">${checked} of ${of} cases came out right.</p>`;
}
