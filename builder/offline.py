"""Writes what lets a browser keep the course: the service worker with its list of files, and the manifest."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

from builder.assets import Assets
from builder.model import Course
from builder.whole_file import write_whole

WORKER = "service-worker.js"
SIZE = "offline.json"
MANIFEST = "manifest.webmanifest"
DIGITS = 12


def write_offline(dist: Path, files: Iterable[str], code: str) -> frozenset[str]:
    """Write the service worker that keeps exactly these files of ``dist``; the names of what was written.

    ``code`` is the bundled script. The list stands in front of it, so that one script is one build: another
    build is another script, and a browser compares scripts byte by byte.
    """
    listed = [(name, *_size_and_hash(dist / name)) for name in sorted(files)]
    text = json.dumps(listed, separators=(",", ":"), ensure_ascii=False)
    build = hashlib.sha256(text.encode()).hexdigest()[:DIGITS]
    size = {"build": build, "bytes": sum(size for _, size, _ in listed)}
    write_whole(dist / SIZE, json.dumps(size).encode())
    write_whole(dist / WORKER, f'self.build={{"id":"{build}","files":{text}}};\n{code}'.encode())
    return frozenset({WORKER, SIZE})


def web_manifest(course: Course, assets: Assets) -> bytes:
    """What a browser needs to install the course as an app; addresses are relative to the manifest."""

    def icon(name: str, size: str, purpose: str = "any") -> dict[str, str]:
        kind = "image/svg+xml" if name.endswith(".svg") else "image/png"
        return {"src": assets.address(name), "sizes": size, "type": kind, "purpose": purpose}

    about = {
        "name": course.title,
        "short_name": course.title.partition(":")[0].strip(),
        "lang": course.language,
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "display_override": ["minimal-ui"],  # a course has pages to go back to
        "background_color": "#fcfbf8",
        "theme_color": "#fcfbf8",
        "icons": [
            icon("favicon.svg", "any"),
            icon("icons/icon-192.png", "192x192"),
            icon("icons/icon-512.png", "512x512"),
            icon("icons/icon-maskable-512.png", "512x512", "maskable"),
        ],
    }
    return json.dumps(about, ensure_ascii=False, indent=1).encode()


def _size_and_hash(path: Path) -> tuple[int, str]:
    content = path.read_bytes()
    return len(content), hashlib.sha256(content).hexdigest()
