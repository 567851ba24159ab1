"""Runs learner code on the arguments of the cases. It knows no expected value."""

from __future__ import annotations

import sys
import time
import warnings
from types import ModuleType
from typing import Any

import numpy as np

from grader import capture, raised, reading, restore
from grader.decode import decode
from grader.encode import encode
from grader.forms import CallForm, Outcome, Ran, RunRequest

_clock = time.perf_counter
_may_share_memory = np.may_share_memory
Warned = list[tuple[type[Warning], str]]
_MAX_WARNINGS, _MAX_KEPT = 3, 50


def run(request: RunRequest, before: restore.Snapshot | None = None, aloud: bool = False) -> Ran:
    """Execute the code and call its function on every case; an answer is given whatever the code does.

    Afterwards everything is as it was now, or at the moment of ``before``. ``aloud`` also sends what the code
    prints to the process's standard output, as it comes.
    """
    code, function = reading.with_plain_newlines(request["code"]), request["function"]
    started = _clock()
    printed = capture.Printed(capture.aloud if aloud else None)
    answer: Ran = {"stage": "ran", "error": None, "outcomes": [], "printed": "", "seconds": 0.0}
    answer["python"] = list(sys.version_info[:2])
    if reading.is_empty(code, request.get("starter", ""), function):
        answer["stage"] = "empty"
        return answer
    restore.load_what_is_named(code)
    before = before or restore.Snapshot()
    problem = None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            warned: Warned = []
            warnings.showwarning = _keep_in(warned)
            sys.stdout = sys.stderr = printed
            sys.stdin = capture.no_input()
            _execute(code, request, answer, warned)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        problem = error
    finally:
        before.restore()
    if problem is not None:
        # What the code raises is an outcome. This is our own code broken, by its fault or the learner's.
        answer["stage"], answer["error"] = "broken", raised.describe(problem, code, {})
    answer["printed"] = printed.text
    answer["seconds"] = _clock() - started
    return answer


def _execute(code: str, request: RunRequest, answer: Ran, warned: Warned) -> None:
    subjects = _subjects(request.get("subjects"))
    calls = [_Call(case, subjects) for case in request["cases"]]
    module = ModuleType("__main__")
    names = module.__dict__
    names.update({"np": np, "__builtins__": __builtins__})
    sys.modules["__main__"] = module
    try:
        program = compile(code, raised.FILENAME, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        answer["stage"], answer["error"] = "syntax", raised.describe(error, code, names)
        return
    problem = None
    try:
        exec(program, names)
    except BaseException as error:
        problem = error
    with restore.Untouched():
        if problem is not None:
            answer["error"] = raised.describe(problem, code, names)
            answer["stage"] = "memory" if raised.is_out_of_memory(answer["error"]) else "raised"
            return
        callee = names.get(request["function"])
        if not callable(callee):
            answer["stage"], answer["error"] = "missing", reading.missing(names, code, request["function"])
            return
    for call in calls:
        warned.clear()
        answer["outcomes"].append(call.make(callee, code, names, warned))


class _Call:
    """The arguments of one case, twice: the learner's to use, and ours to compare with afterwards."""

    def __init__(self, case: CallForm, subjects: dict[str, Any]) -> None:
        self._parameters = list(case["arguments"])
        forms = list(case["arguments"].values())
        self._given, self._kept = ([decode(form, subjects) for form in forms] for _ in range(2))

    def make(self, callee: Any, code: str, names: dict[str, Any], warned: Warned) -> Outcome:
        """Call the learner's function, and describe what came of it."""
        value, problem = None, None
        try:
            value = callee(*self._given)
        except BaseException as error:
            problem = error
        with restore.Untouched():
            outcome: Outcome = {}
            if problem is None:
                outcome["value"] = encode(value)
            else:
                outcome["raised"] = raised.describe(problem, code, names)
            pairs = zip(self._parameters, self._given, self._kept, strict=True)
            outcome["mutated"] = [name for name, now, then in pairs if not _unchanged(now, then)]
            named = zip(self._parameters, self._given, strict=True)
            if shared := [name for name, given in named if _is_part(value, given)]:
                outcome["shared"] = shared
            if texts := [text for kind, text in warned if _is_worth_telling(kind, text)]:
                outcome["warned"] = list(dict.fromkeys(texts))[:_MAX_WARNINGS]
            return outcome


def _is_part(value: object, given: object) -> bool:
    """Whether a result is an argument or a view of one."""
    if type(value) is not np.ndarray or type(given) is not np.ndarray:
        return False
    return _may_share_memory(value, given)  # arguments lie apart, so touching bounds mean a shared table


def _unchanged(now: object, then: object) -> bool:
    if type(now) is not type(then):
        return False
    if isinstance(then, np.ndarray) and isinstance(now, np.ndarray):
        return now.shape == then.shape and now.dtype == then.dtype and now.tobytes() == then.tobytes()
    if isinstance(then, (list, tuple)) and isinstance(now, (list, tuple)):
        return len(now) == len(then) and all(map(_unchanged, now, then))
    if isinstance(then, float) and then != then:
        return now != now
    return now is then or (type(then) in (bool, int, float, str) and now == then)


def _is_worth_telling(kind: type[Warning], text: str) -> bool:
    # WebAssembly has no floating-point flags: there NumPy never says "overflow encountered in exp", and a
    # verdict must be the same everywhere.
    return issubclass(kind, RuntimeWarning) and " encountered in " not in text


def _keep_in(kept: Warned) -> Any:
    """A stand-in for ``warnings.showwarning`` that keeps the first few: a loop may give millions."""

    def keep(message: Warning | str, category: type[Warning], *_: object, **__: object) -> None:
        if len(kept) < _MAX_KEPT:
            kept.append((category, str(message)[:200]))

    return keep


def _subjects(source: str | None) -> dict[str, Any]:
    """The functions that cases name as arguments; all get one name, or theirs would tell them apart."""
    names: dict[str, Any] = {"np": np, "__name__": "subjects"}
    if source:
        exec(compile(source, "subjects", "exec", dont_inherit=True), names)
        for value in names.values():
            if isinstance(value, type(_subjects)):
                value.__name__ = value.__qualname__ = "attend"
                value.__doc__ = None
                value.__code__ = value.__code__.replace(co_name="attend", co_qualname="attend")
    return names
