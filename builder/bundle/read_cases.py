"""Reads ``cases.py``: the cases in order and where each stands, or every fault of each with its line."""

from __future__ import annotations

import ast
import inspect
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from types import ModuleType
from typing import Any

from builder.errors import did_you_mean
from grader.case import Case, Subject
from grader.encode import MAX_CELLS, encode
from grader.forms import Encoded

_FIELDS = inspect.signature(Case).parameters
_FOR = {
    "name": "a few words that the learner sees",
    "arguments": "values by parameter name",
    "about": "one sentence that says what the case is for",
}
_KINDS: dict[str, tuple[type, str]] = {
    "name": (str, "a text"),
    "arguments": (dict, "a mapping of values by parameter name"),
    "about": (str, "a text"),
    "shown": (bool, "True or False"),
    "message": (str, "a text"),
    "underflows": (bool, "True or False"),
    "probe": (str, "a text"),
    "needed_for": (tuple, "a tuple such as ('mistake',)"),
    "repeats": (str, "a text"),
}


def read_cases(
    module: ModuleType,
    text: str,
    parameters: Sequence[str],
    subjects: Sequence[str] | None,
    report: Callable[[int, str], None],
) -> list[Case]:
    """The cases that the file defines, their arguments in the order of the parameters.

    Without ``parameters`` no name of an argument is a fault, and with ``subjects`` None no name of a subject.
    """
    listed: Any = module.__dict__.get("CASES")
    if not isinstance(listed, list) or not listed or not all(isinstance(case, Case) for case in listed):
        report(1, "needs CASES, a list of Case")
        return []
    lines = case_lines(text)
    seen: set[str] = set()
    ordered: list[Case] = []
    for case in listed:
        line = lines.get(str(case.name), 1)
        if str(case.name) in seen:
            report(line, f"a second case named '{case.name}'")
        seen.add(str(case.name))
        amiss = list(_amiss_fields(case))
        for said in amiss or _amiss(case, parameters, subjects):
            report(line, f"case '{case.name}': {said}")
        if not amiss:
            known = parameters or case.arguments
            given = {name: case.arguments[name] for name in known if name in case.arguments}
            ordered.append(replace(case, arguments=given))
    if not any(case.shown and not case.probe for case in listed):
        report(1, "no case is shown")
    return ordered


def case_lines(text: str) -> dict[str, int]:
    """Where each ``Case("name", ...)`` stands, or the call of a function of the file that makes cases."""
    tree = ast.parse(text)
    makers = {"Case"} | {
        node.name for node in tree.body if isinstance(node, ast.FunctionDef) and "Case" in _names(node)
    }
    return {name: call.lineno for call in _calls(tree, makers) if (name := _name(call))}


def wrong_calls(text: str) -> Iterator[tuple[int, str]]:
    """Each ``Case(...)`` whose values Python would not take, as (line, what is wrong): all at once."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return
    for call in _calls(tree, {"Case"}):
        if any(isinstance(value, ast.Starred) for value in call.args) or any(
            word.arg is None for word in call.keywords
        ):
            continue
        name = _name(call)
        here = f"case '{name}'" if name else "a case"
        positional = list(_FIELDS)[: len(call.args)]
        named = [word.arg for word in call.keywords if word.arg is not None]
        if len(call.args) > len(_FIELDS):
            yield call.lineno, f"{here} has {len(call.args)} values; a Case takes at most {len(_FIELDS)}"
        for word in named:
            if word not in _FIELDS:
                yield call.lineno, f"{here}: a Case has no '{word}'{did_you_mean(word, _FIELDS)}"
            elif word in positional:
                yield call.lineno, f"{here} has two values for '{word}'"
        for word, about in _FOR.items():
            if word not in positional and word not in named:
                yield call.lineno, f"{here} lacks '{word}', {about}"


def _amiss_fields(case: Case) -> Iterator[str]:
    """What is of the wrong type: nothing more can be said of such a case."""
    for field, (kind, wanted) in _KINDS.items():
        if not isinstance(found := getattr(case, field), kind):
            yield f"'{field}' must be {wanted}, got {found!r}"
    if case.raises is not None and not (isinstance(case.raises, type) and issubclass(case.raises, Exception)):
        yield f"'raises' must be an exception such as ValueError, got {case.raises!r}"
    for need in case.needed_for if isinstance(case.needed_for, tuple) else ():
        pair = isinstance(need, tuple) and len(need) == 2 and all(isinstance(name, str) for name in need)
        if not isinstance(need, str) and not pair:
            yield f"'needed_for' must hold ids of mistakes, or pairs of them, got {need!r}"


def _amiss(case: Case, parameters: Sequence[str], subjects: Sequence[str] | None) -> Iterator[str]:
    for name in case.arguments if parameters else ():
        if name not in parameters:
            yield f"no parameter '{name}'{did_you_mean(name, parameters)}"
    if case.message and case.raises is None:
        yield "has a message, but no exception in `raises`"
    for name, value in case.arguments.items():
        if isinstance(value, Subject):
            if subjects is not None and value.name not in subjects:
                near = did_you_mean(str(value.name), subjects)
                yield f"'{name}' is Subject({value.name!r}), but subjects.py has no such function{near}"
        elif fault := _unfit(encode(value)):
            yield f"'{name}' {fault}"
    if not case.about:
        yield "does not say what it is for"


def _unfit(form: Encoded) -> str:
    """Why a value cannot be an argument, if so."""
    if form.get("large"):
        return f"has too many values: {math.prod(form['shape'])}, at most {MAX_CELLS}"
    if "other" in form:
        return f"is {form['other']}: no number, array, text, list or tuple"
    parts = form.get("list", form.get("tuple", []))
    return next((fault for part in parts if (fault := _unfit(part))), "")


def _calls(tree: ast.AST, makers: set[str]) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in makers:
            yield node


def _name(call: ast.Call) -> str:
    """The name of the case that a call makes, where it is written there."""
    named = [word.value for word in call.keywords if word.arg == "name"]
    texts = (value.value for value in [*call.args[:1], *named] if isinstance(value, ast.Constant))
    return next((text for text in texts if isinstance(text, str)), "")


def _names(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
