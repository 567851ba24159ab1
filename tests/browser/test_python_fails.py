"""A Python that does not come: what is wrong is said, and trying again is enough."""

from __future__ import annotations

import struct

import pytest
from playwright.sync_api import Playwright, expect

from tests.browser.conftest import Visit, executable, gates_open, sandbox_arguments
from tests.browser.course_answers import ROOT, exercises
from tests.browser.learner import Learner
from tests.browser.static_site import StaticSite

FAULTS: list[tuple[str, int | bytes, str]] = [
    ("/multiarray-", 404, "The site did not have one of its files."),
    ("/linalg-", b"other bytes", "arrived damaged"),
    ("pyodide.asm.wasm", b"x" * 20_000_000, "arrived damaged"),
    ("pyodide.mjs", 500, "could not be fetched"),
    ("/python-worker-", b"", "A script of it was lost or blocked on the way."),
]

# A constant in the code of one of NumPy's functions: it compiles and starts, and is not what was built.
ONE, HALF = bytes([0x44]) + struct.pack("<d", 1.0), bytes([0x44]) + struct.pack("<d", 0.5)
CHECK_AT_ONCE = """
new MutationObserver((_, watch) => {
  const check = document.querySelector("#item-causal-mask[data-phase=ready] [data-check]:not([hidden])");
  if (check) watch.disconnect(), check.click();
}).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-phase", "hidden"] });
"""


def test_each_missing_or_damaged_file_is_told_and_a_new_try_works(own_site: StaticSite, visit: Visit) -> None:
    (linalg,) = (ROOT / "dist" / "assets").glob("linalg-*.wasm")
    faults = [*FAULTS, ("/linalg-", b"x" * linalg.stat().st_size, "arrived damaged")]
    own_site.faults = dict([faults[0][:2]])
    learner = visit(host=own_site, faulty=True, storage_state=gates_open(own_site))
    mask = learner.item("causal-mask")
    mask.scroll_into_view_if_needed()
    retry, status = mask.get_by_role("button", name="Try again"), mask.locator("[data-status]")
    for end, fault, told in faults:
        own_site.faults = {end: fault}
        if end != faults[0][0]:
            retry.click()
        expect(status).to_contain_text(told, timeout=60_000)
        expect(retry).to_be_visible()
        expect(mask.locator("[data-check]")).to_be_hidden()
        assert any(end in path for path in own_site.asked)
        own_site.asked.clear()
    # Code can be written and is kept meanwhile.
    learner.write(mask, exercises()["causal-mask"].texts["solution.py"])
    own_site.faults = {}
    retry.click()
    learner.ready(mask)
    expect(status).to_be_empty()
    assert learner.check(mask)["passed"]


def test_damage_that_compiles_is_told_before_any_verdict(own_site: StaticSite, visit: Visit) -> None:
    (linalg,) = (ROOT / "dist" / "assets").glob("linalg-*.wasm")
    before, one, after = linalg.read_bytes().rpartition(ONE)
    assert one
    own_site.faults = {"/linalg-": before + HALF + after}
    learner = visit("404.html", host=own_site, faulty=True, storage_state=gates_open(own_site))
    learner.page.add_init_script(CHECK_AT_ONCE)
    learner.open()
    mask = learner.item("causal-mask")
    mask.scroll_into_view_if_needed()
    expect(mask.locator("[data-status]")).to_contain_text("arrived damaged", timeout=60_000)
    assert learner.verdicts() == []
    own_site.faults = {}
    mask.get_by_role("button", name="Try again").click()
    assert learner.judge(mask, exercises()["causal-mask"].texts["solution.py"])["passed"]


def test_without_a_connection_that_is_told_and_a_new_try_brings_editor_and_python(
    own_site: StaticSite, visit: Visit
) -> None:
    # Playwright takes only the page from the network, not its workers.
    own_site.faults = dict.fromkeys(
        ["/python-worker-", "/runtime-", "/multiarray-", "/linalg-", "/snapshot-", "/editor-"], 0
    )
    learner = visit(host=own_site, faulty=True, storage_state=gates_open(own_site))
    mask = learner.item("causal-mask")
    expect(mask.locator("[data-tools]")).to_be_visible()
    mask.scroll_into_view_if_needed()
    retry, status = mask.get_by_role("button", name="Try again"), mask.locator("[data-status]")
    expect(status).to_contain_text("The connection was lost", timeout=20_000)
    own_site.faults = {}
    retry.focus()
    learner.page.keyboard.press("Enter")
    learner.ready(mask)
    expect(status).to_be_empty()
    expect(mask.locator("[data-check]")).to_be_focused()
    assert learner.judge(mask, exercises()["causal-mask"].texts["solution.py"])["passed"]


def test_without_its_editor_an_exercise_says_so_and_a_new_try_brings_it(
    own_site: StaticSite, visit: Visit
) -> None:
    own_site.faults = {"/editor-": 404}
    learner = visit(host=own_site, faulty=True, storage_state=gates_open(own_site))
    mask = learner.item("causal-mask")
    mask.scroll_into_view_if_needed()
    expect(mask.locator("[data-status]")).to_contain_text("The editor could not be loaded. Try again.")
    expect(mask.locator(".starter")).to_be_visible()
    own_site.faults = {}
    mask.get_by_role("button", name="Try again").click()
    learner.ready(mask)
    expect(mask.locator("[data-status]")).to_be_empty()
    expect(mask.get_by_role("button", name="Try again")).to_be_hidden()


def test_an_exercise_file_that_is_missing_is_told_and_the_next_check_works(
    own_site: StaticSite, visit: Visit
) -> None:
    own_site.faults = {"/exercises/causal-mask.": 404}
    learner = visit(host=own_site, faulty=True, storage_state=gates_open(own_site))
    mask = learner.ready(learner.item("causal-mask"))
    expect(mask.locator("[data-status]")).to_be_empty()
    learner.write(mask, exercises()["causal-mask"].texts["solution.py"])
    mask.locator("[data-check]").click()
    expect(mask.locator("[data-status]")).to_contain_text("could not be fetched")
    own_site.faults = {}
    assert learner.check(mask)["passed"]


@pytest.mark.parametrize(
    ("missing", "told"),
    [
        ("delete globalThis.WebAssembly", "This browser cannot run Python: it has no WebAssembly."),
        ("delete globalThis.Worker", "This browser cannot run Python"),
    ],
)
def test_a_browser_that_cannot_run_python_is_told_so(
    visit: Visit, site: StaticSite, missing: str, told: str
) -> None:
    learner = visit("", faulty=True, storage_state=gates_open(site))
    learner.context.add_init_script(missing)
    learner.open()
    mask = learner.item("causal-mask")
    mask.scroll_into_view_if_needed()
    expect(mask.locator("[data-status]")).to_contain_text(told)
    expect(mask.get_by_role("button", name="Try again")).to_be_visible()


def test_too_little_memory_is_told(playwright: Playwright, site: StaticSite) -> None:
    # So many pages of 64 KiB are less than Python begins with.
    browser = playwright.chromium.launch(
        executable_path=executable("chromium"),
        args=[*sandbox_arguments(), "--js-flags=--wasm-max-mem-pages=200"],
    )
    learner = Learner(browser.new_context(storage_state=gates_open(site)), site)
    learner.open()
    mask = learner.item("causal-mask")
    mask.scroll_into_view_if_needed()
    expect(mask.locator("[data-status]")).to_contain_text("not enough memory", timeout=60_000)
    expect(mask.get_by_role("button", name="Try again")).to_be_visible()
    browser.close()
