/** Leaf: the signs that double a verdict's colour, as HTML. A word always stands beside them. */

const PATHS = {
  right: '<path d="M3 8.5l3.2 3.2L13 5"/>',
  wrong: '<path d="M4 4l8 8M12 4l-8 8"/>',
  remark: '<path d="M8 3v6M8 12.4v.1"/>',
  time: '<circle cx="8" cy="8" r="5.5"/><path d="M8 5v3.2l2 1.3"/>',
  neutral: '<path d="M3.5 8h9"/>',
  shown: '<path d="M1.5 8S4 4 8 4s6.5 4 6.5 4-2.5 4-6.5 4-6.5-4-6.5-4z"/><circle cx="8" cy="8" r="1.6"/>',
};

/** @typedef {keyof typeof PATHS} Mark */

/**
 * A line icon, hidden from screen readers.
 * @param {Mark} name
 */
export function mark(name) {
  return `<svg class="icon mark-${name}" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">${PATHS[name]}</svg>`;
}
