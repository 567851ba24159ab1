"""Proves several exercises at once, a process for each processor."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from builder.bundle.keep import kept_proof
from builder.bundle.prove import prove
from builder.bundle.read import read_exercise
from builder.bundle.source import ExerciseSource
from builder.errors import Problem


def prove_all(
    exercises: Mapping[str, ExerciseSource], progress: Callable[[str], None]
) -> dict[str, list[Problem]]:
    """Every fault of every exercise, by its id; only what changed since it was proved is proved again."""
    waiting = [exercise for exercise in exercises.values() if kept_proof(exercise) is None]
    done = len(exercises) - len(waiting)
    progress(f"Proving exercises: {done} of {len(exercises)}")
    if len(waiting) > 1:
        # Started anew: a fork of a process with threads may stand still.
        context = multiprocessing.get_context("spawn")
        workers = min(len(waiting), os.cpu_count() or 1)
        pool = ProcessPoolExecutor(workers, context, initializer=_end_with_the_parent)
        try:
            # The longest first, or the last one is waited for alone.
            waiting.sort(key=lambda exercise: -len(exercise.texts["mistakes.py"]))
            started = [pool.submit(_prove_folder, exercise.root, exercise.path) for exercise in waiting]
            for number, one in enumerate(as_completed(started), start=done + 1):
                one.result()
                progress(f"Proving exercises: {number} of {len(exercises)}")
        finally:
            pool.shutdown(cancel_futures=True)
    # What the processes found is kept by now.
    return {name: prove(exercise, progress) for name, exercise in exercises.items()}


def _prove_folder(root: Path, path: str) -> None:
    exercise, _ = read_exercise(root / path, path)
    if exercise is not None:
        prove(exercise)


def _end_with_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent is told of it and ends this process
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
