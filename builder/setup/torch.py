"""PyTorch in the project's environment, for the tests that compare the course with it."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from importlib import metadata
from pathlib import Path

from builder.console import Progress
from builder.setup import faults
from builder.setup.environment import pip_here
from builder.setup.process import run_quietly

VERSION = "2.13.0"


def ensure_torch(root: Path, progress: Progress) -> None:
    """Install the pinned PyTorch next to the test packages; nothing else of the project needs it."""
    if importlib.util.find_spec("torch") and metadata.version("torch").partition("+")[0] == VERSION:
        return
    progress(f"Installing PyTorch {VERSION}: this may take some minutes")
    log = root / ".cache" / "setup" / "torch.log"
    pip = [*pip_here(), "--python", sys.executable]
    command = [*pip, "install", "--no-input", "--disable-pip-version-check", f"torch=={VERSION}"]
    ended = run_quietly(command, cwd=root, log=log, news=lambda line: None)
    if ended.status:
        raise faults.of_program("Installing PyTorch", ended, log, {})


def version() -> str:
    """The version that is installed, with its build, as PyTorch tells it."""
    ask = "import torch; print(torch.__version__)"
    return subprocess.run(
        [sys.executable, "-c", ask], check=True, capture_output=True, text=True
    ).stdout.strip()
