"""A right answer written as fine stages, so that a mistake can be one stage done wrong."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Function = Callable[..., Any]


@dataclass(frozen=True)
class Stage:
    """One step: takes values by the names of its parameters and gives named values."""

    name: str
    function: Function
    gives: tuple[str, ...]


def stage(function: Function, gives: str, name: str = "") -> Stage:
    """A stage; ``gives`` lists, separated by spaces, the names of what the function returns."""
    return Stage(name or function.__name__, function, tuple(gives.split()))


def left_out(function: Function) -> Function:
    """Mark what a mistake puts where it leaves a stage out: beside another mistake the stage is free."""
    function.left_out = True  # type: ignore[attr-defined]
    return function


def together(one: Mapping[str, Function], other: Mapping[str, Function]) -> dict[str, Function]:
    """The stages of two mistakes made together; empty where both do something at one stage."""
    shared = one.keys() & other.keys()
    if any(not _is_free(one, name) and not _is_free(other, name) for name in shared):
        return {}
    return {**one, **other, **{name: one[name] for name in shared if _is_free(other, name)}}


def _is_free(stages: Mapping[str, Function], name: str) -> bool:
    # Where nothing else is replaced, leaving the stage out is the mistake.
    return len(stages) > 1 and hasattr(stages[name], "left_out")


class Pipeline:
    """Stages run in order over one set of named values; the last stage's value is the result.

    ``inputs`` names the parameters in order, separated by spaces; one that is not given is None.
    """

    def __init__(self, inputs: str, *stages: Stage) -> None:
        self.inputs = inputs.split()
        self.stages = stages

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the stages, in order."""
        return tuple(stage.name for stage in self.stages)

    def replace(self, replacements: Mapping[str, Function]) -> Pipeline:
        """The same pipeline with other functions at some stages; an unknown stage is a ``LookupError``."""
        for name in replacements:
            if name not in self.names:
                raise LookupError(f"no stage '{name}'; the stages are {', '.join(self.names)}")
        return Pipeline(
            " ".join(self.inputs),
            *(Stage(old.name, replacements.get(old.name, old.function), old.gives) for old in self.stages),
        )

    def __call__(self, *positional: Any, **arguments: Any) -> Any:
        """Run every stage."""
        values = dict.fromkeys(self.inputs) | dict(zip(self.inputs, positional, strict=False)) | arguments
        result: Any = None
        for step in self.stages:
            result = step.function(**{name: values[name] for name in _parameters(step.function)})
            if len(step.gives) == 1:
                values[step.gives[0]] = result
            else:
                values.update(zip(step.gives, result, strict=True))
        return result


@functools.cache
def _parameters(function: Function) -> tuple[str, ...]:
    """The names a stage asks for; values already bound by ``functools.partial`` are not asked for."""
    bound = function.keywords if isinstance(function, functools.partial) else {}
    return tuple(name for name in inspect.signature(function).parameters if name not in bound)
