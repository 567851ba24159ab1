"""Ships the page's Python: the runtime, the grader, and a manifest of their sizes and hashes."""

from __future__ import annotations

import hashlib
import io
import json
import shutil
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

LOCK = "pyodide-lock.json"
ROLES = {
    "loader": "pyodide.mjs",
    "module": "pyodide.asm.mjs",
    "wasm": "pyodide.asm.wasm",
    "stdlib": "python_stdlib.zip",
}
# Part of a file's name or of a folder's: short enough to read, long enough never to meet another.
DIGITS = 10


def ship_python(
    root: Path, folder: Path, runtime: Mapping[str, Path], worker: str
) -> tuple[str, frozenset[str]]:
    """Copy the runtime, zip the grader, write the manifest; its name and every file written.

    ``worker`` is the worker's script in the same folder. The runtime's files keep their names, because
    Pyodide asks for them by name; their folder carries the hash instead.
    """
    names = {**ROLES, "numpy": next(name for name in runtime if name.endswith(".whl"))}
    hashes = {role: _sha256(runtime[name]) for role, name in names.items()}
    home = "runtime-" + _short("".join(hashes.values()).encode())
    (folder / home).mkdir(exist_ok=True)
    files: dict[str, dict[str, str | int]] = {}
    for role, name in names.items():
        size = _copy(runtime[name], folder / home / name)
        files[role] = {"address": f"{home}/{name}", "bytes": size, "sha256": hashes[role]}
    grader = zip_python(root / "grader")
    files["grader"] = {
        "address": _write(folder, "grader", "zip", grader),
        "bytes": len(grader),
        "sha256": hashlib.sha256(grader).hexdigest(),
    }
    manifest = {"worker": worker, "files": files, "lock": _numpy_only(runtime[LOCK])}
    content = json.dumps(manifest, separators=(",", ":"), sort_keys=True).encode()
    name = _write(folder, "python", "json", content)
    return name, frozenset({name, *(str(file["address"]) for file in files.values())})


def zip_python(package: Path) -> bytes:
    """The package's Python files as a zip that is the same, byte for byte, wherever it is made."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(package.rglob("*.py")):
            about = zipfile.ZipInfo(path.relative_to(package.parent).as_posix())
            about.compress_type = zipfile.ZIP_DEFLATED
            about.create_system = 3
            about.external_attr = 0o644 << 16
            archive.writestr(about, path.read_bytes().replace(b"\r\n", b"\n"))
    return buffer.getvalue()


def _numpy_only(lock: Path) -> dict[str, Any]:
    """The lock file without packages that are not shipped: nothing may be looked for elsewhere."""
    whole = json.loads(lock.read_text("utf-8"))
    return {"info": whole["info"], "packages": {"numpy": whole["packages"]["numpy"]}}


def _copy(source: Path, target: Path) -> int:
    size = source.stat().st_size
    # The folder is named by the content of its files, so only an interrupted copy can differ, in size.
    if not target.is_file() or target.stat().st_size != size:
        shutil.copyfile(source, target)
    return size


def _write(folder: Path, stem: str, suffix: str, content: bytes) -> str:
    name = f"{stem}-{_short(content)}.{suffix}"
    (folder / name).write_bytes(content)
    return name


def _short(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:DIGITS]


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
