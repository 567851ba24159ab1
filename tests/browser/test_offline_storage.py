"""The browser takes away what was saved, the download breaks, or nothing may be saved at all."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from builder.setup.browsers import environment
from tests.browser.conftest import executable, gates_open, sandbox_arguments
from tests.browser.course_answers import ROOT, exercises
from tests.browser.learner import Learner
from tests.browser.offline_host import Compressing, OfflineHost, offline_host
from tests.browser.static_site import SUB_PATH, SiteHandler, StaticSite

# To open a cache that is not there yet would make one of another name.
COUNT = """async () => {
  const [name] = await caches.keys();
  return name ? (await (await caches.open(name)).keys()).length : 0;
}"""
EVICT_SOME = """async () => {
  const cache = await caches.open((await caches.keys())[0]);
  const keys = await cache.keys();
  const gone = keys.filter(({ url }, index) => index % 3 === 0 || /pyodide|levels/.test(url));
  for (const key of gone) await cache.delete(key);
  return gone.length;
}"""
EVICT_ALL = "async () => { for (const name of await caches.keys()) await caches.delete(name); return 1; }"
WASM_TYPE = """async () => {
  const keys = await (await caches.open((await caches.keys())[0])).keys();
  const { url } = keys.find(({ url }) => url.includes(".wasm"));
  return (await fetch(url)).headers.get("Content-Type");
}"""
LEFT = "async () => [(await navigator.serviceWorker.getRegistrations()).length, (await caches.keys()).length]"
UNAVAILABLE = {
    "absent": "delete Navigator.prototype.serviceWorker",
    "forbidden": """const refuse = async () => { throw new DOMException("not here", "SecurityError"); };
      Object.assign(ServiceWorkerContainer.prototype, { register: refuse, getRegistration: refuse });""",
}


@pytest.fixture
def learner(browser: Browser, host: OfflineHost) -> Iterator[Learner]:
    context = browser.new_context(storage_state=gates_open(host))
    yield Learner(context, host)
    context.close()


def saved(page: Page) -> None:
    expect(page.locator("#offline")).to_contain_text("works without a network", timeout=60_000)


@pytest.mark.parametrize("evict", [EVICT_SOME, EVICT_ALL], ids=["a part", "all"])
def test_what_was_evicted_comes_from_the_site_and_is_saved_again(
    learner: Learner, host: OfflineHost, evict: str
) -> None:
    learner.open()
    page = learner.page
    page.locator("#offline button").click()
    saved(page)
    whole = page.evaluate(COUNT)
    assert page.evaluate(evict) > 0
    learner.open()
    expect(page.locator("h1")).to_be_visible()
    learner.until(lambda: bool(page.evaluate(COUNT) >= whole - 1), "everything to be saved again", 60)
    saved(page)
    host.stop()
    learner.open()
    learner.ready(learner.item("causal-mask"))
    assert learner.faults() == []


def test_a_host_that_compresses_and_knows_no_wasm_is_as_good(browser: Browser) -> None:
    with offline_host(handler=Compressing) as host:
        context = browser.new_context(storage_state=gates_open(host))
        learner = Learner(context, host)
        learner.open()
        learner.page.locator("#offline button").click()
        saved(learner.page)
        host.stop()
        learner.open()
        learner.ready(learner.item("causal-mask"))
        assert learner.page.evaluate(WASM_TYPE) == "application/wasm"
        assert learner.faults() == []
        context.close()


def test_a_download_that_breaks_is_told_and_goes_on_from_there(learner: Learner, host: OfflineHost) -> None:
    host.faults = {"pyodide.asm.wasm": 503, "pyodide.asm.mjs": b"other bytes"}
    learner.open("index.html")
    page = learner.page
    page.locator("#offline button").click()
    expect(page.locator("#offline")).to_contain_text("could not be saved", timeout=60_000)
    host.faults = {}
    host.asked.clear()
    page.locator("#offline button").click()
    saved(page)
    # The smallest come first, so nothing but the file that was wrong and larger ones can be missing.
    (wrong,) = (ROOT / "dist").glob("assets/runtime-*/pyodide.asm.mjs")
    asked = [ROOT / "dist" / path.removeprefix(SUB_PATH) for path in host.asked]
    again = [path for path in asked if path.name != "service-worker.js"]
    assert again and all(path.stat().st_size >= wrong.stat().st_size for path in again), again


def test_removing_gives_the_space_back_and_keeps_what_the_learner_did(
    learner: Learner, host: OfflineHost
) -> None:
    learner.open("index.html")
    page = learner.page
    page.locator("#offline button").click()
    saved(page)
    page.locator("#offline").get_by_role("button", name="Remove").click()
    expect(page.locator("#offline").get_by_role("button", name="Save this course")).to_be_focused()
    learner.until(lambda: page.evaluate(LEFT) == [0, 0], "everything to go")
    page.reload()
    expect(page.locator("#offline").get_by_role("button", name="Save this course")).to_be_visible()
    assert page.evaluate(LEFT) == [0, 0]
    assert learner.kept("progress:mask-shape") == "passed"
    assert learner.faults() == []


class Slow(SiteHandler):
    """Would take a minute for the course."""

    protocol_version = "HTTP/1.1"

    def copyfile(self, source: Any, outputfile: Any) -> None:
        while part := source.read(100_000):
            outputfile.write(part)
            time.sleep(0.5 if len(part) == 100_000 else 0)


def test_stopping_in_the_middle_ends_the_download_and_gives_the_space_back(browser: Browser) -> None:
    with offline_host(handler=Slow) as host:
        page = browser.new_page()
        page.goto(host.base)
        page.locator("#offline button").click()
        expect(page.locator("#offline progress")).to_have_attribute("value", re.compile(r"[1-9]\d{5}"))
        page.locator("#offline").get_by_role("button", name="Stop").click()
        end = time.monotonic() + 30
        while page.evaluate(LEFT) != [0, 0]:
            assert time.monotonic() < end, page.evaluate(LEFT)
            page.wait_for_timeout(50)
        page.close()


def test_with_save_data_on_nothing_is_saved_unasked(browser: Browser, host: OfflineHost) -> None:
    context = browser.new_context()
    context.add_init_script("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })")
    page = context.new_page()
    page.goto(host.base.replace("127.0.0.1", "course.localhost"))
    expect(page.locator("#offline").get_by_role("button", name="Save this course")).to_be_visible()
    page.wait_for_timeout(3000)
    assert page.evaluate(LEFT) == [0, 0]
    context.close()


@pytest.mark.parametrize("why", UNAVAILABLE)
def test_where_nothing_can_be_saved_that_is_said(learner: Learner, why: str) -> None:
    learner.context.add_init_script(UNAVAILABLE[why])
    learner.open()
    expect(learner.page.locator("#offline")).to_contain_text("does not let the course be saved")
    learner.ready(learner.item("causal-mask"))
    assert learner.faults() == []


def test_on_plain_http_everything_else_works(playwright: Playwright, own_site: StaticSite) -> None:
    own_site.origin = own_site.origin.replace("127.0.0.1", "course.example")
    own_site.base = own_site.origin + SUB_PATH
    browser = playwright.chromium.launch(
        executable_path=executable("chromium"),
        args=[*sandbox_arguments(), "--host-resolver-rules=MAP course.example 127.0.0.1"],
        env=environment(),
    )
    learner = Learner(browser.new_context(storage_state=gates_open(own_site)), own_site)
    learner.open()
    # Such a page has no service worker, no caches, and nothing that takes a hash.
    assert learner.page.evaluate("[isSecureContext, 'caches' in window, 'subtle' in crypto]") == [False] * 3
    expect(learner.page.locator("#offline")).to_contain_text("does not let the course be saved")
    right = exercises()["causal-mask"].texts["solution.py"]
    assert learner.judge(learner.item("causal-mask"), right)["passed"]
    assert learner.faults() == []
    browser.close()
