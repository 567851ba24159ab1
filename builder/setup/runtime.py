"""The Python that runs in the page: Pyodide's files and NumPy's wheel, each known by its hash."""

from __future__ import annotations

import json
from pathlib import Path

from builder.console import Progress
from builder.errors import SetupError
from builder.setup.wheel import Wanted, fetch_wheel

ROOT = Path(__file__).parents[2]
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")


def runtime_files(progress: Progress, root: Path = ROOT) -> dict[str, Path]:
    """Each file the page's Python needs, by its name; fetches what is not on this machine yet."""
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
