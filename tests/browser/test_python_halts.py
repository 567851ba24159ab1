"""A download of Python that comes to a halt: it is told, and another try is not disturbed by the first."""

from __future__ import annotations

import re
from threading import Event

from playwright.sync_api import expect

from tests.browser.conftest import Visit, gates_open
from tests.browser.course_answers import exercises
from tests.browser.learner import Learner
from tests.browser.static_site import StaticSite

LONG_MS = 10_000

# Keeps all that the exercise has said about the download.
HEAR = """
window.heard = [];
window.fetched = performance.getEntriesByType.bind(performance, "resource");  // the test's clock hides it
new MutationObserver(() => {
  const place = document.querySelector("#item-causal-mask [data-loading]:not([hidden]) [data-loading-words]");
  const said = place?.textContent;
  if (said && said !== heard.at(-1)) heard.push(said);
}).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
"""
HAS_COME = """(part) => fetched().some(({ name }) => name.includes(part))"""
BRIEFLY = "() => new Promise((end) => requestAnimationFrame(() => requestAnimationFrame(() => end())))"
FAR = re.compile(r"Python (\d+) %, ([\d.]+) of ([\d.]+) MB")


def at_exercise(visit: Visit, host: StaticSite) -> Learner:
    """A learner at an exercise, whose clock the test can put forward."""
    learner = visit("404.html", host=host, faulty=True, storage_state=gates_open(host))
    learner.context.add_init_script(HEAR)
    learner.page.clock.install()
    learner.open()
    learner.item("causal-mask").scroll_into_view_if_needed()
    return learner


def test_it_is_told_aloud_and_another_try_is_a_key_away(own_site: StaticSite, visit: Visit) -> None:
    # Without its script a worker takes in nothing.
    own_site.faults = {"/python-worker-": Event()}
    learner = at_exercise(visit, own_site)
    mask = learner.item("causal-mask")
    expect(mask.locator("[data-loading-words]")).to_contain_text("0.0 of", timeout=30_000)
    retry = mask.get_by_role("button", name="Try again")
    expect(retry).to_be_hidden()
    expect(mask.locator(".cm-content")).to_be_visible(timeout=30_000)
    learner.page.clock.fast_forward(LONG_MS)
    expect(mask.get_by_role("status")).to_have_text(
        "Nothing of Python has come for 10 seconds. The page goes on waiting, or you can try again."
    )
    expect(mask.get_by_role("progressbar", name="Python is loading")).to_be_visible()
    own_site.faults = {}
    # From the editor by keys alone.
    mask.locator(".cm-content").focus()
    learner.page.keyboard.press("Escape")
    learner.page.keyboard.press("Tab")
    expect(retry).to_be_focused()
    learner.page.keyboard.press("Enter")
    expect(mask.get_by_role("status")).to_be_empty()
    assert learner.judge(mask, exercises()["causal-mask"].texts["solution.py"])["passed"]
    expect(retry).to_be_hidden()


def test_what_comes_late_of_the_first_try_changes_nothing_of_the_second(
    own_site: StaticSite, visit: Visit
) -> None:
    late, held = Event(), Event()
    # Without its snapshot Python is fetched by the page, which does not end a download.
    own_site.faults = {"/snapshot-": 404, "/stdlib-": late}
    learner = at_exercise(visit, own_site)
    mask, retry = learner.item("causal-mask"), learner.page.get_by_role("button", name="Try again").first
    asked = lambda: sum("/stdlib-" in path for path in own_site.asked)  # noqa: E731
    learner.until(lambda: asked() == 1, "the file that halts", 60)
    while not retry.is_visible():
        learner.page.clock.fast_forward(LONG_MS)
    own_site.faults["/stdlib-"] = held
    mask.get_by_role("button", name="Try again").click()
    learner.until(lambda: asked() == 2, "it to be asked for again", 60)
    late.set()
    learner.until(lambda: learner.page.evaluate(HAS_COME, "/stdlib-"), "the first to come after all")
    learner.page.evaluate(BRIEFLY)
    said = learner.page.evaluate("heard")
    far = [FAR.fullmatch(each) for each in said]
    assert all(far), said
    assert all(float(each[2]) < float(each[3]) for each in far if each), said
    held.set()
    assert learner.judge(mask, exercises()["causal-mask"].texts["solution.py"])["passed"]
