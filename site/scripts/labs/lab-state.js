/** A lab's state as text and back: `causal=off pad=3,4`, in options, tries and links. Pure. */

/** @typedef {import("./lab-kind.js").Lab} Lab */
/** @typedef {import("./lab-kind.js").LabState} LabState */
/** @typedef {{name: string, value: string, wanted: string | null}} Fault  `wanted` is null where the lab has no such setting */

/**
 * Settings as text, by name; a part that is none has no value.
 * @param {string} text
 * @returns {[string, string][]}
 */
export function splitState(text) {
  return text
    .split(/\s+/)
    .filter(Boolean)
    .map((part) => {
      const sign = part.indexOf("=");
      return sign < 0 ? [part, ""] : [part.slice(0, sign), part.slice(sign + 1)];
    });
}

/**
 * The state that `settings` make of `base`, and every one of them that is none of the lab's.
 * @param {Lab} lab
 * @param {[string, string][]} settings
 * @param {LabState} [base]
 * @returns {{state: LabState, faults: Fault[]}}
 */
export function readState(lab, settings, base = lab.start) {
  /** @type {LabState} */
  const state = { ...base };
  /** @type {Fault[]} */
  const faults = [];
  for (const [name, value] of settings) {
    const field = Object.hasOwn(lab.fields, name) ? lab.fields[name] : undefined;
    const read = field?.parse(value);
    if (read) state[name] = read.value;
    else faults.push({ name, value, wanted: field?.wanted ?? null });
  }
  return { state: settled(lab, state, base), faults };
}

/**
 * A state whose fields fit together.
 * @param {Lab} lab
 * @param {LabState} state
 * @param {LabState} before
 */
export const settled = (lab, state, before) => (lab.settle ? lab.settle(state, before) : state);

/**
 * The settings in which a state differs from `base`, as text.
 * @param {Lab} lab
 * @param {LabState} state
 * @param {LabState} [base]
 */
export function formatState(lab, state, base = lab.start) {
  return Object.entries(lab.fields)
    .map(([name, field]) => [name, field.format(state[name]), field.format(base[name])])
    .filter(([, value, start]) => value !== start)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");
}

/**
 * Whether two states say the same.
 * @param {Lab} lab
 * @param {LabState} one
 * @param {LabState} other
 */
export const sameState = (lab, one, other) => formatState(lab, one, other) === "";

/**
 * Every setting in words, for tasks that are checked by them.
 * @param {Lab} lab
 * @param {LabState} state
 * @returns {Record<string, {label: string, value: string, said: string}>}
 */
export function describeState(lab, state) {
  return Object.fromEntries(
    Object.entries(lab.fields).map(([name, { label, format, say }]) => [name, { label, value: format(state[name]), said: say(state[name], state) }]),
  );
}

/**
 * What changed between two states, as one sentence.
 * @param {Lab} lab
 * @param {LabState} before
 * @param {LabState} after
 */
export function changes(lab, before, after) {
  const changed = Object.entries(lab.fields).filter(([name, { format }]) => format(before[name]) !== format(after[name]));
  const told = changed.map(([name, { label, say, change }]) => label + (change?.(before[name], after[name]) || `: ${say(after[name], after)}`));
  return told.join(", ") + (told.length ? "." : "");
}

/** A fault as a phrase. @param {Fault} fault */
export function faultText({ name, value, wanted }) {
  return wanted === null ? `it has no setting '${name}'` : `'${value}' is no value of ${name}`;
}
