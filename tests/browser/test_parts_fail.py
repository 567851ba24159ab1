"""Parts of a page that come damaged, late or not at all: it is said, and another try brings them."""

from __future__ import annotations

import re
from threading import Event

from playwright.sync_api import Browser, Locator, expect

from tests.browser.conftest import Visit, gates_open
from tests.browser.course_answers import ROOT, SLUG, exercises
from tests.browser.learner import Learner
from tests.browser.static_site import StaticSite

LONG_MS = 10_000
RIGHT = exercises()["causal-mask"].texts["solution.py"]
WRONG = "import numpy as np\n\ndef causal_mask(L):\n    return np.tril(np.ones((L, L), dtype=bool))\n"


def one_digit_altered() -> bytes:
    """The exercise's file as a line may deliver it: whole, but for one expected value."""
    page = (ROOT / "dist/levels" / SLUG / "index.html").read_text("utf-8")
    (name,) = set(re.findall(r'data-bundle="[./]*(exercises/causal-mask\.\w+\.json)"', page))
    text = (ROOT / "dist" / name).read_text("utf-8")
    altered = re.sub(r'("expected": ?\{.*?"shape": ?\[)(\d)', lambda found: found[1] + "9", text, count=1)
    assert altered != text and len(altered) == len(text)
    return altered.encode()


def waiting(visit: Visit, host: StaticSite, path: str = f"levels/{SLUG}/") -> Learner:
    """A learner whose clock the test can put forward."""
    learner = visit("404.html", host=host, faulty=True, storage_state=gates_open(host))
    learner.page.clock.install()
    learner.page.goto(host.base + path, wait_until="commit")
    return learner


def forward(learner: Learner, place: Locator, words: str) -> None:
    """Let time pass until ``place`` says so."""

    def told() -> bool:
        learner.page.clock.fast_forward(LONG_MS)
        return words in place.inner_text()

    learner.until(told, words, 30)


def test_a_damaged_exercise_judges_nothing_and_the_next_check_fetches_it_anew(
    own_site: StaticSite, visit: Visit
) -> None:
    own_site.faults = {"/exercises/causal-mask.": one_digit_altered()}
    learner = visit(host=own_site, faulty=True, storage_state=gates_open(own_site))
    mask = learner.ready(learner.item("causal-mask"))
    learner.write(mask, RIGHT)
    status = mask.locator("[data-status]")
    for damaged in (one_digit_altered(), b"<!doctype html><title>Log in</title>", b"{}", b"null"):
        own_site.faults = {"/exercises/causal-mask.": damaged}
        mask.locator("[data-check]").click()
        expect(status).to_have_text("The exercise's file arrived damaged. Try again.")
        mask.locator("[data-show]").evaluate("(button) => button.click()")
        expect(mask.locator("[data-model-text]")).to_contain_text("The exercise's file arrived damaged.")
        assert learner.verdicts() == []
        for place in (status, mask.locator("[data-model-text]")):
            place.evaluate("(place) => (place.textContent = '')")
    own_site.faults = {}
    assert learner.check(mask)["passed"]
    learner.write(mask, WRONG)
    assert not learner.check(mask)["passed"]


def test_an_exercise_whose_file_does_not_come_says_so_and_stop_ends_the_waiting(
    own_site: StaticSite, visit: Visit
) -> None:
    late = Event()
    own_site.faults = {"/exercises/causal-mask.": late}
    learner = waiting(visit, own_site)
    mask = learner.ready(learner.item("causal-mask"))
    learner.write(mask, RIGHT)
    mask.locator("[data-check]").click()
    status = mask.locator("[data-status]")
    forward(learner, status, "The exercise's file has not come for 10 seconds.")
    mask.get_by_role("button", name="Stop").click()
    expect(status).to_have_text("Stopped. Your code is as you wrote it.")
    show, answer = mask.locator("[data-show]"), mask.locator("[data-model-text]")
    show.click()
    forward(learner, answer, "The model answer has not come for 10 seconds.")
    own_site.faults = {}
    show.click()
    expect(answer).to_contain_text("np.triu")
    assert learner.check(mask)["passed"]
    late.set()


def test_an_editor_that_does_not_come_is_told_and_another_try_brings_it(
    own_site: StaticSite, visit: Visit
) -> None:
    late = Event()
    own_site.faults = {"/editor-": late}
    learner = waiting(visit, own_site)
    mask = learner.item("causal-mask")
    mask.scroll_into_view_if_needed()
    expect(mask.locator("[data-check]")).to_be_visible(timeout=30_000)
    forward(learner, mask.locator("[data-status]"), "The editor has not come for 10 seconds.")
    own_site.faults = {}
    mask.get_by_role("button", name="Try again").click()
    expect(mask.locator(".cm-content")).to_be_visible()
    expect(mask.locator("[data-status]")).to_be_empty()
    expect(mask.get_by_role("button", name="Try again")).to_be_hidden()
    late.set()


