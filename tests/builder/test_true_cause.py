"""What is wrong with an exercise is said once: nothing that only follows from it, and no false blame."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.builder.small_exercise import PATH, change, faults, write_example
from tests.builder.test_bundle_proof import PIPELINE

SIZE_ZERO = "the solution raises IndexError: too many indices for array"
EVERY = "solution.py:4: in every case, such as 'two rows', the solution "

CAUSES = [
    ("cases.py", "np.array([[7.0, 8.0]])", "np.array(7.0)", f"cases.py:8: case 'one row': {SIZE_ZERO}"),
    (
        "cases.py",
        "np.array([[7.0, 8.0]])",
        "[]",
        "cases.py:8: case 'one row': the solution raises IndexError",
    ),
    (
        "cases.py",
        'row are the same."',
        'row are the same.", raises=ValueError',
        "cases.py:8: case 'one row': the solution returns a value; wanted ValueError",
    ),
    (
        "cases.py",
        "[[7.0, 8.0]]",
        "[[np.nan, 8.0]]",
        "cases.py:8: case 'one row': the expected value holds nan",
    ),
    ("cases.py", "[[7.0, 8.0]]", "[[np.inf, 8.0]]", "cases.py:8: case 'one row': the expected value is inf"),
    ("solution.py", "X[-1]", "X.last", f"{EVERY}raises AttributeError"),
    ("solution.py", "X[-1]", "X[7]", f"{EVERY}raises IndexError: index 7 is out of bounds"),
    ("solution.py", "X[-1]", "None", f"{EVERY}returns None; wanted an array of numbers"),
    ("solution.py", "X[-1]", "'a b'", f"{EVERY}returns the text 'a b'; wanted an array of numbers"),
    ("solution.py", "X[-1]", "{1: X}", f"{EVERY}returns an object of type dict; wanted an array"),
    ("solution.py", "X[-1]", "X[-1], X[0]", f"{EVERY}returns a tuple of 2; wanted an array of numbers"),
    (
        "solution.py",
        "return X[-1]",
        "X[0] = 0; return X[-1]",
        "solution.py:4: the solution does not pass (mut",
    ),
    ("exercise.toml", '"array"', '"number"', f"{EVERY}returns an array of shape (3,); wanted one number"),
    ("exercise.toml", '"array"', '"mask"', f"{EVERY}returns 4; wanted an array of 0 and 1, by 'mask'"),
    ("exercise.toml", '"array"', '"truth"', f"{EVERY}returns an array of shape (3,); wanted true or false"),
    (
        "exercise.toml",
        '"array"',
        '["array", "array"]',
        f"{EVERY}returns an array of shape (3,); wanted 2 res",
    ),
    ("starter.py", "    ...", "    return X[-1]", "starter.py:4: the starter passes"),
    (
        "mistakes.py",
        "    return X[:, -1]",
        "    return X.summ(0)",
        "mistakes.py:6: 'last-column' raises on every",
    ),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_example(tmp_path)


@pytest.mark.parametrize(("name", "old", "new", "cause"), CAUSES)
def test_one_slip_is_one_problem(folder: Path, name: str, old: str, new: str, cause: str) -> None:
    change(folder, name, old, new)
    (problem,) = faults(folder)
    assert problem.startswith(f"{PATH}/{cause}")


@pytest.mark.parametrize(
    ("kind", "wrong", "right"), [("whole", "0.5", "2.0"), ("truth", "0.5", "True"), ("number", "'1'", "0.5")]
)
def test_a_single_result_fits_its_policy(folder: Path, kind: str, wrong: str, right: str) -> None:
    change(folder, "exercise.toml", '"array"', f'"{kind}"')
    change(folder, "solution.py", "X[-1]", wrong)
    assert f"; wanted {'true or' if kind == 'truth' else 'one'}" in faults(folder)[0]
    change(folder, "solution.py", wrong, right)
    assert not any("the solution returns" in problem for problem in faults(folder))


def test_an_additive_mask_fits_the_policy_of_masks(folder: Path) -> None:
    change(folder, "exercise.toml", '"array"', '"mask"\ninfinities = true')
    change(folder, "solution.py", "X[-1]", "np.where(X[-1] > X[-1].min(), -np.inf, 0.0)")
    assert not any("solution.py" in problem for problem in faults(folder)), faults(folder)


def test_a_name_that_same_as_does_not_find_hides_no_fault_of_other_files(folder: Path) -> None:
    change(folder, "mistakes.py", "import family", "import family, same_as")
    line = change(folder, "mistakes.py", "@family(", '@same_as("last_colum")\n@family(')
    said = f"{PATH}/mistakes.py:{line}: 'fixed-row': same_as names no mistake 'last-colum'"
    assert faults(folder) == [f"{said}; did you mean 'last-column'?"]
    change(folder, "also_correct.py", "X[len(X) - 1]", "X[0]")
    problems = faults(folder)
    assert len(problems) == 2 and "'count_the_rows' does not pass (value" in problems[0]


def test_a_starter_that_passes_hides_no_fault_of_other_files(folder: Path) -> None:
    change(folder, "starter.py", "    ...", "    return X[-1]")
    change(folder, "mistakes.py", "X[:, -1]", "X[len(X) - 1]")
    problems = faults(folder)
    assert any("'last-column' passes: no case rejects it" in problem for problem in problems)
    assert not any("(empty)" in problem for problem in problems)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("X[:, -1]", "X.last", "AttributeError: 'numpy.ndarray' object has no attribute 'last' (line 13)"),
        ("X[:, -1]", "np.summ(X)", "AttributeError: module 'numpy' has no attribute 'summ'"),
        ("last_column(X)", "last_column(A, b)", "it takes (A, b), wanted (X)"),
        ("last_column(X)", "last_column(A)", "it takes (A), wanted (X)"),
        ("fixed_row(X, number)", "fixed_row(number)", "it takes (), wanted (X)"),
        ("number=[0", "numbr=[0", "it has no parameter 'numbr' for its family; did you mean 'number'?"),
    ],
)
def test_a_mistake_that_raises_everywhere_says_why(folder: Path, old: str, new: str, why: str) -> None:
    change(folder, "mistakes.py", old, new)
    (problem,) = faults(folder)
    assert f"raises on every case, so there is nothing to recognise: {why}" in problem


def test_a_stage_that_asks_for_what_is_not_there_is_told(folder: Path) -> None:
    (folder / "mistakes.py").write_text(PIPELINE, "utf-8")
    change(folder, "mistakes.py", 'not_halved(doubled):\n    """', 'not_halved(double):\n    """')
    (problem,) = faults(folder)
    assert problem.endswith("asks for 'double', which is not there at stage 'halve'; did you mean 'doubled'?")


def test_too_few_other_right_answers_are_noted(folder: Path) -> None:
    text = (folder / "also_correct.py").read_text("utf-8")
    (folder / "also_correct.py").write_text(text[: text.index("def weigh_the_rows")], "utf-8")
    said = "note: right answers: 3; write at least 4 that are built differently"
    assert faults(folder) == [f"{PATH}/also_correct.py:1: {said}"]
