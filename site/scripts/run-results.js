/** Leaf: what a run of the shown cases gave, as HTML. It says what the code did, not whether that is right. */

import { escapeHtml, matrix } from "./matrix.js";
import { resultCloses, withCode } from "./verdict-card.js";

/** @import { Told } from "./python-messages.js" */

/**
 * @param {Told} told
 * @param {string} name The learner's function.
 * @returns {string}
 */
export function runResults(told, name) {
  return printedResult(told.printed) + stopped(told) + told.calls.map((call) => result(call, name)).join("");
}

/**
 * What the code printed; nothing where it printed nothing.
 *
 * @param {string} text
 * @returns {string}
 */
export function printedResult(text) {
  return text && `<p class="run-label">Printed</p><pre class="run-printed" tabindex="0">${escapeHtml(text)}</pre>`;
}

/** @param {Told} told */
function stopped({ title, message }) {
  if (!title) return "";
  return `<p class="run-title">${withCode(title)}</p><p class="run-message">${withCode(message)}</p>`;
}

/** @param {Told["calls"][number]} call @param {string} name */
function result(call, name) {
  const heading = `<p class="run-label">${withCode(call.name)}</p>`;
  if (call.got.raised) return `<div class="run-call">${heading}<p class="run-message">${withCode(call.message)}</p></div>`;
  const picture = matrix({ name: `${name}(${written(call.arguments)})`, value: call.got, blocked: resultCloses(call.arguments) });
  return `<div class="run-call">${heading}${picture}</div>`;
}

/**
 * The arguments as they stand in the call: small numbers as such, arrays by name.
 *
 * @param {Record<string, any>} given
 */
function written(given) {
  return Object.entries(given)
    .map(([name, value]) => (value.shape?.length === 0 ? `${name}=${String(value.data)}` : name))
    .join(", ");
}
