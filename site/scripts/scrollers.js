/** Lets the keyboard reach what scrolls sideways, and only while it does. */

// The code where an editor will be takes the focus for it.
const SCROLLERS = "pre:not(.starter), .matrix-scroll, .table, math[display='block']";

/** Watches code, formulas and tables of numbers, those that come later too. */
export function watchScrollers() {
  const main = document.querySelector("main");
  if (!main) return;
  const sizes = new ResizeObserver((entries) => entries.forEach(({ target }) => settle(target)));
  const watch = (/** @type {ParentNode} */ place) => place.querySelectorAll(SCROLLERS).forEach((one) => sizes.observe(one));
  watch(main);
  // Letters of another width change what a box holds, not the box.
  document.fonts.addEventListener("loadingdone", () => main.querySelectorAll(SCROLLERS).forEach(settle));
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) if (node instanceof Element) watch(node.parentElement ?? node);
    }
  }).observe(main, { childList: true, subtree: true });
}

/** @param {Element} one */
function settle(one) {
  // The cells of a lab take the focus themselves, and scroll along with it.
  if (one.querySelector("[role=grid]")) return;
  const scrolls = one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight;
  if (!scrolls) {
    for (const name of ["tabindex", "role", "aria-label"]) one.removeAttribute(name);
    return;
  }
  one.setAttribute("tabindex", "0");
  if (!one.matches(".matrix-scroll, .table")) return;
  const caption = one.closest("figure")?.querySelector("figcaption")?.textContent?.trim();
  one.setAttribute("role", "group");
  one.setAttribute("aria-label", `${caption ? `${caption}, ` : ""}scrolls sideways`);
}
