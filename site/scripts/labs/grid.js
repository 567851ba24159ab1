/** Moves the focus in the tables of a lab: one tab stop a table, arrow keys from cell to cell. */

/** @typedef {import("./lab-kind.js").Place} Place */

const STEPS = /** @type {Record<string, [number, number]>} */ ({
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, -Infinity],
  End: [0, Infinity],
});

/** Pixels between a cell and what floats under it. */
const GAP = 8;

/** The cell around an element, or nothing. @param {EventTarget | null} inside @returns {HTMLElement | null} */
export const cellOf = (inside) => (inside instanceof Element ? inside.closest("[data-table] [data-cell]") : null);

/** Where a cell is. @param {HTMLElement} cell @returns {Place} */
export function placeOf(cell) {
  const [row = 0, column = 0] = (cell.dataset.cell ?? "").split(",").map(Number);
  return { table: /** @type {HTMLElement} */ (cell.closest("[data-table]")).dataset.table ?? "", row, column };
}

/** The cell at a place, or nothing. @param {Element} lab @param {Place} place @returns {HTMLElement | null} */
export const cellAt = (lab, { table, row, column }) => lab.querySelector(`[data-table="${CSS.escape(table)}"] [data-cell="${row},${column}"]`);

/** What takes the focus in a cell. @param {HTMLElement} cell @returns {HTMLElement} */
const target = (cell) => cell.querySelector("input") ?? cell;

/**
 * Gives the focus to a cell, and makes it the tab stop of its table.
 * @param {HTMLElement} cell
 */
export function focusCell(cell) {
  stopAt(cell);
  target(cell).focus();
}

/** Scrolls so far that nothing floats over a cell. @param {HTMLElement} cell */
export function uncover(cell) {
  const foot = cell.closest(".lab")?.querySelector("[data-foot]");
  const over = foot ? cell.getBoundingClientRect().bottom + GAP - foot.getBoundingClientRect().top : 0;
  if (over > 0) scrollBy({ top: over, behavior: "instant" });
}

/** Makes a cell the one tab stop of its table. @param {HTMLElement} cell */
export function stopAt(cell) {
  for (const other of cell.closest("[data-table]")?.querySelectorAll('[tabindex="0"]') ?? []) other.setAttribute("tabindex", "-1");
  target(cell).setAttribute("tabindex", "0");
}

/** Every table has one tab stop, also after cells have come and gone. @param {Element} lab */
export function keepStops(lab) {
  for (const table of lab.querySelectorAll("[data-table]")) {
    const stops = table.querySelectorAll('[tabindex="0"]');
    const cell = /** @type {HTMLElement | null} */ (stops[0]?.closest("[data-cell]") ?? table.querySelector("[data-cell]"));
    if (cell && stops.length !== 1) stopAt(cell);
  }
}

/**
 * Moves the focus by a key; tells whether the key was one of movement.
 * @param {KeyboardEvent} event
 * @returns {boolean}
 */
export function moveByKey(event) {
  const cell = cellOf(event.target);
  const step = STEPS[event.key];
  if (!cell || !step || event.altKey || event.metaKey || event.shiftKey || staysInField(event)) return false;
  const rows = [...(cell.closest("[data-table]")?.querySelectorAll("tbody tr") ?? [])]
    .map((row) => /** @type {HTMLElement[]} */ ([...row.querySelectorAll("[data-cell]")]))
    .filter((row) => row.length);
  const row = rows.findIndex((cells) => cells.includes(cell));
  const column = rows[row]?.indexOf(cell) ?? 0;
  const all = event.ctrlKey && step[0] === 0 && !Number.isFinite(step[1]);
  const to = rows[within(all ? step[1] : row + step[0], rows.length)];
  const next = to?.[within(column + step[1], to.length)];
  event.preventDefault();
  if (next && next !== cell) focusCell(next);
  return true;
}

/** In a field the arrows move the caret until it stands at an end. @param {KeyboardEvent} event */
function staysInField({ target: field, key }) {
  if (!(field instanceof HTMLInputElement) || key === "ArrowUp" || key === "ArrowDown") return false;
  const { selectionStart: start, selectionEnd: end, value } = field;
  const whole = start === 0 && end === value.length;
  if (whole) return false;
  return key === "ArrowLeft" || key === "Home" ? start !== 0 : end !== value.length;
}

/** @param {number} place @param {number} count */
const within = (place, count) => Math.max(0, Math.min(count - 1, place));
