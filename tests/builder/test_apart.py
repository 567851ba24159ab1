"""Code of an exercise that ends, hangs or changes Python is one problem of that exercise, with its place."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from builder.bundle import prove_all, read_exercises, watch
from tests.builder.small_exercise import ID, write_example

AT_IMPORT = {
    "raise SystemExit": "{line}: SystemExit",
    "import os\nos._exit(3)": "1: ends Python (exit status 3)",
    "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)": "1: ends Python (signal 9)",
    "while True: pass": "{line}: is still running after 1.5 s: what makes it end?",
    'raise ValueError("a\\nb")': "{line}: ValueError: a b",
    "import builtins, json\nbuiltins.len = json.dumps = None": (
        "1: changes builtins.len, json.dumps: all else in the process uses it"
    ),
    "import sys\nsys.setrecursionlimit(10**9)": (
        "1: changes the recursion limit: all else in the process uses it"
    ),
    "import os, sys\nsys.stdout.close()": (
        "1: changes sys.stdout, which is closed: all else in the process uses it"
    ),
    "from grader.case import family\n@family(k=5)\ndef f(X, k): pass": (
        "{next}: TypeError: family needs a list of choices for 'k', got 5"
    ),
}

IN_A_MISTAKE = {
    "    while True:\n        pass\n": "is still running after 1.5 s: what makes it end?",
    "    import os\n    os._exit(3)\n": "ends Python (exit status 3)",
    "    import ctypes\n    ctypes.string_at(0)\n": (
        "makes Python crash, most likely because calls are nested too deeply"
    ),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(watch, "MOST_SECONDS", 1.5)
    folder = write_example(tmp_path)
    # A sound one after it in the order, to be read and proved all the same.
    shutil.copytree(folder, folder.parent / "sound")
    return folder


@pytest.mark.parametrize("code", AT_IMPORT)
def test_a_file_that_cannot_be_loaded_is_said_and_the_others_are_read(code: str, folder: Path) -> None:
    mistakes = folder / "mistakes.py"
    text = mistakes.read_text("utf-8") + "\n"
    mistakes.write_text(text + code + "\n", "utf-8")
    line = text.count("\n") + 1
    exercises, problems = read_exercises(folder.parents[1])
    wanted = AT_IMPORT[code].format(line=line, next=line + 1)
    assert [str(problem) for problem in problems] == [f"exercises/{ID}/mistakes.py:{wanted}"]
    assert list(exercises) == ["sound"]


@pytest.mark.parametrize("body", IN_A_MISTAKE)
def test_a_mistake_that_ends_or_hangs_python_is_said_and_the_others_are_proved(
    body: str, folder: Path
) -> None:
    mistakes = folder / "mistakes.py"
    text = mistakes.read_text("utf-8") + "\n"
    mistakes.write_text(
        f'{text}def harms(X):\n    """It harms.\n\n    Look.\n\n    Example.\n    """\n{body}', "utf-8"
    )
    exercises, problems = read_exercises(folder.parents[1])
    assert problems == []
    found = prove_all(exercises, lambda text: None)
    assert found["sound"] == []
    (problem,) = found[ID]
    assert problem.path == f"exercises/{ID}/mistakes.py"
    assert problem.message.endswith(IN_A_MISTAKE[body])
    if "exit" not in body:
        assert problem.line > text.count("\n")


def test_a_file_that_is_no_file_is_not_opened(folder: Path) -> None:
    (folder / "starter.py").unlink()
    (folder / "starter.py").mkdir()
    _, problems = read_exercises(folder.parents[1])
    assert [str(problem) for problem in problems] == [f"exercises/{ID}/starter.py:1: is no file"]


def test_an_argument_that_cannot_be_shipped_is_a_problem_of_its_case(folder: Path) -> None:
    cases = folder / "cases.py"
    text = cases.read_text("utf-8") + "\n"
    more = (
        "CASES.append(Case('huge', {'X': np.ones((500, 200))}, 'Too many.'))\n"
        "CASES.append(Case('odd', {'X': [1, object()]}, 'No number.'))\n"
    )
    cases.write_text(text + more, "utf-8")
    _, problems = read_exercises(folder.parents[1])
    line = text.count("\n") + 1
    assert [(problem.line, problem.message) for problem in problems] == [
        (line, "case 'huge': 'X' has too many values: 100000, at most 50000"),
        (line + 1, "case 'odd': 'X' is object: no number, array, text, list or tuple"),
    ]
