/**
 * Judges a task in a lab: whether the lab's settings are those the task asks for. Pure: no page, no storage.
 * @typedef {import("./verdict.js").Judged} Judged
 * @typedef {Record<string, {label: string, value: string, said: string}>} Settings
 */

/**
 * Settings as the state of a task is written, `causal=off pad=3,4`, by name.
 * @param {string} state
 * @returns {[string, string][]}
 */
export function readTask(state) {
  return state
    .split(/\s+/)
    .filter(Boolean)
    .map((part) => [part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)]);
}

/**
 * What the lab's settings mean for a task; `now` is null before the lab has said anything.
 * @param {Settings | null} now
 * @param {string} state
 * @returns {Judged}
 */
export function judgeTask(now, state) {
  if (!now) return { passed: false, honest: false, title: "The lab is not ready", message: "It is still loading. Try again in a moment.", feedback: [] };
  const apart = readTask(state).filter(([name, value]) => now[name]?.value !== value);
  if (!apart.length) return { passed: true, honest: true, title: "Right", message: "", feedback: [] };
  const done = readTask(state).length - apart.length;
  const told = apart.map(([name]) => `${now[name]?.label ?? name} is ${now[name]?.said || "empty"}`);
  const message = `Still different from the task: ${told.join("; ")}.${done ? ` ${done} of ${done + apart.length} settings fit already.` : ""}`;
  return { passed: false, honest: true, title: "Not yet", message, feedback: [] };
}
