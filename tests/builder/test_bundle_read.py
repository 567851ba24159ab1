"""An exercise folder that cannot be used says why, each fault with its line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from builder.bundle import bundle, read_exercises
from tests.builder.small_exercise import PATH, change, read, write_example


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_example(tmp_path)


def test_the_example_is_read(folder: Path) -> None:
    exercise, problems = read(folder)
    assert problems == [] and exercise is not None
    assert (exercise.id, exercise.title, exercise.function, exercise.returns) == (
        "last-row",
        "The last row",
        "last_row",
        "array",
    )
    assert exercise.contract == "Return the last row of the table `X`, an array of shape `(C,)`."
    assert [case.name for case in exercise.cases] == ["two rows", "three rows", "one row"]
    assert [mistake.id for mistake in exercise.mistakes] == ["last-column", "fixed-row"]


def test_the_bundle_is_plain_json_and_holds_no_answer_code(folder: Path) -> None:
    exercise, _ = read(folder)
    assert exercise is not None
    made = bundle(exercise)
    data = json.loads(made.data_json)
    assert data == made.data and data["schema"] == 1
    assert data["cases"][0]["expected"] == {"shape": [3], "dtype": "float64", "data": [4.0, 5.0, 6.0]}
    assert "X[-1]" not in made.data_json
    answer = json.loads(made.answer_json)
    assert "return X[-1]" in answer["solution"]
    assert answer["also_correct"] == [
        {
            "title": "Count the rows first",
            "code": "import numpy as np\n\n\ndef last_row(X):\n    return X[len(X) - 1]\n",
        }
    ]


FAULTS = [
    ("exercise.toml", "title =", "titel =", 1, "unknown key 'titel'; did you mean 'title'?"),
    ("exercise.toml", '"array"', '"aray"', 3, "unknown result policy 'aray'; did you mean 'array'?"),
    ("exercise.toml", "= 5", "= 0", 4, "'time_limit' must be a number of seconds up to 60, got 0"),
    ("exercise.toml", "shape =", "shap =", 8, "unknown key 'shap' in [[parameters]]; did you mean 'shape'?"),
    (
        "exercise.toml",
        "= 5",
        '= 5\nsays = ["no", "yes"]',
        5,
        "'says' puts a `truth` into words, but 'returns' is",
    ),
    ("exercise.toml", "= 5", '= 5\nsays = ["no"]', 5, "'says' must be two texts, for False and for True"),
    ("exercise.toml", '"The last row"', "5", 1, "'title' must be a text, got 5"),
    ("exercise.toml", "= 5", "=", 4, "not TOML: Invalid value (at line 4, column 13)"),
    ("exercise.toml", '"last_row"', '"last-row"', 2, "'last-row' is no name of a function"),
    ("exercise.toml", '"X"', '"Y"', 1, "parameters are ('Y',), but the solution takes ('X',)"),
    (
        "cases.py",
        '"three rows", {"X"',
        '"three rows", {"x"',
        7,
        "case 'three rows': no parameter 'x'; known: X",
    ),
    ("exercise.toml", "= 5", '= 5\nnew = "yes"', 5, "'new' must be true or false, got 'yes'"),
    (
        "cases.py",
        '"Another number of rows."',
        '"Another number of rows.", message="No rows."',
        7,
        "case 'three rows' has a message, but no exception in `raises`",
    ),
    ("cases.py", '"three rows"', '"two rows"', 7, "a second case named 'two rows'"),
    ("cases.py", '"Another number of rows."', '""', 7, "case 'three rows' does not say what it is for"),
    (
        "cases.py",
        "np.array([[7.0, 8.0]])",
        "np.aray(7)",
        8,
        "AttributeError: module 'numpy' has no attribute",
    ),
    ("cases.py", "CASES", "CASE", 1, "needs CASES, a list of Case"),
    ("cases.py", "shown=True", "shown=False", 1, "no case is shown"),
    ("mistakes.py", "X[:, -1]", "X[:, -1", 13, "SyntaxError: '[' was never closed"),
    ("mistakes.py", "import family", "import famly", 3, "ImportError: cannot import name 'famly'"),
    ("solution.py", "last_row", "last_rwo", 1, "defines no function 'last_row'; did you mean 'last_rwo'?"),
    ("solution.py", '"""Return', 'None; """Return', 4, "the docstring is what the learner reads: write one"),
    ("also_correct.py", "numpy", "numpyy", 1, "ModuleNotFoundError: No module named 'numpyy'"),
]


@pytest.mark.parametrize(("name", "old", "new", "line", "message"), FAULTS)
def test_a_fault_has_its_line(folder: Path, name: str, old: str, new: str, line: int, message: str) -> None:
    change(folder, name, old, new)
    _, problems = read(folder)
    assert any(problem.startswith(f"{PATH}/{name}:{line}: {message}") for problem in problems), problems


def test_every_fault_of_every_folder_is_told_in_one_run(folder: Path) -> None:
    change(folder, "exercise.toml", 'title = "The last row"', 'title = ""')
    change(folder, "cases.py", "CASES = [", "CASES = [1 / 0,")
    change(folder, "mistakes.py", "from grader.case import family", "from grader.case import famly")
    (folder / "solution.py").write_bytes(b"\xff\xfe")
    root = folder.parents[1]
    (root / "exercises" / "Wrong_Name").mkdir()
    exercises, problems = read_exercises(root)
    assert exercises == {}
    texts = "\n".join(map(str, problems))
    for part in (
        f"{PATH}/solution.py:1: cannot be read: 'utf-8' codec",
        "exercises/Wrong_Name:1: 'Wrong_Name' is no exercise id",
        f"{PATH}/exercise.toml:1: 'title' must be a text, got ''",
        f"{PATH}/cases.py:5: ZeroDivisionError: division by zero",
        f"{PATH}/mistakes.py:3: ImportError: cannot import name 'famly'",
    ):
        assert part in texts


def test_a_missing_and_a_strange_file_are_told(folder: Path) -> None:
    (folder / "starter.py").unlink()
    (folder / "case.py").write_text("")
    _, problems = read(folder)
    assert problems == [
        f"{PATH}/case.py:1: no file of an exercise; did you mean 'cases.py'?",
        f"{PATH}/starter.py:1: this file is missing",
    ]


def test_no_exercises_is_no_fault(tmp_path: Path) -> None:
    assert read_exercises(tmp_path) == ({}, [])
