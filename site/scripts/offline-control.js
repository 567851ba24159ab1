/** The control in the page's foot that saves the course for use without a network, and gives the space back. */

import { escapeHtml } from "./matrix.js";

/** @import { OfflineSaving, SavingState } from "./offline-saving.js" */

/** A size as people say it. @param {number} bytes */
const megabytes = (bytes) => `${Math.max(1, Math.round(bytes / 1e6))} MB`;

const REASONS = {
  full: "There is not enough free space in this browser.",
  offline: "The connection was lost. What has arrived is kept.",
  missing: "The site did not have one of its files. Load this page again: the course may have a new version.",
  changed: "The course changed while it was being saved, or something changes its files on the way.",
  refused: "This browser did not allow it.",
  stopped: "It was stopped in another tab.",
  broken: "Saving ended before everything had arrived. What has arrived is kept.",
};

/** Another load of the page would show the saved version again. */
const OUTDATED = "It is of an earlier version, and the site no longer has all of its files.";

/**
 * What the control says and offers, as HTML; pure.
 *
 * @param {SavingState} state
 * @param {number} size Bytes of the course as far as that is known, else 0.
 */
export function controlHtml({ phase, loaded, total, failure, version }, size) {
  const whole = total || size;
  const ofSize = whole ? ` (${megabytes(whole)})` : "";
  const sizeBeside = `<span data-size>${whole ? megabytes(whole) : ""}</span>`;
  /** @param {string} action @param {string} words */
  const button = (action, words) => `<button type="button" class="button button-quiet" data-do="${action}">${escapeHtml(words)}</button>`;
  const newer = version === "ready" || version === "held" ? ` ${button("take", "Use the new version")}` : "";
  switch (phase) {
    case "unknown":
      return "";
    case "unavailable":
      return "<p>This browser does not let the course be saved for offline use here.</p>";
    case "none":
      return `<p>${button("save", "Save this course for offline use")} ${sizeBeside}</p>`;
    case "failed":
      return `<p>The course could not be saved. ${newer && failure === "missing" ? OUTDATED : REASONS[failure ?? "broken"]}</p><p>${button("save", "Try to save it again")}${newer}</p>`;
    case "saving":
      return (
        `<p><label for="offline-progress">Saving this course for offline use:</label> ` +
        `<progress id="offline-progress" max="${whole || 1}" value="${loaded}"></progress> ` +
        `<span data-size>${whole ? `${megabytes(loaded)} of ${megabytes(whole)}` : ""}</span> <span data-stalled></span></p><p>${button("remove", "Stop and remove")}${newer}</p>`
      );
    case "saved":
      return `<p>Saved for offline use${ofSize}. The whole course works without a network.</p><p>${button("remove", "Remove it from this browser")}${newer}</p>`;
  }
}

const STALLED = "Nothing has come for 10 seconds. Saving goes on as soon as something comes.";

/** What a screen reader is told when the state changes; progress itself is not told. @type {Record<string, string>} */
const SPOKEN = {
  saving: "Saving the course for offline use.",
  saved: "The course is saved for offline use.",
  failed: "The course could not be saved.",
  none: "The course was removed from this browser. Your answers and the code of your exercises are kept.",
};

/**
 * Keep the control in `place` up to date.
 *
 * @param {HTMLElement} place
 * @param {OfflineSaving} saving
 * @param {object} options
 * @param {() => Promise<number>} options.size
 * @param {(words: string) => void} options.announce
 */
export function showControl(place, saving, { size, announce }) {
  let known = 0;
  let shown = "";
  let asked = false;
  let wasStalled = false;
  const show = () => {
    const { state } = saving;
    if (asked && state.isStalled && !wasStalled) announce(STALLED);
    wasStalled = state.isStalled;
    const kind = `${state.phase} ${state.failure} ${state.version}`;
    if (shown === kind) return move(place, state, known);
    const hadFocus = place.contains(document.activeElement);
    place.innerHTML = controlHtml(state, known);
    if (hadFocus) /** @type {HTMLElement | null} */ (place.querySelector("button"))?.focus();
    if (asked && shown && !shown.startsWith(state.phase)) announce(SPOKEN[state.phase] ?? "");
    shown = kind;
  };
  saving.subscribe(() => {
    show();
    if (saving.state.phase !== "none" || known) return;
    size().then((bytes) => {
      known = bytes;
      show();
    }, () => {});
  });
  place.addEventListener("click", (event) => {
    const action = /** @type {HTMLElement} */ (event.target).closest("button")?.dataset.do;
    asked ||= Boolean(action);
    if (action === "save") {
      void saving.save();
      // Asks the browser not to clear the course away by itself. Some ask the learner in turn.
      void navigator.storage?.persist?.().catch(() => {});
    }
    if (action === "remove") void saving.remove();
    if (action === "take") saving.take();
  });
}

/**
 * Change the numbers alone: a button that is made anew could be lost under a finger.
 *
 * @param {HTMLElement} place
 * @param {SavingState} state
 * @param {number} size
 */
function move(place, { loaded, total, isStalled }, size) {
  const halt = place.querySelector("[data-stalled]");
  if (halt) halt.textContent = isStalled ? STALLED : "";
  const words = place.querySelector("[data-size]");
  const bar = place.querySelector("progress");
  if (bar) Object.assign(bar, { max: total || 1, value: loaded });
  if (words) words.textContent = bar ? `${megabytes(loaded)} of ${megabytes(total)}` : megabytes(total || size);
}
