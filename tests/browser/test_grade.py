"""The grade command in the built site: the same verdicts as in CPython, line by line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from builder.grade import GRADING
from builder.site import build_grading_page
from tests.browser.conftest import executable
from tests.browser.course_answers import ROOT

ANSWERS = {
    "right.py": "import numpy as np\n\ndef causal_mask(L):\n    return np.triu(np.ones((L, L)), 1)\n",
    "diagonal.py": "import numpy as np\n\ndef causal_mask(L):\n    return np.triu(np.ones((L, L)))\n",
    "raises.py": "def causal_mask(L):\n    return L.shape\n",
    "empty.py": "",
    "loop.py": "def causal_mask(L):\n    while True:\n        pass\n",
    "after_the_loop.py": "def causal_mask(L):\n    return [[j > i for j in range(L)] for i in range(L)]\n",
}


@pytest.fixture
def answers(tmp_path: Path) -> list[str]:
    for name, code in ANSWERS.items():
        (tmp_path / name).write_text(code, "utf-8")
    return [str(tmp_path / name) for name in ANSWERS]


# In a process of its own, as the command is: this one may drive a browser already.
GRADE = """
import sys
from pathlib import Path
from builder.grade import grade
sys.exit(grade("causal-mask", sys.argv[2:], True, sys.argv[1], Path.cwd()))
"""


def judged(where: str, paths: list[str], status: int = 0, **variables: str) -> list[dict[str, Any]]:
    command = [sys.executable, "-c", GRADE, where, *paths]
    environment = {**os.environ, **variables}
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=environment)
    assert done.returncode == status, done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines()]
    for verdict in found:
        del verdict["seconds"]
    return found


@pytest.fixture(scope="module")
def page() -> None:
    build_grading_page(ROOT, ROOT / GRADING, lambda text: None)


@pytest.mark.usefixtures("page")
def test_the_browser_gives_the_verdicts_of_python(answers: list[str]) -> None:
    there = judged("browser", answers)
    assert [verdict["kind"] for verdict in there] == [
        "passed", "mistake", "raised", "empty", "timeout", "passed",
    ]  # fmt: skip
    assert there == judged("python", answers)


@pytest.mark.usefixtures("page")
def test_what_only_the_pages_python_can_read_is_judged_there(tmp_path: Path) -> None:
    new = tmp_path / "new.py"
    # Several exceptions without brackets: Python 3.14 and later.
    new.write_text(
        "def causal_mask(L):\n    try:\n        print(L)\n    except TypeError, ValueError:\n        pass\n"
    )
    assert [verdict["kind"] for verdict in judged("browser", [str(new)])] == ["mistake"]


@pytest.mark.usefixtures("page")
def test_the_browser_leaves_nothing_in_the_users_home(tmp_path: Path) -> None:
    home, answer = tmp_path / "home", tmp_path / "right.py"
    home.mkdir()
    answer.write_text(ANSWERS["right.py"], "utf-8")
    places = {f"XDG_{kind}_HOME": str(home / kind) for kind in ("CONFIG", "CACHE", "DATA", "STATE")}
    places |= {"HOME": str(home), "BROWSER_CHROMIUM": executable("chromium")}
    found = judged("browser", [str(answer)], **places)
    assert [verdict["kind"] for verdict in found] == ["passed"]
    assert list(home.rglob("*")) == []


POISON = {
    # What runs the next answers is replaced: without a new process the wrong one below would pass.
    "1_poison.py": (
        "import grader.restore as r, grader.run as g\n"
        "GOOD = 'import numpy as np\\ndef causal_mask(L):\\n    return np.triu(np.ones((L, L)), 1)\\n'\n"
        "r.Snapshot.restore = lambda self: None\n"
        "old = g._execute\n"
        "g._execute = lambda code, *rest: old(GOOD, *rest)\n"
        "def causal_mask(L):\n    return np.triu(np.ones((L, L)))\n"
    ),
    "2_wrong.py": "def causal_mask(L):\n    return np.triu(np.ones((L, L)))\n",
    "3_breaks_the_runner.py": (
        "import grader.restore as r\n"
        "r._NEEDED = ()\n"
        "r.Untouched.__enter__ = lambda self: 1 / 0\n"
        "r.Untouched.__exit__ = lambda *a: True\n"
        "r.Snapshot.restore = lambda self: None\n"
        "def causal_mask(L):\n    return np.triu(np.ones((L, L)), 1)\n"
    ),
    "4_right.py": "def causal_mask(L):\n    return np.triu(np.ones((L, L)), 1)\n",
}


@pytest.mark.usefixtures("page")
def test_code_that_changes_the_grader_decides_nothing_for_the_next_file(tmp_path: Path) -> None:
    for name, code in POISON.items():
        (tmp_path / name).write_text(code, "utf-8")
    found = judged("browser", [str(tmp_path)], status=1)
    assert [found[index]["kind"] for index in (1, 3)] == ["mistake", "passed"]
