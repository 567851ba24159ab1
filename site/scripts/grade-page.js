/** Entry of the page in which files of answers are judged: the page's own Python, without an editor. */

import { python } from "./python-client.js";

/** @import { Bundle } from "./python-messages.js" */

/** @type {Bundle | null} */
let exercise = null;

/** What the program that opened the page calls: first `use` an exercise, then `judge` one answer after another. */
const grading = {
  /** @param {Bundle} bundle */
  async use(bundle) {
    exercise = bundle;
    await python.start();
  },
  /** @param {string} code */
  judge(code) {
    if (!exercise) throw new Error("no exercise is in use");
    return python.check(exercise, code, "grading");
  },
};

Object.assign(globalThis, { grading });
