"""What a case decides alone: what is declared is proved, the rest worked out, and a spare case says why."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.bundle import bundle
from builder.bundle.alone import alone
from builder.bundle.trial import Trial
from tests.builder.small_exercise import change, faults, read, write_example


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_example(tmp_path)


def test_a_family_member_that_fits_all_but_one_case_needs_that_case(folder: Path) -> None:
    change(folder, "cases.py", '"Another number of rows."', '"Another number.", needed_for=("fixed-row",)')
    text = (folder / "cases.py").read_text("utf-8")
    assert faults(folder) != []  # one row still rejects every fixed row
    (folder / "cases.py").write_text(text.replace('    Case("one row"', '    # Case("one row"'), "utf-8")
    assert faults(folder) == []
    change(folder, "cases.py", '    Case("three rows"', '    # Case("three rows"')
    assert any("'fixed-row' (number=1) passes" in problem for problem in faults(folder))


def test_a_case_that_alone_tells_two_mistakes_apart_is_needed(folder: Path) -> None:
    change(folder, "mistakes.py", "return X[:, -1]", "return X[0] if len(X) < 3 else X[:, -1]")
    change(
        folder, "cases.py", '"Another number of rows."', '"More.", needed_for=(("fixed-row", "last-column"),)'
    )
    assert faults(folder) == []
    change(folder, "cases.py", '    Case("three rows"', '    # Case("three rows"')
    assert any("give the same on every case" in problem for problem in faults(folder))


AGAIN = '    Case("again", {"X": np.array([[3.0, 8.0, 2.0], [9.0, 1.0, 4.0]])}, "Two rows once more."'


def test_a_case_that_alone_decides_nothing_says_why_it_is_kept(folder: Path) -> None:
    change(folder, "cases.py", "\n]\n", f"\n{AGAIN}),\n]\n")
    (found,) = faults(folder)
    assert "note: case 'again': without it nothing more gets through" in found
    change(folder, "cases.py", '"Two rows once more."', '"Two rows.", repeats="For those who guess."')
    assert faults(folder) == []


def test_a_case_that_decides_something_does_not_say_that_it_repeats(folder: Path) -> None:
    change(folder, "cases.py", 'row are the same."', 'row are the same.", repeats="It is small."')
    (found,) = faults(folder)
    assert "note: case 'one row': says `repeats`, but decides something alone" in found


def test_what_a_case_alone_rejects_gets_through_without_it(folder: Path) -> None:
    exercise, _ = read(folder)
    assert exercise is not None
    trial = Trial(bundle(exercise))
    assert "`L` is 1" in alone(exercise)["one row"].only_here
    code = "def last_row(X):\n    return X[-1] if len(X) > 1 else 0 * X[0]\n"
    assert not trial.judge(code)["passed"]
    assert trial.without("one row").judge(code)["passed"]
    assert not trial.without("three rows").judge(code)["passed"]


def test_an_axis_of_length_1_is_a_kind_of_input(folder: Path) -> None:
    exercise, _ = read(folder)
    assert exercise is not None
    assert "axis -2 of `X` is 1" in alone(exercise)["one row"].only_here


def test_a_note_names_the_line_of_a_case_that_a_function_makes(folder: Path) -> None:
    made = "def _case(name, X):\n    return Case(name, {'X': np.array(X)}, 'Two rows.')\n\n\nCASES = ["
    change(folder, "cases.py", "CASES = [", made)
    change(folder, "cases.py", "\n]\n", '\n    _case("again", [[3.0, 8.0, 2.0], [9.0, 1.0, 4.0]]),\n]\n')
    (found,) = faults(folder)
    line = (
        (folder / "cases.py")
        .read_text("utf-8")
        .splitlines()
        .index('    _case("again", [[3.0, 8.0, 2.0], [9.0, 1.0, 4.0]]),')
    )
    assert found.startswith(f"exercises/last-row/cases.py:{line + 1}: note: case 'again'")
