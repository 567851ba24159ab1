/** Leaf: why Python could not start, for code, for a report and for the learner. */

/** @import { FailureReason } from "./python-messages.js" */

/** Why Python could not start: `reason` is for code, `detail` for a report. */
export class StartFailure extends Error {
  /**
   * @param {FailureReason} reason
   * @param {string} detail
   */
  constructor(reason, detail) {
    super(detail);
    this.name = "StartFailure";
    this.reason = reason;
  }
}

/**
 * Whether a browser's words tell of too little memory; those on a wrong address in it name memory, too.
 *
 * @param {string} text
 */
export const tellsOfMemory = (text) => /memory|allocat/i.test(text) && !/bounds/i.test(text);

/**
 * The reason behind an error that a browser threw while Python was starting.
 *
 * @param {unknown} error
 * @returns {FailureReason}
 */
export function failureReason(error) {
  if (error instanceof StartFailure) return error.reason;
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return error instanceof RangeError || tellsOfMemory(text) ? "memory" : "broken";
}

/** A new build takes the place of files that a page of an old one asks for. */
export const RENEWED = "If a new try does not help, load this page again: the course may have a new version.";

/**
 * What happened, and what can be done, in words for the learner.
 *
 * @param {FailureReason} reason
 */
export function failureText(reason) {
  return {
    unsupported: "This browser cannot run Python: it has no WebAssembly. A current Firefox, Chrome, Edge or Safari can.",
    offline: "Python could not be fetched. The connection was lost, or something blocks the download.",
    missing: `Python could not be fetched. The site did not have one of its files. ${RENEWED}`,
    damaged: "A part of Python arrived damaged. No answer was checked with it.",
    memory: "There was not enough memory to start Python. Closing other pages may help.",
    script: `Python could not be fetched. A script of it was lost or blocked on the way. ${RENEWED}`,
    broken: "Python stopped while it was starting.",
  }[reason];
}
