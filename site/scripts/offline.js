/** Entry of all that has to do with use without a network; loaded once the page itself is done. */

import { pageDrafts } from "./drafts.js";
import { announce } from "./level-page.js";
import { fetchNextPage } from "./next-page.js";
import { showControl } from "./offline-control.js";
import { showNotice } from "./offline-notice.js";
import { OfflineSaving } from "./offline-saving.js";
import { pageStore } from "./storage.js";
import { keepTyped } from "./typed.js";

/** On the author's own machine nothing is saved unasked: a page would be of an earlier build than its source. */
const OWN_MACHINE = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** What Python and the page need comes first. */
const PAUSE_MS = 2000;

/** A browser with less room than this many courses is left alone. */
const ROOM = 3;

/**
 * Show the control in `place`; fetch the next page and save the course by itself where that costs the learner nothing.
 *
 * @param {HTMLElement} place
 */
export async function keepOffline(place) {
  const root = new URL(document.documentElement.dataset.root || "./", document.baseURI).href;
  const saving = new OfflineSaving(root, pageStore(), { keep, reload: () => location.reload() });
  const size = async () => /** @type {number} */ ((await (await fetch(`${root}offline.json`)).json()).bytes);
  showControl(place, saving, { size, announce });
  const notice = document.getElementById("notice");
  if (notice) showNotice(notice, saving);
  await saving.look();
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && void saving.lookAgain());
  addEventListener("storage", () => saving.hearOtherTab());
  // What was typed while the newer version was long in coming.
  addEventListener("pagehide", () => saving.isTaking && keepTyped());
  // A course that is saved has the next page, too.
  const isKept = () => ["saving", "saved"].includes(saving.state.phase);
  if (isKept() || !isFree()) return;
  do await new Promise((done) => setTimeout(done, PAUSE_MS));
  while (document.querySelector("[data-phase=loading], [data-phase=starting]"));
  if (!isKept()) await fetchNextPage();
  if (saving.state.phase !== "none" || saving.declined) return;
  const [left, bytes] = [await room(), await size().catch(() => Infinity)];
  if (saving.state.phase === "none" && left > ROOM * bytes) await saving.save();
}

/** Bytes that may still be kept; where a browser does not tell, saving finds out. */
async function room() {
  if (!navigator.storage?.estimate) return Infinity;
  const { quota = 0, usage = 0 } = await navigator.storage.estimate().catch(() => /** @type {StorageEstimate} */ ({}));
  return quota - usage;
}

/** Carry all that stands in this page over to the next; false means that some of it would be lost. */
function keep() {
  pageDrafts().flush();
  // What is typed comes last: where the page stays, it must not be put back over what is done later.
  return pageStore().handOver(() => sessionStorage) && keepTyped();
}

/** Whether many bytes may be fetched that nobody has asked for. */
function isFree() {
  const { saveData, effectiveType = "", type = "" } = /** @type {any} */ (navigator).connection ?? {};
  return !OWN_MACHINE.has(location.hostname) && !saveData && !effectiveType.includes("2g") && type !== "cellular";
}
