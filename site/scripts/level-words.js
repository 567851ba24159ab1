/** Pure leaf: what every page reads of a level's markup, and says of how far the level is. */

/**
 * The ids in a `data-` attribute.
 * @param {string | undefined} list
 */
export const ids = (list) => (list ?? "").split(" ").filter(Boolean);

/**
 * How far a level is, in a few words; empty before anything was done.
 * @param {ReturnType<typeof import("./progress.js").levelState>} state
 */
export function stateWords({ cleared, by, passed, shown, total }) {
  const done = passed + shown;
  if (by === "test") return "cleared by the test";
  if (cleared) return shown ? `cleared, ${shown} of ${total} answers shown` : "cleared";
  if (!done) return "";
  return shown ? `${done} of ${total} done, ${shown} of them shown` : `${done} of ${total} done`;
}
