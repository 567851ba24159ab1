"""Ships the page's Python: the runtime, the grader, and a manifest of their sizes and hashes."""

from __future__ import annotations

import hashlib
import json
import shutil
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from builder.setup.stamp import digest
from builder.setup.trim import NUMPY_LIBRARIES

LOCK = "pyodide-lock.json"
# Pyodide asks for these by name, so their folder carries the hash instead.
NAMED = {"loader": "pyodide.mjs", "module": "pyodide.asm.mjs", "wasm": "pyodide.asm.wasm"}
# The archives and the snapshot are not compressed in themselves, and hosts compress a file only where its
# ending says that it is text or WebAssembly.
SHIPPED = {
    **{role: (f"{role}.wasm", "wasm") for role in NUMPY_LIBRARIES},
    **{role: (f"{role}.zip", "zip.txt") for role in ("stdlib", "numpy", "grader")},
    "snapshot": ("snapshot.bin", "bin.txt"),
}
# Part of a file's name or of a folder's: short enough to read, long enough never to meet another.
DIGITS = 10
# Three numbers stand before what a snapshot says of itself.
LENGTHS_BYTES = 12


def ship_python(folder: Path, runtime: Mapping[str, Path], worker: str) -> tuple[str, frozenset[str]]:
    """Copy the runtime; the manifest as JSON, with addresses relative to the folder, and every file written.

    ``worker`` is the worker's script in the same folder.
    """
    sources = NAMED | {role: name for role, (name, _) in SHIPPED.items()}
    hashes = {role: digest(runtime[name]) for role, name in sources.items()}
    home = "runtime-" + _short("".join(hashes[role] for role in NAMED).encode())
    (folder / home).mkdir(exist_ok=True)
    addresses = {role: f"{home}/{name}" for role, name in NAMED.items()}
    addresses |= {role: f"{role}-{hashes[role][:DIGITS]}.{ending}" for role, (_, ending) in SHIPPED.items()}
    files = {
        role: {
            "address": address,
            "bytes": _copy(runtime[sources[role]], folder / address),
            "sha256": hashes[role],
        }
        for role, address in addresses.items()
    }
    manifest = {
        "worker": worker,
        "files": files,
        "libraries": NUMPY_LIBRARIES,
        "lock": _no_packages(runtime[LOCK]),
    }
    return json.dumps(manifest, separators=(",", ":"), sort_keys=True), frozenset(addresses.values())


def _no_packages(lock: Path) -> dict[str, Any]:
    """The lock file without packages: NumPy comes as an archive, and nothing may be looked for elsewhere."""
    return {"info": json.loads(lock.read_text("utf-8"))["info"], "packages": {}}


def slots_of(snapshot: Path) -> dict[str, int]:
    """What the snapshot says of functions: libraries are set up with it before the snapshot has come."""
    with snapshot.open("rb") as file:
        (length,) = struct.unpack("<I", file.read(4))
        file.seek(LENGTHS_BYTES)
        slots: dict[str, int] = json.loads(file.read(length))["slots"]
    return slots


def _copy(source: Path, target: Path) -> int:
    size = source.stat().st_size
    # The name holds the hash of the content, so only an interrupted copy can differ, in size.
    if not target.is_file() or target.stat().st_size != size:
        shutil.copyfile(source, target)
    return size


def _short(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:DIGITS]
