/** Fetches what the next level's page needs while this one rests, so that it comes out of the browser's own cache. */

import { fetchLabs } from "./load-labs.js";

/** Fetch the page that the link to the next level names, the exercises in it and the scripts of its labs. */
export async function fetchNextPage() {
  const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector("a[rel=next]"));
  if (!link) return;
  try {
    const page = new DOMParser().parseFromString(await fetchText(link.href), "text/html");
    fetchLabs(page);
    for (const { dataset } of /** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll("[data-bundle]"))) {
      await fetchText(new URL(dataset.bundle ?? "", link.href).href);
    }
  } catch {
    // Nobody waits for it; the page itself will ask again.
  }
}

/** A browser keeps only what has been read to its end. @param {string} address */
async function fetchText(address) {
  return (await fetch(address, { priority: "low" })).text();
}
