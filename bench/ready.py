"""Puts the project on the path of a benchmark, or says in one line what this Python lacks."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))


def need(*packages: str) -> None:
    """End the benchmark unless these packages, by the names they are imported by, are there."""
    lacking = [name for name in packages if find_spec(name) is None]
    if not lacking:
        return
    python = ".venv\\Scripts\\python" if sys.platform == "win32" else ".venv/bin/python"
    script = Path(sys.argv[0]).name
    sys.exit(
        f"bench/{script} needs {', '.join(lacking)}: `python3 build.py test` brings the packages for tests, "
        f"`{python} bench/{script}` uses them"
    )
