"""Runs an answer that is a Python function on the cases of an exercise, in this process.

Only for the exercise's own files: they are trusted. What comes out has the form that the runner gives for
learner code, and the proofs go through the runner itself.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from builder.bundle import watch
from grader.case import Case, Subject
from grader.decode import decode
from grader.encode import encode
from grader.forms import Encoded, Outcome


@functools.lru_cache(maxsize=512)
def encoded_arguments(case: Case) -> dict[str, Encoded]:
    """The arguments of a case as plain JSON."""
    return {
        name: {"callable": value.name} if isinstance(value, Subject) else encode(value)
        for name, value in case.arguments.items()
    }


def outcomes(answer: Callable[..., Any], cases: Iterable[Case], subjects: Mapping[str, Any]) -> list[Outcome]:
    """What ``answer`` gives on each case: a value, or the type of an exception."""
    with watch.limited():
        return [_outcome(answer, case, subjects) for case in cases]


def _outcome(answer: Callable[..., Any], case: Case, subjects: Mapping[str, Any]) -> Outcome:
    arguments = {name: decode(form, subjects) for name, form in encoded_arguments(case).items()}
    try:
        with np.errstate(all="ignore"):
            return {"value": encode(answer(**arguments)), "mutated": []}
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        bases = [base.__name__ for base in type(error).__mro__]
        raised = {
            "type": type(error).__name__,
            "message": str(error),
            "line": None,
            "source": "",
            "bases": bases,
        }
        return {"raised": raised, "mutated": []}  # type: ignore[typeddict-item]
