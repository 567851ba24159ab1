"""WebKitGTK's MiniBrowser, driven by selenium; Playwright has no build of WebKit for every system."""

from __future__ import annotations

import os
import shutil
import subprocess
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from selenium.webdriver import WebKitGTK, WebKitGTKOptions
from selenium.webdriver.webkitgtk.service import Service

from builder.setup.browsers import environment

# Without a display MiniBrowser hangs instead of failing.
SCREEN = ["-screen", "0", "1280x1024x24", "-nolisten", "tcp"]
TIMEOUT = 90


@contextmanager
def webkit_browser(program: str) -> Iterator[WebKitGTK]:
    """A WebKit window while the block runs, on a screen of its own where there is none."""
    with ExitStack() as ending:
        variables = environment()
        if not variables.get("DISPLAY"):
            variables["DISPLAY"] = ending.enter_context(_screen())
        options = WebKitGTKOptions()
        options.binary_location = program
        options.add_argument("--automation")
        driver = shutil.which("WebKitWebDriver")
        assert driver is not None
        with warnings.catch_warnings():
            # selenium's own use of what selenium has deprecated
            warnings.filterwarnings("ignore", category=DeprecationWarning, module="selenium")
            browser = WebKitGTK(options=options, service=Service(driver, env=variables))
        ending.callback(browser.quit)
        browser.set_script_timeout(TIMEOUT)
        browser.set_page_load_timeout(TIMEOUT)
        # A script that was running in a page which is kept for the way back is never answered.
        browser.command_executor.client_config.timeout = TIMEOUT + 30
        yield browser


@contextmanager
def _screen() -> Iterator[str]:
    reading, writing = os.pipe()
    screen = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), *SCREEN], pass_fds=[writing], stderr=subprocess.DEVNULL
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as number:
            yield f":{number.readline().strip()}"
    finally:
        screen.terminate()
        screen.wait()
