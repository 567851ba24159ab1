"""Lighthouse, which one test runs: its packages are many, so they are kept apart from those of the site."""

from __future__ import annotations

import shutil
from pathlib import Path

from builder.console import Progress
from builder.setup.node import check_node, install_locked
from builder.setup.stamp import digest, read_stamp, write_stamp


def ensure_lighthouse(root: Path, progress: Progress) -> Path:
    """The folder ``.cache/lighthouse`` with the packages that ``requirements/lighthouse`` locks."""
    check_node()
    source, folder = root / "requirements" / "lighthouse", root / ".cache" / "lighthouse"
    stamp = folder / "lookahead.json"
    lock = digest(source / "package-lock.json")
    if read_stamp(stamp).get("lock") != lock:
        stamp.unlink(missing_ok=True)
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copyfile(source / name, folder / name)
        install_locked(folder, progress, doing="Installing Lighthouse", omit_dev=True)
        write_stamp(stamp, {"lock": lock})
    return folder
