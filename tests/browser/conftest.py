"""The built site on a plain host, and learners with browsers to visit it."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import playwright
import pytest
from playwright.sync_api import Browser, Playwright, expect

from builder.console import Console
from builder.grade import GRADING
from builder.setup.browsers import ENGINES, environment, version_of
from builder.setup.lock import one_at_a_time
from builder.site import build_grading_page, build_site
from tests.browser.course_answers import ROOT, graded
from tests.browser.learner import Learner
from tests.browser.offline_host import OfflineHost, offline_host
from tests.browser.static_site import StaticSite, serving
from tests.browser.tabs import PlaywrightTab, Tab, WebKitTab
from tests.browser.webkit_driver import webkit_browser
from tests.conftest import used

Visit = Callable[..., Learner]

# On a busy machine a page, its scripts and its Python may take longer than Playwright's 5 seconds.
expect.set_options(timeout=20_000)

# Two pages of the address bar, which each window loads: more work for it than most pages of this site.
OF_THE_ADDRESS_BAR = "WebUIOmniboxPopup,WebUIOmniboxAimPopup"


def executable(engine: str) -> str:
    """The path of an engine, which is then named at the end of the run; a missing one is a failure."""
    path = ENGINES[engine]()
    assert path is not None, f"no {engine} on this machine: python3 build.py test --install-browsers gets it"
    used[engine] = version_of(engine, path)
    return str(path)


def engines_to_test() -> list[str]:
    """All three when ``CI`` is set, else those of this machine; Chromium always."""
    every = os.environ.get("CI")
    return [engine for engine, find in ENGINES.items() if every or engine == "chromium" or find()]


def sandbox_arguments() -> list[str]:
    """Chromium has no sandbox for root."""
    return ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []


def disabled_features() -> str:
    """What Playwright disables in Chromium, which heeds the last such list alone, and what this adds."""
    source = (Path(playwright.__file__).parent / "driver/package/lib/coreBundle.js").read_text("utf-8")
    (playwrights,) = re.findall(r"\n *disabledFeatures = \[(.*?)\]", source, re.DOTALL)
    names = re.findall(r'^ *"(\w+)",?$', playwrights, re.MULTILINE)
    assert "HttpsUpgrades" in names, "Playwright's list is read wrongly"
    return f"--disable-features={','.join(names)},{OF_THE_ADDRESS_BAR}"


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {
        **browser_type_launch_args,
        "executable_path": executable("chromium"),
        "args": [*sandbox_arguments(), disabled_features()],
        "env": environment(),
    }


@pytest.fixture(scope="session")
def firefox(playwright: Playwright) -> Iterator[Browser]:
    """Firefox as Mozilla or the system ships it."""
    browser = playwright.firefox.launch(
        channel="moz-firefox", executable_path=executable("firefox"), env=environment()
    )
    yield browser
    browser.close()


@pytest.fixture(scope="session", params=engines_to_test())
def tab(request: pytest.FixtureRequest) -> Iterator[Tab]:
    """One tab of each engine, for the tests that go through all of them."""
    if request.param == "webkit":
        with webkit_browser(executable("webkit")) as window:
            yield WebKitTab(window)
        return
    browser: Browser = request.getfixturevalue("browser" if request.param == "chromium" else "firefox")
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    yield PlaywrightTab(context.new_page())
    context.close()


@pytest.fixture(scope="session")
def site() -> Iterator[StaticSite]:
    """The site as it is built now."""
    console = Console()
    with one_at_a_time(ROOT, console):
        build_site(ROOT, ROOT / "dist", console)
    with serving(ROOT / "dist") as served:
        yield served


@pytest.fixture(scope="session")
def grading_site() -> Iterator[StaticSite]:
    """The page in which ``grade`` judges, which is no part of the course."""
    console = Console()
    with one_at_a_time(ROOT, console):
        build_grading_page(ROOT, ROOT / GRADING, console)
    with serving(ROOT / GRADING) as served:
        yield served


@pytest.fixture
def own_site(site: StaticSite) -> Iterator[StaticSite]:
    """The same files on a host of this test's own, where things may go wrong."""
    del site
    with serving(ROOT / "dist") as served:
        yield served


@pytest.fixture
def host(site: StaticSite) -> Iterator[OfflineHost]:
    """The built site on a host of the test's own, which may publish another build or go away."""
    del site
    with offline_host() as made:
        yield made


@pytest.fixture
def visit(browser: Browser, site: StaticSite) -> Iterator[Visit]:
    """Opens the level for a learner who has done nothing yet; a page with faults fails its test.

    A test asks for its own host first: it then ends after the pages, which may be fetching something still.
    """
    yield from _visits(browser, site)


@pytest.fixture(scope="session")
def open_page(browser: Browser, site: StaticSite) -> Iterator[Learner]:
    """One page with every gate open, in which Python starts once for all tests."""
    visits = _visits(browser, site)
    yield next(visits)(storage_state=gates_open(site))
    next(visits, None)


@pytest.fixture
def student(open_page: Learner) -> Iterator[Learner]:
    """A learner for whom every gate is open, at a page that many tests share."""
    yield open_page
    faults = open_page.faults()
    open_page.forget_faults()
    assert not faults, "\n".join(faults)


def gates_open(site: StaticSite) -> dict[str, Any]:
    """What a browser keeps once everything outside the test was passed."""
    kept = [{"name": f"lookahead:1:lookahead:progress:{block.id}", "value": '"passed"'} for block in graded()]
    return {"cookies": [], "origins": [{"origin": site.origin, "localStorage": kept}]}


def _visits(browser: Browser, site: StaticSite) -> Iterator[Visit]:
    learners: list[tuple[Learner, bool]] = []

    def visit(
        path: str | None = None, *, host: StaticSite | None = None, faulty: bool = False, **options: Any
    ) -> Learner:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
        learner = Learner(context, host or site)
        learners.append((learner, faulty))
        learner.open() if path is None else learner.open(path)
        return learner

    yield visit
    faults = [fault for learner, faulty in learners if not faulty for fault in learner.faults()]
    for learner, _ in learners:
        learner.context.close()
    assert not faults, "\n".join(faults)
