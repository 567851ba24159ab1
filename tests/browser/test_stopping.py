"""Code that never ends: stopped, named, and nothing else suffers."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit, gates_open
from tests.browser.course_answers import ROOT, SLUG, exercises
from tests.browser.learner import BOOT_MS, Learner
from tests.browser.static_site import StaticSite
from tests.browser.unhurried import unhurried

GONE = "The values it had worked out are gone."
STOPPED = f"Stopped. Your code is as you wrote it. {GONE}"
ENDLESS = """import numpy as np

def causal_mask(L):
    mask = np.zeros((L, L))
    i = 0
    while i < L:
        mask[i, i + 1:] = 1
    return mask
"""


ANOTHER_FILE = "(exercise, address) => (exercise.dataset.bundle = address)"
# What the exercise says as soon as it is stopped, before the browser does anything else.
STOP = """async (exercise) => {
  exercise.querySelector("[data-stop]").click();
  await new Promise((done) => setTimeout(done));
  return exercise.querySelector("[data-status]").textContent;
}"""


def right() -> str:
    return exercises()["causal-mask"].texts["solution.py"]


@pytest.fixture
def patient(student: Learner) -> Iterator[Learner]:
    """The learner of the shared page, where code may run for longer than any test takes to stop it."""
    places = {id: student.item(id) for id in ("causal-mask", "causal-head")}
    usual = {id: place.get_attribute("data-bundle") for id, place in places.items()}
    for id, place in places.items():
        place.evaluate(ANOTHER_FILE, unhurried(student.site, id))
    yield student
    for id, place in places.items():
        place.evaluate(ANOTHER_FILE, usual[id])


def test_an_endless_loop_is_named_while_the_page_goes_on_and_the_next_run_works(student: Learner) -> None:
    exercise = student.ready(student.item("causal-mask"))
    student.write(exercise, ENDLESS)
    before, begun = len(student.verdicts()), time.monotonic()
    exercise.locator("[data-check]").click()
    expect(exercise.locator("[data-stop]")).to_be_visible()
    # Meanwhile a question is answered, and the page draws as usual.
    student.give(student.item("mask-shape"), "(6, 6)")
    expect(student.item("mask-shape")).to_have_attribute("data-verdict", "right")
    drawn = student.page.evaluate(DRAWN)
    assert drawn > 5, f"in a second the page was drawn {drawn} times"
    assert exercise.locator("[data-stop]").is_visible(), "the loop ended before the page was looked at"
    student.until(lambda: len(student.verdicts()) > before, "a verdict", 30)
    waited = time.monotonic() - begun
    verdict = student.verdicts()[-1]
    assert (verdict["kind"], verdict["passed"]) == ("timeout", False)
    assert waited > exercises()["causal-mask"].time_limit * 0.9
    card = exercise.locator("[data-verdict-card]")
    expect(card).to_contain_text("Your code does not come to an end")
    expect(card).to_contain_text(GONE)
    expect(card).to_contain_text("Look at the while on line 6")
    assert student.judge(exercise, right())["passed"]


# The first worker is given no time to check what it has put off; the one that takes its place does.
LOOP_AT_ONCE = """
localStorage.setItem("lookahead:1:lookahead:draft:causal-mask", JSON.stringify(%r));
new MutationObserver(() => {
  if (window.looping) return;
  const run = document.querySelector("#item-causal-mask[data-phase=ready] [data-run]:not([hidden])");
  if (!run) return;
  window.looping = true;
  run.closest("code-exercise").dataset.bundle = %r;
  run.click();
}).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-phase", "hidden"] });
"""


def test_an_endless_loop_run_at_once_is_stopped_and_the_next_answer_is_judged(
    own_site: StaticSite, visit: Visit
) -> None:
    (worker,) = (ROOT / "dist" / "assets").glob("python-worker-*.js")
    # As where the browser has kept everything compiled, so that checks wait: for a second here.
    times = {"300": "600000", "100": "1000"}
    patient, found = re.subn(
        r"\b(\w+=)([13]00)(?=[,;])", lambda each: each[1] + times[each[2]], worker.read_text(encoding="utf-8")
    )
    assert found == 2
    own_site.faults = {"/python-worker-": patient.encode()}
    student = visit("404.html", host=own_site, storage_state=gates_open(own_site))
    student.page.add_init_script(LOOP_AT_ONCE % (ENDLESS, unhurried(own_site, "causal-mask")))
    student.open(f"levels/{SLUG}/#item-causal-mask")
    exercise = student.item("causal-mask")
    stop = exercise.locator("[data-stop]")
    expect(stop).to_be_visible(timeout=BOOT_MS)
    # Long enough for a spare to start.
    student.page.wait_for_timeout(3000)
    stop.click()
    expect(exercise.locator("[data-status]")).to_have_text(STOPPED)
    assert student.judge(exercise, right())["passed"]


# How often the page is drawn in a second: a busy machine leaves out frames, a page that hangs all of them.
DRAWN = """() => new Promise((settle) => {
  const begun = performance.now();
  let drawn = 0;
  const step = () => {
    drawn += 1;
    if (performance.now() - begun < 1000) requestAnimationFrame(step);
    else settle(drawn);
  };
  requestAnimationFrame(step);
})"""


def test_stop_ends_a_run_at_once_without_a_verdict(patient: Learner) -> None:
    exercise = patient.ready(patient.item("causal-mask"))
    patient.write(exercise, ENDLESS)
    before = len(patient.verdicts())
    for button in ("[data-run]", "[data-check]"):
        exercise.locator(button).click()
        expect(exercise.locator("[data-stop]")).to_be_visible()
        assert exercise.evaluate(STOP) == STOPPED
        expect(exercise.locator("[data-check]")).to_be_visible()
    assert len(patient.verdicts()) == before
    assert patient.judge(exercise, right())["passed"]


def test_a_scratch_cell_says_what_was_lost_when_it_was_stopped_and_when_python_ended(visit: Visit) -> None:
    learner = visit("labs/mask/", faulty=True)  # Pyodide reports the crash on the console
    learner.page.get_by_role("button", name="Open in editor").click()
    cell = learner.page.locator("scratch-cell")
    expect(cell.locator(".run-results .matrix")).to_be_visible(timeout=BOOT_MS)
    learner.write(cell, "total = 0\nwhile True:\n    total += 1\n")
    cell.locator("[data-run]").click()
    cell.locator("[data-stop]").click()
    expect(cell.locator("[data-status]")).to_have_text(STOPPED)
    expect(cell.locator(".cm-content")).to_contain_text("total += 1")
    learner.write(cell, "import os\nos.abort()\n")
    cell.locator("[data-run]").click()
    expect(cell.locator("[data-status]")).to_have_text("Your code ended Python itself", timeout=BOOT_MS)
    expect(cell.locator("[data-results]")).to_contain_text(GONE)
    learner.write(cell, "1 + 1")
    cell.locator("[data-run]").click()
    expect(cell.locator(".run-results .matrix")).to_contain_text("2", timeout=BOOT_MS)


def test_what_a_stopped_run_printed_stays_and_what_an_earlier_one_gave_does_not(patient: Learner) -> None:
    exercise = patient.item("causal-mask")
    results = patient.run(exercise, right())
    expect(results).to_contain_text("causal_mask(")
    patient.write(exercise, ENDLESS.replace("    while", "    print('before the loop')\n    while"))
    exercise.locator("[data-run]").click()
    # While the loop is running already; then it stays.
    expect(results).to_contain_text("before the loop", timeout=20_000)
    exercise.locator("[data-stop]").click()
    expect(exercise.locator("[data-status]")).to_have_text(STOPPED)
    expect(results).to_contain_text("before the loop")
    expect(results).not_to_contain_text("causal_mask(")
    patient.write(exercise, ENDLESS)
    exercise.locator("[data-run]").click()
    expect(exercise.locator("[data-stop]")).to_be_visible()
    expect(results).to_be_hidden()
    exercise.locator("[data-stop]").click()
    expect(exercise.locator("[data-status]")).to_have_text(STOPPED)
    expect(results).to_be_hidden()


def test_what_was_printed_before_the_time_was_out_is_in_the_verdict(student: Learner) -> None:
    code = ENDLESS.replace("    while", "    print('é' * 3, end='')\n    while")
    verdict = student.judge(student.item("causal-mask"), code)
    assert (verdict["kind"], verdict["printed"]) == ("timeout", "ééé")


def test_what_an_endless_loop_prints_is_cut(student: Learner) -> None:
    code = ENDLESS.replace("        mask[", "        print(i)\n        mask[")
    verdict = student.judge(student.item("causal-mask"), code)
    assert verdict["kind"] == "timeout"
    assert 20_000 < len(verdict["printed"]) < 20_200
    assert verdict["printed"].endswith("more was printed than is kept here\n")


def test_a_double_click_on_run_runs_once_and_stops_nothing(student: Learner) -> None:
    exercise = student.ready(student.item("causal-mask"))
    student.write(exercise, "import time\n\ntime.sleep(0.6)\n\n" + right())
    exercise.locator("[data-run]").dblclick()
    expect(exercise.locator("[data-status]")).to_have_text("Your code ran.", timeout=20_000)
    expect(exercise.locator("[data-results]")).to_contain_text("causal_mask(")


def test_one_exercise_can_be_stopped_while_it_waits_for_another(patient: Learner) -> None:
    first, second = (patient.ready(patient.item(id)) for id in ("causal-mask", "causal-head"))
    patient.write(first, ENDLESS)
    first.locator("[data-run]").click()
    second.locator("[data-run]").click()
    second.locator("[data-stop]").click()
    expect(second.locator("[data-status]")).to_have_text(STOPPED)
    expect(first.locator("[data-stop]")).to_be_visible()
    first.locator("[data-stop]").click()
    expect(first.locator("[data-status]")).to_have_text(STOPPED)


@pytest.mark.parametrize(
    ("code", "kind", "told"),
    [
        ("def causal_mask(L):\n    return causal_mask(L)\n", "raised", "calls itself"),
        (
            "import numpy as np\n\ndef causal_mask(L):\n    return np.ones((10**6, 10**6))\n",
            "memory",
            "memory",
        ),
    ],
    ids=["recursion", "memory"],
)
def test_code_that_asks_for_too_much_is_told_so_and_the_next_run_works(
    student: Learner, code: str, kind: str, told: str
) -> None:
    exercise = student.item("causal-mask")
    verdict = student.judge(exercise, code)
    assert (verdict["kind"], verdict["passed"]) == (kind, False), verdict
    assert told in verdict["title"] + verdict["message"], verdict
    assert (GONE in verdict["message"]) == (kind == "memory"), verdict
    assert student.judge(exercise, right())["passed"]


def test_code_that_ends_python_itself_is_told_so_and_the_next_run_works(student: Learner) -> None:
    exercise = student.item("causal-mask")
    verdict = student.judge(exercise, "import os\n\ndef causal_mask(L):\n    os.abort()\n")
    assert (verdict["kind"], verdict["passed"]) == ("raised", False), verdict
    assert verdict["title"] == "Your code ended Python itself"
    assert GONE in verdict["message"]
    assert student.judge(exercise, right())["passed"]
    # Pyodide reports the crash on the console, and nothing else does.
    assert all("pyodide.asm.mjs" in complaint for complaint in student.complaints)
    student.forget_faults()
