"""Judges answers in a page built for it, in a headless Chromium, fenced in as a learner's."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Error, Page, sync_playwright

from builder.bundle import Bundle
from builder.errors import SetupError
from builder.pages import GRADING_PAGE
from builder.serve import HOST, open_server
from builder.setup.browsers import chromium, environment
from grader import unjudged

_USE = "bundle => grading.use(bundle)"
_JUDGE = "code => grading.judge(code)"


@contextmanager
def judge_in_browser(made: Bundle, dist: Path) -> Iterator[Callable[[str], dict[str, Any]]]:
    """Gives a function from code to verdict; a page that breaks is opened anew for the next file."""
    program = chromium()
    if program is None:
        raise SetupError("No Chromium to judge in. Install one, or name it in BROWSER_CHROMIUM.")
    if not (dist / GRADING_PAGE).is_file():
        raise SetupError(f"{dist} has no {GRADING_PAGE}: the page that judges is not built.")
    as_root = hasattr(os, "geteuid") and os.geteuid() == 0  # Chromium has no sandbox of its own for root
    with _serving(dist) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=str(program), args=["--no-sandbox"] if as_root else [], env={**environment()}
        )
        pages: list[Page] = []

        def page() -> Page:
            if not pages:
                fresh = browser.new_page()
                fresh.goto(f"{address}/{GRADING_PAGE}")
                fresh.evaluate(_USE, made.data)
                pages.append(fresh)
            return pages[0]

        def judge(code: str) -> dict[str, Any]:
            try:
                verdict: dict[str, Any] = page().evaluate(_JUDGE, code)
            except Error as error:
                for broken in pages:
                    broken.close()
                pages.clear()
                return unjudged(made.exercise.id, error.message.splitlines()[0])
            return verdict

        yield judge
        browser.close()


@contextmanager
def _serving(folder: Path) -> Iterator[str]:
    with open_server(folder, 0) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://{HOST}:{server.server_address[1]}"
        server.shutdown()
        thread.join()
