/** The contents of a level: filled in as sections are done, folded on narrow screens, marked where the reader is. */

import { ids } from "./level-words.js";

/**
 * Says beside each section whether it is begun or done.
 * @param {(id: string) => string | null} stateOf
 */
export function fillContents(stateOf) {
  for (const section of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".contents-list [data-items]"))) {
    const items = ids(section.dataset.items);
    const done = items.filter((id) => stateOf(id) !== null).length;
    const word = !done ? "" : done === items.length ? "done" : "begun";
    section.dataset.progress = word;
    const note = section.querySelector(".only-heard");
    if (note) note.textContent = word && ` (${word})`;
  }
}

/** The contents stand open in the rail of a wide screen; on a narrow one they close once a section is chosen. */
export function foldContents() {
  const box = document.getElementById("contents");
  if (!(box instanceof HTMLDetailsElement)) return;
  const wide = window.matchMedia("(min-width: 62rem)");
  const fold = () => {
    box.open = wide.matches;
  };
  wide.addEventListener("change", fold);
  box.addEventListener("click", (event) => {
    if (event.target instanceof HTMLAnchorElement && !wide.matches) box.open = false;
  });
  fold();
}

/** Marks the section that is being read. */
export function followReader() {
  const links = [.../** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".contents-list a"))];
  const heads = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
  let waiting = false;
  const follow = () => {
    waiting = false;
    const here = heads.findLastIndex((head) => head?.getClientRects().length && head.getBoundingClientRect().top < window.innerHeight / 3);
    links.forEach((link, place) => {
      if (place === here) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    });
  };
  // Asked at once, where everything is would have the page lay itself out before its parts are alive.
  const followSoon = () => {
    if (!waiting) requestAnimationFrame(follow);
    waiting = true;
  };
  document.addEventListener("scroll", followSoon, { passive: true });
  followSoon();
}
