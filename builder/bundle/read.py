"""Reads the folders of ``exercises/``; whatever keeps one from being used is a problem with its line."""

from __future__ import annotations

import ast
import inspect
import re
import traceback
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

from builder.bundle.alternatives import alternatives
from builder.bundle.settings import Settings, read_settings
from builder.bundle.source import ExerciseSource, Function
from builder.errors import Problem, did_you_mean
from grader.case import Case, mistakes_in

FILES = ("exercise.toml", "starter.py", "solution.py", "also_correct.py", "mistakes.py", "cases.py")
OPTIONAL = ("subjects.py",)

Report = Callable[[str, int, str], None]


def read_exercises(root: Path) -> tuple[dict[str, ExerciseSource], list[Problem]]:
    """Every exercise under ``root/exercises`` by id, and every problem of every folder."""
    exercises: dict[str, ExerciseSource] = {}
    problems: list[Problem] = []
    folder = root / "exercises"
    for place in sorted(folder.iterdir()) if folder.is_dir() else []:
        if not place.is_dir() or place.name.startswith((".", "_")):
            continue
        found, faults = read_exercise(place, place.relative_to(root).as_posix())
        problems += faults
        if found is not None:
            exercises[found.id] = found
    return exercises, problems


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
    try:
        exec(compile(text, str(place), "exec"), module.__dict__)
    except SyntaxError as error:
        report(place.name, error.lineno or 1, f"SyntaxError: {error.msg}")
    except Exception as error:
        lines = [
            step.lineno for step in traceback.extract_tb(error.__traceback__) if step.filename == str(place)
        ]
        report(place.name, (lines or [1])[-1] or 1, f"{type(error).__name__}: {error}")
    else:
        return module
    return None


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
    except (LookupError, TypeError) as error:
        report("mistakes.py", 1, str(error))
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
        if not case.about:
            report("cases.py", line, f"case '{case.name}' does not say what it is for")
        ordered.append(replace(case, arguments={n: case.arguments[n] for n in names if n in case.arguments}))
    if not any(case.shown and not case.probe for case in listed):
        report("cases.py", 1, "no case is shown")
    return ordered


def _case_lines(text: str) -> dict[str, int]:
    """Where each ``Case("name", ...)`` stands."""
    lines = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Case":
            named = [word.value for word in node.keywords if word.arg == "name"]
            for value in [*node.args[:1], *named]:
                if isinstance(value, ast.Constant) and isinstance(value.value, str):
                    lines[value.value] = node.lineno
    return lines
