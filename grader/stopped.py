"""Verdicts on runs that never came to the cases."""

from __future__ import annotations

import sys

from grader import reading, wording
from grader.explain import explain, where
from grader.explain_syntax import explain_syntax
from grader.forms import Bundle, ErrorInfo, MissingInfo, Ran
from grader.plain_code import is_plain
from grader.verdict import Verdict

PAGE_PYTHON = (3, 14)
INTERFERED = (
    "Your code seems to interfere with the grading: it changes parts of Python that the grading uses, or "
    "writes something in place of the run's answer. Take that part out, and check again. If there "
    "is no such part, please report it."
)
"""What is said where a run cannot be judged and the code did more than compute."""
LOST = "The values it had worked out are gone."
"""What the end of Python takes with it."""


def verdict(bundle: Bundle, ran: Ran, code: str) -> Verdict:
    """What a learner is told when the code could not be read, found, finished or run at all."""
    kind, title, message = _words(bundle, ran, code)
    deciding = [case for case in bundle["cases"] if not case.get("probe")]
    return Verdict(bundle["id"], False, kind, title, message, of=len(deciding))


def _words(bundle: Bundle, ran: Ran, code: str) -> tuple[str, str, str]:
    stage, name = ran["stage"], bundle["function"]
    if stage == "empty":
        return "empty", "Nothing written yet", f"Write the body of `{name}`, then check it."
    if stage == "syntax":
        return _syntax(ran)
    if stage == "missing":
        return _missing(name, ran["error"])
    if stage == "timeout":
        return _timeout(bundle, ran, code)
    if stage == "memory":
        return _memory(ran.get("error"))
    if stage == "died":
        return (
            "raised",
            "Your code ended Python itself",
            f"It was gone before `{name}` gave an answer: {_died(ran)}. {LOST}",
        )
    if stage == "broken" and not is_plain(code):
        return "unjudged", "Could not be judged", INTERFERED
    if stage == "broken":
        what = f"{ran['error']['type']}: {ran['error']['message']}"
        why = f"Running your code broke off, and not by an error in it ({what})."
        return "unjudged", "Could not be judged", f"{why} Please report it."
    if stage == "raised":
        error: ErrorInfo = ran["error"]
        line = f" on line {error['line']}" if error["line"] else ""
        message = f"{where(error)}{explain(error)} The code outside your function must run too."
        return "raised", f"`{error['type']}`{line}", message
    raise ValueError(f"a run has no stage {stage!r}")


def _syntax(ran: Ran) -> tuple[str, str, str]:
    error: ErrorInfo = ran["error"]
    version = tuple(ran.get("python", sys.version_info[:2]))
    if version < PAGE_PYTHON:
        mine, page = (".".join(map(str, each)) for each in (version, PAGE_PYTHON))
        message = (
            f"Python {mine} cannot read line {error['line']} ({error['message']}), but the page runs "
            f"Python {page}, which may. It needs `--in browser`."
        )
        return "unjudged", "Could not be judged", message
    title = f"Python cannot read line {error['line']}" if error["line"] else "Python cannot read your code"
    return "syntax", title, f"{where(error)}{explain_syntax(error)}"


def _missing(name: str, found: MissingInfo) -> tuple[str, str, str]:
    title = f"There is no function `{name}`"
    if found["found"]:
        return (
            "missing",
            f"`{name}` is no function",
            f"`{name}` is {wording.value({'other': found['found']})}; wanted a function.",
        )
    if found["inside"]:
        return (
            "missing",
            title,
            f"`{name}` is inside the {found['inside']}. Move it out, to the start of the line.",
        )
    if found["near"]:
        return "missing", title, f"There is `{found['near']}`. Call it `{name}`, so that it can be found."
    return "missing", title, f"Write a function named exactly `{name}`."


def _timeout(bundle: Bundle, ran: Ran, code: str) -> tuple[str, str, str]:
    limit = ran.get("limit", bundle["time_limit"])
    line = reading.first_loop(code)
    advice = (
        f"Look at the `while` on line {line}: what makes it end?"
        if line
        else "Look for a loop without an end."
    )
    message = f"It was still running after {wording.number(limit)} seconds and was stopped. {LOST} {advice}"
    return "timeout", "Your code does not come to an end", message


def _memory(error: ErrorInfo | None) -> tuple[str, str, str]:
    start = f"{where(error)}" if error else ""
    message = (
        f"{start}This needs more memory than there is. {LOST} "
        "Look for a list or an array that grows too large."
    )
    return "memory", "Your code ran out of memory", message


def _died(ran: Ran) -> str:
    return (
        str(ran["error"]["message"]) if ran.get("error") else "something in it closed Python or made it crash"
    )
