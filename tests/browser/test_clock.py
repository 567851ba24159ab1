"""A machine whose clock is years wrong: Python, progress and what is saved do not care."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import engines_to_test
from tests.browser.course_answers import ROOT, SLUG, graded
from tests.browser.offline_host import SAVE, SAVED, OfflineHost
from tests.browser.tabs import PlaywrightTab, until
from tests.browser.test_engines import LISTEN, SEED, judged
from tests.browser.test_offline_engines import PASSED

# For the page, its workers and its service worker alike.
CLOCK = """(() => {
  const True = Date;
  const wrong = True.UTC(YEAR, 5, 15) - True.now();
  globalThis.Date = class extends True {
    constructor(...given) {
      super(...(given.length ? given : [True.now() + wrong]));
    }
    static now() {
      return True.now() + wrong;
    }
  };
})();
"""
IN_WORKERS = """
globalThis.Blob = class extends Blob {
  constructor(parts, options) {
    super(options?.type === "text/javascript" ? [CLOCK, ...parts] : parts, options);
  }
};
"""
CODE = (
    "def causal_mask(L): import time; print(time.gmtime().tm_year); return np.triu(np.ones((L, L), bool), 1)"
)
RAN = "() => document.querySelector('#item-causal-mask [data-results]').innerText"
YEARS = "() => new Date().getFullYear()"


@pytest.mark.parametrize(
    ("engine", "year"),
    [
        (engine, {"chromium": 2001, "firefox": 2035}[engine])
        for engine in engines_to_test()
        if engine != "webkit"
    ],
)
def test_all_works_in_another_year(
    request: pytest.FixtureRequest, host: OfflineHost, engine: str, year: int
) -> None:
    clock = CLOCK.replace("YEAR", str(year))
    worker = (ROOT / "dist" / "service-worker.js").read_bytes()
    host.faults = {"/service-worker.js": clock.encode() + worker}
    browser: Browser = request.getfixturevalue("browser" if engine == "chromium" else engine)
    context = browser.new_context()
    context.add_init_script(clock + IN_WORKERS.replace("CLOCK", repr(clock)))
    tab = PlaywrightTab(context.new_page())
    tab.open(host.base)
    tab.call(SEED, [block.id for block in graded() if block.id != "causal-mask"])
    until(tab, f"() => !!document.querySelector('{SAVE}')")
    tab.click(SAVE)
    until(tab, SAVED)
    host.stop()
    tab.open(f"{host.base}levels/{SLUG}/")
    assert tab.call(YEARS) == year
    tab.call(LISTEN)
    verdict = judged(tab, "causal-mask", CODE)
    assert verdict["passed"], verdict
    assert str(year) in verdict["printed"]
    tab.click("#item-causal-mask [data-run]")
    assert str(year) in until(tab, RAN)
    tab.open(host.base)
    assert tab.call(PASSED) == '"passed"'
    context.close()
