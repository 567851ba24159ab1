/** What is pressed stays under the pointer, though a field that is left by it has something to say above. */

/**
 * Leaving a field of a lab is a change: the page above what is pressed may grow before the pointer is up again,
 * and the press would miss. Scrolls by as much.
 */
export function holdPressed() {
  document.addEventListener("pointerdown", ({ target }) => {
    if (!(target instanceof Element) || !document.activeElement?.matches(".lab input")) return;
    const { top } = target.getBoundingClientRect();
    requestAnimationFrame(() => {
      if (target.isConnected) scrollBy({ top: target.getBoundingClientRect().top - top, behavior: "instant" });
    });
  });
}
