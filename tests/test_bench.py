"""A benchmark without its packages says what brings them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SCRIPTS = sorted(file.name for file in (ROOT / "bench").glob("*.py") if file.name != "ready.py")


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_benchmark_without_packages_says_so_in_one_line(script: str) -> None:
    # Without the module `site` Python finds nothing that was installed.
    command = [sys.executable, "-S", f"bench/{script}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout == ""
    [line] = done.stderr.splitlines()
    assert line.startswith(f"bench/{script} needs numpy, ")
    assert "`python3 build.py test`" in line
