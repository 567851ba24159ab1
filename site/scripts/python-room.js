/** Leaf: whether this device has room for a second Python, and when the page has time to start it. */

/** In gigabytes, as browsers round it. */
const LITTLE = 2;
/** A page that never rests gets its spare all the same. */
const PATIENCE_MS = 3000;
const WITHOUT_HINT_MS = 500;
const LATER_MS = 2000;

/** A Python takes some 150 MB. Where a browser does not tell the memory, a phone or a tablet counts as small. */
function hasRoomForTwo() {
  const { deviceMemory } = /** @type {{ deviceMemory?: number }} */ (navigator);
  if (deviceMemory !== undefined) return deviceMemory > LITTLE;
  return !globalThis.matchMedia?.("(hover: none) and (pointer: coarse)").matches;
}

/**
 * Call `act` when the page has nothing else to do.
 *
 * @param {() => void} act
 */
function whenIdle(act) {
  // Safari has no such callback.
  if (typeof globalThis.requestIdleCallback === "function") requestIdleCallback(act, { timeout: PATIENCE_MS });
  else setTimeout(act, WITHOUT_HINT_MS);
}

/**
 * Call `act` when a result that somebody waited for stands in the page, and perhaps its verdict.
 *
 * @param {() => void} act
 */
function later(act) {
  setTimeout(act, LATER_MS);
}

/** What the page's Python asks of the device and of the page. */
export const ROOM = { hasRoomForTwo, whenIdle, later };
