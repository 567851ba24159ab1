"""Bundles the page's scripts and styles with esbuild; every file is named by its content."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from builder.errors import SetupError

ICONS = ("icons/icon-180.png", "icons/icon-192.png", "icons/icon-512.png", "icons/icon-maskable-512.png")
PAGE = (
    "scripts/main.js",
    "scripts/front-page.js",
    "scripts/elements/code-exercise.js",
    "scripts/scripted.js",
    "scripts/grade-page.js",
    "styles/main.css",
    "styles/front-page.css",
    "favicon.svg",
    *ICONS,
)
WORKER = "scripts/python-worker.js"
# It is no module: modules wait until the page has been read.
EARLY = "scripts/before-paint.js"
SERVICE_WORKER = "scripts/service-worker.js"
# What the first screen is set in; other faces come when a page uses them.
FIRST_FONTS = re.compile(r"-normal-\w+\.woff2$")

# The oldest browsers with module workers, private class members and import maps of today's engines.
TARGET = "chrome111,firefox115,safari16.4"


@dataclass(frozen=True)
class SiteBundle:
    """What esbuild wrote, by names relative to the assets folder; ``inputs`` are the files it read.

    ``imports`` holds, for each script under ``site/`` with a file of its own, that file and all it imports.
    """

    entries: dict[str, str]
    imports: dict[str, tuple[str, ...]]
    worker: str
    preload: tuple[str, ...]
    files: frozenset[str]
    inputs: tuple[Path, ...]


def bundle_site(root: Path, folder: Path, slots: Mapping[str, int]) -> SiteBundle:
    """Bundle what the page loads, its lazy parts as chunks, and the worker as one file of its own.

    The worker carries ``slots``, which functions NumPy's libraries were given at the build.
    """
    page = _esbuild(root, folder, PAGE, ["--splitting"])
    known = json.dumps(slots, separators=(",", ":"), sort_keys=True)
    worker = _esbuild(root, folder, (WORKER,), [f"--define:globalThis.NUMPY_SLOTS={known}"])
    early = _esbuild(root, folder, (EARLY,), ["--format=iife"])
    outputs = page["outputs"] | worker["outputs"] | early["outputs"]
    entries = {
        PurePosixPath(about["entryPoint"]).relative_to("site").as_posix(): _under(root, folder, name)
        for name, about in outputs.items()
        if about.get("entryPoint", "").startswith("site/")
        and about["entryPoint"].removeprefix("site/") in {*PAGE, WORKER, EARLY}
    }
    files = frozenset(_under(root, folder, name) for name in outputs)
    return SiteBundle(
        {name: file for name, file in entries.items() if name != WORKER},
        _imports(root, folder, page["outputs"]),
        entries[WORKER],
        tuple(sorted(file for file in files if FIRST_FONTS.search(file))),
        files,
        tuple(
            sorted((root / name).resolve() for name in page["inputs"] | worker["inputs"] | early["inputs"])
        ),
    )


def _imports(root: Path, folder: Path, outputs: dict[str, Any]) -> dict[str, tuple[str, ...]]:
    def reach(name: str, found: dict[str, None]) -> dict[str, None]:
        if name not in found:
            found[name] = None
            for needed in outputs[name]["imports"]:
                if needed["kind"] == "import-statement":
                    reach(needed["path"], found)
        return found

    return {
        about["entryPoint"].removeprefix("site/"): tuple(
            _under(root, folder, file) for file in reach(name, {})
        )
        for name, about in outputs.items()
        if name.endswith(".js") and "entryPoint" in about
    }


def bundle_service_worker(root: Path) -> str:
    """The service worker as one script; it is no module, since not every browser takes one here."""
    with tempfile.TemporaryDirectory() as scratch:
        _esbuild(root, Path(scratch), (SERVICE_WORKER,), ["--format=iife", "--entry-names=[name]"])
        return (Path(scratch) / "service-worker.js").read_text("utf-8")


def _esbuild(root: Path, folder: Path, entries: Sequence[str], options: list[str]) -> dict[str, Any]:
    program = shutil.which("esbuild", path=str(root / "node_modules" / ".bin"))
    if not program:
        raise SetupError("node_modules has no esbuild. Delete node_modules and run this again.")
    with tempfile.TemporaryDirectory() as scratch:
        metafile = Path(scratch) / "meta.json"
        command = [
            program,
            *(f"site/{entry}" for entry in entries),
            "--bundle",
            "--minify",
            "--format=esm",
            "--charset=utf8",
            f"--target={TARGET}",
            "--legal-comments=none",  # notices.html carries them
            "--entry-names=[name]-[hash]",
            "--chunk-names=[name]-[hash]",
            "--asset-names=[name]-[hash]",
            "--loader:.woff2=file",
            "--loader:.svg=copy",
            "--loader:.png=copy",
            f"--outdir={folder}",
            f"--metafile={metafile}",
            "--log-level=warning",
            "--color=false",
            *options,
        ]
        ended = subprocess.run(
            command, cwd=root, capture_output=True, text=True, encoding="utf-8", check=False
        )
        if ended.returncode:
            raise SetupError(f"esbuild could not bundle the page:\n{ended.stderr.strip()}")
        found: dict[str, Any] = json.loads(metafile.read_text("utf-8"))
    return found


def _under(root: Path, folder: Path, name: str) -> str:
    """esbuild names outputs relative to where it ran."""
    return (root / name).resolve().relative_to(folder.resolve()).as_posix()
