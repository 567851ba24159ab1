"""The memory that the page starts Python from: where it is kept, and what must not be in it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

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


def test_whatever_it_is_made_from_makes_another(
    runtime: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builder.setup.snapshot._made", lambda *_: b"memory")
    scripts = tmp_path / "site" / "scripts"
    shutil.copytree(ROOT / "site" / "scripts", scripts)

    def made(**changed: Path) -> str:
        return snapshot({**runtime, **changed}, tmp_path, lambda text: None).name

    first = made()
    other = tmp_path / "other"
    other.write_bytes(b"other")
    # The library and NumPy are in it as bytecode, and Pyodide's lock file decides nothing.
    outside = {"snapshot.bin", "python_stdlib.zip", "pyodide-lock.json"}
    parts = [name for name in runtime if name not in outside and not name.endswith(".whl")]
    assert len(parts) == 8
    assert [name for name in parts if made(**{name: other}) == first] == []
    for name in ("python-snapshot.js", "python-libraries.js", "python-files.js", "stored-zip.js"):
        whole = (scripts / name).read_bytes()
        (scripts / name).write_bytes(whole + b"//")
        assert made() != first, name
        (scripts / name).write_bytes(whole)
    assert made() == first


def test_another_grader_is_compiled_anew(
    runtime: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("node_modules", "requirements"):
        (tmp_path / name).symlink_to(ROOT / name)
    shutil.copytree(ROOT / "grader", tmp_path / "grader", ignore=shutil.ignore_patterns("__pycache__"))
    compiled: list[str] = []

    def compile_archives(wanted: Mapping[Path, bytes], *_: Any) -> None:
        for place, content in wanted.items():
            compiled.append(os.path.relpath(place.parent, tmp_path))
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)

    monkeypatch.setattr("builder.setup.runtime.compile_archives", compile_archives)
    monkeypatch.setattr("builder.setup.runtime.snapshot", lambda *_: runtime["snapshot.bin"])
    runtime_files(lambda text: None, tmp_path)
    runtime_files(lambda text: None, tmp_path)
    assert compiled == [".cache/bytecode"]
    judge = tmp_path / "grader" / "judge.py"
    judge.write_text(judge.read_text("utf-8") + "\n", "utf-8")
    kept = runtime_files(lambda text: None, tmp_path)["grader.zip"]
    assert compiled == [".cache/bytecode"] * 2
    assert list(kept.parent.iterdir()) == [kept]


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
