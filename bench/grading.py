"""How many files of answers `build.py grade` judges in a second, in CPython and in the page's Python.

    python bench/grading.py [--json] [--exercise causal-head] [--files 200] [--in python browser]

The command itself is timed from its start to its end, on one batch and on one twice as large; the
difference is the time of a batch without the start-up.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from ready import ROOT, need

need("numpy", "markdown_it")

from builder.bundle import ExerciseSource, read_exercise  # noqa: E402


def main() -> None:
    options = _options()
    source, faults = read_exercise(ROOT / "exercises" / options.exercise, f"exercises/{options.exercise}")
    if source is None:
        sys.exit("\n".join(map(str, faults)))
    result: dict[str, Any] = {"exercise": source.id, "files": options.files}
    print(f"{'':<10}{'files/s':>9}{'start-up':>11}{'processor time a file':>24}")
    for where in options.where:
        rate, start, work = _measure(source, where, options.files)
        result[f"{where}_files_per_s"] = round(rate, 1)
        result[f"{where}_cpu_ms"] = round(work * 1000, 1)
        print(f"{where:<10}{rate:>9.1f}{start:>9.1f} s{work * 1000:>21.1f} ms")
    if options.json:
        print(json.dumps(result))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--exercise", default="causal-head")
    parser.add_argument("--files", type=int, default=200, help="files in the smaller batch")
    parser.add_argument("--in", dest="where", nargs="+", default=["python", "browser"])
    parser.add_argument("--json", action="store_true", help="one JSON object as the last line")
    return parser.parse_args()


def _measure(source: ExerciseSource, where: str, files: int) -> tuple[float, float, float]:
    """Files a second without the start-up, the seconds of the start-up, and processor seconds a file."""
    with tempfile.TemporaryDirectory() as folder:
        _write(source, Path(folder), 2 * files)
        names = sorted(map(str, Path(folder).glob("*.py")))
        _seconds(source.id, where, names[:1])  # what is made ready once is ready now
        small, large = _seconds(source.id, where, names[:files]), _seconds(source.id, where, names)
    batch, work = (b - a for a, b in zip(small, large, strict=True))
    if batch <= 0:
        sys.exit(
            f"{2 * files} files took no longer than {files}: too much else runs here, or the lock was held"
        )
    return files / batch, small[0] - batch, work / files


def _seconds(exercise: str, where: str, names: list[str]) -> tuple[float, float]:
    """How long the command takes, on the clock and of the processors."""
    command = [sys.executable, "build.py", "grade", exercise, *names, "--json", "--in", where]
    start, before = time.perf_counter(), os.times()
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    took, after = time.perf_counter() - start, os.times()
    worked = after.children_user + after.children_system - before.children_user - before.children_system
    verdicts = [json.loads(line) for line in done.stdout.splitlines()]
    if done.returncode or [verdict["passed"] for verdict in verdicts] != [_is_right(n) for n in names]:
        sys.exit(f"a batch was judged wrongly\n{done.stderr}")
    return took, worked


def _write(source: ExerciseSource, folder: Path, count: int) -> None:
    """Right answers, mistakes with a name and wrong values without one, in turn; no two files alike."""
    right, name = source.texts["solution.py"], source.function
    negated = f"{right}\nright = {name}\n\ndef {name}(*given):\n    return -1 - np.asarray(right(*given))\n"
    named = [mistake for mistake in source.mistakes if not mistake.changes_input]
    for number in range(count):
        mistake = source.mistake_code(named[number // 4 % len(named)], 0)
        code = (right, mistake, source.alternatives[number // 4 % len(source.alternatives)].code, negated)
        place = folder / f"{number:04}-{'right' if number % 2 == 0 else 'wrong'}.py"
        place.write_text(f"{code[number % 4]}\n# {number}\n", "utf-8")


def _is_right(name: str) -> bool:
    return name.endswith("-right.py")


if __name__ == "__main__":
    main()
