"""Proves several exercises at once, each in a process of its own."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed

from builder.bundle.apart import apart, end_all
from builder.bundle.keep import kept_proof
from builder.bundle.source import ExerciseSource
from builder.errors import Problem


def prove_all(
    exercises: Mapping[str, ExerciseSource], progress: Callable[[str], None]
) -> dict[str, list[Problem]]:
    """Every fault of every exercise, by its id; only what changed since it was proved is proved again."""
    known = {name: kept_proof(exercise) for name, exercise in exercises.items()}
    found = {name: problems for name, problems in known.items() if problems is not None}
    # The longest first, or the last one is waited for alone.
    waiting = sorted(
        (exercise for name, exercise in exercises.items() if name not in found),
        key=lambda exercise: -len(exercise.texts["mistakes.py"]),
    )
    progress(f"Proving exercises: {len(found)} of {len(exercises)}")
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        started = {pool.submit(apart, "prove", each.root, [each.path]): each for each in waiting}
        try:
            for one in as_completed(started):
                exercise = started[one]
                found[exercise.id] = one.result()[exercise.path]
                progress(f"Proving exercises: {len(found)} of {len(exercises)}")
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            end_all()
            raise
    return {name: found[name] for name in exercises}
