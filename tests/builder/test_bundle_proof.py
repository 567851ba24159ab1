"""The proof of an exercise fails when anything in it is no longer true: each test breaks one thing."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from builder.bundle import prove
from tests.builder.small_exercise import PATH, change, faults, read, write_example

ROOT = Path(__file__).parents[2]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_example(tmp_path)


@pytest.fixture
def causal_mask(tmp_path: Path) -> Path:
    return Path(shutil.copytree(ROOT / "exercises" / "causal-mask", tmp_path / "exercises" / "last-row"))


def test_the_example_of_the_docs_holds(folder: Path) -> None:
    assert faults(folder) == []


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        (
            "solution.py",
            "X[-1]",
            "X[0]",
            "also_correct.py:4: 'count_the_rows' does not pass (value, case 'two rows')",
        ),
        (
            "solution.py",
            "X[-1]",
            "X[5]",
            "solution.py:4: in every case, such as 'two rows', the solution raises IndexError: index 5",
        ),
        (
            "solution.py",
            "X[-1]",
            "X[-1] * np.nan",
            "solution.py:4: in every case, such as 'two rows', the expected value holds nan",
        ),
        (
            "solution.py",
            "X[-1]",
            "X[-1] / 0",
            "solution.py:4: in every case, such as 'two rows', the expected value is infinite",
        ),
        (
            "solution.py",
            "return X[-1]",
            "X[0] = 0; return X[-1]",
            "solution.py:4: the solution does not pass (mutated",
        ),
        ("also_correct.py", "len(X) - 1", "len(X) - 2", "also_correct.py:4: 'count_the_rows' does not pass"),
        ("mistakes.py", "X[:, -1]", "X[-1]", "mistakes.py:6: 'last-column' passes: no case rejects it"),
        ("mistakes.py", "X[:, -1]", "X[0]", "mistakes.py:16: 'fixed-row' (number=0) is named as last-column"),
        ("mistakes.py", "X[:, -1]", "X[0]", "mistakes.py:16: 'fixed-row' (number=0) and 'last-column'"),
        ("mistakes.py", "X[:, -1]", "X.last", "mistakes.py:6: 'last-column' raises on every case"),
        ("mistakes.py", "X[:, -1]", "X[-1]", "mistakes.py:6: 'last-column' gives the same as the model"),
        ("mistakes.py", "[0, 1, 2]", "[0, 1, 2, -1]", "mistakes.py:16: 'fixed-row' (number=-1) passes"),
        ("mistakes.py", "not the last row.", "not the last row", "the title must be one sentence"),
        (
            "mistakes.py",
            "    Look at what the first index of a table counts.\n",
            "",
            "'last-column': its docstring needs",
        ),
        ("mistakes.py", "@family(", '@same_as("last_colum")\n@family(', "did you mean 'last-column'?"),
        (
            "mistakes.py",
            "@family(",
            '@same_as("last_column")\n@family(',
            "'fixed-row' (number=0) is told apart from",
        ),
        ("starter.py", "    ...", "    return X[-1]", "starter.py:4: the starter passes"),
        (
            "cases.py",
            'row are the same."',
            'row are the same.", raises=ValueError',
            "returns a value; wanted ValueError",
        ),
        (
            "cases.py",
            'row are the same."',
            'row are the same.", needed_for=("fixed-row",)',
            "is not needed for 'fixed-row'",
        ),
        (
            "cases.py",
            'row are the same."',
            'row are the same.", needed_for=("x",)',
            "needed_for names no mistake 'x'",
        ),
        (
            "cases.py",
            'row are the same."',
            'row are the same.", probe="A remark."',
            "no answer in also_correct.py has",
        ),
        (
            "cases.py",
            'number of rows."',
            'number of rows.", needed_for=(("last-column", "fixed-row"),)',
            "to tell",
        ),
    ],
)
def test_a_broken_exercise_is_found_out(folder: Path, name: str, old: str, new: str, said: str) -> None:
    if "same_as" in new:
        change(folder, "mistakes.py", "import family", "import family, same_as")
    change(folder, name, old, new)
    assert any(said in problem for problem in faults(folder)), faults(folder)


def test_the_solution_says_what_a_case_fixes_as_the_message(folder: Path) -> None:
    words = "index -1 is out of bounds for axis 0 with size 0"
    line = (
        f'    Case("none", {{"X": np.zeros((0, 2))}}, "Empty.", raises=IndexError, message="{words}"),\n]\n'
    )
    change(folder, "cases.py", "]\n", line)
    # NumPy's own words are another for each way to take the row.
    change(folder, "also_correct.py", "np.take(X, -1, axis=0)", "X[-1]")
    change(folder, "also_correct.py", "X[::-1][0]", "X[-1]")
    assert faults(folder) == []
    change(folder, "cases.py", words, "no rows")
    assert any(f"the solution says '{words}'; wanted 'no rows'" in each for each in faults(folder))


def test_a_probe_gives_its_remark_to_a_declared_risk_only(folder: Path) -> None:
    change(
        folder,
        "cases.py",
        "]\n",
        '    Case("no rows", {"X": np.zeros((0, 2))}, "Empty.", probe="No rows.", raises=IndexError),\n]\n',
    )
    text = (folder / "also_correct.py").read_text("utf-8")
    risk = '\n\n@risk("no rows")\ndef careful(X):\n    return X[-1] if len(X) else X.sum(axis=0)\n'
    (folder / "also_correct.py").write_text("from grader.case import risk\n" + text + risk, "utf-8")
    assert faults(folder) == []
    change(folder, "also_correct.py", "if len(X) else X.sum(axis=0)", "")
    assert any("probe 'no rows' is declared a risk but gets no remark" in each for each in faults(folder))
    change(folder, "also_correct.py", "X[len(X) - 1]", "X[len(X) - 1] if len(X) else X.sum(axis=0)")
    assert any("probe 'no rows' gets the remark unasked" in each for each in faults(folder))


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        (
            "mistakes.py",
            "return np.tril(np.ones((L, L)), k=-1)",
            "return np.triu(np.ones((L, L)), k=1)",
            "'words-before-blocked' passes",
        ),
        ("mistakes.py", "return np.zeros((L, L))", "return np.ones((L, L))", "give the same on every case"),
        (
            "also_correct.py",
            "position[None, :] >",
            "position[None, :] >=",
            "'compare_positions' does not pass",
        ),
        ("solution.py", "k=1", "k=0", "'two_loops' does not pass"),
        ("starter.py", "    ...", "    return np.triu(np.ones((L, L)), 1)", "the starter passes"),
    ],
)
def test_a_broken_causal_mask_is_found_out(
    causal_mask: Path, name: str, old: str, new: str, said: str
) -> None:
    change(causal_mask, name, old, new)
    assert any(said in problem for problem in faults(causal_mask)), faults(causal_mask)


PIPELINE = '''
from grader.case import replaces
from grader.pipeline import Pipeline, stage

PIPELINE = Pipeline(
    "X",
    stage(lambda X: X * 2.0, "doubled", name="double"),
    stage(lambda doubled: doubled / 2.0, "X", name="halve"),
    stage(lambda X: X[-1], "row", name="take"),
)


@replaces("double")
def not_doubled(X):
    """The table is not doubled.

    Look at the start.

    1 becomes 2.
    """
    return X


@replaces("halve")
def not_halved(doubled):
    """The table is not halved.

    Look at the middle.

    2 becomes 1.
    """
    return doubled


@replaces("take")
def first_row(X):
    """The first row is taken.

    Look at the end.

    Of two rows the last is row 1.
    """
    return X[0]
'''


def test_mistakes_in_stages_and_in_pairs(folder: Path) -> None:
    (folder / "mistakes.py").write_text(PIPELINE, "utf-8")
    assert faults(folder) == []
    report = (folder.parents[1] / ".cache" / "report" / "last-row.md").read_text("utf-8")
    assert "Two mistakes together: 3 tried\n\n2 are named as the two they are." in report
    assert "`not-doubled` and `not-halved` (double | halve): cancel out, a right answer" in report
    assert "- `first-row`: two rows; three rows\n" in report


def test_a_pipeline_that_is_not_the_solution_is_found_out(folder: Path) -> None:
    (folder / "mistakes.py").write_text(PIPELINE, "utf-8")
    change(folder, "mistakes.py", "X[-1]", "X[-1] + 1e-3")
    assert any("the unchanged PIPELINE does not pass" in problem for problem in faults(folder))


def test_the_report_says_what_each_case_is_for(folder: Path) -> None:
    faults(folder)
    report = (folder.parents[1] / ".cache" / "report" / "last-row.md").read_text("utf-8")
    assert "0 errors, 0 notes." in report
    assert "where `L` is 1" in report.split("**one row**")[1].split("\n- ")[0]
    assert "- **two rows** (shown): Small enough to read." in report
    assert "- `last-column`: two rows; three rows; one row" in report
    assert "- `fixed-row`: two rows (2 of 3); three rows (2 of 3); one row (2 of 3)" in report


def test_a_proof_is_kept_until_a_file_changes(folder: Path) -> None:
    exercise, _ = read(folder)
    assert exercise is not None
    steps: list[str] = []
    assert prove(exercise, steps.append) == []
    assert len(steps) == 7 and steps[0] == "Proving last-row: solution"
    assert prove(exercise, steps.append) == [] and len(steps) == 7
    change(folder, "mistakes.py", "X[:, -1]", "X[-1]")
    changed, _ = read(folder)
    assert changed is not None
    kept = [str(problem) for problem in prove(changed)]
    assert any(f"{PATH}/mistakes.py:6: 'last-column' passes" in problem for problem in kept)
    assert [str(problem) for problem in prove(changed, steps.append)] == kept and len(steps) == 7
    for file in (folder.parents[1] / ".cache" / "exercises").iterdir():
        file.write_text("{", "utf-8")
    assert prove(exercise, steps.append) == [] and len(steps) == 14


def test_a_remark_on_loops_needs_an_answer_that_earns_it_and_a_model_answer_that_does_not(
    folder: Path,
) -> None:
    change(folder, "exercise.toml", "time_limit = 5", 'time_limit = 5\navoid_loops = "One index is enough."')
    assert any("also_correct.py:1: no answer has a loop" in problem for problem in faults(folder))
    with (folder / "also_correct.py").open("a", encoding="utf-8") as file:
        file.write("\n\ndef walk(X):\n    for row in X:\n        last = row\n    return last\n")
    assert faults(folder) == []
    change(folder, "solution.py", "return X[-1]", "return [row for row in X][-1]")
    assert any("solution.py:6: the solution has a loop" in problem for problem in faults(folder))
