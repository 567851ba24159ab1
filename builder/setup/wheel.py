"""NumPy's wheel for the page: several places may have it, only the file with the right hash is used."""

from __future__ import annotations

import errno
import http.client
import os
import shutil
import tempfile
import time
import urllib.error
import urllib.request
import zipfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from builder.console import Progress, megabytes
from builder.errors import SetupError
from builder.setup.environment import pip_here
from builder.setup.faults import DISK_FULL
from builder.setup.process import run_quietly
from builder.setup.stamp import digest

FOLDER_VARIABLE = "LOOKAHEAD_WHEELS"
CDN = "https://cdn.jsdelivr.net/pyodide/v{version}/full/{name}"
CDN_SECONDS = 8
# A package that carries Pyodide's files in its own wheel, where only package indexes can be reached.
CARRIER = "open-webui==0.12.4"
CARRIER_FOLDER = "open_webui/frontend/pyodide/"
CARRIER_BYTES = 106_366_595
UNFINISHED = "unfinished-"


@dataclass(frozen=True)
class Wanted:
    """A file by name and hash, and the Pyodide version that names it."""

    name: str
    sha256: str
    pyodide: str


class NotThereError(Exception):
    """A place does not have the file; the message says why."""


def cache_folder() -> Path:
    """The user's folder for what every clone can share."""
    return Path(platformdirs.user_cache_dir("lookahead"))


def fetch_wheel(wanted: Wanted, progress: Progress) -> Path:
    """The wheel in the user's cache, fetched from the first place that has it with the right hash."""
    kept = cache_folder() / wanted.name
    refusals: list[str] = []
    if kept.is_file():
        if digest(kept) == wanted.sha256:
            return kept
        kept.unlink()
        refusals.append(f"{kept.parent}: wrong hash, deleted")
    kept.parent.mkdir(parents=True, exist_ok=True)
    _sweep(kept.parent)
    for place, copy in PLACES.items():
        with tempfile.TemporaryDirectory(dir=kept.parent, prefix=UNFINISHED) as folder:
            copied = Path(folder) / wanted.name
            try:
                copy(wanted, copied, progress)
            except NotThereError as reason:
                refusals.append(f"{place}: {reason}")
                continue
            if digest(copied) == wanted.sha256:
                copied.replace(kept)
                return kept
            refusals.append(f"{place}: wrong hash, not used")
    raise SetupError(
        f"No place has {wanted.name} with the hash that Pyodide {wanted.pyodide} names "
        f"({'; '.join(refusals)}). "
        f"Connect this machine, or put the file in a folder and name it in {FOLDER_VARIABLE}."
    )


def _sweep(cache: Path) -> None:
    """Delete what killed downloads left; a young folder may belong to another clone that works right now."""
    for folder in cache.glob(UNFINISHED + "*"):
        if time.time() - folder.stat().st_mtime > 3600:
            shutil.rmtree(folder, ignore_errors=True)


def _from_folder(wanted: Wanted, to: Path, progress: Progress) -> None:
    folder = os.environ.get(FOLDER_VARIABLE)
    if not folder:
        raise NotThereError("not set")
    source = Path(folder) / wanted.name
    if not source.is_file():
        raise NotThereError(f"no such file in {folder}")
    progress(f"Copying {wanted.name} from {folder}")
    shutil.copyfile(source, to)


def _from_cdn(wanted: Wanted, to: Path, progress: Progress) -> None:
    url = CDN.format(version=wanted.pyodide, name=wanted.name)
    progress("Downloading NumPy for the page: asking Pyodide's CDN")
    try:
        with urllib.request.urlopen(url, timeout=CDN_SECONDS) as answer, to.open("wb") as file:
            total = int(answer.headers.get("Content-Length") or 0)
            while chunk := answer.read(1 << 16):
                file.write(chunk)
                of = f" of {megabytes(total)}" if total else ""
                progress(f"Downloading NumPy for the page: {megabytes(file.tell())}{of}")
    except (urllib.error.URLError, http.client.HTTPException, TimeoutError, ConnectionError) as reason:
        raise NotThereError(str(getattr(reason, "reason", reason))) from None


def _from_carrier(wanted: Wanted, to: Path, progress: Progress) -> None:
    folder = to.parent / "carrier"
    # Its own folder for temporary files, so that bytes can be counted and nothing is left behind.
    partial = to.parent / "partial"
    partial.mkdir()

    def news(line: str) -> None:
        del line
        count, size = megabytes(_largest_in(to.parent)), megabytes(CARRIER_BYTES)
        progress(
            f"Downloading {CARRIER}, which carries NumPy for the page, "
            f"as Pyodide's CDN did not give it: {count} of {size}"
        )

    # pip refuses a foreign Python version unless told that only wheels are wanted; any host Python will do.
    only_wheel = ["--no-deps", "--only-binary=:all:", "--python-version", "3.11", "--no-cache-dir"]
    quiet = ["--no-input", "--disable-pip-version-check", "--progress-bar", "off", "--retries", "2"]
    ended = run_quietly(
        [*pip_here(), "download", *only_wheel, *quiet, "--dest", str(folder), CARRIER],
        cwd=to.parent,
        log=to.parent / "pip.log",
        news=news,
        env={"TMPDIR": str(partial), "TEMP": str(partial), "TMP": str(partial)},
    )
    carriers = list(folder.glob("*.whl")) if folder.is_dir() else []
    if DISK_FULL.search(ended.output):
        raise OSError(errno.ENOSPC, "no space left", str(to.parent.parent))
    if ended.status or not carriers:
        raise NotThereError(_last_line(ended.output))
    with zipfile.ZipFile(carriers[0]) as archive:
        try:
            member = archive.open(CARRIER_FOLDER + wanted.name)
        except KeyError:
            raise NotThereError(f"{CARRIER} does not carry it") from None
        with member, to.open("wb") as file:
            shutil.copyfileobj(member, file)


def _largest_in(folder: Path) -> int:
    """Bytes of the largest file: pip keeps a second copy for a moment, which would count twice."""
    largest = 0
    for place, _, names in os.walk(folder):
        for name in names:
            with suppress(FileNotFoundError):  # pip moves its files while they are looked at
                largest = max(largest, (Path(place) / name).stat().st_size)
    return largest


def _last_line(output: str) -> str:
    lines = [line for line in output.splitlines() if line.strip()]
    return lines[-1][:160] if lines else "pip said nothing"


PLACES: dict[str, Callable[[Wanted, Path, Progress], None]] = {
    f"the folder in {FOLDER_VARIABLE}": _from_folder,
    "Pyodide's CDN": _from_cdn,
    f"the package {CARRIER}": _from_carrier,
}
