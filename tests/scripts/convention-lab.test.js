import assert from "node:assert/strict";
import { test } from "node:test";
import { toHalf } from "../../site/scripts/labs/convention-math.js";
import { FORMS, READERS, RELATIONS, workOut } from "../../site/scripts/labs/convention-state.js";
import { lab } from "../../site/scripts/labs/convention-view.js";
import { formatState, readState, splitState } from "../../site/scripts/labs/lab-state.js";

/** @typedef {import("../../site/scripts/labs/convention-state.js").ConventionState} ConventionState */
/** @param {Partial<ConventionState>} change */
const state = (change = {}) => /** @type {ConventionState} */ ({ ...lab.start, ...change });
/** @param {string} table @param {number} row @param {number} column @param {Partial<ConventionState>} [change] */
const press = (table, row, column, change) => /** @type {any} */ (lab.act?.(state(change), { act: "press", data: {}, place: { table, row, column } }));

test("each function reads its own convention, and the other one inside out", () => {
  const { wrong } = workOut(state());
  assert.deepEqual(wrong, [
    [0, 9, 0, 0],
    [9, 0, 9, 9],
    [9, 0, 0, 3],
    [0, 9, 0, 3],
  ]);
});

test("True and False for the wrong function leave the last word of a causal mask without a key", () => {
  const { weights, wanted } = workOut(state({ handed: "blocked", reader: "sdpa" }));
  assert.deepEqual(weights, [[0, 0.5, 0.5], [0, 0, 1], null]);
  assert.deepEqual(wanted, [[1, 0, 0], [0.5, 0.5, 0], [1 / 3, 1 / 3, 1 / 3]]);
  assert.match(lab.summary(state()), /^torch SDPA handed blocked: 9 of 9 cells are read wrongly\. Error: Bob may look nowhere\./);
  assert.doesNotMatch(lab.steps(state()).join(""), /NaN|undefined/);
});

test("a mask of 0.0 and 1.0 is added by PyTorch: it closes nothing and favours what it should close", () => {
  const { weights } = workOut(state({ handed: "floats", reader: "mha" }));
  const [own = 0, ahead = 0] = weights[0] ?? [];
  assert.ok(Math.abs(ahead / own - Math.E) < 1e-12);
  assert.match(lab.steps(state({ handed: "floats", reader: "mha" })).join(""), /3 of 9 cells are read wrongly\.<\/strong> These are numbers, so they are added: a 1 closes nothing\./);
});

test("the additive mask fits this course by luck, and the lab says so", () => {
  assert.match(lab.steps(state({ handed: "additive", reader: "course" })).join(""), /That is luck/);
  assert.doesNotMatch(lab.steps(state({ handed: "additive", reader: "sdpa" })).join(""), /luck/);
});

test("a finite fill leaks, wins among lower scores, and hides an empty row", () => {
  const leak = workOut(state({ fill: -10 }));
  assert.ok((leak.finite[0]?.[1] ?? 0) > 2e-5);
  assert.equal(leak.infinite[0]?.[1], 0);
  const wins = workOut(state({ fill: -1e4, around: -20000 }));
  assert.deepEqual(wins.finite[0], [0, 0.5, 0.5]);
  assert.deepEqual(wins.infinite[0], [1, 0, 0]);
  const hides = state({ blocked: RELATIONS.empty ?? [], fill: -65504, half: true });
  assert.deepEqual(workOut(hides).finite[0], [1 / 3, 1 / 3, 1 / 3]);
  assert.equal(workOut(hides).infinite[0], null);
  assert.match(lab.steps(hides).join(""), /−65504 is the lowest number that float16 has, and still a number\. .*Ann may look nowhere\./);
  const tooLow = state({ blocked: RELATIONS.empty ?? [], fill: -1e9, half: true });
  assert.equal(workOut(tooLow).finite[0], null, "−1e9 becomes −∞ in float16");
  assert.match(lab.steps(tooLow).join(""), /−1e9 does not fit and becomes −∞\. Here no weight differs\./);
});

