"""Where no file of Python's ever comes, the text is read, questions open gates and labs move all the same."""

from __future__ import annotations

from contextlib import suppress
from threading import Event

import pytest

from tests.browser.conftest import Visit, gates_open
from tests.browser.course_answers import ROOT, SLUG, graded
from tests.browser.static_site import SiteHandler, StaticSite, serving
from tests.browser.tabs import PlaywrightTab, Tab, until
from tests.browser.test_engines import SEED

FIRST = ("/python-worker-", "/runtime-", "/multiarray-", "/linalg-", "/snapshot-")
PYTHON = (*FIRST, "/stdlib-", "/numpy-", "/grader-")

# Words of the first part, on the screen and drawn.
READABLE = """() => {
  const drawn = performance.getEntriesByName("first-contentful-paint").length;
  const [title, text] = [document.querySelector("h1"), document.querySelector("main .part")];
  return drawn && title.checkVisibility() && text.innerText.length > 1000;
}"""
ASKED = "() => performance.getEntriesByName('python-asked')[0]?.startTime ?? 0"
DRAWN = "() => performance.getEntriesByName('first-contentful-paint')[0].startTime"
OPEN = """() => {
  const [gate] = document.querySelectorAll("level-gate");
  return "open" in gate.dataset && document.querySelector("#item-causal-mask").checkVisibility();
}"""
NEAR = "(selector) => document.querySelector(selector).scrollIntoView({ block: 'center' })"
ALIVE = "() => !document.querySelector('#lab-mask [data-tools]').hidden"
FOCUS = """() => document.querySelector("#lab-mask [data-act=pad]").focus()"""
SAID = """() => document.querySelector("#lab-mask [data-said]").textContent"""
PHASE = "() => document.querySelector('#item-causal-mask').dataset.phase"


@pytest.mark.parametrize("place", ["", "#item-causal-mask"], ids=["at the top", "at an exercise"])
def test_reading_questions_and_labs_do_not_wait_for_python(
    tab: Tab, own_site: StaticSite, place: str
) -> None:
    never = Event()
    own_site.faults = dict.fromkeys(PYTHON, never)
    asked = lambda: [path for path in own_site.asked if any(part in path for part in PYTHON)]  # noqa: E731
    tab.open(f"{own_site.base}404.html")
    tab.call(SEED, [block.id for block in graded() if block.id != "mask-shape"])
    level = f"{own_site.base}levels/{SLUG}/{place}"
    # Firefox counts what a worker imports to what a page has to load.
    tab.page.goto(level, wait_until="commit") if isinstance(tab, PlaywrightTab) else tab.open(level)
    until(tab, READABLE)
    until(tab, "() => 'alive' in document.documentElement.dataset")
    if place:
        until(tab, ASKED)
    else:
        assert not tab.call(ASKED)
        assert asked() == []
    assert not tab.call(OPEN)
    # A page that is still going to the place of its link may take the click elsewhere.
    for _ in range(3):
        tab.click("#item-mask-shape .field")
        tab.select_all()
        tab.type("(6, 6)\n")
        with suppress(AssertionError):
            until(tab, OPEN, seconds=15)
            break
    assert tab.call(OPEN)
    tab.call(NEAR, "#item-causal-mask")
    assert until(tab, ASKED) > 0
    if not place:
        assert tab.call(ASKED) > tab.call(DRAWN)
    tab.call(NEAR, "#lab-mask")
    until(tab, ALIVE)
    tab.call(FOCUS)
    tab.press("Enter")
    assert tab.call(SAID).startswith("Padding")
    assert tab.call(PHASE) == "loading"
    # A worker begins when its browser has a moment for it.
    own_site.wait_for(*PYTHON)
    never.set()


def test_a_link_to_an_exercise_asks_for_no_file_of_python_before_all_text_is_there(visit: Visit) -> None:
    rest = Event()

    class SlowPage(SiteHandler):
        def do_GET(self) -> None:
            if not self.path.endswith(f"/levels/{SLUG}/"):
                super().do_GET()
                return
            page = (ROOT / "dist" / "levels" / SLUG / "index.html").read_bytes()
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(page)))
            self.end_headers()
            self.wfile.write(page[: len(page) // 2])
            self.wfile.flush()
            rest.wait()
            self.wfile.write(page[len(page) // 2 :])

    with serving(ROOT / "dist", SlowPage) as site:
        learner = visit("404.html", host=site, storage_state=gates_open(site))
        asked = lambda: [path for path in site.asked if any(part in path for part in PYTHON)]  # noqa: E731
        learner.page.goto(f"{site.base}levels/{SLUG}/#item-causal-mask", wait_until="commit")
        site.wait_for("/main-")
        learner.page.wait_for_timeout(1000)
        assert asked() == []
        rest.set()
        learner.ready(learner.item("causal-mask"))
        assert asked()
