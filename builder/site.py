"""Builds the whole site into ``dist/``: the order of all the parts, and nothing written by halves."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from builder.assets import build_assets
from builder.assets.bundles import bundle_service_worker
from builder.bundle import ExerciseSource, bundle, prove_all, read_exercises
from builder.checks import check_course
from builder.console import Progress
from builder.errors import Problem
from builder.execute import run_course
from builder.labs import draw_labs
from builder.links import PRACTICE
from builder.offline import MANIFEST, web_manifest, write_offline
from builder.pages import GRADING_PAGE, render_grading_page, render_pages
from builder.pictures import draw
from builder.precompress import precompress
from builder.setup.runtime import runtime_files
from builder.source import read_course
from builder.unchanged import PROJECT, BuildRecord
from builder.whole_file import write_whole


@dataclass(frozen=True)
class ShippedExercise:
    """An exercise and where its two files are, relative to ``dist/``."""

    exercise: ExerciseSource
    address: str
    answer_address: str


def build_site(root: Path, dist: Path, progress: Progress, *, compress: bool = False) -> list[Problem]:
    """Build the course under ``root`` and return its problems; a faulty course is built as far as it goes.

    Each file is replaced whole, what pages need before the pages themselves, and files of earlier builds
    go last. When nothing changed since the last build, nothing is done. ``compress`` asks for compressed
    copies beside the files.
    """
    record = BuildRecord(root, dist)
    known = record.problems(compress)
    if known is not None:
        return known
    progress("Reading levels and exercises")
    course, problems = read_course(root)
    sources, found = read_exercises(root)
    problems += found
    progress("Running the code in the levels")
    outputs = run_course(course, root / ".cache")
    mistakes = {name: one.told_as() for name, one in sources.items()}
    lines = {name: one.answer_lines() for name, one in sources.items()}
    problems += check_course(course, mistakes, lines, outputs, root)
    files: dict[str, bytes] = {}
    exercises, examples = _exercises(sources, problems, files, progress)
    files |= _images(root / "levels" / "images")
    practice = root / PRACTICE
    if practice.is_file():
        files[PRACTICE] = practice.read_bytes()
    progress("Writing the site")
    assets = build_assets(dist, runtime_files(progress))
    errors = sorted(problem for problem in problems if not problem.advice)
    labs = draw_labs(course)
    module = PRACTICE if PRACTICE in files else ""
    pages = render_pages(course, outputs.printed, exercises, assets, examples, errors, labs, module)
    files |= {path: page.encode() for path, page in pages.items()}
    files[MANIFEST] = web_manifest(course, assets)
    for path, content in files.items():
        write_whole(dist / path, content)
    written = {*files, *assets.files}
    written |= write_offline(dist, written, bundle_service_worker(PROJECT))
    if compress:
        written |= precompress(dist, written, root / ".cache" / "compressed", progress)
    _remove_others(dist, written)
    record.keep(written, problems, compress)
    return sorted(problems)


def build_grading_page(root: Path, dist: Path, progress: Progress) -> None:
    """Build into ``dist`` what judging in a browser needs: no level and no exercise."""
    course, _ = read_course(root)
    progress("Writing the page that judges")
    assets = build_assets(dist, runtime_files(progress))
    write_whole(dist / GRADING_PAGE, render_grading_page(course, assets).encode())
    _remove_others(dist, {GRADING_PAGE, *assets.files})


def _exercises(
    sources: Mapping[str, ExerciseSource],
    problems: list[Problem],
    files: dict[str, bytes],
    progress: Progress,
) -> tuple[dict[str, ShippedExercise], dict[str, str]]:
    """The exercises that are proved sound, and the drawn example of each."""
    shipped: dict[str, ShippedExercise] = {}
    pictures = {}
    for name, faults in prove_all(sources, progress).items():
        problems += faults
        if any(not fault.advice for fault in faults):
            continue
        source = sources[name]
        made = bundle(source)
        address, answer = (_hashed(f"exercises/{name}", text) for text in (made.data_json, made.answer_json))
        files |= {address: made.data_json.encode(), answer: made.answer_json.encode()}
        shipped[name] = ShippedExercise(source, address, answer)
        shown = [case for case in made.data["cases"] if case["shown"] and "expected" in case]
        if shown:
            pictures[name] = {"picture": "example", **min(shown, key=lambda case: len(str(case)))}
    return shipped, dict(zip(pictures, draw(list(pictures.values())), strict=True))


def _hashed(stem: str, text: str) -> str:
    return f"{stem}.{hashlib.sha256(text.encode()).hexdigest()[:12]}.json"


def _images(folder: Path) -> dict[str, bytes]:
    return {f"images/{path.relative_to(folder).as_posix()}": path.read_bytes() for path in _files(folder)}


def _remove_others(dist: Path, keep: Iterable[str]) -> None:
    wanted = {dist / name for name in keep}
    for path in _files(dist):
        if path not in wanted:
            path.unlink()
    for folder, _, _ in os.walk(dist, topdown=False):
        if not any(Path(folder).iterdir()):
            Path(folder).rmdir()


def _files(folder: Path) -> list[Path]:
    return [Path(where, name) for where, _, names in os.walk(folder) for name in sorted(names)]
