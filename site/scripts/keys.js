/** The page's keyboard shortcuts; they keep silent while something is being typed. */

/** Listens for `?`, `j`, `k` and `n`. */
export function listenToKeys() {
  const dialog = document.getElementById("keys");
  if (!(dialog instanceof HTMLDialogElement)) return;
  document.getElementById("keys-button")?.addEventListener("click", () => dialog.showModal());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || dialog.open || isTyping(event)) return;
    if (event.key === "?") dialog.showModal();
    else if (event.key === "j") step("main h1, main h2", 1);
    else if (event.key === "k") step("main h1, main h2", -1);
    else if (event.key === "n") nextOpen();
    else return;
    event.preventDefault();
  });
}

/** @param {KeyboardEvent} event */
function isTyping(event) {
  const [target] = event.composedPath();
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !["radio", "checkbox"].includes(target.type);
  return target.isContentEditable || target.matches("textarea, select");
}

/** @param {string} selector */
const shown = (selector) =>
  [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(selector))].filter((one) => one.getClientRects().length > 0);

/** @param {string} selector @param {1 | -1} direction */
function step(selector, direction) {
  const margin = 24;
  const places = shown(selector);
  const next =
    direction > 0
      ? places.find((one) => one.getBoundingClientRect().top > margin)
      : places.findLast((one) => one.getBoundingClientRect().top < -1);
  next?.scrollIntoView();
}

/** Goes to the first question below the focus that is not done. */
function nextOpen() {
  const open = shown("main [data-id]").filter((one) => !["passed", "shown"].includes(one.dataset.state ?? ""));
  const here = document.activeElement;
  const after = open.find((one) => here && one.compareDocumentPosition(here) & Node.DOCUMENT_POSITION_PRECEDING && !one.contains(here));
  const next = after ?? open[0];
  next?.scrollIntoView({ block: "center" });
  /** @type {HTMLElement | null | undefined} */ (next?.querySelector("input, textarea, button"))?.focus({ preventScroll: true });
}
