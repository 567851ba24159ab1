"""The memory that the page starts Python from: where it is kept, and what must not be in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.errors import SetupError
from builder.setup.runtime import runtime_files
from builder.setup.snapshot import snapshot

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def runtime() -> dict[str, Path]:
    return runtime_files(lambda text: None)


def test_it_is_made_once_and_nothing_of_this_machine_is_in_it(runtime: dict[str, Path]) -> None:
    told: list[str] = []
    assert snapshot(runtime, ROOT, told.append) == runtime["snapshot.bin"]
    assert told == []
    content = runtime["snapshot.bin"].read_bytes()
    places = {str(path.parent) for path in runtime.values()} | {str(ROOT)}
    assert [place for place in places if place.encode() in content] == []


def test_a_memory_that_cannot_be_made_is_told_and_leaves_nothing_behind(
    runtime: dict[str, Path], tmp_path: Path
) -> None:
    (tmp_path / "site").symlink_to(ROOT / "site")
    (tmp_path / "node_modules").symlink_to(ROOT / "node_modules")
    broken = tmp_path / "grader.zip"
    broken.write_bytes(b"no archive")
    with pytest.raises(SetupError, match="not an archive of the builder"):
        snapshot({**runtime, "grader.zip": broken}, tmp_path, lambda text: None)
    assert list((tmp_path / ".cache").rglob("*.bin")) == []
