"""Reads the folder of an exercise; whatever keeps it from being used is a problem with its line.

Its code runs in this process: ``apart`` has seen before that this does no harm.
"""

from __future__ import annotations

import ast
import inspect
import math
import re
import traceback
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

from builder.bundle import watch
from builder.bundle.alternatives import alternatives
from builder.bundle.settings import Settings, read_settings
from builder.bundle.source import ExerciseSource, Function
from builder.bundle.unharmed import Unharmed
from builder.errors import Problem, did_you_mean
from grader.case import Case, Subject, mistakes_in
from grader.encode import MAX_CELLS, encode
from grader.forms import Encoded

FILES = ("exercise.toml", "starter.py", "solution.py", "also_correct.py", "mistakes.py", "cases.py")
OPTIONAL = ("subjects.py",)

Report = Callable[[str, int, str], None]


def read_exercise(folder: Path, path: str) -> tuple[ExerciseSource | None, list[Problem]]:
    """One exercise folder; without a usable exercise the problems say why."""
    problems: list[Problem] = []

    def report(name: str, line: int, message: str) -> None:
        problems.append(Problem(f"{path}/{name}", line, message))

    if not re.fullmatch(r"[a-z][a-z0-9-]*", folder.name):
        problems.append(
            Problem(path, 1, f"'{folder.name}' is no exercise id: use small letters, digits and '-'")
        )
    texts = _texts(folder, report)
    settings = None
    if "exercise.toml" in texts:
        settings = read_settings(
            texts["exercise.toml"], lambda line, text: report("exercise.toml", line, text)
        )
    modules = {
        name: _load(f"exercise {folder.name} {name}", texts[name], folder / name, report)
        for name in texts
        if name.endswith(".py") and name != "starter.py"
    }
    if settings is None or problems:
        return None, problems
    loaded = {name: module for name, module in modules.items() if module is not None}
    exercise = _assemble(folder, path, texts, settings, loaded, report)
    return (None, problems) if problems else (exercise, [])


def _texts(folder: Path, report: Report) -> dict[str, str]:
    texts = {}
    for place in sorted(folder.iterdir()):
        if place.is_file() and place.name not in FILES + OPTIONAL:
            report(place.name, 1, f"no file of an exercise{did_you_mean(place.name, FILES + OPTIONAL)}")
    for name in FILES + OPTIONAL:
        if (folder / name).exists() and not (folder / name).is_file():
            report(name, 1, "is no file")
            continue
        try:
            texts[name] = (folder / name).read_text(encoding="utf-8-sig")
        except FileNotFoundError:
            if name in FILES:
                report(name, 1, "this file is missing")
        except (OSError, UnicodeDecodeError) as error:
            report(name, 1, f"cannot be read: {error}")
    return texts


def _load(name: str, text: str, place: Path, report: Report) -> ModuleType | None:
    module = ModuleType(name)
    module.__file__ = str(place)
    watch.at(place.name)
    shared = Unharmed()
    problem: BaseException | None = None
    try:
        with watch.limited():
            exec(compile(text, str(place), "exec"), module.__dict__)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        problem = error
    if changed := shared.changes():
        report(place.name, 1, f"changes {', '.join(changed)}: all else in the process uses it")
    if problem is not None:
        report(place.name, _line(problem, place), _said(problem))
    return None if problem or changed else module


def _line(error: BaseException, place: Path) -> int:
    if isinstance(error, SyntaxError) and error.filename == str(place):
        return error.lineno or 1
    lines = [step.lineno for step in traceback.extract_tb(error.__traceback__) if step.filename == str(place)]
    return (lines or [1])[-1] or 1


def _said(error: BaseException) -> str:
    """An exception on one line, whatever its text is."""
    kind = type(error).__name__
    try:
        text = " ".join(str(error.msg if isinstance(error, SyntaxError) else error).split())
    except Exception:
        text = "its text cannot be shown"
    return f"{kind}: {text}" if text else kind


