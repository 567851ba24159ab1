"""Reads the folder of an exercise; whatever keeps it from being used is a problem with its line.

Its code runs in this process: ``apart`` has seen before that this does no harm.
"""

from __future__ import annotations

import inspect
import re
import traceback
from collections.abc import Callable
from pathlib import Path
from types import FunctionType, ModuleType

from builder.bundle import watch
from builder.bundle.alternatives import alternatives
from builder.bundle.read_cases import case_lines, read_cases, wrong_calls
from builder.bundle.settings import Settings, read_settings
from builder.bundle.source import ExerciseSource, Function
from builder.bundle.unharmed import Unharmed
from builder.errors import Problem, did_you_mean, near_miss
from grader.case import Case, Mistake, mistakes_in

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
        name: module
        for name in texts
        if name.endswith(".py") and (module := _load(folder, name, texts[name], report)) is not None
    }
    exercise = _assemble(folder, path, texts, settings or Settings(), modules, report)
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


def _load(folder: Path, name: str, text: str, report: Report) -> ModuleType | None:
    place = folder / name
    module = ModuleType(f"exercise {folder.name} {name}")
    module.__file__ = str(place)
    told = list(wrong_calls(text)) if name == "cases.py" else []
    for line, message in told:
        report(name, line, message)
    watch.at(name)
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
        report(name, 1, f"changes {', '.join(changed)}: all else in the process uses it")
    if problem is not None and not (told and str(problem).startswith("Case.__init__()")):
        report(name, _line(problem, place), _said(problem))
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
    """The exercise of what could be loaded; each such file is looked through, whatever the others hold."""
    names = tuple(parameter.name for parameter in settings.parameters)
    solution = _function("solution.py", modules, settings.function, report)
    starter = _function("starter.py", modules, settings.function, report)
    if solution and names and (takes := _takes(solution)) != names:
        report("exercise.toml", 1, f"parameters are {names}, but the solution takes {takes}")
    elif starter and names and (takes := _takes(starter)) != names:
        message = f"'{settings.function}' takes ({', '.join(takes)}), wanted ({', '.join(names)})"
        report("starter.py", starter.__code__.co_firstlineno, message)
    contract = inspect.getdoc(solution) or "" if solution else ""
    if solution and not contract:
        line = solution.__code__.co_firstlineno
        report("solution.py", line, "the docstring is what the learner reads: write one")
    subjects = _functions(modules.get("subjects.py"))
    cases: list[Case] = []
    if "cases.py" in modules:
        known = None if "subjects.py" in texts and "subjects.py" not in modules else list(subjects)
        cases = read_cases(
            modules["cases.py"], texts["cases.py"], names, known, lambda *told: report("cases.py", *told)
        )
    mistakes: list[Mistake] = []
    try:
        mistakes = mistakes_in(modules["mistakes.py"].__dict__ if "mistakes.py" in modules else {})
    except (LookupError, TypeError, ValueError) as error:
        report("mistakes.py", 1, _said(error))
    if solution is None or len(modules) < len(FILES) - 1:
        return None
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
        contract=contract,
        texts=texts,
        solution=solution,
        alternatives=alternatives(texts["also_correct.py"], settings.function),
        cases=tuple(cases),
        case_lines=case_lines(texts["cases.py"]),
        mistakes=tuple(mistakes),
        pipeline=modules["mistakes.py"].__dict__.get("PIPELINE"),
        subjects=subjects,
        says=settings.says,
        avoid_loops=settings.avoid_loops,
        new=settings.new,
    )


def _functions(module: ModuleType | None) -> dict[str, Function]:
    found = {} if module is None else module.__dict__
    return {
        name: value for name, value in found.items() if inspect.isfunction(value) and not name.startswith("_")
    }


def _takes(function: Function) -> tuple[str, ...]:
    return tuple(inspect.signature(function).parameters)


def _function(file: str, modules: dict[str, ModuleType], name: str, report: Report) -> FunctionType | None:
    """The asked function of a file; without a file or a name to look for, nothing is said."""
    if file not in modules or not name:
        return None
    found = modules[file].__dict__.get(name)
    if inspect.isfunction(found):
        return found
    known = _functions(modules[file])
    near = known.get(near_miss(name, known, 0.6)) or next(iter(known.values()), None)
    line = near.__code__.co_firstlineno if near else 1
    report(file, line, f"defines no function '{name}'{did_you_mean(name, known)}")
    return None
