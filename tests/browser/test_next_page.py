"""The second page of a visit is fetched ahead where that costs nothing; the first stays alive behind it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, expect

from builder.setup.browsers import environment
from tests.browser.conftest import executable, sandbox_arguments
from tests.browser.course_answers import ROOT, SLUG, graded
from tests.browser.learner import Learner
from tests.browser.offline_host import Caching, OfflineHost, offline_host
from tests.browser.static_site import SUB_PATH, StaticSite
from tests.browser.tabs import PlaywrightTab, Tab, until
from tests.browser.test_engines import LISTEN, READY, RIGHT, SEED, VERDICT, judged

SAVE_DATA = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"
DECLINED = "localStorage.setItem('lookahead:1:lookahead:choice:offline', '\"no\"')"
NEXT = "a => new URL(a.getAttribute('href'), a.baseURI).pathname"
# What another page of the course records while this one is away.
MEANWHILE = "() => localStorage.setItem('lookahead:1:lookahead:progress:causal-head', '\"passed\"')"
CLEARED = "() => document.querySelector('main').hasAttribute('data-cleared')"
WHY_NOT_KEPT = "() => performance.getEntriesByType('navigation')[0].notRestoredReasons?.toJSON()"
# A page that is kept has null in it until it is shown again; one that starts anew has nothing.
WATCH = """() => {
  window.back = null;
  addEventListener("pageshow", ({ persisted }) => (window.back = persisted));
}"""
# What has come to its end, by path.
FETCHED = "() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)"


@pytest.fixture
def caching(site: StaticSite) -> Iterator[OfflineHost]:
    del site
    with offline_host(handler=Caching) as host:
        yield host


def test_the_next_page_and_its_exercises_are_fetched_while_this_one_rests(
    browser: Browser, caching: OfflineHost
) -> None:
    context = browser.new_context()
    context.add_init_script(DECLINED)
    learner = Learner(context, caching)
    learner.page.goto(caching.base.replace("127.0.0.1", "course.localhost") + f"levels/{SLUG}/")
    address = learner.page.locator("a[rel=next]").evaluate(NEXT)
    page = (ROOT / "dist" / address.removeprefix(SUB_PATH)).read_text("utf-8")
    bundles = [SUB_PATH + name for name in re.findall(r'data-bundle="[./]*(exercises/[^"]+)"', page)]
    assert bundles
    fetched = lambda: set(learner.page.evaluate(FETCHED))  # noqa: E731
    learner.until(lambda: {address, *bundles} <= fetched(), "the next page and its exercises")
    with learner.page.expect_navigation():
        learner.page.locator("a[rel=next]").click()
    expect(learner.page.locator("h1")).to_be_visible()
    assert {caching.asked.count(one) for one in bundles} == {1}
    assert not any("runtime-" in path for path in caching.asked)
    caching.stop()
    sizes = learner.page.evaluate(
        "(all) => Promise.all(all.map(async (one) => (await (await fetch(one)).text()).length))", bundles
    )
    assert all(sizes)
    context.close()


@pytest.mark.parametrize("why", [SAVE_DATA, ""], ids=["to save data", "on the author's machine"])
def test_nothing_is_fetched_ahead(browser: Browser, caching: OfflineHost, why: str) -> None:
    context = browser.new_context()
    context.add_init_script(DECLINED)
    context.add_init_script(why)
    learner = Learner(context, caching)
    base = caching.base.replace("127.0.0.1", "course.localhost") if why else caching.base
    learner.page.goto(f"{base}levels/{SLUG}/")
    address = learner.page.locator("a[rel=next]").evaluate(NEXT)
    expect(learner.page.locator("#offline button")).to_be_visible()
    learner.page.wait_for_timeout(3000)
    assert address not in caching.asked
    context.close()


def test_python_is_alive_on_a_page_that_is_gone_back_to(tab: Tab, site: StaticSite) -> None:
    persisted = go_and_come_back(tab, site)
    # Playwright starts Chromium without such a cache: there the page starts anew.
    assert persisted or isinstance(tab, PlaywrightTab)


def test_python_is_alive_on_a_page_that_chromium_kept(playwright: Playwright, site: StaticSite) -> None:
    browser = playwright.chromium.launch(
        executable_path=executable("chromium"),
        args=sandbox_arguments(),
        env=environment(),
        ignore_default_args=["--disable-back-forward-cache"],
    )
    # Chromium may also drop a page for reasons of its own, such as memory; ours would hold each time.
    tries: list[Any] = []
    for _ in range(2):
        tab = PlaywrightTab(browser.new_page())
        if go_and_come_back(tab, site):
            break
        tries.append(tab.call(WHY_NOT_KEPT))
    assert len(tries) < 2, tries
    browser.close()


def go_and_come_back(tab: Tab, site: StaticSite) -> bool:
    """Have code judged, go to another page, come back and have it judged again; whether the page was kept."""
    level = f"{site.base}levels/{SLUG}/"
    tab.open(level)
    tab.call(SEED, [block.id for block in graded() if block.id not in ("causal-mask", "causal-head")])
    tab.open(level)
    tab.call(LISTEN)
    assert judged(tab, "causal-mask", RIGHT)["passed"]
    assert not tab.call(CLEARED)
    tab.call(WATCH)
    tab.open(site.base)
    tab.call(MEANWHILE)
    tab.back()
    until(tab, "() => !!document.querySelector('#item-causal-mask')")
    until(tab, READY, "item-causal-mask")
    until(tab, "() => window.back !== null")
    until(tab, CLEARED)
    persisted = bool(tab.call("() => window.back ?? false"))
    tab.call(LISTEN)
    # Playwright waits for a navigation to end that Firefox never reports, so no click of its own.
    tab.call("() => document.querySelector('#item-causal-mask [data-check]').click()")
    assert until(tab, VERDICT)["passed"]
    return persisted
