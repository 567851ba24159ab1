"""The ``grade`` command: judges files of answers to one exercise, a line for each."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from stat import S_ISDIR, S_ISREG
from typing import Any

from builder.bundle import Bundle, ExerciseSource, bundle, read_folders
from grader import judge_json
from grader.isolate import Isolated
from grader.verdict import Verdict

ROOT = Path(__file__).resolve().parents[1]
GRADING = Path(".cache") / "grading"
"""Where the page that judges is built, below the root."""

_LARGEST = 1_000_000

Judge = Callable[[str], dict[str, Any]]
"""Takes an answer's code and gives its verdict."""


def grade(exercise: str, paths: Sequence[str], as_json: bool, where: str, root: Path = ROOT) -> int:
    """Print one verdict a file, in order, and how many passed to standard error.

    The status is 0 when every file could be judged, whatever the verdicts, else 1.
    ``paths`` are files, or folders for the ``*.py`` in them; ``where`` is ``python`` or ``browser``.
    """
    source = _exercise(root, exercise)
    if source is None:
        return 1
    all_judged, counts = True, Counter[str]()
    made = bundle(source)
    in_python = where == "python"
    with (
        judge_in_python(made) if in_python else _judge_in_browser(made, root) as judge,
        ThreadPoolExecutor(_places() if in_python else 1) as pool,
    ):
        names = list(_files(paths))
        # The page answers to one thread only.
        each = pool.map if in_python else map
        try:
            for name, verdict in zip(names, each(partial(_verdict, source, judge), names), strict=True):
                if verdict is None:
                    all_judged = False
                    continue
                all_judged &= verdict["kind"] != "unjudged"
                counts[verdict["kind"]] += 1
                print(_as_json(name, verdict) if as_json else _line(name, verdict), flush=True)
        except BrokenPipeError:
            pool.shutdown(wait=False, cancel_futures=True)  # nobody listens any more
            raise
    if total := counts.total():
        unjudged = f", {counts['unjudged']} could not be judged" if counts["unjudged"] else ""
        print(f"{counts['passed']} of {total} passed{unjudged}", file=sys.stderr)
    return 0 if all_judged else 1


@contextmanager
def judge_in_python(made: Bundle) -> Iterator[Judge]:
    """Judge in CPython: the code runs in a process of its own, the verdict is found in this one.

    Several threads may ask at once, and as many answers run at a time as there are processors.
    """
    request = {key: made.data.get(key) for key in ("function", "starter", "subjects")}
    cases = [{"name": case["name"], "arguments": case["arguments"]} for case in made.data["cases"]]
    free: SimpleQueue[Isolated] = SimpleQueue()
    with ExitStack() as places:
        for _ in range(_places()):
            free.put(places.enter_context(Isolated()))

        def judge(code: str) -> dict[str, Any]:
            place = free.get()
            try:
                ran = place.run({**request, "code": code, "cases": cases}, made.exercise.time_limit)  # type: ignore[typeddict-item]
            finally:
                free.put(place)
            asked = json.dumps({"bundle": made.data, "ran": ran, "code": code})
            verdict: dict[str, Any] = json.loads(judge_json(asked))
            return verdict

        yield judge


def _places() -> int:
    return os.cpu_count() or 1


def _judge_in_browser(made: Bundle, root: Path) -> AbstractContextManager[Judge]:
    from builder.grade_in_browser import judge_in_browser  # its package is one of the tests

    return judge_in_browser(made, root / GRADING)


def _exercise(root: Path, name: str) -> ExerciseSource | None:
    """The exercise alone: whatever is wrong with another one is no reason not to judge."""
    found, faults = read_folders(root, [f"exercises/{name}"])
    for fault in faults:
        print(fault, file=sys.stderr)
    return found.get(name)


def _files(paths: Sequence[str]) -> Iterator[str]:
    """Each file as it was typed; an empty name stands for a folder in which there is none."""
    for typed in paths:
        if not Path(typed).is_dir():
            yield typed
            continue
        names = sorted(path.name for path in Path(typed).glob("*.py"))
        if not names:
            print(f"no *.py in {typed}", file=sys.stderr)
            yield ""
        yield from (f"{typed.rstrip('/')}/{name}" for name in names)


def _verdict(exercise: ExerciseSource, judge: Judge, name: str) -> dict[str, Any] | None:
    if not name:
        return None
    try:
        state = Path(name).stat()
        if not S_ISREG(state.st_mode) and not S_ISDIR(state.st_mode):
            return _unreadable(exercise, "This is no regular file, so it is not opened.")
        if state.st_size > _LARGEST:
            size = f"{state.st_size / 1e6:.1f} MB"
            return _unreadable(exercise, f"The file has {size}; an answer has at most {_LARGEST / 1e6:g} MB.")
        code = Path(name).read_bytes().decode("utf-8-sig")
    except OSError as error:
        return _unreadable(exercise, f"The file cannot be read: {error.strerror}.")
    except UnicodeDecodeError as error:
        return _unreadable(exercise, f"The file is not UTF-8 text: byte {error.start} is no part of it.")
    return judge(code)


def _unreadable(exercise: ExerciseSource, message: str) -> dict[str, Any]:
    return Verdict(exercise.id, False, "unjudged", "Could not be read", message).as_dict()


def _as_json(name: str, verdict: dict[str, Any]) -> str:
    return json.dumps({"file": name, **verdict, "seconds": round(verdict.get("seconds", 0.0), 3)})


def _line(name: str, verdict: dict[str, Any]) -> str:
    """One line for people: what is wrong and in which case; a named mistake needs no more words."""
    if verdict["passed"]:
        remarks = f" ({len(verdict['remarks'])} remarks)" if verdict["remarks"] else ""
        return f"{name}: passed{remarks}"
    mistakes = f" [{', '.join(verdict['mistakes'])}]" if verdict["mistakes"] else ""
    case = f" in case '{verdict['case']['name']}'" if verdict["case"] else ""
    why = "" if mistakes else f". {' '.join(verdict['message'].split())}"
    return f"{name}: {verdict['kind']}{mistakes}{case}: {verdict['title']}{why}"
