/** The map of levels: says of each how far it is, what comes next, and where to go on. */

import { ids, stateWords } from "./level-words.js";
import { levelState } from "./progress.js";

/** @typedef {import("./progress.js").Progress} Progress */
/** @typedef {import("./progress.js").State} State */
/** @typedef {{slug: string, items: string[], skip: string[], needs: string[], minutes: number}} Level */

/**
 * Where a learner stands in a course: which levels are cleared, the one to go on with and the item to do there.
 *
 * That is the level where they were last, if it is not cleared; else the first that is not cleared and whose
 * needs are; else the first that is not cleared.
 * @param {Level[]} levels
 * @param {(id: string) => State | null} stateOf
 * @param {string | null} last the level that was open last
 */
export function courseState(levels, stateOf, last) {
  const states = new Map(levels.map((level) => [level.slug, levelState(level, stateOf)]));
  const cleared = (/** @type {string} */ slug) => states.get(slug)?.cleared ?? true;
  const open = levels.filter((level) => !cleared(level.slug));
  const ready = open.find((level) => level.needs.every(cleared)) ?? open[0] ?? null;
  const here = open.find((level) => level.slug === last) ?? null;
  const next = here ?? ready;
  const begun = levels.some(({ items }) => items.some((id) => stateOf(id) !== null)) || open.length < levels.length;
  const started = next !== null && next.items.some((id) => stateOf(id) !== null);
  return {
    states,
    next: next?.slug ?? null,
    item: (started && next?.items.find((id) => stateOf(id) === null)) || null,
    /** @type {"begin" | "continue" | "next" | "done"} */
    verb: next === null ? "done" : !begun && !here ? "begin" : here || started ? "continue" : "next",
    cleared: levels.length - open.length,
    minutes: open.every((level) => level.minutes) ? open.reduce((sum, level) => sum + level.minutes, 0) : null,
  };
}

/**
 * A time in words, rounded to ten minutes from an hour on.
 * @param {number} minutes
 */
export function timeWords(minutes) {
  if (minutes < 60) return `${minutes} minutes`;
  const tens = Math.round(minutes / 10);
  const [hours, rest] = [Math.floor(tens / 6), (tens % 6) * 10];
  const words = hours === 1 ? "1 hour" : `${hours} hours`;
  return rest ? `${words} ${rest} minutes` : words;
}

/**
 * How much is done and left, in a sentence or two.
 * @param {{cleared: number, minutes: number | null}} state
 * @param {number} total
 */
export function courseWords({ cleared, minutes }, total) {
  const levels = total === 1 ? "1 level" : `${total} levels`;
  const time = minutes === null ? "" : `about ${timeWords(minutes)}`;
  if (cleared === total) return total === 1 ? "The level is cleared." : `All ${total} levels are cleared.`;
  if (!cleared) return time ? `${levels}, ${time} in all.` : `${levels}.`;
  return `${cleared} of ${levels} cleared${time && `, ${time} to go`}.`;
}

const VERBS = { begin: "Begin with", continue: "Continue where you were:", next: "Go on with", done: "Read again:" };

/**
 * Keeps the map of the front page up to date.
 * @param {Progress} progress
 */
export function showCourse(progress) {
  const stops = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".stop"))];
  if (!stops.length) return;
  const levels = stops.map(levelOf);
  const show = () => {
    const course = courseState(levels, (id) => progress.state(id), progress.lastLevel());
    for (const stop of stops) showStop(stop, course);
    for (const road of /** @type {NodeListOf<SVGElement>} */ (document.querySelectorAll("[data-road]")))
      road.toggleAttribute("data-cleared", course.states.get(road.dataset.road ?? "")?.cleared);
    const place = stops.find((stop) => stop.dataset.level === course.next) ?? stops[0];
    const link = /** @type {HTMLAnchorElement} */ (document.getElementById("course-go"));
    link.href = (place.querySelector("a")?.href ?? "") + (course.item ? `#item-${course.item}` : "");
    put("course-verb", VERBS[course.verb]);
    put("course-title", place.querySelector("[data-title]")?.textContent ?? "");
    put("course-words", courseWords(course, levels.length));
  };
  document.addEventListener("progress", show);
  // A page that the browser kept is shown again as it was left.
  window.addEventListener("pageshow", show);
  show();
}

/** @param {HTMLElement} stop @returns {Level} */
function levelOf({ dataset }) {
  return {
    slug: dataset.level ?? "",
    items: ids(dataset.items),
    skip: ids(dataset.skip),
    needs: ids(dataset.needs),
    minutes: Number(dataset.minutes ?? 0),
  };
}

/** @param {HTMLElement} stop @param {ReturnType<typeof courseState>} course */
function showStop(stop, course) {
  const state = course.states.get(stop.dataset.level ?? "");
  if (!state) return;
  const done = state.passed + state.shown;
  stop.dataset.progress = state.cleared ? "cleared" : done ? "begun" : "new";
  stop.style.setProperty("--done", String(state.cleared ? 1 : done / Math.max(1, state.total)));
  stop.toggleAttribute("data-here", stop.dataset.level === course.next);
  const mark = /** @type {HTMLElement} */ (stop.querySelector("[data-next]"));
  mark.hidden = stop.dataset.level !== course.next;
  mark.textContent = course.verb === "continue" ? "you are here" : "next";
  const words = /** @type {HTMLElement} */ (stop.querySelector("[data-state]"));
  words.textContent = stateWords(state);
}

/** @param {string} id @param {string} words */
function put(id, words) {
  const place = document.getElementById(id);
  if (place && place.textContent !== words) place.textContent = words;
}
