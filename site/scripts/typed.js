/** What was typed and is kept nowhere, carried over when this tab loads its page again: answers not checked, labs, cells beside them. */

const KEY = "typed";

/** @typedef {Record<string, (string | boolean)[]>} Typed Of each question by the id of its element, its fields in order. */

/** @typedef {HTMLElement & { typed: string | null }} Cell */

/** Each lab by its name, with the cell beside it. @returns {[lab: HTMLElement, cell: Cell][]} */
const labs = () =>
  [...document.querySelectorAll(".lab-box")].flatMap((box) => {
    const [lab, cell] = [box.querySelector(".lab"), box.querySelector("scratch-cell")];
    return lab && cell ? [[/** @type {HTMLElement} */ (lab), /** @type {Cell} */ (cell)]] : [];
  });

/** @param {Element} question */
const fields = (question) => [.../** @type {NodeListOf<HTMLInputElement>} */ (question.querySelectorAll("form input"))];

/** @param {HTMLInputElement} field */
const isPicked = (field) => field.type === "radio" || field.type === "checkbox";

/** Keep what stands in every question, lab and cell now; false means that it would be lost. @returns {boolean} */
export function keepTyped() {
  /** @type {Typed} */
  const typed = {};
  /** Those whose answer has no verdict. @type {string[]} */
  const unjudged = [];
  for (const question of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-id][id]"))) {
    typed[question.id] = fields(question).map((field) => (isPicked(field) ? field.checked : field.value));
    if (!question.dataset.verdict) unjudged.push(question.id);
  }
  try {
    const inLabs = Object.fromEntries(labs().map(([lab, cell]) => [lab.id, [lab.dataset.moved ?? lab.dataset.left ?? null, cell.typed ?? null]]));
    sessionStorage.removeItem(KEY);
    sessionStorage.setItem(KEY, JSON.stringify({ page: location.pathname, typed, unjudged, inLabs }));
    return true;
  } catch {
    return false;
  }
}

/** Put back what was kept for this page, once: before its labs come alive, which read it. An earlier version may have kept less. */
export function restoreTyped() {
  const kept = taken();
  if (kept?.page !== location.pathname) return;
  for (const [id, values] of Object.entries(/** @type {Typed} */ (kept.typed ?? {}))) {
    const question = document.getElementById(id);
    const there = question ? fields(question) : [];
    if (there.length !== values.length) continue;
    // The verdict on an answer before is not true of this one; a task's answer is the state of its lab.
    let changed = Boolean(kept.unjudged?.includes(id) && question?.dataset.verdict);
    there.forEach((field, index) => {
      const value = values[index];
      if (typeof value === "boolean") [changed, field.checked] = [changed || field.checked !== value, value];
      else [changed, field.value] = [changed || field.value !== value, value ?? ""];
    });
    if (changed) question?.querySelector("form")?.dispatchEvent(new Event("input"));
  }
  for (const [lab, cell] of labs()) {
    const [state, code] = kept.inLabs?.[lab.id] ?? [];
    if (typeof state === "string") lab.dataset.left = state;
    // Its script comes later than this.
    if (code) void customElements.whenDefined(cell.localName).then(() => (cell.typed ??= code));
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
