/** What goes to the runner and what comes back from it: pure, so that nothing here touches a worker. */

import { tellsOfMemory } from "./python-failure.js";
import { ProcessGone } from "./python-process.js";

/** @import { Bundle, Ran } from "./python-messages.js" */

const GUARDS = /\bexcept\s*:|\bBaseException\b|\bfinally\b|__exit__/;

/** A run of which nothing came. @type {Ran} */
export const NOTHING = { stage: "ran", error: null, outcomes: [], printed: "", seconds: 0 };

/**
 * The bundle as the runner may see it: the cases that are shown, and nothing to compare with.
 *
 * @param {Bundle} bundle
 * @returns {Bundle}
 */
export function withoutAnswers(bundle) {
  const cases = bundle.cases.filter((each) => each.shown).map(({ name, shown, arguments: given }) => ({ name, shown, arguments: given }));
  return { ...bundle, cases, mistakes: {}, fingerprints: undefined };
}

/**
 * What the runner is given; nothing that the code could reach holds an expected value.
 *
 * @param {Bundle} bundle
 * @param {string} code
 */
export function runRequest({ function: name, starter, subjects, cases }, code) {
  const calls = cases.map(({ name, arguments: given }) => ({ name, arguments: given }));
  return JSON.stringify({ code, function: name, starter, subjects, cases: calls });
}

/**
 * Whether code may go on past an import that only has not come yet, and then never end, or end Python, for want of it.
 *
 * @param {string} code
 */
export const outlivesImports = (code) => GUARDS.test(code);

/**
 * Whether a runner that gave this is of no more use: the grader in it broke, or its memory, which never shrinks
 * in WebAssembly, is full.
 *
 * @param {Ran} ran
 */
export function isSpent({ stage, outcomes }) {
  return ["memory", "broken", "died"].includes(stage) || outcomes.some(({ raised }) => raised?.bases?.includes("MemoryError"));
}

/**
 * What a runner answered; code can change the runner, so that this is no answer at all.
 *
 * @param {string} answer
 * @returns {Ran}
 */
export function parse(answer) {
  try {
    const ran = JSON.parse(answer);
    if (typeof ran.stage === "string" && Array.isArray(ran.outcomes)) return ran;
  } catch {
    // Told below.
  }
  return { ...NOTHING, stage: "broken", error: { type: "TypeError", message: "the answer of the run is damaged" } };
}

/**
 * What a run gave whose interpreter gave up.
 *
 * @param {Error} error
 * @returns {Ran}
 */
export function afterCrash(error) {
  if (!(error instanceof ProcessGone)) throw error;
  if (/call stack|recursion/i.test(error.message)) {
    return { ...NOTHING, stage: "died", error: { message: "its calls went deeper than the browser allows" } };
  }
  return { ...NOTHING, stage: tellsOfMemory(error.message) ? "memory" : "died" };
}
