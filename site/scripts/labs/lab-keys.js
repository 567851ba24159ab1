/** What a key does in a lab: undo and redo, moves from cell to cell, typed numbers, presses. */

import { cellOf, moveByKey, uncover } from "./grid.js";

/**
 * Does what the key asks for.
 * @param {KeyboardEvent} event
 * @param {(tool: "undo" | "redo") => void} tool
 * @param {(cell: HTMLElement) => void} press
 */
export function labKey(event, tool, press) {
  const { target, key } = event;
  const field = target instanceof HTMLInputElement && target.type === "text" ? target : null;
  if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === "z" && !field) {
    event.preventDefault();
    return tool(event.shiftKey ? "redo" : "undo");
  }
  if (moveByKey(event)) return;
  const cell = cellOf(target);
  if (field) {
    if (key === "Escape") field.value = field.getAttribute("value") ?? "";
    if (key !== "Enter") return;
    event.preventDefault();
    field.dispatchEvent(new Event("change", { bubbles: true }));
    field.select();
    if (cell) uncover(cell);
  } else if (cell && (key === "Enter" || key === " ")) {
    event.preventDefault();
    press(cell);
    uncover(cell);
  }
}
