/** A note on a part of the page that did not come, with another try where there is one. */

import { announce } from "./level-page.js";

const FAILED = "could not be loaded. If another try does not help, load the page again.";
const LATE = "has not come for 10 seconds. The page goes on waiting, or you can try again.";

/**
 * The note on a script that did not come.
 *
 * @param {string} what
 * @param {"" | "failed" | "late"} trouble
 */
export const troubleWords = (what, trouble) => trouble && `${what} ${trouble === "late" ? LATE : FAILED}`;

/**
 * Put a note before `place`, or take it away where there are no words. It is read aloud once.
 *
 * @param {Element} place
 * @param {string} words
 * @param {() => void} [retry]
 */
export function troubleNote(place, words, retry) {
  const old = place.previousElementSibling;
  if (old?.matches("[data-trouble]")) old.remove();
  if (!words) return;
  const note = document.createElement("p");
  note.className = "exercise-note trouble-note";
  note.dataset.trouble = "";
  note.textContent = words;
  if (retry) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "button button-quiet", textContent: "Try again", onclick: retry });
    note.append(" ", button);
  }
  place.before(note);
  announce(words);
}
