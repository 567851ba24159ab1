"""Judges learner code: ``run_json`` executes it and knows no answer; ``judge_json`` compares."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from grader.judge import judge as _judge
from grader.plain_code import is_plain
from grader.restore import Snapshot
from grader.run import run as _run
from grader.show import show as _show
from grader.sound import is_sound
from grader.stopped import INTERFERED
from grader.verdict import Verdict
from grader.warm import warm as warm

_dumps, _loads = json.dumps, json.loads


def run_json(request: str, before: Snapshot | None = None) -> str:
    """Run learner code: a ``RunRequest`` in, a ``Ran`` out; ``before`` says what to put back, else all."""
    return _dumps(_run(_loads(request), before), allow_nan=False)


def run_aloud_json(request: str, before: Snapshot | None = None) -> str:
    """As ``run_json``, with what the code prints on the standard output as it comes: a run may be stopped."""
    return _dumps(_run(_loads(request), before, aloud=True), allow_nan=False)


def judge_json(request: str) -> str:
    """Judge a run: ``{"bundle", "ran"}``, perhaps ``"code"``, in; a ``Verdict`` out, whatever goes wrong."""
    return _told(request, lambda bundle, ran, code: _judge(bundle, ran, code).as_dict(), _all)


def show_json(request: str) -> str:
    """Put a run of the shown cases into words without judging it; takes what ``judge_json`` takes."""
    return _told(request, _show, _shown)


def plain_json(request: str) -> str:
    """Whether ``{"code"}`` can do nothing but compute, as JSON: else no other code may run in its process."""
    return _dumps(is_plain(_loads(request)["code"]))


def unjudged(exercise: str, reason: str) -> dict[str, Any]:
    """The neutral verdict: the fault is not the learner's."""
    message = f"Something went wrong while judging, not in your code ({reason}). Please report it."
    return Verdict(exercise, False, "unjudged", "Could not be judged", message).as_dict()


def _told(
    request: str, tell: Callable[[Any, Any, str], dict[str, Any]], cases: Callable[[Any], list[Any]]
) -> str:
    exercise = ""
    try:
        asked = _loads(request)
        bundle, ran, code = asked["bundle"], asked["ran"], asked.get("code", "")
        exercise = str(bundle["id"])
        if not is_sound(ran, len(cases(bundle))):
            told = unjudged(exercise, "what the run gave has not the form of an answer")
            return _dumps({**told, "calls": []} | ({} if is_plain(code) else {"message": INTERFERED}))
        return _dumps(tell(bundle, ran, code), allow_nan=False)
    except Exception as error:
        told = unjudged(exercise, f"{type(error).__name__}: {error}")
        return _dumps({**told, "calls": []}, allow_nan=False)


def _all(bundle: Any) -> list[Any]:
    return list(bundle["cases"])


def _shown(bundle: Any) -> list[Any]:
    return [case for case in bundle["cases"] if case["shown"]]
