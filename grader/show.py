"""Puts a run into words without judging it, for a learner who only wants to see what the code does."""

from __future__ import annotations

from typing import Any

from grader import explain, stopped, wording
from grader.forms import Bundle, Outcome, Ran
from grader.judge import brief


def show(bundle: Bundle, ran: Ran, code: str = "") -> dict[str, Any]:
    """What each call of the shown cases gave; where nothing ran, the same words as in a verdict."""
    told: dict[str, Any] = {"kind": "ran", "title": "", "message": "", "calls": []}
    told |= {"printed": ran.get("printed", ""), "seconds": ran.get("seconds", 0.0)}
    if ran["stage"] != "ran":
        verdict = stopped.verdict(bundle, ran, code)
        return told | {"kind": verdict.kind, "title": verdict.title, "message": verdict.message}
    shown = [case for case in bundle["cases"] if case["shown"]]
    for case, outcome in zip(shown, ran["outcomes"], strict=True):
        got = outcome["value"] if "value" in outcome else {"raised": brief(outcome["raised"])}
        message = f"{wording.given(case['arguments'])}, {_message(outcome)}"
        told["calls"].append(
            {"name": case["name"], "arguments": dict(case["arguments"]), "got": got, "message": message}
        )
    return told


def _message(outcome: Outcome) -> str:
    raised = outcome.get("raised")
    if raised is not None:
        return f"your function stopped. {explain.where(raised)}{explain.explain(raised)}"
    return f"your function returned {wording.value(outcome['value'])}."
