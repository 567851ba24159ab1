"""Which browsers this machine has for tests and for judging code in a page."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from builder.errors import SetupError
from builder.whole_file import write_whole

ROOT = Path(__file__).parents[2]
CARRIED = ROOT / ".cache" / "chromium" / "path.txt"
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge")
MAC_CHROME = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
FIREFOX_NAMES = ("firefox-esr", "firefox")
WEBKIT_PLACES = ("/usr/lib/*/webkit2gtk-4.*/MiniBrowser", "/usr/libexec/webkit2gtk-4.*/MiniBrowser")
KEPT = ROOT / ".cache" / "browsers"
# Asked in a process of its own: a page's tests may already run Playwright's event loop in this one.
ASK_PLAYWRIGHT = """
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    print(playwright.chromium.executable_path)
"""


def chromium() -> Path | None:
    """A Chromium: the one named, Playwright's own, the system's, or the one an npm package carries."""
    return _named("BROWSER_CHROMIUM") or playwrights_own() or _system_chromium() or _carried()


def firefox() -> Path | None:
    """A Firefox as Mozilla or the system ships it; Playwright's own build is driven differently."""
    return _named("BROWSER_FIREFOX") or _on_path(FIREFOX_NAMES)


def webkit() -> Path | None:
    """WebKitGTK's MiniBrowser, where the programs that drive it are there as well."""
    driven = shutil.which("WebKitWebDriver") and (os.environ.get("DISPLAY") or shutil.which("Xvfb"))
    found = [path for place in WEBKIT_PLACES for path in sorted(Path("/").glob(place[1:]))]
    return (_named("BROWSER_WEBKIT") or (found[-1] if found else None)) if driven else None


ENGINES: dict[str, Callable[[], Path | None]] = {"chromium": chromium, "firefox": firefox, "webkit": webkit}


def environment() -> dict[str, str]:
    """The environment to start a browser in: what it keeps outside its profile stays inside the project.

    The home itself stays: a browser in a package of its own may start from the user's alone.
    """
    places = {f"XDG_{kind}_HOME": KEPT / kind.lower() for kind in ("CONFIG", "CACHE", "DATA", "STATE")}
    # Firefox makes a folder for downloads at every start.
    downloads = places["XDG_CONFIG_HOME"] / "user-dirs.dirs"
    write_whole(downloads, f'XDG_DOWNLOAD_DIR="{KEPT / "downloads"}"\n'.encode())
    return {**os.environ, **{name: str(folder) for name, folder in places.items()}}


def version_of(engine: str, path: Path) -> str:
    """What a browser calls itself, for the record of a test run."""
    if engine == "webkit":
        return f"WebKitGTK, {path}"  # neither it nor its driver says a version without a display
    try:
        asked = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=20)
    except (OSError, subprocess.TimeoutExpired):
        return str(path)
    return asked.stdout.strip().splitlines()[0] if asked.stdout.strip() else str(path)


def _named(variable: str) -> Path | None:
    value = os.environ.get(variable)
    if not value:
        return None
    if not Path(value).is_file():
        raise SetupError(f"{variable} names {value}, and there is no such file.")
    return Path(value)


def _on_path(names: tuple[str, ...]) -> Path | None:
    return next((Path(found) for name in names if (found := shutil.which(name))), None)


def _system_chromium() -> Path | None:
    return _on_path(CHROMIUM_NAMES) or (MAC_CHROME if MAC_CHROME.is_file() else None)


@functools.cache
def playwrights_own() -> Path | None:
    """Playwright's own Chromium, if it was ever downloaded."""
    asked = subprocess.run([sys.executable, "-c", ASK_PLAYWRIGHT], capture_output=True, text=True)
    path = Path(asked.stdout.strip() or "nowhere")
    return path if path.is_file() else None


def _carried() -> Path | None:
    try:
        path = Path(CARRIED.read_text("utf-8"))
    except OSError:
        return None
    return path if path.is_file() else None
