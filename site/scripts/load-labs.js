/** Loads the script of each lab that stands in the page, and no other. One line a lab. */

import { holdPressed } from "./hold-pressed.js";
import { LateScript } from "./late-script.js";
import { troubleNote, troubleWords } from "./trouble-note.js";

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

/** Brings the page's labs and the cells beside them to life; where a script does not come, it is said there. */
export function loadLabs() {
  holdPressed();
  for (const [name, load] of Object.entries(LABS)) loadFor(name, load, "What moves this lab");
  loadFor("scratch-cell", () => import("./elements/scratch-cell.js"), "What opens code of this lab in an editor");
}

/** @param {string} name @param {() => Promise<unknown>} load @param {string} what */
function loadFor(name, load, what) {
  const places = [...document.querySelectorAll(name)];
  if (!places.length) return;
  const named = /** @type {HTMLElement | null} */ (places[0].closest("[data-script]"));
  const script = new LateScript(load, () => named?.dataset.script ?? "", () => {
    // A script that came twice was refused the second time.
    const words = customElements.get(name) ? "" : troubleWords(what, script.trouble);
    for (const place of places) troubleNote(place, words, () => void script.load(true).catch(() => {}));
  });
  script.load().catch(() => {}); // the note tells
  void customElements.whenDefined(name).then(() => places.forEach((place) => troubleNote(place, "")));
}

/** Loads the script of each lab in `page`, which is not shown. @param {ParentNode} page */
export function fetchLabs(page) {
  for (const [name, load] of Object.entries(LABS)) if (page.querySelector(name)) load().catch(() => {});
}
