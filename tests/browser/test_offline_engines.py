"""After the first visit the whole course works with the network gone, in every engine."""

from __future__ import annotations

from tests.browser.course_answers import SLUG, graded
from tests.browser.offline_host import SAVE, SAVED, offline_host
from tests.browser.static_site import StaticSite
from tests.browser.tabs import Tab, until
from tests.browser.test_engines import LISTEN, RIGHT, SEED, judged

PASSED = "() => localStorage.getItem('lookahead:1:lookahead:progress:causal-mask')"


def test_the_whole_course_works_with_the_network_gone(tab: Tab, site: StaticSite) -> None:
    del site
    with offline_host() as host:
        tab.open(host.base)
        tab.call(SEED, [block.id for block in graded() if block.id != "causal-mask"])
        until(tab, f"() => !!document.querySelector('{SAVE}')")
        tab.click(SAVE)
        until(tab, SAVED)
        host.stop()

        level = f"{host.base}levels/{SLUG}/"
        tab.open(level)
        tab.call(LISTEN)
        assert judged(tab, "causal-mask", RIGHT)["passed"]
        tab.open(host.base)
        assert tab.call(PASSED) == '"passed"'
        tab.open(f"{host.base}labs/heads/")
        until(tab, "() => !!document.querySelector('[data-tools]:not([hidden])')")
        tab.open(f"{host.base}levels/{SLUG}")
        until(tab, "() => 'alive' in document.documentElement.dataset")
        assert tab.call("() => location.href") == level
