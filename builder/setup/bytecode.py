"""Compiles Python for the page, inside the page's own Python under Node."""

from __future__ import annotations

import io
import subprocess
import tempfile
import zipfile
from collections.abc import Mapping
from itertools import chain
from pathlib import Path

from builder.console import Progress
from builder.errors import SetupError
from builder.setup.compiler import compiler_wheels
from builder.whole_file import write_whole

SCRIPT = Path(__file__).parents[1] / "bytecode.js"
DOCSTRINGS = SCRIPT.with_name("docstrings.py")
# In bytecode's header: known by a hash of its source, and that hash is not compared when it is loaded.
UNCHECKED_HASH = b"\x01\x00\x00\x00"
FLAGS = slice(4, 8)


def compile_archives(wanted: Mapping[Path, bytes], root: Path, progress: Progress) -> None:
    """Write each archive of Python files, compiled, to its place; what is no Python stays as it is."""
    wheels = compiler_wheels(root, progress)
    progress("Compiling Python for the page")
    with tempfile.TemporaryDirectory() as scratch:
        pairs = [
            (Path(scratch) / f"{number}.zip", Path(scratch) / f"{number}.out")
            for number in range(len(wanted))
        ]
        for (source, _), content in zip(pairs, wanted.values(), strict=True):
            source.write_bytes(content)
        home = root / "node_modules" / "pyodide"
        command: list[str | Path] = ["node", SCRIPT, home, *wheels, "--", *chain.from_iterable(pairs)]
        ended = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
        if ended.returncode:
            raise SetupError(f"Python for the page could not be compiled: {ended.stderr.strip()[-2000:]}")
        for (_, compiled), place in zip(pairs, wanted, strict=True):
            place.parent.mkdir(parents=True, exist_ok=True)
            write_whole(place, packed(compiled))


def packed(compiled: Path) -> bytes:
    """The archive uncompressed and in the order of its names: hosts compress it better as a whole."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(compiled) as source, zipfile.ZipFile(buffer, "w") as target:
        for name in sorted(source.namelist()):
            content = bytearray(source.read(name))
            if name.endswith(".pyc"):
                content[FLAGS] = UNCHECKED_HASH
            target.writestr(zipfile.ZipInfo(name), bytes(content))
    return buffer.getvalue()
