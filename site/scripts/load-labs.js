/** Loads the script of each lab that stands in the page, and no other. One line a lab. */

import { holdPressed } from "./hold-pressed.js";
import { LateScript } from "./late-script.js";
import { troubleNote } from "./trouble-note.js";

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

const WORDS = {
  "": "",
  failed: "What moves this lab could not be loaded. If another try does not help, load the page again.",
  late: "What moves this lab has not come for 10 seconds. The page goes on waiting, or you can try again.",
};

/** Brings the page's labs to life; a lab whose script does not come says so. */
export function loadLabs() {
  holdPressed();
  for (const [name, load] of Object.entries(LABS)) {
    const labs = [...document.querySelectorAll(name)];
    if (labs.length) loadFor(labs, name, load);
  }
}

/** @param {Element[]} labs @param {string} name @param {() => Promise<unknown>} load */
function loadFor(labs, name, load) {
  const address = /** @type {HTMLElement | null} */ (labs[0].parentElement)?.dataset.script ?? "";
  const script = new LateScript(load, () => address, () => {
    // A script that came twice was refused the second time.
    const words = customElements.get(name) ? "" : WORDS[script.trouble];
    for (const lab of labs) troubleNote(lab, words, () => void script.load(true).catch(() => {}));
  });
  script.load().catch(() => {}); // the note tells
  void customElements.whenDefined(name).then(() => labs.forEach((lab) => troubleNote(lab, "")));
}

/** Loads the script of each lab in `page`, which is not shown. @param {ParentNode} page */
export function fetchLabs(page) {
  for (const [name, load] of Object.entries(LABS)) if (page.querySelector(name)) load().catch(() => {});
}
