/** The list of levels: says beside each how far it is. */

import { levelState } from "./progress.js";

/** @typedef {import("./progress.js").Progress} Progress */

/**
 * The ids in a `data-` attribute.
 * @param {string | undefined} list
 */
export const ids = (list) => (list ?? "").split(" ").filter(Boolean);

/**
 * How far a level is, in a few words; empty before anything was done.
 * @param {ReturnType<typeof levelState>} state
 */
export function stateWords({ cleared, by, passed, shown, total }) {
  const done = passed + shown;
  if (by === "test") return "cleared by the test";
  if (cleared) return shown ? `cleared, ${shown} of ${total} answers shown` : "cleared";
  if (!done) return "";
  return shown ? `${done} of ${total} done, ${shown} of them shown` : `${done} of ${total} done`;
}

/**
 * Keeps the list of levels up to date, where the page has one.
 * @param {Progress} progress
 */
export function showCourse(progress) {
  const entries = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".level-entry"))];
  if (!entries.length) return;
  const show = () => {
    for (const entry of entries) {
      const level = { items: ids(entry.dataset.items), skip: ids(entry.dataset.skip) };
      const state = levelState(level, (id) => progress.state(id));
      entry.dataset.progress = state.cleared ? "cleared" : state.passed + state.shown ? "begun" : "new";
      const words = entry.querySelector("[data-state]");
      if (words) words.textContent = stateWords(state);
    }
  };
  document.addEventListener("progress", show);
  show();
}
