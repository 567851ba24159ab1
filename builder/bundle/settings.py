"""``exercise.toml``: the settings of one exercise, each fault with its line."""

from __future__ import annotations

import keyword
import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from builder.bundle.source import Parameter
from builder.errors import did_you_mean
from builder.toml import toml_fault

# What a result may be: see "The result policy" in docs/exercises.md.
RETURNS = ("array", "weights", "mask", "number", "whole", "truth")
KEYS = (
    "title", "function", "returns", "time_limit", "infinities", "new", "says", "avoid_loops", "parameters",
)  # fmt: skip
REQUIRED = {
    "title": "a few words for learners",
    "function": "the name of the function that learners write",
    "returns": "a result policy such as 'array'",
    "time_limit": "seconds for all cases together",
    "parameters": "a [[parameters]] table for every parameter",
}
PARAMETER_KEYS = ("name", "shape", "about")


@dataclass(frozen=True)
class Settings:
    """What ``exercise.toml`` says; what is empty was missing or faulty."""

    title: str = ""
    function: str = ""
    returns: str | tuple[str, ...] = ""
    time_limit: float = 0.0
    infinities: bool = False
    new: bool = False
    says: tuple[str, ...] = ()
    avoid_loops: str = ""
    parameters: tuple[Parameter, ...] = ()


def read_settings(text: str, report: Callable[[int, str], None]) -> Settings | None:
    """The settings, every fault reported with its line; None where the text is no TOML."""

    def fault(key: str, message: str, start: int = 0) -> None:
        place = re.compile(rf"^\s*{re.escape(key)}\s*=", re.MULTILINE).search(text, start) if key else None
        report(text.count("\n", 0, place.end() if place else start) + 1, message)

    try:
        found = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        report(*toml_fault(text, error))
        return None
    for key in found:
        if key not in KEYS:
            fault(key, f"unknown key '{key}'{did_you_mean(key, KEYS)}")
    for key, about in REQUIRED.items():
        if key not in found:
            fault("", f"lacks '{key}', {about}")
    title, function = found.get("title", "-"), found.get("function", "f")
    if not isinstance(title, str) or not title:
        fault("title", f"'title' must be a text, got {title!r}")
    if not isinstance(function, str):
        fault("function", f"'function' must be a text, got {function!r}")
    elif not function.isidentifier() or keyword.iskeyword(function):
        fault("function", f"'{function}' is no name of a function")
    limit = found.get("time_limit", 1)
    if isinstance(limit, bool) or not isinstance(limit, int | float) or not 0 < limit <= 60:
        fault("time_limit", f"'time_limit' must be a number of seconds up to 60, got {limit!r}")
    for key in ("infinities", "new"):
        if not isinstance(found.get(key, False), bool):
            fault(key, f"'{key}' must be true or false, got {found[key]!r}")
    avoid_loops = found.get("avoid_loops", "")
    if not isinstance(avoid_loops, str):
        fault("avoid_loops", f"'avoid_loops' must be what a learner is told of a loop, got {avoid_loops!r}")
    returns = found.get("returns", "array")
    kinds = [str(kind) for kind in returns] if isinstance(returns, list) and returns else [str(returns)]
    for kind in kinds:
        if kind not in RETURNS:
            fault("returns", f"unknown result policy {kind!r}{did_you_mean(kind, RETURNS)}")
    says = found.get("says", [])
    if (
        not isinstance(says, list)
        or len(says) not in (0, 2)
        or not all(isinstance(each, str) for each in says)
    ):
        fault("says", f"'says' must be two texts, for False and for True, got {says!r}")
    elif says and returns != "truth":
        fault("says", f"'says' puts a `truth` into words, but 'returns' is {returns!r}")
    parameters = _parameters(text, found["parameters"], fault) if "parameters" in found else ()
    return Settings(
        str(title),
        str(found.get("function", "")),
        tuple(kinds) if isinstance(returns, list) else kinds[0],
        float(limit) if isinstance(limit, int | float) else 0.0,
        found.get("infinities", False) is True,
        found.get("new", False) is True,
        tuple(says) if isinstance(says, list) else (),
        str(avoid_loops),
        parameters,
    )


def _parameters(text: str, listed: Any, fault: Callable[[str, str, int], None]) -> tuple[Parameter, ...]:
    if not isinstance(listed, list) or not listed or not all(isinstance(entry, dict) for entry in listed):
        fault("parameters", "needs a [[parameters]] table for every parameter", 0)
        return ()
    starts = [place.start() for place in re.finditer(r"^[ \t]*\[\[ *parameters *\]\]", text, re.MULTILINE)]
    for number, entry in enumerate(listed):
        start = starts[number] if number < len(starts) else 0
        for key in entry:
            if key not in PARAMETER_KEYS:
                message = f"unknown key '{key}' in [[parameters]]{did_you_mean(key, PARAMETER_KEYS)}"
                fault(key, message, start)
        for key in PARAMETER_KEYS:
            if key not in entry:
                fault("", f"[[parameters]] lacks '{key}', a text", start)
            elif not isinstance(entry[key], str):
                fault(key, f"'{key}' in [[parameters]] must be a text, got {entry[key]!r}", start)
    return tuple(Parameter(*(str(entry.get(key, "")) for key in PARAMETER_KEYS)) for entry in listed)
