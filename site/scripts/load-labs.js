/** Loads the script of each lab that stands in the page, and no other. One line a lab. */

import { holdPressed } from "./hold-pressed.js";

/** @type {Record<string, () => Promise<unknown>>} */
const LABS = {
  "axes-lab": () => import("./labs/axes-lab.js"),
  "convention-lab": () => import("./labs/convention-lab.js"),
  "cost-lab": () => import("./labs/cost-lab.js"),
  "cross-mask-lab": () => import("./labs/cross-mask-lab.js"),
  "heads-lab": () => import("./labs/heads-lab.js"),
  "leak-lab": () => import("./labs/leak-lab.js"),
  "mask-lab": () => import("./labs/mask-lab.js"),
  "scores-lab": () => import("./labs/scores-lab.js"),
};

/** Brings the page's labs to life. */
export function loadLabs() {
  holdPressed();
  fetchLabs(document);
}

/** Loads the script of each lab in `page`, which may be one that is not shown. @param {ParentNode} page */
export function fetchLabs(page) {
  for (const [name, load] of Object.entries(LABS)) if (page.querySelector(name)) void load();
}
