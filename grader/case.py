"""What the files of an exercise are written with: cases, and the marks that turn a function into a mistake.

``cases.py`` holds ``CASES``, a list of :class:`Case`. ``mistakes.py`` holds one public function a mistake;
:func:`mistakes_in` reads them. A mistake is either a whole wrong answer or, in an exercise that has a
``PIPELINE``, a wrong stage of the right one (:func:`replaces`).
"""

from __future__ import annotations

import functools
import inspect
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from grader.pipeline import Pipeline

Function = Callable[..., Any]
Stages = dict[str, Function]


@dataclass(frozen=True, eq=False)
class Case:
    """One call of the learner's function, and why it is made.

    ``raises`` is the exception type the call must end in, ``message`` its words where the contract fixes
    them. ``underflows`` says that a weight is too small for a float, so that a 0 need not be exact. ``probe``
    makes a case that never decides passing: it is the remark a passing answer gets when its result differs
    here. ``needed_for`` names the mistakes that would pass without this case, and as a tuple two mistakes
    that only it tells apart. ``repeats`` says why a case is kept that decides nothing alone.
    """

    name: str
    arguments: Mapping[str, Any]
    about: str
    shown: bool = False
    raises: type[Exception] | None = None
    message: str = ""
    underflows: bool = False
    probe: str = ""
    needed_for: tuple[str | tuple[str, str], ...] = ()
    repeats: str = ""


@dataclass(frozen=True)
class Subject:
    """An argument that is a function of the exercise's ``subjects.py``, by its name."""

    name: str


@dataclass(frozen=True)
class Member:
    """One way to make a mistake: a function to call, and the stages it replaces when it is built of them."""

    label: str
    call: Function = field(compare=False)
    stages: Stages | None = field(compare=False, default=None)


@dataclass(frozen=True)
class Mistake:
    """A named wrong answer with what the learner is told about it.

    ``name`` is its function's and ``line`` where that is written.
    """

    id: str
    name: str
    title: str
    where: str
    example: str
    line: int
    same_as: str
    alone: bool
    changes_input: bool
    members: tuple[Member, ...]


@dataclass
class _Marks:
    choices: dict[str, list[Any]] = field(default_factory=dict)
    replaced: list[tuple[str, Stages]] = field(default_factory=list)
    same_as: str = ""
    alone: bool = False
    changes_input: bool = False


def _marks(function: Function) -> _Marks:
    found = getattr(function, "_marks", None)
    if isinstance(found, _Marks):
        return found
    marks = _Marks()
    function._marks = marks  # type: ignore[attr-defined]
    return marks


def family(**choices: Iterable[Any]) -> Callable[[Function], Function]:
    """Several members under one name: the function is called with each combination of ``choices``."""

    for name, values in choices.items():
        if isinstance(values, str) or not isinstance(values, Iterable):
            raise TypeError(f"family needs a list of choices for '{name}', got {values!r}")

    def mark(function: Function) -> Function:
        _marks(function).choices.update({name: list(values) for name, values in choices.items()})
        return function

    return mark


def same_as(other: str) -> Callable[[Function], Function]:
    """This mistake gives what the mistake ``other`` gives on every case, so ``other`` is the one named."""

    if not isinstance(other, str):
        raise TypeError(f"same_as needs the name of a mistake, got {other!r}")

    def mark(function: Function) -> Function:
        _marks(function).same_as = name_to_id(other)
        return function

    return mark


def alone(function: Function) -> Function:
    """This mistake is not tried together with another one: rarely made, or easily seen beside another."""
    _marks(function).alone = True
    return function


def changes_input(function: Function) -> Function:
    """This mistake gives right values but changes an argument: known by the change, beside any other."""
    _marks(function).changes_input = True
    return function


def replaces(stage: str = "", /, **others: Function) -> Callable[[Function], Function]:
    """The mistake is the exercise's pipeline with stages replaced.

    The decorated function takes the place of ``stage``, each function of ``others`` that of the stage it is
    named after. Without ``stage`` the decorated function only carries the docstring. Every further
    ``@replaces`` on the same function is one more member.
    """

    if not isinstance(stage, str):
        raise TypeError(f"replaces needs the name of a stage, got {stage!r}")
    for name, other in others.items():
        if not callable(other):
            raise TypeError(f"replaces needs a function for the stage '{name}', got {other!r}")

    def mark(function: Function) -> Function:
        _marks(function).replaced.insert(0, (stage, dict(others)))
        return function

    return mark


def risk(*probes: str) -> Callable[[Function], Function]:
    """For ``also_correct.py``: this answer passes and must earn the remarks of these probe cases."""
    del probes
    return lambda function: function


def name_to_id(name: str) -> str:
    """``diagonal_blocked`` -> ``diagonal-blocked``."""
    return name.strip("_").replace("_", "-")


def mistakes_in(namespace: Mapping[str, Any]) -> list[Mistake]:
    """The mistakes that the file with this namespace defines, in the order in which they are written."""
    pipeline = namespace.get("PIPELINE")
    return [_mistake(function, pipeline) for function in _public(namespace)]


def member_of(mistake: Function, pipeline: Pipeline | None, number: int = 0) -> Function:
    """The function to call for one member of a mistake: how a mistake is judged as learner code."""
    return next(itertools.islice(_members(mistake, pipeline), number, None)).call


def _public(namespace: Mapping[str, Any]) -> list[Function]:
    return [
        value
        for name, value in namespace.items()
        if not name.startswith("_") and inspect.isfunction(value) and value.__globals__ is namespace
    ]


def _mistake(function: Function, pipeline: Pipeline | None) -> Mistake:
    paragraphs = [" ".join(part.split()) for part in inspect.cleandoc(function.__doc__ or "").split("\n\n")]
    return Mistake(
        id=name_to_id(function.__name__),
        name=function.__name__,
        title=paragraphs[0],
        where=paragraphs[1] if len(paragraphs) > 1 else "",
        example="\n\n".join(paragraphs[2:]),
        line=function.__code__.co_firstlineno,
        same_as=_marks(function).same_as,
        alone=_marks(function).alone,
        changes_input=_marks(function).changes_input,
        members=tuple(_members(function, pipeline)),
    )


def _members(function: Function, pipeline: Pipeline | None) -> Iterator[Member]:
    marks = _marks(function)
    bound = list(_bound(function, marks.choices))
    if not marks.replaced:
        yield from (Member(label, call) for label, call in bound)
        return
    if pipeline is None:
        raise TypeError(f"{function.__name__} replaces a stage, but this file has no PIPELINE")
    for stage, others in marks.replaced:
        for label, call in bound if stage else [("", function)]:
            stages = {**({stage: call} if stage else {}), **others}
            names = "+".join(stages)
            yield Member(f"{names} {label}".strip(), pipeline.replace(stages), stages)


def _bound(function: Function, choices: Mapping[str, list[Any]]) -> Iterable[tuple[str, Function]]:
    if not choices:
        yield "", function
        return
    for values in itertools.product(*choices.values()):
        chosen = dict(zip(choices, values, strict=True))
        yield (
            ", ".join(f"{name}={_short(value)}" for name, value in chosen.items()),
            functools.partial(function, **chosen),
        )


def _short(value: Any) -> str:
    if inspect.isfunction(value):
        return f"line {value.__code__.co_firstlineno}"
    return str(value.__name__) if callable(value) else repr(value)
