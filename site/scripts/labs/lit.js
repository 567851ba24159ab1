/** Lights the row and the column of a cell, and the cells of other tables that belong to it. */

/** @typedef {import("./lab-kind.js").Place} Place */

/**
 * @param {Element} lab
 * @param {Place | null} place
 * @param {Place[]} related
 */
export function lit(lab, place, related) {
  const wanted = /** @type {Map<Element, string>} */ (new Map());
  if (place) {
    const table = lab.querySelector(`[data-table="${CSS.escape(place.table)}"]`);
    for (const cell of table?.querySelectorAll("[data-cell]") ?? []) {
      const [row, column] = (cell.getAttribute("data-cell") ?? "").split(",").map(Number);
      if (row === place.row || column === place.column) wanted.set(cell, row === place.row && column === place.column ? "cell" : "line");
    }
    const ofRow = table?.querySelector(`[data-cell^="${place.row},"]`)?.parentElement?.querySelector("th");
    for (const head of [table?.querySelectorAll("thead th")[place.column], ofRow]) if (head) wanted.set(head, "line");
    for (const { table: name, row, column } of related) {
      const cell = lab.querySelector(`[data-table="${CSS.escape(name)}"] [data-cell="${row},${column}"], [data-picture="${CSS.escape(name)}"] [data-at="${row},${column}"]`);
      if (cell) wanted.set(cell, "cell");
    }
  }
  for (const old of lab.querySelectorAll("[data-lit]")) if (!wanted.has(old)) old.removeAttribute("data-lit");
  for (const [cell, how] of wanted) if (cell.getAttribute("data-lit") !== how) cell.setAttribute("data-lit", how);
}
