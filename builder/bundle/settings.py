"""``exercise.toml``: the settings of one exercise, each fault with its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from builder.bundle.source import Parameter
from builder.errors import did_you_mean

# What a result may be: see "The result policy" in docs/exercises.md.
RETURNS = ("array", "weights", "mask", "number", "whole", "truth")
KEYS = (
    "title", "function", "returns", "time_limit", "infinities", "new", "says", "avoid_loops", "parameters",
)  # fmt: skip
PARAMETER_KEYS = ("name", "shape", "about")


@dataclass(frozen=True)
class Settings:
    """What ``exercise.toml`` says."""

    title: str
    function: str
    returns: str | tuple[str, ...]
    time_limit: float
    infinities: bool
    new: bool
    says: tuple[str, ...]
    avoid_loops: str
    parameters: tuple[Parameter, ...]


def read_settings(text: str, report: Callable[[int, str], None]) -> Settings | None:
    """The settings, or None after every fault has been reported with its line."""
    faults: list[str] = []

    def fault(key: str, message: str) -> None:
        faults.append(message)
        place = re.search(rf"^\s*{re.escape(key)}\s*=", text, re.MULTILINE) if key else None
        report(text.count("\n", 0, place.start()) + 1 if place else 1, message)

    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"line (\d+)", str(error))
        report(int(line[1]) if line else 1, f"not TOML: {error}")
        return None
    for key in found:
        if key not in KEYS:
            fault(key, f"unknown key '{key}'{did_you_mean(key, KEYS)}")
    for key in ("title", "function"):
        if not isinstance(found.get(key), str) or not found[key]:
            fault(key, f"'{key}' must be a text, got {found.get(key)!r}")
    if not str(found.get("function", "")).isidentifier():
        fault("function", f"'{found.get('function')}' is no name of a function")
    limit = found.get("time_limit")
    if isinstance(limit, bool) or not isinstance(limit, int | float) or not 0 < limit <= 60:
        fault("time_limit", f"'time_limit' must be a number of seconds up to 60, got {limit!r}")
    for key in ("infinities", "new"):
        if not isinstance(found.get(key, False), bool):
            fault(key, f"'{key}' must be true or false, got {found[key]!r}")
    avoid_loops = found.get("avoid_loops", "")
    if not isinstance(avoid_loops, str):
        fault("avoid_loops", f"'avoid_loops' must be what a learner is told of a loop, got {avoid_loops!r}")
    returns = found.get("returns")
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
    parameters = _parameters(found.get("parameters"), fault)
    if faults:
        return None
    return Settings(
        found["title"],
        found["function"],
        tuple(kinds) if isinstance(returns, list) else kinds[0],
        float(found["time_limit"]),
        found.get("infinities", False),
        found.get("new", False),
        tuple(says),
        avoid_loops,
        parameters,
    )


def _parameters(listed: Any, fault: Callable[[str, str], None]) -> tuple[Parameter, ...]:
    if not isinstance(listed, list) or not listed or not all(isinstance(entry, dict) for entry in listed):
        fault("parameters", "needs a [[parameters]] table for every parameter")
        return ()
    for entry in listed:
        for key in entry:
            if key not in PARAMETER_KEYS:
                fault(key, f"unknown key '{key}' in [[parameters]]{did_you_mean(key, PARAMETER_KEYS)}")
        for key in PARAMETER_KEYS:
            if not isinstance(entry.get(key), str):
                fault("", f"[[parameters]] needs '{key}', a text")
    return tuple(Parameter(*(str(entry.get(key, "")) for key in PARAMETER_KEYS)) for entry in listed)
