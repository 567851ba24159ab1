"""A new build is published during a visit: no page mixes the two, and the learner says when to go over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import gates_open
from tests.browser.course_answers import exercises
from tests.browser.lab_page import LabPage
from tests.browser.learner import BOOT_MS, Learner
from tests.browser.offline_host import OfflineHost, another_build
from tests.browser.test_accessibility import problems
from tests.browser.test_offline_engines import INSTALLED
from tests.browser.test_storage import FILL

NEW = "Masks, told anew"
# What the first version that carried answers over has kept.
KEEP_AS_AT_FIRST = """(typed) =>
  sessionStorage.setItem("typed", JSON.stringify({ page: location.pathname, typed }))"""
EVICT_EXERCISES = """async () => {
  const cache = await caches.open((await caches.keys())[0]);
  for (const key of await cache.keys()) if (key.url.includes("/exercises/")) await cache.delete(key);
}"""


@pytest.fixture(scope="module")
def newer(site: object, tmp_path_factory: pytest.TempPathFactory) -> Path:
    del site
    return another_build(tmp_path_factory.mktemp("newer") / "dist", NEW)


@pytest.fixture
def learner(browser: Browser, host: OfflineHost) -> Iterator[Learner]:
    """At the level, with every gate open and the course saved."""
    context = browser.new_context(storage_state=gates_open(host))
    made = Learner(context, host)
    made.open()
    save(made.page)
    yield made
    assert made.faults() == []
    context.close()


def save(page: Page) -> None:
    page.locator("#offline").get_by_role("button", name="Save").click()
    expect(page.locator("#offline")).to_contain_text("works without a network", timeout=60_000)


def announced(page: Page) -> None:
    expect(page.locator("#notice")).to_contain_text("A new version of this course is ready.", timeout=60_000)


def unsolved(learner: Learner, task: str) -> Locator:
    """The task once the page is loaded again, not done any more."""
    learner.forget(f"progress:{task}")
    learner.open()
    expect(learner.item(task)).not_to_have_attribute("data-state", "passed")
    return learner.item(task)


def picked(learner: Learner, question: str) -> list[int]:
    boxes = learner.item(question).locator("fieldset input").all()
    return [index for index, box in enumerate(boxes) if box.is_checked()]


def test_the_page_stays_until_the_learner_takes_the_new_version_and_nothing_typed_is_lost(
    learner: Learner, host: OfflineHost, newer: Path
) -> None:
    page, title = learner.page, learner.page.locator("h1")
    old = title.inner_text()
    host.folder = newer
    learner.open()
    announced(page)
    page.set_viewport_size({"width": 320, "height": 640})
    assert problems(learner) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    page.set_viewport_size({"width": 1280, "height": 900})
    expect(title).to_have_text(old)
    code = exercises()["causal-mask"].texts["solution.py"] + "\n# mine"
    mask = learner.item("causal-mask")
    mask.scroll_into_view_if_needed()
    expect(mask.locator(".cm-content")).to_be_visible(timeout=BOOT_MS)
    learner.write(mask, code)
    learner.item("mask-shape").locator(".field").fill("(6")
    learner.item("diagonal-open").locator("input").nth(1).check()
    for index in (0, 2):
        learner.item("padding-at-the-end").locator("input").nth(index).check()
    page.locator("#notice").get_by_role("button", name="Use it now").click()
    expect(title).to_have_text(NEW)
    expect(page.locator("#notice")).to_be_empty()
    expect(learner.item("mask-shape").locator(".field")).to_have_value("(6")
    assert picked(learner, "diagonal-open") == [1]
    assert picked(learner, "padding-at-the-end") == [0, 2]
    mask = learner.ready(learner.item("causal-mask"))
    assert mask.evaluate("exercise => exercise.code") == code
    assert learner.check(mask)["passed"]


def test_a_lab_and_the_cell_beside_it_are_as_they_were_after_the_new_version_is_taken(
    learner: Learner, host: OfflineHost, newer: Path
) -> None:
    page = learner.page
    host.folder = newer
    judged = unsolved(learner, "heads-out-of-order")
    announced(page)
    lab, cell = LabPage(learner, "mask"), page.locator(".lab-box:has(#lab-mask) scratch-cell")
    LabPage(learner, "heads").setting("swap").select_option("both")
    judged.get_by_role("button", name="Check").click()
    expect(judged).to_have_attribute("data-verdict", "wrong")
    lab.setting("scores").select_option("typed")
    field = lab.cell("scores", 1, 1).locator("input")
    field.fill("2.5")
    field.press("Enter")
    lab.tool("Open in editor").click()
    expect(cell.locator(".run-results .matrix")).to_be_visible(timeout=BOOT_MS)
    learner.write(cell, "print('mine')")
    page.locator("#notice").get_by_role("button", name="Use it now").click()
    expect(page.locator("h1")).to_have_text(NEW)
    lab = LabPage(learner, "mask")
    expect(lab.cell("scores", 1, 1).locator("input")).to_have_value("2.5")
    expect(LabPage(learner, "heads").setting("swap")).to_have_value("both")
    expect(judged).to_have_attribute("data-verdict", "wrong")
    lab.tool("Undo").click()
    expect(lab.cell("scores", 1, 1).locator("input")).not_to_be_visible()
    lab.tool("Redo").click()
    cell.scroll_into_view_if_needed()
    expect(cell.locator(".cm-content")).to_have_text("print('mine')")
    cell.locator("[data-run]").click()
    expect(cell.locator(".run-printed")).to_have_text("mine\n", timeout=BOOT_MS)


def test_a_verdict_on_a_state_that_the_lab_has_left_does_not_come_back_with_the_new_version(
    learner: Learner, host: OfflineHost, newer: Path
) -> None:
    host.folder = newer
    task, swap = unsolved(learner, "heads-out-of-order"), LabPage(learner, "heads").setting("swap")
    announced(learner.page)
    task.get_by_role("button", name="Check").click()
    expect(task).to_have_attribute("data-verdict", "wrong")
    swap.select_option("both")
    expect(task).not_to_have_attribute("data-verdict", "wrong")
    learner.page.locator("#notice").get_by_role("button", name="Use it now").click()
    expect(learner.page.locator("h1")).to_have_text(NEW)
    expect(swap).to_have_value("both")
    expect(task).not_to_have_attribute("data-verdict", "wrong")


def test_what_an_earlier_version_has_kept_is_put_back(learner: Learner) -> None:
    learner.page.evaluate(KEEP_AS_AT_FIRST, {"item-mask-shape": ["(6"]})
    learner.open()
    expect(learner.item("mask-shape").locator(".field")).to_have_value("(6")
    expect(LabPage(learner, "mask").lab.locator("[data-tools]")).to_be_visible()


def test_work_that_a_full_storage_refused_is_carried_over_or_the_page_stays(
    learner: Learner, host: OfflineHost, newer: Path
) -> None:
    page, title, notice = learner.page, learner.page.locator("h1"), learner.page.locator("#notice")
    old = title.inner_text()
    host.folder = newer
    learner.open()
    announced(page)
    mask = learner.item("causal-mask")
    mask.scroll_into_view_if_needed()
    expect(mask.locator(".cm-content")).to_be_visible(timeout=BOOT_MS)
    for area in ("localStorage", "sessionStorage"):
        page.evaluate(FILL, area)
    code = exercises()["causal-mask"].texts["solution.py"] + "\n# mine"
    learner.write(mask, code)
    notice.get_by_role("button", name="Use it now").click()
    expect(notice).to_contain_text("what you did is only in this tab")
    expect(notice).to_contain_text("storage is full")
    expect(notice).not_to_contain_text("are kept")
    expect(title).to_have_text(old)
    page.evaluate("sessionStorage.clear()")
    notice.get_by_role("button", name="Try again").click()
    expect(title).to_have_text(NEW)
    expect(notice).to_contain_text("storage is full")
    mask = learner.ready(learner.item("causal-mask"))
    assert mask.evaluate("exercise => exercise.code") == code
    assert learner.check(mask)["passed"]


def test_the_new_version_comes_by_itself_when_no_page_was_open(
    learner: Learner, host: OfflineHost, newer: Path
) -> None:
    host.folder = newer
    learner.open()
    announced(learner.page)

    def is_new() -> bool:
        learner.page.goto("about:blank")
        learner.open()
        return learner.page.locator("h1").inner_text() == NEW

    # A browser needs a moment to see that the last page has gone.
    learner.until(is_new, "the new version")


def test_a_new_build_that_is_not_whole_yet_is_not_taken(
    learner: Learner, host: OfflineHost, newer: Path
) -> None:
    host.folder = newer
    host.faults = {"exercises/": b"half of an upload"}
    learner.open()
    learner.until(lambda: learner.page.evaluate(INSTALLED) == "redundant", "the new build to be refused", 60)
    expect(learner.page.locator("#notice")).to_be_empty()
    expect(learner.page.locator("h1")).not_to_have_text(NEW)
    host.faults = {}
    learner.open()
    announced(learner.page)


def test_a_page_from_before_whose_files_are_gone_says_so_and_is_one_click_from_the_new_one(
    browser: Browser, host: OfflineHost, newer: Path
) -> None:
    context = browser.new_context(storage_state=gates_open(host))
    late = Learner(context, host)
    late.open()
    host.folder = newer
    save(late.page)
    late.item("causal-mask").scroll_into_view_if_needed()
    expect(late.page.locator("#notice")).to_contain_text("the site no longer has all of its files")
    late.page.locator("#notice").get_by_role("button", name="Load this page again").click()
    expect(late.page.locator("h1")).to_have_text(NEW)
    expect(late.page.locator("#notice")).to_be_empty()
    context.close()


def test_what_was_evicted_and_is_gone_from_the_site_leads_to_the_new_version_even_after_later(
    learner: Learner, host: OfflineHost, newer: Path
) -> None:
    page, foot = learner.page, learner.page.locator("#offline")
    host.folder = newer
    page.evaluate(EVICT_EXERCISES)
    mask = learner.ready(learner.item("causal-mask"))
    learner.write(mask, "# mine")
    mask.locator("[data-check]").click()
    expect(mask.locator("[data-status]")).to_contain_text("the site answered with status 404")
    announced(page)
    page.locator("#notice").get_by_role("button", name="Later").click()
    expect(foot).to_contain_text("The course could not be saved. It is of an earlier version")
    foot.get_by_role("button", name="Use the new version").click()
    expect(page.locator("h1")).to_have_text(NEW)
    learner.forget_faults()
    mask = learner.ready(learner.item("causal-mask"))
    assert mask.evaluate("exercise => exercise.code") == "# mine"
