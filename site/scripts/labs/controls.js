/** The controls of labs as HTML: plain labelled form controls that name the field they set. Pure. */

import { escapeHtml } from "../matrix.js";

/** @param {string} field @param {string} label @param {boolean} on */
export function toggleControl(field, label, on) {
  return `<label class="lab-control lab-toggle"><input type="checkbox" data-field="${field}"${on ? " checked" : ""}> ${escapeHtml(label)}</label>`;
}

/** @param {string} field @param {string} label @param {Record<string, string>} words @param {string} value */
export function selectControl(field, label, words, value) {
  const options = Object.entries(words).map(
    ([name, text]) => `<option value="${name}"${name === value ? " selected" : ""}>${escapeHtml(text)}</option>`,
  );
  return `<label class="lab-control">${escapeHtml(label)} <select data-field="${field}">${options.join("")}</select></label>`;
}

/**
 * A button; `data` becomes the deed's data.
 * @param {string} act
 * @param {string} text
 * @param {{label?: string, pressed?: boolean, disabled?: boolean, data?: Record<string, string | number>}} [more]
 */
export function buttonControl(act, text, { label, pressed, disabled, data = {} } = {}) {
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${escapeHtml(String(value))}"`).join("");
  const heard = label ? ` aria-label="${escapeHtml(label)}"` : "";
  const state = pressed === undefined ? "" : ` aria-pressed="${pressed}"`;
  return `<button type="button" class="lab-button" data-act="${act}"${attributes}${heard}${state}${disabled ? " disabled" : ""}>${escapeHtml(text)}</button>`;
}

/**
 * Controls that belong together, under a name.
 * @param {string} name
 * @param {string[]} controls
 */
export function controlGroup(name, controls) {
  return `<div class="lab-group" role="group" aria-label="${escapeHtml(name)}">${controls.filter(Boolean).join("")}</div>`;
}
