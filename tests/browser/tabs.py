"""A tab in any engine: the few things that the tests of every engine need."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any, Protocol

from playwright.sync_api import Error, Page
from selenium.webdriver import ActionChains, WebKitGTK
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

PRESSED = {"ArrowDown": Keys.ARROW_DOWN, "ArrowRight": Keys.ARROW_RIGHT, "Enter": Keys.ENTER}


class Tab(Protocol):
    """A page under test. ``call`` runs a JavaScript function of one argument and gives what it gives."""

    def open(self, address: str) -> None: ...

    def call(self, function: str, argument: Any = None) -> Any: ...

    def click(self, selector: str) -> None: ...

    def type(self, text: str) -> None: ...

    def press(self, key: str) -> None: ...

    def select_all(self) -> None: ...

    def back(self) -> None: ...

    def show(self) -> None:
        """Bring this tab to the front: what lies behind is hardly drawn, and WebKit's driver is not in it."""

    def another(self) -> AbstractContextManager[Tab]:
        """A second tab beside this one, in front of it while the block runs."""


class PlaywrightTab:
    """A tab of Chromium or Firefox."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def open(self, address: str) -> None:
        try:
            self.page.goto(address)
        except Error as error:
            # Firefox now and then begins the first navigation of a new page twice.
            if f'interrupted by another navigation to "{address}"' not in error.message:
                raise
            self.page.wait_for_load_state()

    def call(self, function: str, argument: Any = None) -> Any:
        try:
            return self.page.evaluate(function, argument)
        except Error as error:
            if "context was destroyed" not in error.message:
                raise
            # The page was just being loaded again, or brought back, of which no event tells.
            while self.page.evaluate("document.readyState") != "complete":
                self.page.wait_for_timeout(20)
            return self.page.evaluate(function, argument)

    def click(self, selector: str) -> None:
        self.page.locator(selector).click()

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def select_all(self) -> None:
        self.page.keyboard.press("ControlOrMeta+a")

    def back(self) -> None:
        # Playwright's own waits for an event that a page which was kept never sends.
        # The page may be gone before it answers.
        with suppress(Error):
            self.page.evaluate("() => void setTimeout(() => history.back())")

    def show(self) -> None:
        self.page.bring_to_front()

    @contextmanager
    def another(self) -> Iterator[Tab]:
        page = self.page.context.new_page()
        try:
            yield PlaywrightTab(page)
        finally:
            page.close()
            self.show()


class WebKitTab:
    """A tab of a WebKit window, whose driver speaks to the one that was shown last."""

    def __init__(self, browser: WebKitGTK) -> None:
        self.browser = browser
        self._window = browser.current_window_handle

    def open(self, address: str) -> None:
        self.browser.get(address)

    def call(self, function: str, argument: Any = None) -> Any:
        script = f"const end = arguments[1]; Promise.resolve(({function})(arguments[0])).then("
        script += "(value) => end({ value }), (error) => end({ error: String(error) }));"
        told = self.browser.execute_async_script(script, argument)
        assert "error" not in told, told
        return told.get("value")

    def click(self, selector: str) -> None:
        self.browser.find_element(By.CSS_SELECTOR, selector).click()

    def type(self, text: str) -> None:
        ActionChains(self.browser).send_keys(text.replace("\n", Keys.ENTER)).perform()

    def press(self, key: str) -> None:
        ActionChains(self.browser).send_keys(PRESSED[key]).perform()

    def select_all(self) -> None:
        ActionChains(self.browser).key_down(Keys.CONTROL).send_keys("a").key_up(Keys.CONTROL).perform()

    def back(self) -> None:
        self.browser.back()

    def show(self) -> None:
        self.browser.switch_to.window(self._window)

    @contextmanager
    def another(self) -> Iterator[Tab]:
        # The driver never brings a tab to the front, so that nothing would be drawn in it.
        self.browser.switch_to.new_window("window")
        tab = WebKitTab(self.browser)
        try:
            yield tab
        finally:
            tab.show()
            self.browser.close()
            self.show()


def until(tab: Tab, function: str, argument: Any = None, seconds: float = 90) -> Any:
    """Call ``function`` until it gives something true, and give that."""
    end = time.monotonic() + seconds
    while not (value := tab.call(function, argument)):
        assert time.monotonic() < end, f"waited {seconds} s for {function} with {argument!r}"
        time.sleep(0.05)
    return value
