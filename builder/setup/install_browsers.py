"""Gets a browser onto a machine that has none, by the gentlest way that works there."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

from builder.console import Progress
from builder.errors import SetupError
from builder.setup import browsers, faults
from builder.setup.node import install_locked
from builder.setup.process import run_quietly

DEBIAN_PACKAGES = {
    "chromium": ("chromium",),
    "firefox": ("firefox-esr",),
    "webkit": ("webkit2gtk-driver", "xvfb", "xauth"),
}
# The program prints where it has unpacked the browser.
UNPACK = "import('@sparticuz/chromium').then(async (m) => console.log(await m.default.executablePath()))"


def ensure_browsers(
    root: Path, progress: Progress, *, every_engine: bool, system_wide: bool
) -> dict[str, Path]:
    """The engines there are, at least Chromium; with ``every_engine`` all three or a ``SetupError``.

    Packages of the system are installed only with ``system_wide``.
    """
    if system_wide and len(_present()) < len(browsers.ENGINES):
        _from_debian(root, progress)
    if "chromium" not in _present():
        _from_playwright(root, progress)
    if "chromium" not in _present():
        _from_npm(root, progress)
    present = _present()
    needed = list(browsers.ENGINES) if every_engine else ["chromium"]
    missing = [engine for engine in needed if engine not in present]
    if missing:
        raise SetupError(
            f"No {' and no '.join(missing)} on this machine. Install what is missing (Debian: "
            f"apt install {' '.join(_packages(missing))}), or name a program in BROWSER_{missing[0].upper()}."
        )
    return present


def _present() -> dict[str, Path]:
    browsers.playwrights_own.cache_clear()
    return {engine: path for engine, find in browsers.ENGINES.items() if (path := find()) is not None}


def _packages(engines: Iterable[str]) -> list[str]:
    return [package for engine in engines for package in DEBIAN_PACKAGES[engine]]


def _from_debian(root: Path, progress: Progress) -> None:
    apt = shutil.which("apt-get")
    if apt is None or os.name == "nt" or os.geteuid() != 0:
        return
    doing = "Installing browsers with apt-get"
    steps: tuple[list[str], ...] = (
        [apt, "update"],
        [apt, "install", "-y", "--no-install-recommends", *_packages(DEBIAN_PACKAGES)],
    )
    for command in steps:
        log = root / ".cache" / "setup" / "apt.log"

        def news(line: str, what: str = command[1]) -> None:
            if line or what == "update":
                progress(f"{doing}: {line[:70] or what}")

        ended = run_quietly(command, cwd=root, log=log, news=news, env={"DEBIAN_FRONTEND": "noninteractive"})
        if ended.status:
            raise faults.of_program(doing, ended, log, {})


def _from_playwright(root: Path, progress: Progress) -> None:
    doing = "Downloading Chromium with Playwright"
    progress(doing)
    run_quietly(
        [sys.executable, "-m", "playwright", "install", "chromium"],
        cwd=root,
        log=root / ".cache" / "setup" / "playwright.log",
        news=lambda line: progress(f"{doing}: {line.strip(' |■')[:60]}") if line else None,
    )


def _from_npm(root: Path, progress: Progress) -> None:
    folder = browsers.CARRIED.parent
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copyfile(root / "requirements" / "chromium" / name, folder / name)
    install_locked(folder, progress, doing="Downloading the npm package that carries Chromium", omit_dev=True)
    progress("Unpacking Chromium")
    log = root / ".cache" / "setup" / "chromium.log"
    ended = run_quietly(
        ["node", "-e", UNPACK], cwd=folder, log=log, news=lambda line: None, env={"TMPDIR": str(folder)}
    )
    if ended.status:
        raise faults.of_program("Unpacking Chromium", ended, log, {})
    browsers.CARRIED.write_text(ended.output.strip().splitlines()[-1], "utf-8")
