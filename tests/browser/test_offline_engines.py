"""After the first visit the whole course works with the network gone, in every engine."""

from __future__ import annotations

from pathlib import Path

from tests.browser.course_answers import SLUG, graded
from tests.browser.offline_host import SAVE, SAVED, Caching, another_build, offline_host
from tests.browser.static_site import StaticSite
from tests.browser.tabs import Tab, WebKitTab, until
from tests.browser.test_engines import ALIVE, LISTEN, RIGHT, SEED, judged
from tests.browser.test_offline_storage import COUNT, EVICT_ALL

TITLE = "() => document.querySelector('h1')?.innerText"
NOTICE = "() => document.querySelector('#notice').innerText"
TOLD_ANEW = "() => document.querySelector('h1')?.innerText === 'Told anew'"
NEW_IS_READY = (
    "() => document.querySelector('#notice').innerText.startsWith('A new version of this course is ready.')"
)
GONE_OVER = (
    "() => document.querySelector('#notice').innerText.startsWith('Another tab went over to a new version')"
)
BUNDLE = "() => document.querySelector('#item-causal-mask').dataset.bundle.split('/').at(-1)"
KEPT = """async (name) => {
  const keys = await (await caches.open((await caches.keys())[0])).keys();
  return keys.some(({ url }) => url.includes(name));
}"""
PASSED = "() => localStorage.getItem('lookahead:1:lookahead:progress:causal-mask')"
# How an attempt to install the build that the host has now ended.
INSTALLED = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration.update().catch(() => {});
  const worker = registration.installing ?? registration.waiting;
  if (worker?.state === "installing") await new Promise((end) => worker.addEventListener("statechange", end));
  return worker?.state;
}"""
# Whether each file of Python comes as the host sent it, or from what was saved.
SENT = """async (cache) => {
  const { root } = document.documentElement.dataset;
  const { files } = JSON.parse(document.querySelector("[data-python]").dataset.python);
  const sent = async ({ address }) =>
    (await fetch(new URL(`${root}assets/${address}`, document.baseURI), { cache })).headers.get("X-Sent");
  const each = Object.entries(files).map(async ([name, file]) => [name, await sent(file)]);
  return Object.fromEntries(await Promise.all(each));
}"""
FROM_CACHE = f"""async () => {{
  const {{ loader, module }} = await ({SENT})("default");
  return loader && module;
}}"""


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
        verdict = judged(tab, "causal-mask", RIGHT)
        assert verdict["passed"], verdict
        tab.open(host.base)
        assert tab.call(PASSED) == '"passed"'
        tab.open(f"{host.base}labs/heads/")
        until(tab, "() => !!document.querySelector('[data-tools]:not([hidden])')")
        tab.open(f"{host.base}levels/{SLUG}")
        until(tab, ALIVE)
        assert tab.call("() => location.href") == level
        tab.open(f"{host.base}levels/nowhere/")
        assert until(tab, TITLE) == "There is no page here"


def test_a_new_build_is_announced_once_it_is_whole_and_taken_in_every_engine(
    tab: Tab, site: StaticSite, tmp_path: Path
) -> None:
    del site
    newer = another_build(tmp_path / "dist", "Told anew")
    with offline_host() as host:
        level = f"{host.base}levels/{SLUG}/"
        tab.open(level)
        until(tab, f"() => !!document.querySelector('{SAVE}')")
        tab.click(SAVE)
        until(tab, SAVED)
        old = until(tab, TITLE)
        host.folder = newer
        host.faults = {"exercises/": b"half of an upload"}
        assert until(tab, INSTALLED) == "redundant"
        tab.open(level)
        # This page, too, has asked for the new build by now.
        assert until(tab, INSTALLED) == "redundant"
        assert [tab.call(TITLE), tab.call(NOTICE)] == [old, ""]
        host.faults = {}
        tab.open(level)
        until(tab, NEW_IS_READY)
        assert tab.call(TITLE) == old
        tab.click("[data-take]")
        until(tab, TOLD_ANEW)
        until(tab, SAVED)
        assert tab.call(NOTICE) == ""
        host.stop()
        tab.open(level)
        until(tab, TOLD_ANEW)


def test_two_tabs_each_keep_their_own_build_and_the_old_files_go_with_the_last_of_them(
    tab: Tab, site: StaticSite, tmp_path: Path
) -> None:
    del site
    newer = another_build(tmp_path / "dist", "Told anew")
    with offline_host() as host:
        level = f"{host.base}levels/{SLUG}/"
        tab.open(level)
        tab.call(SEED, [block.id for block in graded() if block.id != "causal-mask"])
        until(tab, f"() => !!document.querySelector('{SAVE}')")
        tab.click(SAVE)
        until(tab, SAVED)
        with tab.another() as other:
            other.open(level)
            until(other, ALIVE)
            old, bundle = other.call(TITLE), other.call(BUNDLE)
            host.folder = newer
            tab.show()
            tab.open(level)
            until(tab, NEW_IS_READY)
            tab.click("[data-take]")
            until(tab, TOLD_ANEW)

            # The host has only the new build; the other tab still starts Python and judges by the old one.
            other.show()
            until(other, GONE_OVER)
            assert other.call(TITLE) == old
            other.click("[data-later]")
            host.is_silent = True
            other.call(LISTEN)
            assert judged(other, "causal-mask", RIGHT)["passed"]
            host.is_silent = False
            tab.show()
            tab.open(level)
            assert tab.call(KEPT, bundle)
            other.show()
            other.open(level)
            until(other, TOLD_ANEW)
        tab.open(level)
        until(tab, f"async (name) => !(await ({KEPT})(name))", bundle)
        host.stop()
        tab.open(level)
        until(tab, TOLD_ANEW)


def test_the_interpreter_comes_from_where_its_compiled_code_is_and_the_rest_from_what_was_saved(
    tab: Tab, site: StaticSite
) -> None:
    del site
    with offline_host(handler=Caching) as host:
        level = f"{host.base}levels/{SLUG}/"
        tab.open(level)
        tab.call(SEED, [block.id for block in graded() if block.id != "causal-mask"])
        until(tab, f"() => !!document.querySelector('{SAVE}')")
        tab.click(SAVE)
        until(tab, SAVED)
        host.stop()
        tab.open(level)
        tab.call(LISTEN)
        assert judged(tab, "causal-mask", RIGHT)["passed"]
        # WebKit's driver has no cache on disk; a private window of Chromium keeps no file as large as the
        # WebAssembly.
        if not isinstance(tab, WebKitTab):
            # A busy browser may take longer than the half second in which its cache is waited for.
            until(tab, FROM_CACHE)
        sent = tab.call(SENT, "default")
        assert [sent["stdlib"], sent["numpy"], sent["grader"]] == [None] * 3
        # Past every cache, as after a damaged download: with the host gone, what was saved is all there is.
        assert set(tab.call(SENT, "reload").values()) == {None}


def test_a_download_that_broke_goes_on_from_there_and_what_was_evicted_is_saved_again(
    tab: Tab, site: StaticSite
) -> None:
    del site
    with offline_host() as host:
        host.faults = {"pyodide.asm.wasm": 503}
        tab.open(host.base)
        until(tab, f"() => !!document.querySelector('{SAVE}')")
        tab.click(SAVE)
        until(tab, "() => document.querySelector('#offline').innerText.includes('could not be saved')")
        host.faults = {}
        host.asked.clear()
        tab.click("#offline button")
        until(tab, SAVED)
        asked = {path for path in host.asked if not path.endswith("service-worker.js")}
        # The one that was missing, and at most the three that were on their way beside it.
        assert len(asked) <= 4 and any("pyodide.asm.wasm" in path for path in asked), asked

        whole = tab.call(COUNT)
        assert tab.call(EVICT_ALL)
        assert tab.call(COUNT) == 0
        tab.open(host.base)
        until(tab, f"async () => await ({COUNT})() >= {whole - 1}")
        host.stop()
        tab.open(f"{host.base}levels/{SLUG}/")
        until(tab, "() => 'alive' in document.documentElement.dataset")


def test_off_the_authors_machine_the_course_is_saved_by_itself(tab: Tab, site: StaticSite) -> None:
    del site
    with offline_host() as host:
        tab.open(host.base.replace("127.0.0.1", "course.localhost"))
        until(tab, SAVED)
