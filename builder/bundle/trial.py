"""Judges code the way the page does: through ``run_json`` and ``judge_json``, joined by text only."""

from __future__ import annotations

import json
from typing import Any

from builder.bundle import watch
from builder.bundle.write import Bundle
from grader import judge_json, run_json


class Trial:
    """An exercise ready to judge answers that may be trusted: they run in this process."""

    def __init__(self, bundle: Bundle) -> None:
        self.exercise = bundle.exercise
        self.data = bundle.data

    def judge(self, code: str) -> dict[str, Any]:
        """The verdict on an answer."""
        return judged(self.data, code)

    def without(self, name: str) -> Trial:
        """The same exercise with one case taken away."""
        kept = [case for case in self.data["cases"] if case["name"] != name]
        # Fingerprints cover all cases, so without one they mean nothing; passing does not depend on them.
        return self.changed(cases=kept, fingerprints={})

    def changed(self, **data: Any) -> Trial:
        """The same exercise with other entries in its bundle."""
        other = Trial.__new__(Trial)
        other.exercise, other.data = self.exercise, {**self.data, **data}
        return other


def judged(bundle: dict[str, Any], code: str) -> dict[str, Any]:
    """The verdict on trusted code, by the bundle of its exercise."""
    request = {
        "code": code,
        "function": bundle["function"],
        "starter": bundle["starter"],
        "subjects": bundle.get("subjects"),
        "cases": [{"name": case["name"], "arguments": case["arguments"]} for case in bundle["cases"]],
    }
    with watch.limited():
        ran = json.loads(run_json(json.dumps(request)))
    verdict: dict[str, Any] = json.loads(judge_json(json.dumps({"bundle": bundle, "ran": ran, "code": code})))
    return verdict
