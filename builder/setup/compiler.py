"""The tools that compile Python for the page: pyodide-build and what it imports, as wheels.

They are not installed here: they run inside the page's own Python, since bytecode must be of its version.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from builder.console import Progress
from builder.setup import faults
from builder.setup.environment import pip_here
from builder.setup.process import run_quietly
from builder.setup.stamp import digest
from builder.setup.wheel import UNFINISHED, cache_folder

LOCK = Path("requirements") / "compile.txt"
# pip looks at the Python that the wheels are for, not at the one it runs under.
FOR_THE_PAGE = ["--no-deps", "--only-binary=:all:", "--python-version", "3.14", "--require-hashes"]
QUIET = ["--no-input", "--disable-pip-version-check", "--progress-bar", "off", "--retries", "2"]


def compiler_wheels(root: Path, progress: Progress) -> list[Path]:
    """The wheels that ``requirements/compile.txt`` names, from the user's cache or the package index."""
    lock = root / LOCK
    kept = cache_folder() / f"compiler-{digest(lock)[:16]}"
    if not kept.is_dir():
        doing = "Fetching the compiler for the page's Python"
        progress(doing)
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=kept.parent, prefix=UNFINISHED) as folder:
            fetched, log = Path(folder) / "wheels", root / ".cache" / "setup" / "compiler.log"
            ended = run_quietly(
                [*pip_here(), "download", *FOR_THE_PAGE, *QUIET, "--dest", fetched, "-r", lock],
                cwd=root,
                log=log,
                news=lambda line: None,
            )
            if ended.status:
                known = {"DO NOT MATCH THE HASHES": f"a package differs from {LOCK}. See {log}."}
                raise faults.of_program(doing, ended, log, known)
            shutil.rmtree(kept, ignore_errors=True)
            fetched.rename(kept)
    return sorted(kept.glob("*.whl"))