def test_firefox_asks_anew_for_an_editor_and_a_lab_that_failed_once(
    own_site: StaticSite, firefox: Browser
) -> None:
    own_site.faults = {"/editor-": 503, "/mask-lab-": 503}
    context = firefox.new_context(storage_state=gates_open(own_site))
    learner = Learner(context, own_site)
    learner.open()
    lab = learner.page.locator("mask-lab").first
    note = lab.locator("xpath=preceding-sibling::*[@data-trouble]")
    expect(note).to_contain_text("What moves this lab could not be loaded.")
    mask = learner.item("causal-mask")
    mask.scroll_into_view_if_needed()
    expect(mask.locator("[data-status]")).to_contain_text("The editor could not be loaded.", timeout=30_000)
    own_site.faults = {}
    mask.get_by_role("button", name="Try again").click()
    expect(mask.locator(".cm-content")).to_be_visible()
    note.get_by_role("button", name="Try again").click()
    expect(lab.locator("[data-tools]")).to_be_visible()
    expect(note).to_have_count(0)
    context.close()


def test_a_lab_whose_script_does_not_come_says_so_and_moves_after_another_try(
    own_site: StaticSite, visit: Visit
) -> None:
    late = Event()
    own_site.faults = {"/mask-lab-": late}
    learner = waiting(visit, own_site, "labs/mask/")
    box = learner.page.locator(".lab-box")
    cell = "!!customElements.get('scratch-cell')"
    learner.until(lambda: learner.page.evaluate(cell), "the cell for its code, which is not late")
    forward(learner, box, "What moves this lab has not come for 10 seconds.")
    expect(learner.page.locator("#announcer")).to_contain_text("What moves this lab has not come")
    own_site.faults = {}
    box.get_by_role("button", name="Try again").click()
    expect(box.locator("[data-tools]")).to_be_visible()
    expect(box.locator("[data-trouble]")).to_have_count(0)
    late.set()


def test_a_cell_beside_a_lab_that_does_not_come_is_told_and_another_try_brings_it(
    own_site: StaticSite, visit: Visit
) -> None:
    own_site.faults = {"/scratch-cell-": 503}
    learner = visit("labs/mask/", host=own_site, faulty=True)
    box = learner.page.locator(".lab-box")
    expect(box.locator("[data-trouble]")).to_contain_text(
        "What opens code of this lab in an editor could not"
    )
    own_site.faults = {}
    box.get_by_role("button", name="Try again").click()
    expect(box.locator("[data-trouble]")).to_have_count(0)
    box.get_by_role("button", name="Open in editor").click()
    expect(box.locator(".cm-content")).to_be_visible()


def test_without_the_script_that_saves_the_course_the_foot_says_so_and_another_try_brings_it(
    own_site: StaticSite, visit: Visit
) -> None:
    own_site.faults = {"/offline-": 404}
    learner = visit("index.html", host=own_site, faulty=True)
    foot = learner.page.locator(".site-foot")
    note = foot.locator("[data-trouble]")
    expect(note).to_contain_text("What saves this course for offline use could not be loaded.")
    assert [said for said in learner.faults() if said.startswith("uncaught")] == []
    own_site.faults = {}
    note.get_by_role("button", name="Try again").click()
    expect(foot.get_by_role("button", name="Save this course")).to_be_visible()
    expect(note).to_have_count(0)


def test_without_the_script_of_exercises_each_of_them_says_so(own_site: StaticSite, visit: Visit) -> None:
    own_site.faults = {"/code-exercise-": 404}
    learner = visit(host=own_site, faulty=True, storage_state=gates_open(own_site))
    notes = learner.page.locator("code-exercise > [data-trouble]")
    expect(notes).to_have_count(learner.page.locator("code-exercise").count())
    expect(notes.first).to_have_text(
        "The part of this page for writing code could not be loaded. Load the page again; your code is kept."
    )


def test_a_late_script_of_exercises_is_told_until_it_comes(own_site: StaticSite, visit: Visit) -> None:
    late = Event()
    own_site.faults = {"/code-exercise-": late}
    learner = waiting(visit, own_site)
    mask = learner.item("causal-mask")
    forward(learner, mask, "The part of this page for writing code has not come yet.")
    late.set()
    expect(mask.locator("[data-tools]")).to_be_visible()
    expect(learner.page.locator("[data-trouble]")).to_have_count(0)
