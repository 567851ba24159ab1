/** Loads what keeps the course for use without a network, once the page itself is done. */

import { LateScript } from "./late-script.js";
import { troubleNote, troubleWords } from "./trouble-note.js";

/** Loads it for `place`, the control in the page's foot; where it does not come, that is said there. @param {HTMLElement} place */
export function loadOffline(place) {
  let hasBegun = false;
  const tell = () => {
    const words = hasBegun ? "" : troubleWords("What saves this course for offline use", script.trouble);
    troubleNote(place, words, () => void begin(true));
  };
  const script = new LateScript(() => import("./offline.js"), () => place.dataset.script ?? "", tell);
  const begin = async (again = false) => {
    const loaded = await script.load(again).catch(() => null); // the note tells
    // A script that was late may come after the one of another try.
    if (!loaded || hasBegun) return;
    hasBegun = true;
    tell();
    await loaded.keepOffline(place);
  };
  if (document.readyState === "complete") void begin();
  else addEventListener("load", () => void begin(), { once: true });
}
