/**
 * What the page makes of an answer, whatever kind of question was asked.
 *
 * @typedef {object} Judged
 * @property {boolean} passed
 * @property {boolean} honest whether it counts as a try: something that could be read as an answer
 * @property {string} title one short phrase
 * @property {string} message plain text, may be empty where the author's feedback says it all
 * @property {number[]} feedback which of the listed answers' feedback belongs to it
 *
 * @typedef {{id: string, passed: boolean, kind: "answer", title: string, message: string}} Verdict
 */

export {};
