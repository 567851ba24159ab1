/** A lab's state as text and back: `causal=off pad=3,4`, in options, tries and links. Pure. */

/** @typedef {import("./lab-kind.js").Lab} Lab */
/** @typedef {import("./lab-kind.js").LabState} LabState */
/**
 * @typedef {object} Fault
 * @property {string} name
 * @property {string} value
 * @property {string} said what is wrong, as a phrase
 * @property {string | null} wanted null where the lab has no such setting
 * @property {string} [made] what the other settings make of it, where it does not fit them
 */

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
 * The state that `settings` make of `base`, and every one of them that is not in it: the lab has no such setting or
 * value, it stands there twice, or it does not fit together with the others.
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
  const asked = /** @type {Map<string, string>} */ (new Map());
  for (const [name, value] of settings) {
    const field = Object.hasOwn(lab.fields, name) ? lab.fields[name] : undefined;
    const read = field?.parse(value);
    const wanted = field?.wanted ?? null;
    if (!read) faults.push({ name, value, wanted, said: field ? `'${value}' is no value of ${name}` : `it has no setting '${name}'` });
    else if (asked.has(name)) faults.push({ name, value, wanted, said: `${name} stands there twice` });
    else {
      asked.set(name, value);
      state[name] = read.value;
    }
  }
  // Nothing has moved here: each setting is taken as it stands.
  const fitted = settled(lab, state, state);
  for (const [name, { format, wanted }] of Object.entries(lab.fields)) {
    const [value, made] = [asked.get(name), format(fitted[name])];
    if (value !== undefined && made !== format(state[name])) faults.push({ name, value, wanted, made, said: `${name}=${value} does not fit the other settings` });
  }
  return { state: fitted, faults };
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

/**
 * The state that a link asks for, or a sentence on why there is none.
 * @param {Lab} lab
 * @param {string} text
 * @returns {{state: LabState} | {broken: string}}
 */
export function readLink(lab, text) {
  const { state, faults: [fault] } = readState(lab, splitState(text));
  return fault ? { broken: `This lab has no such state: ${fault.said}. This is the first state.` } : { state };
}
