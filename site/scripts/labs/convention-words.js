/** What the convention lab calls functions, ways of writing a mask, and fills. Pure. */

/** @typedef {import("./convention-math.js").Form} Form */
/** @typedef {import("./convention-math.js").Reader} Reader */

/** @type {Record<Reader, string>} */
export const READER_NAMES = {
  course: "this course: True = blocked",
  visible: "visible=…: True = may look",
  sdpa: "torch SDPA: True = may look",
  mha: "torch MHA: True = blocked",
};

/** Each function without its convention. @param {Reader} reader */
export const readerHead = (reader) => READER_NAMES[reader].split(": ")[0] ?? "";

/** @type {Record<Form, string>} */
export const FORM_NAMES = {
  blocked: "blocked: True = may not look",
  allowed: "allowed: True = may look",
  additive: "additive: 0 or −∞",
  floats: "blocked as 0.0 and 1.0",
};

/** @type {Record<Form, string>} */
export const FORM_HEADS = { blocked: "blocked", allowed: "allowed", additive: "additive", floats: "0.0 / 1.0" };

/** @type {Record<string, string>} */
export const FILLS = { "-10": "−10", "-1e4": "−1e4", "-65504": "−65504", "-1e9": "−1e9" };

/** A fill as its option, so that code and sentences write it as the learner chose it. @param {number} fill */
export const fillText = (fill) => Object.keys(FILLS).find((text) => Number(text) === fill) ?? String(fill);
