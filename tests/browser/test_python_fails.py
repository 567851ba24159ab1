"""A Python that does not come: what is wrong is said, and trying again is enough."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visit, gates_open
from tests.browser.course_answers import exercises
from tests.browser.static_site import StaticSite

FAULTS: list[tuple[str, int | bytes, str]] = [
    (".whl", 404, "The site did not have one of its files."),
    ("python_stdlib.zip", b"other bytes", "arrived damaged"),
    ("pyodide.asm.wasm", b"x" * 20_000_000, "arrived damaged"),
    ("pyodide.mjs", 500, "A script of it was lost or blocked"),
]


def test_each_missing_or_damaged_file_is_told_and_a_new_try_works(visit: Visit, own_site: StaticSite) -> None:
    own_site.faults = dict([FAULTS[0][:2]])
    learner = visit(host=own_site, faulty=True, storage_state=gates_open(own_site))
    mask = learner.item("causal-mask")
    mask.scroll_into_view_if_needed()
    retry, status = mask.get_by_role("button", name="Try again"), mask.locator("[data-status]")
    for end, fault, told in FAULTS:
        own_site.faults = {end: fault}
        if end != FAULTS[0][0]:
            retry.click()
        expect(status).to_contain_text(told, timeout=60_000)
        expect(retry).to_be_visible()
        expect(mask.locator("[data-check]")).to_be_hidden()
        assert any(path.endswith(end) for path in own_site.asked)
        own_site.asked.clear()
    # Code can be written and is kept meanwhile.
    learner.write(mask, exercises()["causal-mask"].texts["solution.py"])
    own_site.faults = {}
    retry.click()
    learner.ready(mask)
    expect(status).to_be_empty()
    assert learner.check(mask)["passed"]


def test_a_host_that_is_gone_is_told_and_a_new_try_works(visit: Visit, own_site: StaticSite) -> None:
    own_site.faults = {"python.json": 404}
    learner = visit(host=own_site, faulty=True, storage_state=gates_open(own_site))
    mask = learner.item("causal-mask")
    expect(mask.locator(".starter")).to_be_attached()
    learner.context.set_offline(True)
    mask.scroll_into_view_if_needed()
    retry, status = mask.get_by_role("button", name="Try again"), mask.locator("[data-status]")
    expect(status).to_contain_text("The connection was lost", timeout=20_000)
    learner.context.set_offline(False)
    retry.click()
    expect(mask.locator("[data-check]")).to_be_visible(timeout=60_000)


def test_an_exercise_file_that_is_missing_is_told_and_the_next_check_works(visit: Visit, own_site: StaticSite) -> None:
    learner = visit(host=own_site, faulty=True, storage_state=gates_open(own_site))
    mask = learner.ready(learner.item("causal-mask"))
    bundle = str(mask.get_attribute("data-bundle")).rpartition("/")[2]
    own_site.faults = {bundle: 404}
    learner.write(mask, exercises()["causal-mask"].texts["solution.py"])
    mask.locator("[data-check]").click()
    expect(mask.locator("[data-status]")).to_contain_text("could not be fetched")
    own_site.faults = {}
    assert learner.check(mask)["passed"]
