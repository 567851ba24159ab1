"""A Python whose memory is kept and goes on elsewhere, tried in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
BEGIN = """
import json, random, sys
import numpy as np
import grader
from grader import resume
sys.path.insert(0, "courseware")
resume.keep()
kept = list(sys.path)
# Pyodide puts the folder it is in before all others when it goes on.
sys.path.insert(0, "")
random.seed(1)
"""


def told(code: str) -> list[object]:
    """What the code, after a memory was kept and goes on, puts into `found`."""
    script = f"{BEGIN}{code}\nresume.complete()\nprint(json.dumps(found))"
    ended = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr[-2000:]
    found: list[object] = json.loads(ended.stdout)
    return found


def test_it_goes_on_where_it_computes_as_before_and_draws_other_numbers() -> None:
    code = "found = [resume.resume(), random.random() != random.Random(1).random(), sys.path[:2], '' in kept]"
    assert told(code) == [True, True, ["courseware", ""], False]


def test_a_memory_that_computes_something_else_is_told() -> None:
    assert told("np.exp = np.expm1\nfound = [resume.resume()]") == [False]


def test_what_is_not_there_yet_is_asked_for_past_every_guard_and_every_run() -> None:
    code = """
def judged(body):
    request = {"code": body, "function": "f", "starter": "", "cases": [{"name": "a", "arguments": {}}]}
    return json.loads(grader.run_json(json.dumps(request)))["stage"], resume.was_asked(), resume.was_asked()
guarded = "try:\\n    import wave\\nexcept ImportError:\\n    pass\\n" + "def f():\\n    return 1\\n"
inside = "def f():\\n    import wave\\n    return 1\\n"
found = [judged(guarded)[1:], judged(inside)[1:], judged("import math\\n" + "def f():\\n    return 1\\n")]
"""
    assert told(code) == [[True, False], [True, False], ["ran", False, False]]


def test_once_everything_is_there_imports_are_as_ever() -> None:
    code = """
resume.complete()
import wave
try:
    import nunpy
    found = []
except ImportError as error:
    found = [error.name, resume.was_asked()]
"""
    assert told(code) == ["nunpy", False]
