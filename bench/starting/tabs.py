"""A tab with a profile of its own in each engine: cold in a new profile, warm when it has visited before."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any, Protocol

from playwright.sync_api import Page, Playwright, sync_playwright

from builder.setup.browsers import ENGINES, environment, version_of
from starting.chromium import chromium_tab

WAIT_MS = 90_000


class Tab(Protocol):
    """``open`` begins a visit and waits for nothing; ``call`` gives what a function of one argument gives."""

    def open(self, address: str) -> None: ...

    def call(self, function: str, argument: Any = None) -> Any: ...


class _PlaywrightTab:
    def __init__(self, page: Page) -> None:
        self.page = page
        page.set_default_timeout(WAIT_MS)
        page.on("console", lambda said: print(said.text, file=sys.stderr) if said.type == "warning" else None)

    def open(self, address: str) -> None:
        self.page.goto(address, wait_until="commit")

    def call(self, function: str, argument: Any = None) -> Any:
        return self.page.evaluate(function, argument)


class _WebKitTab:
    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def open(self, address: str) -> None:
        self.driver.get(address)

    def call(self, function: str, argument: Any = None) -> Any:
        script = f"const end = arguments[1]; Promise.resolve(({function})(arguments[0])).then("
        script += "(value) => end({ value }), (error) => end({ error: String(error) }));"
        told = self.driver.execute_async_script(script, argument)
        if "error" in told:
            raise RuntimeError(told["error"])
        return told.get("value")


class Profile:
    """What a browser remembers between two starts of it."""

    def __init__(self, start: Callable[[], AbstractContextManager[Tab]]) -> None:
        self._start = start

    def tab(self) -> AbstractContextManager[Tab]:
        """The browser, started with this profile, and ended with the block."""
        return self._start()


class Engine:
    """One browser of this machine; ``profile`` makes a new profile and deletes it with the block."""

    def __init__(self, name: str, program: Path, playwright: Playwright | None) -> None:
        self.name, self.program, self.playwright = name, program, playwright
        self.version = version_of(name, program)

    @contextmanager
    def profile(self) -> Iterator[Profile]:
        if self.name == "webkit":
            # WebKit's driver keeps a profile only as long as the browser runs: a second start is a new visit.
            with _webkit(self.program) as tab:
                yield Profile(lambda: nullcontext(tab))
            return
        with tempfile.TemporaryDirectory(prefix="profile-", ignore_cleanup_errors=True) as folder:
            yield Profile(lambda: self._tab(folder))

    def _tab(self, folder: str) -> AbstractContextManager[Tab]:
        if self.playwright is None:
            return chromium_tab(self.program, folder)
        return _firefox(self.playwright, self.program, folder)


@contextmanager
def engine(name: str) -> Iterator[Engine]:
    """The engine of that name, or the end of the benchmark."""
    program = ENGINES[name]()
    if program is None:
        sys.exit(f"needs {name}; `python3 build.py test --install-browsers` brings it")
    if name != "firefox":
        yield Engine(name, program, None)
        return
    with sync_playwright() as playwright:
        yield Engine(name, program, playwright)


@contextmanager
def _firefox(playwright: Playwright, program: Path, folder: str) -> Iterator[Tab]:
    context = playwright.firefox.launch_persistent_context(
        folder,
        channel="moz-firefox",
        executable_path=program,
        env=environment(),
        viewport={"width": 1280, "height": 900},
    )
    yield _PlaywrightTab(context.pages[0] if context.pages else context.new_page())
    context.close()


@contextmanager
def _webkit(program: Path) -> Iterator[Tab]:
    from tests.browser.webkit_driver import webkit_browser

    with webkit_browser(str(program)) as driver:
        yield _WebKitTab(driver)
