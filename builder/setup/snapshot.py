"""Makes the snapshot of the page's Python: its memory with NumPy and the grader in it."""

from __future__ import annotations

import hashlib
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

from builder.console import Progress
from builder.errors import SetupError
from builder.setup.stamp import digest
from builder.setup.trim import NUMPY_LIBRARIES
from builder.whole_file import write_whole

SCRIPT = Path(__file__).parents[1] / "snapshot.js"
SHARED = ("python-files.js", "python-libraries.js", "python-snapshot.js", "stored-zip.js")
MADE_FROM = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "stdlib.zip",
    "numpy.zip",
    "grader.zip",
    *(f"{role}.wasm" for role in NUMPY_LIBRARIES),
)
DIGITS = 16


def snapshot(runtime: Mapping[str, Path], root: Path, progress: Progress) -> Path:
    """The snapshot of a Python from these files; made where it is not there yet, others are forgotten.

    The grader is in it, so it is of this folder, not of the user's cache.
    """
    scripts = [SCRIPT, *(root / "site" / "scripts" / name for name in SHARED)]
    parts = "".join(map(digest, [*scripts, *(runtime[name] for name in MADE_FROM)]))
    place = root / ".cache" / "snapshot" / f"{hashlib.sha256(parts.encode()).hexdigest()[:DIGITS]}.bin"
    if not place.is_file():
        progress("Keeping Python's memory for the page")
        write_whole(place, _made(runtime, root))
    for other in place.parent.glob("*.bin"):
        if other != place:
            other.unlink(missing_ok=True)
    return place


def _made(runtime: Mapping[str, Path], root: Path) -> bytes:
    with tempfile.TemporaryDirectory() as scratch:
        target = Path(scratch) / "snapshot.bin"
        archives = [runtime[name] for name in ("stdlib.zip", "numpy.zip", "grader.zip")]
        command: list[str | Path] = ["node", SCRIPT, root / "node_modules" / "pyodide", *archives, target]
        for role, name in NUMPY_LIBRARIES.items():
            command += [name, runtime[f"{role}.wasm"]]
        ended = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
        if ended.returncode:
            raise SetupError(
                f"Python's memory could not be kept for the page: {ended.stderr.strip()[-2000:]}"
            )
        return target.read_bytes()
