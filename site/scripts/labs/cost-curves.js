/** The curves of the cost lab as an accessible SVG: both axes by powers of two. Pure. */

import { escapeHtml } from "../matrix.js";
import { grouped } from "./cost-state.js";

/**
 * @typedef {object} Curves
 * @property {string} said what the curves show, in words
 * @property {number[]} at the places along the axis below
 * @property {{name: string, kind: string, values: number[]}[]} lines `kind` is the class that dashes and colours it
 * @property {number} here the place that is marked
 * @property {{at: number, value: number}[]} crossings where lines cross; those outside the picture are left out
 * @property {string} below what the axis below counts
 * @property {string} beside what the axis at the side counts
 */

const [WIDTH, HEIGHT] = [360, 250];
const AREA = { left: 44, right: 282, top: 24, bottom: 212 };
const LABEL_GAP = 14;

/** @param {Curves} curves */
export function curvesSvg({ said, at, lines, here, crossings, below, beside }) {
  const all = lines.flatMap(({ values }) => values);
  const [low, high] = [Math.floor(Math.log2(Math.min(...all))), Math.ceil(Math.log2(Math.max(...all)))];
  const [first, last] = [Math.log2(at[0] ?? 1), Math.log2(at[at.length - 1] ?? 2)];
  const x = (/** @type {number} */ value) => round(AREA.left + ((Math.log2(value) - first) / (last - first)) * (AREA.right - AREA.left));
  const y = (/** @type {number} */ value) => round(AREA.bottom - ((Math.log2(value) - low) / Math.max(1, high - low)) * (AREA.bottom - AREA.top));
  const ends = spread(lines.map(({ values }) => y(values[values.length - 1] ?? 1)));
  const drawn = lines.map(({ name, kind, values }, line) => {
    const points = values.map((value, place) => `${x(at[place] ?? 1)},${y(value)}`).join(" ");
    const now = values[at.indexOf(here)] ?? 1;
    return `<polyline class="curve ${kind}" points="${points}"/><circle class="curve-dot ${kind}" cx="${x(here)}" cy="${y(now)}" r="3.5"/><text class="curve-name ${kind}" x="${AREA.right + 6}" y="${round((ends[line] ?? 0) + 4)}">${escapeHtml(name)}</text>`;
  });
  const ticks = [at[0] ?? 1, 2 ** Math.round((first + last) / 2), at[at.length - 1] ?? 2].map((value) => `<text class="curve-tick" x="${x(value)}" y="${AREA.bottom + 15}" text-anchor="middle">${grouped(value)}</text>`);
  const levels = [low, Math.round((low + high) / 2), high].map((power) => {
    const height = y(2 ** power);
    return `<line class="curve-grid" x1="${AREA.left}" x2="${AREA.right}" y1="${height}" y2="${height}"/><text class="curve-tick" x="${AREA.left - 5}" y="${round(height + 4)}" text-anchor="end">${short(2 ** power)}</text>`;
  });
  const inside = crossings.filter((one) => Math.log2(one.at) >= first && Math.log2(one.at) <= last);
  const rings = inside.map((one) => `<circle class="curve-cross" cx="${x(one.at)}" cy="${y(one.value)}" r="6"/>`);
  const mark = `<line class="curve-here" x1="${x(here)}" x2="${x(here)}" y1="${AREA.top}" y2="${AREA.bottom}"/><text class="curve-tick" x="${x(here)}" y="${AREA.top - 4}" text-anchor="middle">T = ${grouped(here)}</text>`;
  return `<svg class="curves" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeHtml(said)}">${levels.join("")}${mark}${drawn.join("")}${rings.join("")}${ticks.join("")}<text class="curve-tick" x="${(AREA.left + AREA.right) / 2}" y="${HEIGHT - 6}" text-anchor="middle">${escapeHtml(below)}</text><text class="curve-tick" x="4" y="12">${escapeHtml(beside)}</text></svg>`;
}

/** Heights of labels moved apart, in their order from the top. @param {number[]} heights */
function spread(heights) {
  const order = heights.map((_, line) => line).sort((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0));
  const moved = [...heights];
  let least = -Infinity;
  for (const line of order) {
    moved[line] = Math.max(moved[line] ?? 0, least);
    least = (moved[line] ?? 0) + LABEL_GAP;
  }
  return moved;
}

/** A count in few signs. @param {number} value */
function short(value) {
  const units = ["", "k", "M", "G", "T", "P"];
  const step = value < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(value) / 3));
  return `${Number((value / 1000 ** step).toPrecision(2))}${units[step]}`;
}

/** @param {number} value */
const round = (value) => Math.round(value * 10) / 10;
