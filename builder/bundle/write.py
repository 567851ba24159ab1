"""Packs an exercise into the two files that a page fetches: the bundle, and the model answer."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from builder.bundle.outcomes import encoded_arguments, outcomes
from builder.bundle.prints import fingerprints
from builder.bundle.source import ExerciseSource
from grader.forms import CaseForm


@dataclass(frozen=True)
class Bundle:
    """An exercise as the page gets it: ``data`` for runner and judge, ``answer`` fetched when shown."""

    exercise: ExerciseSource
    data: dict[str, Any]
    answer: dict[str, Any]

    @property
    def data_json(self) -> str:
        """``data`` as the text of its file."""
        return json.dumps(self.data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)

    @property
    def answer_json(self) -> str:
        """``answer`` as the text of its file."""
        return json.dumps(self.answer, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def bundle(exercise: ExerciseSource) -> Bundle:
    """The bundle of a proven exercise."""
    data = {
        "schema": 1,
        "id": exercise.id,
        "title": exercise.title,
        "function": exercise.function,
        "starter": exercise.texts["starter.py"],
        "time_limit": exercise.time_limit,
        "returns": list(exercise.returns) if isinstance(exercise.returns, tuple) else exercise.returns,
        "parameters": [
            {"name": each.name, "shape": each.shape, "about": each.about} for each in exercise.parameters
        ],
        "cases": _cases(exercise),
        "mistakes": {
            mistake.id: {"title": mistake.title, "look": mistake.where, "example": mistake.example}
            | ({"changes_input": True} if mistake.changes_input else {})
            for mistake in exercise.mistakes
            if not mistake.same_as
        },
        "fingerprints": fingerprints(exercise),
    }
    if exercise.avoid_loops:
        data["avoid_loops"] = exercise.avoid_loops
    if exercise.new:
        data["new"] = True
    if exercise.says:
        data["says"] = list(exercise.says)
    if exercise.subjects:
        data["subjects"] = exercise.texts["subjects.py"]
    answer = {
        "solution": exercise.texts["solution.py"],
        "also_correct": [
            {"title": each.title, "code": each.shown} for each in exercise.alternatives if not each.risks
        ],
    }
    return Bundle(exercise, data, answer)


def _cases(exercise: ExerciseSource) -> list[CaseForm]:
    found: list[CaseForm] = []
    right = outcomes(exercise.solution, exercise.cases, exercise.subjects)
    for case, outcome in zip(exercise.cases, right, strict=True):
        form: CaseForm = {"name": case.name, "shown": case.shown, "arguments": encoded_arguments(case)}
        if case.raises is not None:
            form["raises"] = case.raises.__name__
            if case.message:
                form["message"] = case.message
        elif "value" in outcome:
            form["expected"] = _rounded(outcome["value"])
        if case.underflows:
            form["underflows"] = True
        if case.probe:
            form["probe"] = {"remark": case.probe}
        found.append(form)
    return found


def _rounded(form: Any) -> Any:
    """Floats with the ten digits that matter: a comparison looks at six."""
    if isinstance(form, dict):
        return {key: _rounded(value) for key, value in form.items()}
    if isinstance(form, list):
        return [_rounded(value) for value in form]
    return float(f"{form:.10g}") if isinstance(form, float) else form
