"""The plain JSON that passes between the page, the runner and the judge."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict


class Encoded(TypedDict, total=False):
    """One value as JSON: exactly one of the groups below, told apart by its keys."""

    # Numbers of any rank. ``python`` names the Python type when it was no NumPy value:
    # int, float, bool, list or tuple. ``large`` stands in place of ``data`` that was too big to keep.
    shape: list[int]
    dtype: str
    data: Any
    python: str
    large: bool
    # What no single array can hold.
    list: list[Encoded]
    tuple: list[Encoded]
    none: Literal[True]
    text: str
    callable: str
    # Anything else, as a noun: "generator", "function", "masked array with 3 hidden cells".
    other: str


class ErrorInfo(TypedDict):
    """An exception as the learner's code raised it."""

    type: str
    message: str
    line: int | None
    source: str
    bases: list[str]
    near: NotRequired[str | None]
    shapes: NotRequired[dict[str, list[int]]]


class MissingInfo(TypedDict):
    """What stands where the asked function should be: a near name, a class that holds it, another value."""

    near: str | None
    inside: str | None
    found: str | None


class Outcome(TypedDict, total=False):
    """What one call gave: a value or an exception, which arguments it changed, and which the value shares."""

    value: Encoded
    raised: ErrorInfo
    mutated: list[str]
    shared: list[str]
    warned: list[str]


class CallForm(TypedDict):
    """One call the runner makes: arguments in the order of the parameters."""

    name: str
    arguments: dict[str, Encoded]


class RunRequest(TypedDict):
    """What ``run`` is given; there is no expected value in it."""

    code: str
    function: str
    cases: list[CallForm]
    starter: NotRequired[str]
    subjects: NotRequired[str | None]


class Ran(TypedDict, total=False):
    """What ``run`` gives, or what stands in its place when the run had to be stopped."""

    stage: str
    error: Any
    outcomes: list[Outcome]
    printed: str
    seconds: float
    python: list[int]
    limit: float


class Probe(TypedDict):
    """A case that never decides passing: an answer that differs there gets the remark."""

    remark: str


class CaseForm(TypedDict):
    """One case of a bundle: ``expected`` or ``raises`` (perhaps with a ``message``), perhaps ``probe``."""

    name: str
    shown: bool
    arguments: dict[str, Encoded]
    expected: NotRequired[Encoded]
    raises: NotRequired[str]
    message: NotRequired[str]
    # Some weights are too small for a float: here a 0 need not be exact.
    underflows: NotRequired[bool]
    probe: NotRequired[Probe | None]


class MistakeForm(TypedDict):
    """What a learner is told about a mistake."""

    title: str
    look: str
    example: str
    same_as: NotRequired[str | None]
    changes_input: NotRequired[bool]


class Bundle(TypedDict):
    """An exercise as the judge needs it."""

    schema: int
    id: str
    title: str
    function: str
    starter: str
    time_limit: float
    returns: str | list[str]
    parameters: list[dict[str, Any]]
    cases: list[CaseForm]
    mistakes: dict[str, MistakeForm]
    fingerprints: NotRequired[dict[str, Any]]
    avoid_loops: NotRequired[str]
    # The contract asks for a new array, so a result must not be an argument or a part of one.
    new: NotRequired[bool]
    subjects: NotRequired[str | None]
    # For a function that judges functions: what False and what True says of one, "does not leak" and "leaks".
    says: NotRequired[list[str]]
