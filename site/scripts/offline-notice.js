/** Says that a newer version of the course can be used, and leaves the moment to the learner. */

/** @import { OfflineSaving } from "./offline-saving.js" */

const WORDS = {
  ready: "A new version of this course is ready.",
  taken: "Another tab went over to a new version of this course. This page still shows the one before.",
  gone: "This page is of an earlier version, and the site no longer has all of its files.",
  coming: "The new version is still on its way. It is offered here once it has come.",
  held: "The new version was not taken: what you did is only in this tab, and this browser cannot carry it over. The new version comes when you next open the course.",
};
const LATER = "later";
const KEPT = "Your answers and the code of your exercises are kept.";

/**
 * Show the notice in `place` while there is something to say.
 *
 * @param {HTMLElement} place
 * @param {OfflineSaving} saving
 */
export function showNotice(place, saving) {
  /** @type {string | null} */
  let told = null;
  saving.subscribe(({ version }) => {
    if (version === told) return;
    const isAwaited = told === "coming";
    told = version;
    const before = place.querySelector(".notice-version");
    const hadFocus = before?.contains(document.activeElement);
    before?.remove();
    if (!version || (version === "ready" && !isAwaited && isPutOff())) return;
    const box = notice(version, saving);
    place.append(box);
    if (hadFocus) /** @type {HTMLElement} */ (box.querySelector("button:not([hidden])")).focus();
  });
}

/**
 * @param {keyof typeof WORDS} version
 * @param {OfflineSaving} saving
 */
function notice(version, saving) {
  const box = document.createElement("div");
  box.className = "notice-version";
  const take = version === "ready" ? "Use it now" : version === "held" ? "Try again" : "Load this page again";
  box.innerHTML = `<p>${WORDS[version]}${version === "held" ? "" : ` ${KEPT}`}</p>
<p><button type="button" class="button" data-take${version === "coming" ? " hidden" : ""}>${take}</button>
<button type="button" class="button button-quiet" data-later>Later</button></p>`;
  /** @type {HTMLElement} */ (box.querySelector("[data-take]")).onclick = () => saving.take();
  /** @type {HTMLElement} */ (box.querySelector("[data-later]")).onclick = () => {
    box.remove();
    putOff();
  };
  return box;
}

/** Said once in this tab, "Later" holds for its next pages too; the control in the foot still offers the version. */
function putOff() {
  try {
    sessionStorage.setItem(LATER, "yes");
  } catch {
    // Then it holds for this page only.
  }
}

function isPutOff() {
  try {
    return sessionStorage.getItem(LATER) !== null;
  } catch {
    return false;
  }
}
