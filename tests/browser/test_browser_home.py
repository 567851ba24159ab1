"""A browser of the tests keeps nothing in the home of whoever runs them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser.conftest import engines_to_test, executable
from tests.browser.course_answers import ROOT
from tests.browser.tabs import Tab

KINDS = ("CONFIG", "CACHE", "DATA", "STATE")


def test_a_page_opens(tab: Tab) -> None:
    tab.open("data:text/html,<p>here</p>")
    assert tab.call("() => document.body.textContent") == "here"


@pytest.mark.parametrize("engine", engines_to_test())
def test_a_browser_leaves_nothing_in_the_users_home(engine: str, tmp_path: Path) -> None:
    opened = f"{Path(__file__).relative_to(ROOT)}::test_a_page_opens[{engine}]"
    environment = {
        **os.environ,
        "HOME": str(tmp_path),
        **{f"XDG_{kind}_HOME": str(tmp_path / kind) for kind in KINDS},
        **{f"BROWSER_{name.upper()}": executable(name) for name in {"chromium", engine}},
    }
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", opened]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=environment)
    assert "1 passed" in done.stdout, done.stdout + done.stderr
    assert list(tmp_path.rglob("*")) == []
