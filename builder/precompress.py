"""Writes the files of the site compressed beside them, for hosts that serve ``.br`` and ``.gz`` files."""

from __future__ import annotations

import gzip
import os
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import brotli

from builder.console import Progress
from builder.setup.stamp import digest
from builder.whole_file import write_whole

KINDS = {".html", ".css", ".js", ".mjs", ".json", ".webmanifest", ".svg", ".txt", ".wasm", ".zip", ".whl"}
# What fits into one packet comes no sooner when it is smaller.
SMALLEST = 1000
# Long enough to go back and forth between versions of a course.
KEPT_SECONDS = 14 * 24 * 3600

WAYS: Mapping[str, Callable[[bytes], bytes]] = {
    ".br": lambda content: bytes(brotli.compress(content, quality=11)),
    ".gz": lambda content: gzip.compress(content, compresslevel=9, mtime=0),
}


def precompress(dist: Path, names: Iterable[str], cache: Path, progress: Progress) -> frozenset[str]:
    """Write ``name.br`` and ``name.gz`` beside the files of ``dist`` that get smaller; the names written.

    The best compression is slow, so each result is kept in ``cache`` under the hash of what was compressed,
    for two weeks after the last build that used it.
    """
    chosen = [name for name in names if _is_worth_it(dist / name)]
    # Large files first: the last one to end would else be waited for alone.
    chosen.sort(key=lambda name: (-(dist / name).stat().st_size, name))
    cache.mkdir(parents=True, exist_ok=True)
    jobs = [(name, ending) for name in chosen for ending in WAYS]
    written: set[str] = set()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        made = pool.map(lambda job: _compressed(dist / job[0], job[1], cache), jobs)
        for done, ((name, ending), content) in enumerate(zip(jobs, made, strict=True), start=1):
            progress(f"Compressing files: {done} of {len(jobs)}")
            if content:
                write_whole(dist / (name + ending), content)
                written.add(name + ending)
    _forget_unused(cache)
    return frozenset(written)


def _is_worth_it(path: Path) -> bool:
    return path.suffix in KINDS and path.stat().st_size >= SMALLEST


def _compressed(path: Path, ending: str, cache: Path) -> bytes:
    """The file compressed, or nothing where that makes it no smaller."""
    kept = cache / (digest(path) + ending)
    if kept.is_file():
        os.utime(kept)
        return kept.read_bytes()
    content = path.read_bytes()
    made = WAYS[ending](content)
    if len(made) >= len(content):
        made = b""
    write_whole(kept, made)
    return made


def _forget_unused(cache: Path) -> None:
    oldest = time.time() - KEPT_SECONDS
    for path in cache.iterdir():
        if path.stat().st_mtime < oldest:
            path.unlink()
