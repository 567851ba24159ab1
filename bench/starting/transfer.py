"""What a first visit transfers, if the host sends every file compressed with brotli."""

from __future__ import annotations

import hashlib
import subprocess
from collections.abc import Iterable
from pathlib import Path

from ready import ROOT

CACHE = ROOT / ".cache" / "brotli"
COMPRESS = """
const { brotliCompressSync } = require("zlib");
const { readFileSync } = require("fs");
console.log(brotliCompressSync(readFileSync(process.argv[1])).length);
"""


def brotli_bytes(files: Iterable[Path]) -> int:
    """Bytes of these files, each compressed at top quality, or as it is where that is smaller.

    One that was sent twice counts twice.
    """
    return sum(map(_size, files))


def _size(path: Path) -> int:
    kept = CACHE / hashlib.sha256(path.read_bytes()).hexdigest()
    if not kept.is_file():
        command = ["node", "-e", COMPRESS, str(path)]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(said.strip(), "utf-8")
    return min(int(kept.read_text("utf-8")), path.stat().st_size)
