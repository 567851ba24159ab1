"""The project's own Python environment in ``.venv``, made from a lock file."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from builder.console import Progress
from builder.errors import SetupError
from builder.setup import faults
from builder.setup.process import run_quietly
from builder.setup.stamp import digest, read_stamp, write_stamp

LOCKS = {"run": "requirements/run.txt", "test": "requirements/test.txt"}
NO_PIP = (
    "this Python has neither venv with ensurepip nor pip. Install them (Debian and Ubuntu: "
    "apt install python3-venv) and run this again."
)
PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", re.MULTILINE)


def python_in(root: Path) -> Path:
    """Where the environment's Python is, made or not."""
    inside = "Scripts/python.exe" if os.name == "nt" else "bin/python"
    return root / ".venv" / inside


def is_inside(root: Path) -> bool:
    """Whether this process runs in the project's environment."""
    return Path(sys.prefix).resolve() == (root / ".venv").resolve()


def ensure_environment(root: Path, lock: str, progress: Progress) -> None:
    """Make ``.venv`` hold every package of a lock (``"run"`` or ``"test"``); quick when it does already."""
    stamp = root / ".venv" / "lookahead.json"
    done = read_stamp(stamp)
    python = python_in(root)
    if done.get(lock) == digest(root / LOCKS[lock]) and _fits(root, done.get("python")):
        return
    stamp.unlink(missing_ok=True)
    if not done or not _fits(root, done.get("python")):
        _create(root, progress)
    _install(root, lock, progress)
    holds = [name for name in LOCKS if _pins(root, name).items() <= _pins(root, lock).items()]
    write_stamp(stamp, {"python": _version(python), **{name: digest(root / LOCKS[name]) for name in holds}})


def hand_over(root: Path, arguments: list[str]) -> int:
    """Run ``build.py`` once more, in the environment; returns only where a process cannot be replaced."""
    command = [str(python_in(root)), str(root / "build.py"), *arguments]
    sys.stderr.flush()
    if os.name != "nt":
        os.execv(command[0], command)
    return subprocess.call(command)


def _fits(root: Path, version: str | None) -> bool:
    python = python_in(root)
    if not version or not python.exists():
        return False
    # Only from inside can it be seen that the system's Python was replaced: the next process looks.
    return not is_inside(root) or version == _this_version()


def _this_version() -> str:
    return ".".join(map(str, sys.version_info[:2]))


def _version(python: Path) -> str:
    ask = "import sys; print('.'.join(map(str, sys.version_info[:2])))"
    return subprocess.run([python, "-c", ask], check=True, capture_output=True, text=True).stdout.strip()


def _pins(root: Path, lock: str) -> dict[str, str]:
    return dict(PIN.findall((root / LOCKS[lock]).read_text("utf-8")))


def _create(root: Path, progress: Progress) -> None:
    doing = "Making the Python environment .venv"
    try:
        import venv
    except ImportError:
        raise SetupError(f"{doing} failed: {NO_PIP}") from None
    folder = root / ".venv"
    progress(f"{doing}{' again: an earlier set-up was not finished' if folder.exists() else ''}")
    venv.EnvBuilder(clear=True, symlinks=os.name != "nt", with_pip=False).create(folder)
    log = root / ".cache" / "setup" / "ensurepip.log"
    command: list[str | Path] = [python_in(root), "-m", "ensurepip", "--upgrade"]
    ended = run_quietly(command, cwd=root, log=log, news=lambda line: None)
    if ended.status and not _has_pip(_outer_python()):
        raise faults.of_program(
            doing, ended, log, {"No module named ensurepip|ensurepip is disabled": NO_PIP}
        )


def _site_packages(root: Path) -> Path:
    folder = root / ".venv"
    return next(folder.glob("lib/python*/site-packages"), folder / "Lib" / "site-packages")


def pip_here() -> list[str | Path]:
    """How to start pip from this process: the environment's own, else that of the Python it was made with."""
    return [sys.executable if _has_pip(Path(sys.executable)) else _outer_python(), "-m", "pip"]


def _outer_python() -> Path:
    return Path(getattr(sys, "_base_executable", sys.executable))


def _has_pip(python: Path) -> bool:
    return not subprocess.run([python, "-m", "pip", "--version"], capture_output=True).returncode


def _install(root: Path, lock: str, progress: Progress) -> None:
    python = python_in(root)
    pip: list[str | Path] = [python, "-m", "pip"]
    if not _has_pip(python):
        pip = [_outer_python(), "-m", "pip", "--python", python]
    options = ["--no-input", "--disable-pip-version-check", "--progress-bar", "off", "--retries", "2"]
    count, seen = len(_pins(root, lock)), 0
    current, installing = "", False
    progress(f"Installing Python packages: 0 of {count}")

    def news(line: str) -> None:
        nonlocal seen, current, installing
        words = line.split()
        if line.startswith(("Collecting ", "Requirement already satisfied: ", "Ignoring ")):
            seen += 1
            current = words[3 if words[0] == "Requirement" else 1].rstrip(":")
        elif line.strip().startswith("Downloading "):
            current = " ".join(words[1:]).rpartition("/")[2]
        elif line.startswith("Installing collected packages"):
            installing = True
        elif "Retrying" in line:
            current = "the network does not answer, trying again"
        if installing:
            ready = len(list(_site_packages(root).glob("*.dist-info/RECORD")))
            progress(f"Unpacking Python packages: {min(ready, count)} of {count}")
        else:
            what = f", {current.partition(';')[0]}" if current else ""
            progress(f"Installing Python packages: {min(seen, count)} of {count}{what}")

    log = root / ".cache" / "setup" / "pip.log"
    command: list[str | Path] = [*pip, "install", "--require-hashes", *options, "-r", root / LOCKS[lock]]
    ended = run_quietly(command, cwd=root, log=log, news=news)
    if ended.status:
        known = {
            "DO NOT MATCH THE HASHES": f"a package differs from the lock. Nothing was installed; see {log}."
        }
        raise faults.of_program("Installing Python packages", ended, log, known)
