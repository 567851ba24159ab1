"""Compressed copies: right, only where they help, and made once."""

import gzip
import os
from pathlib import Path

import brotli
import pytest

from builder import precompress as module
from builder.precompress import precompress

TEXT = b"attention is a weighted mean of values. " * 100


@pytest.fixture
def dist(tmp_path: Path) -> Path:
    folder = tmp_path / "dist"
    files = {
        "index.html": TEXT,
        "assets/main.js": TEXT + b"js",
        "assets/small.css": b"p { margin: 0 }",
        "assets/face.woff2": TEXT,
        "assets/dense.zip": os.urandom(4000),
    }
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


def run(dist: Path) -> frozenset[str]:
    names = [path.relative_to(dist).as_posix() for path in dist.rglob("*") if path.suffix not in module.WAYS]
    return precompress(
        dist, [name for name in names if (dist / name).is_file()], dist.parent / "kept", lambda _: None
    )


def test_copies_hold_the_same_content_and_are_smaller(dist: Path) -> None:
    written = run(dist)
    assert {"index.html.br", "index.html.gz", "assets/main.js.br", "assets/main.js.gz"} <= written
    for name in written:
        original = (dist / name).with_suffix("")
        undo = brotli.decompress if name.endswith(".br") else gzip.decompress
        assert undo((dist / name).read_bytes()) == original.read_bytes()
        assert (dist / name).stat().st_size < original.stat().st_size


def test_what_gains_nothing_has_no_copy(dist: Path) -> None:
    assert not {name for name in run(dist) if "small" in name or "face" in name or "dense" in name}


def test_a_second_build_compresses_only_what_changed(dist: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = run(dist)
    compressed: list[bytes] = []

    def way(content: bytes) -> bytes:
        compressed.append(content)
        return content[:10]

    monkeypatch.setattr(module, "WAYS", {".br": way, ".gz": way})
    assert run(dist) == first
    assert compressed == []
    (dist / "index.html").write_bytes(TEXT + b"changed")
    run(dist)
    assert compressed == [TEXT + b"changed"] * 2


def test_the_same_content_gives_the_same_copy(dist: Path, tmp_path: Path) -> None:
    run(dist)
    before = {name: (dist / name).read_bytes() for name in ("index.html.br", "index.html.gz")}
    for kept in (tmp_path / "kept").iterdir():
        kept.unlink()
    run(dist)
    assert {name: (dist / name).read_bytes() for name in before} == before


def test_what_no_build_has_used_for_long_is_forgotten(dist: Path) -> None:
    run(dist)
    kept = sorted((dist.parent / "kept").iterdir())
    long_ago = kept[0].stat().st_mtime - module.KEPT_SECONDS - 60
    for path in kept:
        os.utime(path, (long_ago, long_ago))
    (dist / "index.html").write_bytes(TEXT + b"changed")
    run(dist)
    left = set((dist.parent / "kept").iterdir())
    # Both copies of the page that changed are gone; two new ones stand beside what was used again.
    assert (len(left), len(left & set(kept))) == (len(kept), len(kept) - 2)