def _assemble(
    folder: Path,
    path: str,
    texts: dict[str, str],
    settings: Settings,
    modules: dict[str, ModuleType],
    report: Report,
) -> ExerciseSource | None:
    names = tuple(parameter.name for parameter in settings.parameters)
    solution = _function(modules["solution.py"], settings.function, report)
    lines = _case_lines(texts["cases.py"])
    try:
        found = mistakes_in(modules["mistakes.py"].__dict__)
    except (LookupError, TypeError, ValueError) as error:
        report("mistakes.py", 1, _said(error))
        return None
    if solution is None:
        return None
    signature = tuple(inspect.signature(solution).parameters)
    if signature != names:
        report("exercise.toml", 1, f"parameters are {names}, but the solution takes {signature}")
    cases = _cases(modules["cases.py"], names, lines, report)
    contract = inspect.getdoc(solution)
    if not contract:
        report(
            "solution.py",
            solution.__code__.co_firstlineno,
            "the docstring is what the learner reads: write one",
        )
    return ExerciseSource(
        id=folder.name,
        root=folder.parents[1],
        path=path,
        title=settings.title,
        function=settings.function,
        returns=settings.returns,
        time_limit=settings.time_limit,
        infinities=settings.infinities,
        parameters=settings.parameters,
        contract=contract or "",
        texts=texts,
        solution=solution,
        alternatives=alternatives(texts["also_correct.py"], settings.function),
        cases=tuple(cases),
        case_lines=lines,
        mistakes=tuple(found),
        pipeline=modules["mistakes.py"].__dict__.get("PIPELINE"),
        subjects=_functions(modules.get("subjects.py")),
        says=settings.says,
        avoid_loops=settings.avoid_loops,
        new=settings.new,
    )


def _functions(module: ModuleType | None) -> dict[str, Function]:
    found = {} if module is None else module.__dict__
    return {
        name: value for name, value in found.items() if inspect.isfunction(value) and not name.startswith("_")
    }


def _function(module: ModuleType, name: str, report: Report) -> Function | None:
    found = module.__dict__.get(name)
    if inspect.isfunction(found):
        return found
    report("solution.py", 1, f"defines no function '{name}'{did_you_mean(name, _functions(module))}")
    return None


def _cases(module: ModuleType, names: tuple[str, ...], lines: dict[str, int], report: Report) -> list[Case]:
    listed: Any = module.__dict__.get("CASES")
    if not isinstance(listed, list) or not listed or not all(isinstance(case, Case) for case in listed):
        report("cases.py", 1, "needs CASES, a list of Case")
        return []
    for case in listed:
        for name, kind in (("name", str), ("arguments", dict), ("about", str), ("probe", str)):
            if not isinstance(found := getattr(case, name), kind):
                wanted = {str: "a text", dict: "a mapping"}[kind]
                report(
                    "cases.py",
                    lines.get(str(case.name), 1),
                    f"a case needs {wanted} as {name}, got {found!r}",
                )
                return []
    seen: set[str] = set()
    ordered: list[Case] = []
    for case in listed:
        line = lines.get(case.name, 1)
        if case.name in seen:
            report("cases.py", line, f"a second case named '{case.name}'")
        seen.add(case.name)
        unknown = [name for name in case.arguments if name not in names]
        for name in unknown:
            report("cases.py", line, f"case '{case.name}': no parameter '{name}'{did_you_mean(name, names)}")
        if case.message and case.raises is None:
            report("cases.py", line, f"case '{case.name}' has a message, but no exception in `raises`")
        for name, value in case.arguments.items():
            if fault := _unfit(value):
                report("cases.py", line, f"case '{case.name}': '{name}' {fault}")
        if not case.about:
            report("cases.py", line, f"case '{case.name}' does not say what it is for")
        ordered.append(replace(case, arguments={n: case.arguments[n] for n in names if n in case.arguments}))
    if not any(case.shown and not case.probe for case in listed):
        report("cases.py", 1, "no case is shown")
    return ordered


def _unfit(value: Any) -> str:
    """Why a value cannot be an argument, if so."""
    return "" if isinstance(value, Subject) else _unfit_form(encode(value))


def _unfit_form(form: Encoded) -> str:
    if form.get("large"):
        return f"has too many values: {math.prod(form['shape'])}, at most {MAX_CELLS}"
    if "other" in form:
        return f"is {form['other']}: no number, array, text, list or tuple"
    parts = form.get("list", form.get("tuple", []))
    return next((fault for part in parts if (fault := _unfit_form(part))), "")


def _case_lines(text: str) -> dict[str, int]:
    """Where each ``Case("name", ...)`` stands, or the call of a function of the file that makes cases."""
    lines = {}
    tree = ast.parse(text)
    makers = {"Case"} | {
        node.name for node in tree.body if isinstance(node, ast.FunctionDef) and "Case" in _names(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in makers:
            named = [word.value for word in node.keywords if word.arg == "name"]
            for value in [*node.args[:1], *named]:
                if isinstance(value, ast.Constant) and isinstance(value.value, str):
                    lines[value.value] = node.lineno
    return lines


def _names(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
