import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { openPage } from "./open-page.js";

const CHOOSE = `<choose-question data-id="pick"><p><span data-state-word></span></p><form>
<input type="radio" value="0"><input type="radio" value="1">
<button type="submit">Check</button><button type="button" data-show hidden>Show me</button></form>
<div class="feedback"></div><details class="answer-key"><ul>
<li data-answer="0" data-right="no"><div data-feedback><p>Only <b>−∞</b> hides it.</p></div></li>
<li data-answer="1" data-right="yes"><div data-feedback><p>As e to the 0 is 1.</p></div></li></ul></details></choose-question>`;
const NUMBER = `<number-question data-id="width" data-answer="64" data-tolerance="0"><p><span data-state-word></span></p><form>
<input class="field" type="text">
<button type="submit">Check</button><button type="button" data-show hidden>Show me</button></form>
<div class="feedback"></div><details class="answer-key"><div data-explanation>512 / 8</div>
<ul><li data-value="4096"><div data-feedback>That multiplies.</div></li></ul></details></number-question>`;
const GATE = '<level-gate id="gate-1" data-needs="pick width"><a data-need="pick"></a><a data-need="width">Question 2</a></level-gate>';

/** @type {import("./open-page.js").Page} */
let page;
beforeEach(async () => {
  page = await openPage(CHOOSE + NUMBER + GATE);
});

/** @param {string} text */
function answer(text) {
  page.field("number-question .field").value = text;
  page.submit("number-question form");
}
const feedback = (tag = "number-question") => page.text(`${tag} .feedback`);
const showMe = (tag = "number-question") => page.one(`${tag} [data-show]`);

test("a wrong answer is told in the author's words, and is not recorded", () => {
  answer("4096");
  assert.equal(feedback(), "Not yet That multiplies.");
  assert.deepEqual(page.verdicts, [{ id: "width", passed: false, kind: "answer", title: "Not yet", message: "That multiplies." }]);
  assert.equal(page.progress.state("width"), null);
});

test("a right answer gives the reason and a passed verdict", () => {
  answer("64");
  assert.equal(feedback(), "Right 512 / 8");
  assert.equal(page.verdicts[0]?.passed, true);
  assert.equal(page.progress.state("width"), "passed");
  assert.equal(page.text("number-question [data-state-word]"), "done");
});

test("three different honest tries, and no fewer, offer to show the answer", () => {
  for (const text of ["1", "1", "abc", "", "2", "2"]) answer(text);
  assert.equal(showMe().hasAttribute("hidden"), true);
  answer("3");
  assert.equal(showMe().hasAttribute("hidden"), false);
  page.click("number-question [data-show]");
  assert.equal(feedback(), "The answer 512 / 8");
  assert.equal(page.field("number-question .field").value, "64");
  assert.equal(page.progress.state("width"), "shown");
  assert.equal(page.text("number-question [data-state-word]"), "answer shown");
});

test("a shown answer is never counted as passed, whatever is typed after it", () => {
  for (const text of ["1", "2", "3"]) answer(text);
  page.click("number-question [data-show]");
  answer("64");
  assert.equal(page.progress.state("width"), "shown");
});

test("an edited answer has no verdict yet", () => {
  answer("4096");
  page.field("number-question .field").value = "6";
  page.fire("number-question .field", "input");
  assert.equal(feedback(), "");
});

test("a choice tells what it would mean, with the author's markup", () => {
  page.field('choose-question [value="0"]').checked = true;
  page.submit("choose-question form");
  assert.equal(feedback("choose-question"), "Not yet Only −∞ hides it.");
  assert.ok(page.one("choose-question .feedback b"));
});

test("everything is back after a reload: answer, verdict, tries, state", async () => {
  for (const text of ["1", "2", "3"]) answer(text);
  page.field('choose-question [value="1"]').checked = true;
  page.submit("choose-question form");
  page = await openPage(CHOOSE + NUMBER + GATE, page.area);
  assert.equal(page.field("number-question .field").value, "3");
  assert.equal(feedback(), "Not yet That is too small.");
  assert.equal(showMe().hasAttribute("hidden"), false);
  assert.equal(page.field('choose-question [value="1"]').checked, true);
  assert.equal(page.text("choose-question [data-state-word]"), "done");
  assert.deepEqual(page.verdicts, [], "looking back is no answer");
});

test("a question skipped by the level's test says so at once", () => {
  page.progress.record("width", "skipped");
  assert.equal(page.text("number-question [data-state-word]"), "skipped");
});

test("stored nonsense leaves the question as it was", async () => {
  page.area.setItem("lookahead:1:course:answer:pick", '{"given": {"a": 1}, "tries": 3}');
  page.area.setItem("lookahead:1:course:answer:width", '{"given": [[]');
  page = await openPage(CHOOSE + NUMBER + GATE, page.area);
  answer("64");
  assert.equal(page.progress.state("width"), "passed");
});

test("a gate opens when every id it needs is done, and tells once", () => {
  answer("64");
  assert.equal(page.one("level-gate").hasAttribute("data-open"), false);
  assert.equal(page.one('[data-need="width"]').classList.contains("done"), true);
  assert.equal(page.one('[data-need="width"]').getAttribute("aria-label"), "Question 2, done");
  page.progress.record("pick", "shown");
  page.progress.record("other", "passed");
  assert.equal(page.one("level-gate").hasAttribute("data-open"), true);
  assert.deepEqual(page.gates, [{ id: "gate-1", live: true }]);
});

test("an open gate is open after a reload, without being announced", async () => {
  page.progress.record("pick", "passed");
  page.progress.record("width", "skipped");
  page = await openPage(CHOOSE + NUMBER + GATE, page.area);
  assert.equal(page.one("level-gate").hasAttribute("data-open"), true);
  assert.deepEqual(page.gates, [{ id: "gate-1", live: false }]);
});
