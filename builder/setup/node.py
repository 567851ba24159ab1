"""Node, npm and the packages of ``package-lock.json`` in ``node_modules``."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

from builder.console import Progress
from builder.errors import SetupError
from builder.setup import faults
from builder.setup.process import run_quietly
from builder.setup.stamp import digest, read_stamp, write_stamp

OLDEST = 20
GET_NODE = (
    f"Install Node {OLDEST} or newer with npm (nodejs.org, or your system's packages) and run this again."
)


def check_node() -> None:
    """Raise ``SetupError`` unless Node of a good age is there."""
    node = shutil.which("node")
    if node is None:
        raise SetupError(f"Node is missing. {GET_NODE}")
    asked = subprocess.run([node, "--version"], capture_output=True, text=True)
    version = re.match(r"v(\d+)\.", asked.stdout)
    if version is None:
        raise SetupError(f"Node at {node} does not start. {GET_NODE}")
    if int(version[1]) < OLDEST:
        raise SetupError(f"Node {asked.stdout.strip()} at {node} is too old. {GET_NODE}")


def ensure_packages(root: Path, progress: Progress, *, testing: bool) -> None:
    """Make ``node_modules`` agree with the lock, with the packages for tests when ``testing``."""
    check_node()
    stamp = root / "node_modules" / ".lookahead.json"
    done = read_stamp(stamp)
    lock = digest(root / "package-lock.json")
    if done.get("lock") == lock and (done.get("for") == "testing" or not testing):
        return
    stamp.unlink(missing_ok=True)
    install_locked(root, progress, doing="Installing browser packages", omit_dev=not testing)
    write_stamp(stamp, {"lock": lock, "for": "testing" if testing else "running"})


def install_locked(folder: Path, progress: Progress, *, doing: str, omit_dev: bool) -> None:
    """Run ``npm ci`` in a folder that has a ``package-lock.json``."""
    npm = shutil.which("npm")
    if npm is None:
        raise SetupError(f"npm is missing. {GET_NODE}")
    packages = json.loads((folder / "package-lock.json").read_text("utf-8"))["packages"]
    places = [
        folder / place / "package.json"
        for place, about in packages.items()
        if _is_wanted(place, about, omit_dev)
    ]

    def news(line: str) -> None:
        del line  # npm says nothing of how far it is; what has been unpacked does
        progress(f"{doing}: {sum(place.exists() for place in places)} of {len(places)}")

    progress(f"{doing}: 0 of {len(places)}")
    command = [npm, "ci", *(["--omit=dev"] if omit_dev else []), "--no-audit", "--no-fund"]
    retries = ["--fetch-retries=1", "--fetch-retry-mintimeout=1000"]
    log = folder / ".cache" / "setup" / "npm.log"
    ended = run_quietly([*command, *retries], cwd=folder, log=log, news=news)
    if ended.status:
        known = {
            "EUSAGE": "package.json and package-lock.json disagree. Run `npm install` once, then this again.",
            "EINTEGRITY": f"a package differs from package-lock.json. Nothing is built from it; see {log}.",
        }
        raise faults.of_program(doing, ended, log, known)


def _is_wanted(place: str, about: dict[str, object], omit_dev: bool) -> bool:
    foreign = about.get("optional") or (about.get("dev") and omit_dev)
    return bool(place) and not foreign
