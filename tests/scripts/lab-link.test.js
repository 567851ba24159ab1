import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { formatState, readLink, sameState, settled } from "../../site/scripts/labs/lab-state.js";

/** @typedef {import("../../site/scripts/labs/lab-kind.js").Lab} Lab */
/** @typedef {import("../../site/scripts/labs/lab-kind.js").LabState} LabState */

const LABS = new URL("../../site/scripts/labs/", import.meta.url);
const views = readdirSync(LABS).filter((name) => name.endsWith("-view.js"));
const labs = /** @type {Lab[]} */ (await Promise.all(views.map(async (name) => (await import(new URL(name, LABS).href)).lab)));

/** Whole numbers below `count`, the same ones in every run. @param {number} seed */
function dice(seed) {
  let now = seed;
  return (/** @type {number} */ count) => {
    now = (Math.imul(now, 1664525) + 1013904223) >>> 0;
    return Math.floor((now / 2 ** 32) * count);
  };
}

/** Texts that a field takes, found among many that some field takes. @param {import("../../site/scripts/labs/lab-kind.js").Field} field */
function taken(field) {
  const roll = dice(7);
  const number = () => String((roll(9) - 4) / (roll(2) + 1));
  const table = (/** @type {number} */ rows, /** @type {number} */ columns, cell = number) => Array.from({ length: rows }, () => Array.from({ length: columns }, cell).join(",")).join(";");
  const sizes = [1, 2, 3, 4, 5, 8];
  const texts = [
    ...field.wanted.split(/, | or /),
    ...Array.from({ length: 40 }, (_, at) => String(at - 4)),
    "none", "0.5", "99", "1024", "65536", "0,1", "3,4", "5,7", "7", "a,b", "a,b,c", "one,two,three,four", "a,b,c,d,e,f", "a,b,c,d,e,f,g,h",
    ...sizes.flatMap((rows) => sizes.flatMap((columns) => [table(rows, columns), table(rows, columns, () => String(roll(2)))])),
  ];
  return [...new Set(texts)].filter((text) => field.parse(text));
}

/** Random settings, each of them legal by itself. @param {Lab} lab @param {number} seed @returns {[string, string][]} */
function settingsOf(lab, seed) {
  const roll = dice(seed);
  const names = Object.keys(lab.fields);
  return names.flatMap((name) => {
    const texts = choices.get(lab.fields[name]) ?? [];
    return roll(3) ? [] : [/** @type {[string, string]} */ ([name, texts[roll(texts.length)] ?? ""])];
  });
}

const choices = new Map(labs.flatMap(({ fields }) => Object.values(fields).map((field) => [field, taken(field)])));

test("every field of every lab has several values to try", () => {
  for (const lab of labs) for (const [name, field] of Object.entries(lab.fields)) assert.ok((choices.get(field) ?? []).length >= 2, `${lab.name}: ${name}`);
});

for (const lab of labs) {
  test(`a link to the ${lab.name} lab gives the state it names, or says that it does not`, () => {
    let [whole, broken] = [0, 0];
    for (let seed = 1; seed <= 1500; seed++) {
      const settings = settingsOf(lab, seed);
      const text = settings.map(([name, value]) => `${name}=${value}`).join(" ");
      const read = readLink(lab, text);
      if ("broken" in read) {
        broken++;
        assert.match(read.broken, /^This lab has no such state: .+ does not fit the other settings\. This is the first state\.$/, text);
        continue;
      }
      whole++;
      for (const [name, value] of settings) {
        const field = lab.fields[name];
        assert.equal(field?.format(read.state[name]), field?.format(field.parse(value)?.value), `${name} of ${text}`);
      }
      if (seed % 10 === 0) assert.doesNotMatch(lab.controls(read.state) + lab.steps(read.state).join(""), /undefined|NaN/, text);
    }
    assert.ok(whole > 200, `${whole} links have a state`);
    assert.equal(broken > 20, ["axes", "cost", "cross-mask", "heads", "mask"].includes(lab.name), `${broken} links do not`);
  });

  test(`every state of the ${lab.name} lab goes through a link and back`, () => {
    let state = lab.start;
    for (let seed = 1; seed <= 1500; seed++) {
      const [[name, value] = ["", ""]] = settingsOf(lab, seed);
      const field = lab.fields[name];
      if (!field) continue;
      state = settled(lab, { ...state, [name]: field.parse(value)?.value }, state);
      const text = formatState(lab, state);
      const read = readLink(lab, text);
      assert.ok("state" in read && sameState(lab, read.state, state), `${text}: ${JSON.stringify(read)}`);
    }
  });
}

test("a link that is none is one to no lab", () => {
  for (const lab of labs) {
    for (const text of ["=", "a", "\0\ufffd", "constructor=1 __proto__=2", "x".repeat(5000)]) assert.ok("broken" in readLink(lab, text), `${lab.name}: ${text.slice(0, 30)}`);
    assert.ok("state" in readLink(lab, " "), "a link that names nothing is one to the first state");
  }
});

test("what is wrong with a link is said", () => {
  const said = (/** @type {string} */ name, /** @type {string} */ text) => {
    const read = readLink(labs.find((lab) => lab.name === name) ?? assert.fail(), text);
    return "broken" in read ? (/: (.*)\. This is/.exec(read.broken)?.[1] ?? "") : "";
  };
  assert.equal(said("heads", "heads=2 head=3"), "head=3 does not fit the other settings");
  assert.equal(said("heads", "heads=1 swap=both"), "swap=both does not fit the other settings");
  assert.equal(said("heads", "heads=4 head=3"), "");
  assert.equal(said("cost", "T=3 C=5 H=2"), "H=2 does not fit the other settings");
  assert.equal(said("cost", "C=5"), "", "what the link does not name may follow");
  assert.equal(said("mask", "words=a,b pad=7"), "pad=7 does not fit the other settings");
  assert.equal(said("cross-mask", "source=a,b padsource=4"), "padsource=4 does not fit the other settings");
  assert.equal(said("axes", "T=1 follow=9"), "follow=9 does not fit the other settings");
  assert.equal(said("axes", "T=4 follow=9"), "");
  assert.equal(said("mask", "causal=off causal=on"), "causal stands there twice");
  assert.equal(said("mask", "pad=9"), "'9' is no value of pad");
  assert.equal(said("mask", "__proto__=1"), "it has no setting '__proto__'");
});
