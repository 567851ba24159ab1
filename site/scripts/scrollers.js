/** Lets the keyboard reach what scrolls sideways, and only while it does. */

/** Watches the code and formulas of the page. */
export function watchScrollers() {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth) target.setAttribute("tabindex", "0");
      else target.removeAttribute("tabindex");
    }
  });
  for (const one of document.querySelectorAll("main :is(pre, math[display='block'])")) observer.observe(one);
}
