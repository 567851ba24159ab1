"""The Python that runs in the page: Pyodide, and the library, NumPy and the grader as bytecode for it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

from builder.console import Progress
from builder.errors import SetupError
from builder.setup.bytecode import DOCSTRINGS, SCRIPT, compile_archives
from builder.setup.compiler import LOCK
from builder.setup.snapshot import snapshot
from builder.setup.stamp import digest
from builder.setup.trim import NUMPY_LIBRARIES, archive_of, numpy_library, trimmed_library, trimmed_numpy
from builder.setup.wheel import Wanted, cache_folder, fetch_wheel
from builder.whole_file import write_whole

ROOT = Path(__file__).parents[2]
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
# What decides how a file is compiled, and what is left out of it.
MAKERS = (SCRIPT, DOCSTRINGS, *(Path(__file__).with_name(name) for name in ("bytecode.py", "trim.py")))
DIGITS = 16


def published_files(progress: Progress, root: Path = ROOT) -> dict[str, Path]:
    """Pyodide's files and NumPy's wheel as published, by name; fetches what is not on this machine yet."""
    folder = root / "node_modules" / "pyodide"
    missing = [name for name in FILES if not (folder / name).is_file()]
    if missing:
        raise SetupError(
            f"node_modules/pyodide lacks {', '.join(missing)}. Delete node_modules and run this again."
        )
    numpy = json.loads((folder / "pyodide-lock.json").read_text("utf-8"))["packages"]["numpy"]
    version = json.loads((folder / "package.json").read_text("utf-8"))["version"]
    wheel = fetch_wheel(Wanted(numpy["file_name"], numpy["sha256"], version), progress)
    return {**{name: folder / name for name in FILES}, wheel.name: wheel}


def runtime_files(progress: Progress, root: Path = ROOT) -> dict[str, Path]:
    """The published files, and what is made of them: archives of bytecode, NumPy's libraries, the snapshot.

    They are shared by every clone, in the user's cache, but for what has the grader in it.
    """
    published = published_files(progress, root)
    wheel = next(path for name, path in published.items() if name.endswith(".whl"))
    library, grader = published["python_stdlib.zip"], archive_of(root / "grader")
    made_by = hashlib.sha256(
        "".join(map(digest, (*MAKERS, root / LOCK, published["pyodide.asm.wasm"]))).encode()
    )
    compiled = {
        "stdlib.zip": _place(cache_folder(), "stdlib", made_by, digest(library)),
        "numpy.zip": _place(cache_folder(), "numpy", made_by, digest(wheel)),
        "grader.zip": _place(root / ".cache", "grader", made_by, hashlib.sha256(grader).hexdigest()),
    }
    contents: dict[str, Callable[[], bytes]] = {
        "stdlib.zip": lambda: trimmed_library(library),
        "numpy.zip": lambda: trimmed_numpy(wheel),
        "grader.zip": lambda: grader,
    }
    missing = {place: contents[name]() for name, place in compiled.items() if not place.is_file()}
    if missing:
        compile_archives(missing, root, progress)
    _forget_others(compiled["grader.zip"])
    runtime = {**published, **compiled, **_libraries(wheel)}
    return {**runtime, "snapshot.bin": snapshot(runtime, root, progress)}


def _libraries(wheel: Path) -> dict[str, Path]:
    """NumPy's libraries out of its wheel, under the ending by which hosts know WebAssembly."""
    stem = digest(wheel)[:DIGITS]
    places = {
        f"{role}.wasm": cache_folder() / "libraries" / f"{role}-{stem}.wasm" for role in NUMPY_LIBRARIES
    }
    for role, place in zip(NUMPY_LIBRARIES, places.values(), strict=True):
        if not place.is_file():
            place.parent.mkdir(parents=True, exist_ok=True)
            write_whole(place, numpy_library(wheel, role))
    return places


def _place(folder: Path, stem: str, made_by: hashlib._Hash, source: str) -> Path:
    whole = made_by.copy()
    whole.update(source.encode())
    return folder / "bytecode" / f"{stem}-{whole.hexdigest()[:DIGITS]}.zip"


def _forget_others(kept: Path) -> None:
    """The grader of earlier builds; other clones have folders of their own."""
    for other in kept.parent.glob("grader-*.zip"):
        if other != kept:
            other.unlink(missing_ok=True)