test("float16 ends at 65504 and rounds halfway to the even number", () => {
  assert.deepEqual([65504, -65504, 65519.9, 65520, -1e9, 2049, 2051, 0.1, 0, 6e-8, 1e-8, -2.98e-8].map(toHalf), [65504, -65504, 65504, Infinity, -Infinity, 2048, 2052, 0.0999755859375, 0, 2 ** -24, 0, -0]);
});

test("a press opens or closes a cell in every way of writing it, and chooses what is looked at in the overview", () => {
  for (const table of ["blocked", "allowed", "additive"]) assert.deepEqual(press(table, 0, 2).blocked, [[0, 1, 0], [0, 0, 1], [0, 0, 0]], table);
  const chosen = press("wrong", 3, 2);
  assert.deepEqual([chosen.reader, chosen.handed], ["mha", "additive"]);
  for (const table of ["handed", "adds", "weights", "wanted", "scores", "filled", "finite", "infinite"]) assert.equal(press(table, 0, 0), null);
  assert.deepEqual(/** @type {any} */ (lab.act?.(state(), { act: "relation", data: { name: "open" } })).blocked.flat(), Array(9).fill(0));
  assert.deepEqual(lab.start.blocked, RELATIONS.causal, "states are never changed in place");
});

test("every cell of every table has a story, in every state", () => {
  const tables = ["blocked", "allowed", "additive", "wrong", "handed", "adds", "weights", "wanted", "scores", "filled", "finite", "infinite"];
  const fills = [[-10, false, 0], [-1e9, true, 0], [-65504, true, -20000], [-1e4, false, -20000]];
  for (const blocked of Object.values(RELATIONS)) {
    for (const reader of READERS) {
      for (const [place, handed] of FORMS.entries()) {
        const [fill, half, around] = /** @type {[number, boolean, number]} */ (fills[place]);
        const one = state({ blocked, reader, handed, fill, half, around });
        const html = lab.steps(one).join("");
        assert.deepEqual([...html.matchAll(/data-table="([^"]+)"/g)].map(([, name]) => name), tables);
        assert.doesNotMatch(html + lab.summary(one), /NaN|undefined|null/);
        for (const table of tables) {
          const size = table === "wrong" ? 4 : 3;
          for (let cell = 0; cell < size ** 2; cell++) {
            const said = lab.story(one, { table, row: Math.floor(cell / size), column: cell % size });
            assert.ok(/^[^]{10,140}\.$/.test(said) && !/undefined|NaN|null/.test(said), `${table}: ${said}`);
          }
        }
      }
    }
  }
  const at = (/** @type {string} */ table, /** @type {number} */ row, /** @type {number} */ column, change = {}) => lab.story(state(change), { table, row, column });
  assert.equal(at("allowed", 0, 1), "Ann may not look at met: allowed says False. Press to open it.");
  assert.equal(at("wrong", 2, 0), "torch SDPA reads 9 of 9 cells wrongly when it is handed blocked. Press to see it.");
  assert.equal(at("wrong", 3, 0), "torch MHA reads no cell wrongly when it is handed blocked. Press to see it.");
  assert.equal(at("adds", 0, 0), "−∞ is added, so the cell is closed. It should be open.");
  assert.equal(at("adds", 0, 1, { handed: "floats" }), "1 is added: the cell stays open, and even gains. It should be closed.");
  assert.equal(at("weights", 2, 0), "Bob gives Ann no weight, for its row has no open cell; it should be a weight of 0.3333.");
  assert.equal(at("finite", 0, 1), "Ann gives met a weight of 0.0000275; with −∞ it is a weight of 0.");
});

test("a state goes through a link and back, and a relation is made of 0 and 1", () => {
  const one = state({ blocked: [[0, 1, 0], [1, 0, 1], [0, 0, 0]], handed: "floats", reader: "mha", fill: -65504, half: true, around: -20 });
  assert.deepEqual(readState(lab, splitState(formatState(lab, one))), { state: one, faults: [] });
  assert.deepEqual(readState(lab, splitState("blocked=1")).state.blocked, [[1, 0, 0], [0, 0, 0], [0, 0, 0]]);
  for (const wrong of ["blocked=0.5", "blocked=2", "blocked=0,1,1,1", "handed=mask", "reader=keras", "fill=-7", "half=yes", "around=1"]) assert.equal(readState(lab, splitState(wrong)).faults.length, 1, wrong);
});
