"""Judges learner code: ``run_json`` executes it and knows no answer; ``judge_json`` compares."""

from __future__ import annotations

import json
from typing import Any

from grader.run import run

_dumps, _loads = json.dumps, json.loads
_SHOWN_KEYS = ("kind", "title", "message", "printed", "seconds")


def run_json(request: str) -> str:
    """Run learner code: a ``RunRequest`` in, a ``Ran`` out."""
    return _dumps(run(_loads(request)), allow_nan=False)


def judge_json(request: str) -> str:
    """Judge a run: ``{"bundle", "ran"}``, perhaps ``"code"``, in; a ``Verdict`` out, whatever goes wrong."""
    from grader.judge import judge  # the process that runs learner code never needs it

    bundle: dict[str, Any] = {}
    try:
        asked = _loads(request)
        bundle = asked["bundle"]
        return _dumps(judge(asked["bundle"], asked["ran"], asked.get("code", "")).as_dict(), allow_nan=False)
    except Exception as error:
        return _dumps(
            unjudged(str(bundle.get("id", "")), f"{type(error).__name__}: {error}"), allow_nan=False
        )


def show_json(request: str) -> str:
    """Put a run of the shown cases into words without judging it: ``{"bundle", "ran"}``, perhaps ``"code"``."""
    from grader.show import show

    bundle: dict[str, Any] = {}
    try:
        asked = _loads(request)
        bundle = asked["bundle"]
        return _dumps(show(asked["bundle"], asked["ran"], asked.get("code", "")), allow_nan=False)
    except Exception as error:
        told = unjudged(str(bundle.get("id", "")), f"{type(error).__name__}: {error}")
        return _dumps({**{key: told[key] for key in _SHOWN_KEYS}, "calls": []}, allow_nan=False)


def unjudged(exercise: str, reason: str) -> dict[str, Any]:
    """The neutral verdict: the fault is not the learner's."""
    from grader.verdict import Verdict

    message = f"Something went wrong while judging, not in your code ({reason}). Please report it."
    return Verdict(exercise, False, "unjudged", "Could not be judged", message).as_dict()
