"""The proof of every exercise finds out when one thing in it is no longer true.

Every mistake is made right, every case that is declared as needed is taken away and every right answer is
broken in one cell, each alone; the step of the proof that looks at it must report it. For each kind one
exercise is then changed on disk and proved as a whole.
"""

from __future__ import annotations

import shutil
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from builder.bundle import ExerciseSource, bundle, prove, read_exercise
from builder.bundle.prove import Findings
from builder.bundle.prove_mistakes import prove_mistake, told_apart
from builder.bundle.prove_right import must_pass
from builder.bundle.trial import Trial
from grader.case import Mistake

ROOT = Path(__file__).parents[2]
IDS = sorted(path.parent.name for path in (ROOT / "exercises").glob("*/exercise.toml"))
ONE_CELL = """

def {name}(*given, _answer={name}):
    def broken(value):
        if isinstance(value, tuple):
            return (*value[:-1], broken(value[-1]))
        cells = np.array(value, dtype=float, order="C")
        if not cells.size:
            return value
        last = cells.reshape(-1)[-1:]
        last[:] = 0 if not np.isfinite(last[0]) else 1 - last
        return cells

    import numpy as np
    return broken(_answer(*given))
"""


@cache
def read(id: str) -> ExerciseSource:
    exercise, faults = read_exercise(ROOT / "exercises" / id, f"exercises/{id}")
    assert exercise is not None, faults
    return exercise


@cache
def trial(id: str) -> Trial:
    return Trial(bundle(read(id)))


def made_right(exercise: ExerciseSource, mistake: Mistake) -> str:
    """``mistakes.py`` with one mistake edited so that it does what the model answer does."""
    name = mistake.id.replace("-", "_")
    return (
        f"{exercise.texts['mistakes.py']}\n\n_right = {{}}\n"
        f"exec({exercise.texts['solution.py']!r}, _right)\n\n\n"
        f"def {name}(*given, **named):\n    {mistake.title!r}\n"
        f"    return _right[{exercise.function!r}](*given, **named)\n"
    )


@pytest.mark.parametrize("id", IDS)
def test_a_mistake_that_is_made_right_is_found_out(id: str) -> None:
    exercise = read(id)
    unnoticed = []
    for mistake in exercise.mistakes:
        changed = replace(exercise, texts={**exercise.texts, "mistakes.py": made_right(exercise, mistake)})
        findings = Findings(changed)
        prove_mistake(findings, trial(id), replace(mistake, members=mistake.members[:1]))
        if [
            problem for problem in findings.problems if "passes: no case rejects it" in problem.message
        ] == []:
            unnoticed.append(mistake.id)
    assert unnoticed == []


@pytest.mark.parametrize("id", IDS)
def test_a_case_that_is_taken_away_is_missed(id: str) -> None:
    exercise = read(id)
    by_id = {mistake.id: mistake for mistake in exercise.mistakes}
    unnoticed = []
    for case in exercise.cases:
        left = replace(exercise, cases=tuple(other for other in exercise.cases if other is not case))
        for need in case.needed_for:
            findings = Findings(left)
            if isinstance(need, str):
                prove_mistake(findings, trial(id).without(case.name), by_id[need])
                said = [each for each in findings.problems if "passes: no case rejects it" in each.message]
            else:
                told_apart(findings)
                said = [each for each in findings.problems if all(name in each.message for name in need)]
            if not said:
                unnoticed.append((case.name, need))
    assert unnoticed == []


@pytest.mark.parametrize("id", IDS)
def test_a_right_answer_that_is_broken_in_one_cell_is_found_out(id: str) -> None:
    exercise = read(id)
    unnoticed = []
    answers = {each.name: each.code for each in exercise.alternatives}
    for name, code in {"the solution": exercise.texts["solution.py"], **answers}.items():
        findings = Findings(exercise)
        must_pass(
            findings, trial(id), code + ONE_CELL.format(name=exercise.function), "also_correct.py", 1, name
        )
        if not any("does not pass" in problem.message for problem in findings.problems):
            unnoticed.append(name)
    assert unnoticed == []


def on_disk(id: str, tmp_path: Path) -> Path:
    return Path(shutil.copytree(ROOT / "exercises" / id, tmp_path / "exercises" / id))


def turn(kind: int) -> str:
    """An exercise for each kind of change; which one follows from how much is written, so it changes too."""
    order = sorted(IDS, key=lambda id: (len(read(id).texts["mistakes.py"]) % 97, id))
    if kind == 2:
        order = [id for id in order if any(case.needed_for for case in read(id).cases)]
    return order[kind % len(order)]


def proved(folder: Path) -> list[str]:
    exercise, faults = read_exercise(folder, f"exercises/{folder.name}")
    return [str(problem) for problem in (faults if exercise is None else prove(exercise))]


def test_the_whole_proof_finds_a_mistake_made_right(tmp_path: Path) -> None:
    id = turn(0)
    folder, mistake = on_disk(id, tmp_path), read(id).mistakes[-1]
    (folder / "mistakes.py").write_text(made_right(read(id), mistake), "utf-8")
    assert any(f"'{mistake.id}' passes" in problem for problem in proved(folder))


def test_the_whole_proof_finds_a_broken_answer(tmp_path: Path) -> None:
    id = turn(1)
    folder, broken = on_disk(id, tmp_path), read(id).alternatives[-1].name
    with (folder / "also_correct.py").open("a", encoding="utf-8") as file:
        file.write(f"\n\n\ndef {broken}(*given):\n    return np.zeros((1, 2))\n")
    assert any(f"'{broken}' does not pass" in problem for problem in proved(folder))


def test_the_whole_proof_misses_a_case(tmp_path: Path) -> None:
    id = turn(2)
    folder = on_disk(id, tmp_path)
    case = next(case for case in read(id).cases if case.needed_for)
    with (folder / "cases.py").open("a", encoding="utf-8") as file:
        file.write(f"\nCASES = [case for case in CASES if case.name != {case.name!r}]\n")
    needed = [need if isinstance(need, str) else need[0] for need in case.needed_for]
    found = proved(folder)
    assert any(f"'{name}'" in problem for problem in found for name in needed), found
