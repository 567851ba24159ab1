/** A slider, which few labs have. Pure. */

import { escapeHtml } from "../matrix.js";

/**
 * A slider with its value in words beside it.
 * @param {string} field
 * @param {string} label
 * @param {{least: number, most: number, step?: number, value: number, said?: string}} range
 */
export function sliderControl(field, label, { least, most, step = 1, value, said = String(value) }) {
  return `<label class="lab-control lab-slider">${escapeHtml(label)} <input type="range" data-field="${field}" min="${least}" max="${most}" step="${step}" value="${value}" aria-valuetext="${escapeHtml(said)}"> <output>${escapeHtml(said)}</output></label>`;
}
