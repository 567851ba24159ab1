"""Stop before there is a second Python, with the network gone and nothing in the browser's own cache."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import engines_to_test
from tests.browser.course_answers import SLUG, graded
from tests.browser.offline_host import SAVE, SAVED, OfflineHost
from tests.browser.tabs import PlaywrightTab, until
from tests.browser.test_engines import LISTEN, RIGHT, SEED, judged

ENDLESS = "def causal_mask(L):\n    while True:\n        pass\n"
WRITE = """(code) =>
  localStorage.setItem("lookahead:1:lookahead:draft:causal-mask", JSON.stringify(code))"""
# A device with little memory has one Python only, and the learner does not wait a moment.
IN_HASTE = """
Object.defineProperty(navigator, "deviceMemory", { value: 2 });
let hurries = true;
new MutationObserver(() => {
  const ready = document.querySelector("#item-causal-mask[data-phase=ready] [data-check]:not([hidden])");
  if (hurries && ready) ready.click();
  if (ready) hurries = false;
}).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-phase", "hidden"] });
"""
STOP = """() => {
  const stop = document.querySelector("#item-causal-mask [data-stop]");
  const shows = stop.checkVisibility();
  if (shows) stop.click();
  return shows;
}"""
PYTHONS = "() => performance.getEntriesByName('python-ready').length"
STATUS = "() => document.querySelector('#item-causal-mask [data-status]').textContent"


@pytest.mark.parametrize("engine", [engine for engine in engines_to_test() if engine != "webkit"])
def test_after_stop_the_next_check_works_though_all_of_python_has_to_come_from_what_was_saved(
    request: pytest.FixtureRequest, host: OfflineHost, engine: str
) -> None:
    browser: Browser = request.getfixturevalue("browser" if engine == "chromium" else engine)
    context = browser.new_context()
    tab = PlaywrightTab(context.new_page())
    tab.open(host.base)
    tab.call(SEED, [block.id for block in graded() if block.id != "causal-mask"])
    tab.call(WRITE, ENDLESS)
    until(tab, f"() => !!document.querySelector('{SAVE}')")
    tab.click(SAVE)
    until(tab, SAVED)
    host.stop()
    context.add_init_script(IN_HASTE)
    tab.open(f"{host.base}levels/{SLUG}/#item-causal-mask")
    tab.call(LISTEN)
    until(tab, STOP)
    assert until(tab, STATUS).startswith("Stopped. Your code is as you wrote it.")
    assert tab.call(PYTHONS) == 1
    assert tab.call("() => document.querySelector('#item-causal-mask').code") == ENDLESS
    assert judged(tab, "causal-mask", RIGHT)["passed"]
    assert tab.call(PYTHONS) == 2
    context.close()
