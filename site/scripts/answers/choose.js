/**
 * Judges a choice. Pure: no page, no storage.
 * @typedef {import("./verdict.js").Judged} Judged
 */

/**
 * What picking `chosen` among answers (right or not, in order) means.
 * @param {number[]} chosen
 * @param {boolean[]} right
 * @returns {Judged}
 */
export function judgeChoice(chosen, right) {
  const wanted = right.filter(Boolean).length;
  if (chosen.length === 0) {
    return { passed: false, honest: false, title: "Nothing picked", message: "Pick an answer first.", feedback: [] };
  }
  const wrong = chosen.filter((index) => !right[index]);
  const missing = wanted - (chosen.length - wrong.length);
  if (wrong.length === 0 && missing === 0) {
    return { passed: true, honest: true, title: "Right", message: "", feedback: chosen };
  }
  const message =
    wanted === 1 ? "" : wrong.length === 0 ? `${missing} more ${missing === 1 ? "is" : "are"} right.` : "";
  return {
    passed: false,
    honest: true,
    title: wrong.length === 0 ? "So far right, not complete" : "Not yet",
    message,
    feedback: wrong.length === 0 ? [] : wrong,
  };
}
