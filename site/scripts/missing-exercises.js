/** Says in each exercise that the script did not come which brings exercises to life. */

import { troubleNote } from "./trouble-note.js";

const LATE_MS = 10_000;
const FAILED = "The part of this page for writing code could not be loaded. Load the page again; your code is kept.";
const LATE = "The part of this page for writing code has not come yet. If it takes long, load the page again; your code is kept.";

/** Waits for `<code-exercise>`, where the page has one, and says so where it does not come. */
export function tellMissingExercises() {
  const places = document.querySelectorAll("code-exercise [data-tools]");
  if (!places.length || customElements.get("code-exercise")) return;
  const tell = (/** @type {string} */ words) => places.forEach((place) => troubleNote(place, words));
  const failed = () => tell(FAILED);
  const timer = setTimeout(tell, LATE_MS, LATE);
  // The page counts as loaded when each of its scripts has come or failed.
  if (document.readyState === "complete") failed();
  else addEventListener("load", failed);
  void customElements.whenDefined("code-exercise").then(() => {
    clearTimeout(timer);
    removeEventListener("load", failed);
    tell("");
  });
}
