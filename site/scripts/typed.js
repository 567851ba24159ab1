/** Answers that were typed but not checked, carried over when this tab loads its page again. */

const KEY = "typed";

/** @typedef {Record<string, (string | boolean)[]>} Typed Of each question by the id of its element, its fields in order. */

/** @param {Element} question */
const fields = (question) => [.../** @type {NodeListOf<HTMLInputElement>} */ (question.querySelectorAll("form input"))];

/** @param {HTMLInputElement} field */
const isPicked = (field) => field.type === "radio" || field.type === "checkbox";

/** Keep what stands in every question now; false means that it would be lost. @returns {boolean} */
export function keepTyped() {
  /** @type {Typed} */
  const typed = {};
  for (const question of document.querySelectorAll("[data-id][id]")) {
    typed[question.id] = fields(question).map((field) => (isPicked(field) ? field.checked : field.value));
  }
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ page: location.pathname, typed }));
    return true;
  } catch {
    return false;
  }
}

/** Put back what was kept for this page, once; a question that has been changed meanwhile is left alone. */
export function restoreTyped() {
  const kept = taken();
  if (kept?.page !== location.pathname) return;
  for (const [id, values] of Object.entries(/** @type {Typed} */ (kept.typed))) {
    const question = document.getElementById(id);
    const there = question ? fields(question) : [];
    if (there.length !== values.length) continue;
    let changed = false;
    there.forEach((field, index) => {
      const value = values[index];
      if (typeof value === "boolean") [changed, field.checked] = [changed || field.checked !== value, value];
      else [changed, field.value] = [changed || field.value !== value, value ?? ""];
    });
    if (changed) there[0]?.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

function taken() {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return text && JSON.parse(text);
  } catch {
    return null;
  }
}
