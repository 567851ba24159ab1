/** A level's page as a whole: contents that fill in, gates that open, the recap, the test that clears it. */

import { fillContents, foldContents, followReader } from "./contents.js";
import { ids, stateWords } from "./level-words.js";
import { levelState } from "./progress.js";

/** @typedef {import("./progress.js").Progress} Progress */

/**
 * Keeps the level's page up to date, where the page is one.
 * @param {Progress} progress
 */
export function showLevel(progress) {
  const main = /** @type {HTMLElement | null} */ (document.querySelector("main[data-items]"));
  if (!main) return;
  const level = { items: ids(main.dataset.items), skip: ids(main.dataset.skip) };
  const stateOf = (/** @type {string} */ id) => progress.state(id);
  let wasCleared = levelState(level, stateOf).cleared;

  const show = () => {
    const state = levelState(level, stateOf);
    if (state.by === "test") for (const id of level.items) progress.record(id, "skipped");
    main.toggleAttribute("data-cleared", state.cleared);
    fillContents(stateOf);
    put("level-count", stateWords(state));
    const left = level.items.length - state.passed - state.shown;
    put("recap-words", `Opens when the level is cleared: ${left} of ${level.items.length} still to do.`);
    put("recap-state", recapWords(state));
    put("skip-state", state.by === "test" ? "Passed. The level counts as cleared." : "");
    if (state.cleared && !wasCleared) announce("The level is cleared. The recap at its end is open.");
    wasCleared = state.cleared;
  };

  document.addEventListener("progress", show);
  document.addEventListener("gate", (event) => {
    const { live } = /** @type {CustomEvent<{live: boolean}>} */ (event).detail;
    if (live) announce("The next part is open.");
  });
  show();
  const slug = document.documentElement.dataset.level;
  if (slug) progress.visit(slug);
  foldContents();
  followReader();
  explainLocked();
}

/** @param {ReturnType<typeof levelState>} state */
function recapWords({ by, shown, total }) {
  if (by === "test") return "Cleared by the test. What the text asks is still there to try.";
  return shown ? `Cleared, with ${shown} of ${total} answers shown.` : "Cleared, every answer your own.";
}

/** A link into a part that is still closed leads to its gate and says so. */
function explainLocked() {
  const explain = () => {
    const target = placeOf(location.hash);
    if (!target) return;
    const test = target.closest(".skip-test")?.querySelector("details");
    if (test) test.open = true;
    const gate = /** @type {HTMLElement | null} */ (document.querySelector("level-gate:not([data-open])"));
    if (!gate || !target.closest(".part") || target.getClientRects().length > 0) {
      target.scrollIntoView();
      return;
    }
    gate.dataset.asked = "";
    gate.tabIndex = -1;
    gate.focus({ preventScroll: true });
    gate.scrollIntoView({ block: "center" });
    announce("That part is still closed.");
  };
  window.addEventListener("hashchange", explain);
  // The same link once more changes no address, so nothing would be said.
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link?.hash && link.href === location.href && !event.defaultPrevented) requestAnimationFrame(explain);
  });
  // The browser's own jump to a place that is not shown takes the focus away, so ours comes after it.
  window.addEventListener("load", () => requestAnimationFrame(explain));
}

/** @param {string} hash @returns {HTMLElement | null} */
function placeOf(hash) {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    // An address that somebody cut short, such as `#%`.
    return null;
  }
}

/** @param {string} id @param {string} words */
function put(id, words) {
  const place = document.getElementById(id);
  if (place && place.textContent !== words) place.textContent = words;
}

/**
 * Says something to screen readers without moving the focus.
 * @param {string} words
 */
export function announce(words) {
  // The same words again are only spoken if something has changed.
  const said = document.getElementById("announcer")?.textContent === words;
  put("announcer", said ? `${words}\u00a0` : words);
}
