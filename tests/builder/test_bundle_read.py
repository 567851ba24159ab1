"""An exercise folder that cannot be used says why, each fault with its line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from builder.bundle import bundle, read_exercises
from grader import case
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
    assert len(answer["also_correct"]) == 4
    assert answer["also_correct"][0] == {
        "title": "Count the rows first",
        "code": "import numpy as np\n\n\ndef last_row(X):\n    return X[len(X) - 1]\n",
    }


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
    ("exercise.toml", "= 5", "=", 4, "is no valid TOML: Invalid value, in `time_limit =`"),
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
        "case 'three rows': has a message, but no exception in `raises`",
    ),
    ("cases.py", '"three rows"', '"two rows"', 7, "a second case named 'two rows'"),
    ("cases.py", '"Another number of rows."', '""', 7, "case 'three rows': does not say what it is for"),
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
    ("solution.py", "last_row", "last_rwo", 4, "defines no function 'last_row'; did you mean 'last_rwo'?"),
    ("solution.py", '"""Return', 'None; """Return', 4, "the docstring is what the learner reads: write one"),
    ("starter.py", "last_row", "last_rows", 4, "defines no function 'last_row'; did you mean 'last_rows'?"),
    ("starter.py", "def last_row(X):", "class last_row:", 1, "defines no function 'last_row'"),
    ("starter.py", "(X)", "(X, k)", 4, "'last_row' takes (X, k), wanted (X)"),
    ("starter.py", "...", "return (", 6, "SyntaxError: '(' was never closed"),
    ("starter.py", "numpy", "numpyy", 1, "ModuleNotFoundError: No module named 'numpyy'"),
    ("exercise.toml", "time_limit = 5\n", "", 1, "lacks 'time_limit', seconds for all cases together"),
    ("exercise.toml", 'returns = "array"\n', "", 1, "lacks 'returns', a result policy such as 'array'"),
    ("exercise.toml", 'title = "The last row"\n', "", 1, "lacks 'title', a few words for learners"),
    ("exercise.toml", 'function = "last_row"\n', "", 1, "lacks 'function', the name of the function"),
    ("exercise.toml", 'about = "a table of numbers"\n', "", 6, "[[parameters]] lacks 'about', a text"),
    ("exercise.toml", '"L, C"', "2", 8, "'shape' in [[parameters]] must be a text, got 2"),
    ("exercise.toml", '"last_row"', '"def"', 2, "'def' is no name of a function"),
    (
        "cases.py",
        "shown=True",
        "show=True",
        6,
        "case 'two rows': a Case has no 'show'; did you mean 'shown'?",
    ),
    (
        "cases.py",
        ', "Another number of rows."',
        "",
        7,
        "case 'three rows' lacks 'about', one sentence that says",
    ),
    (
        "cases.py",
        '"Another',
        'name="three", about="Another',
        7,
        "case 'three rows' has two values for 'name'",
    ),
    ("cases.py", '"Another number of rows."', '"No.", *[0] * 9', 7, "TypeError: Case.__init__() takes"),
    ("cases.py", "shown=True", 'shown="yes"', 6, "case 'two rows': 'shown' must be True or False, got 'yes'"),
    ("cases.py", '"Another number of rows."', "7", 7, "case 'three rows': 'about' must be a text, got 7"),
    (
        "cases.py",
        "shown=True",
        'shown=True, raises="ValueError"',
        6,
        "case 'two rows': 'raises' must be an exception such as ValueError, got 'ValueError'",
    ),
    (
        "cases.py",
        "shown=True",
        'shown=True, needed_for=("fixed-row")',
        6,
        "case 'two rows': 'needed_for' must be a tuple such as ('mistake',), got 'fixed-row'",
    ),
    (
        "cases.py",
        "shown=True",
        'shown=True, needed_for=(("a", "b", "c"),)',
        6,
        "case 'two rows': 'needed_for' must hold ids of mistakes, or pairs of them, got ('a', 'b', 'c')",
    ),
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


def test_every_wrong_case_is_told_in_one_run(folder: Path) -> None:
    change(folder, "cases.py", "shown=True", "show=True")
    change(folder, "cases.py", ', "Another number of rows."', "")
    change(folder, "cases.py", '"First and last', 'abuot="First and last')
    _, problems = read(folder)
    assert problems == [
        f"{PATH}/cases.py:6: case 'two rows': a Case has no 'show'; did you mean 'shown'?",
        f"{PATH}/cases.py:7: case 'three rows' lacks 'about', one sentence that says what the case is for",
        f"{PATH}/cases.py:8: case 'one row': a Case has no 'abuot'; did you mean 'about'?",
        f"{PATH}/cases.py:8: case 'one row' lacks 'about', one sentence that says what the case is for",
    ]


def test_a_fault_of_one_file_hides_none_of_another(folder: Path) -> None:
    change(folder, "exercise.toml", "title =", "titel =")
    change(folder, "solution.py", "last_row", "last_rwo")
    change(folder, "starter.py", "last_row", "lst_row")
    change(folder, "cases.py", '"three rows", {"X"', '"three rows", {"x"')
    change(folder, "mistakes.py", "import family", "import famly")
    _, problems = read(folder)
    assert [problem.removeprefix(f"{PATH}/").split(";")[0] for problem in problems] == [
        "exercise.toml:1: unknown key 'titel'",
        "exercise.toml:1: lacks 'title', a few words for learners",
        f"mistakes.py:3: ImportError: cannot import name 'famly' from 'grader.case' ({Path(case.__file__)})",
        "solution.py:4: defines no function 'last_row'",
        "starter.py:4: defines no function 'last_row'",
        "cases.py:7: case 'three rows': no parameter 'x'",
    ]


def test_a_subject_is_a_function_of_its_file(folder: Path) -> None:
    change(folder, "cases.py", "import Case", "import Case, Subject")
    line = change(folder, "cases.py", "np.array([[7.0, 8.0]])", 'Subject("haed")')
    (folder / "subjects.py").write_text("def head(X):\n    return X\n", "utf-8")
    said = (
        "case 'one row': 'X' is Subject('haed'), but subjects.py has no such function; did you mean 'head'?"
    )
    assert read(folder)[1] == [f"{PATH}/cases.py:{line}: {said}"]
    (folder / "subjects.py").write_text("def head(X)\n    return X\n", "utf-8")
    _, problems = read(folder)
    assert problems == [f"{PATH}/subjects.py:1: SyntaxError: expected ':'"]


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
