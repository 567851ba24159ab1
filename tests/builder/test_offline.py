"""The service worker lists exactly what was built, and another build is another script."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest

from builder.offline import write_offline

FILES = {"index.html": b"<p>page", "assets/main-1.js": b"script()", "images/\xe4.svg": b"<svg/>"}


@pytest.fixture
def dist(tmp_path: Path) -> Path:
    for name, content in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)
    return tmp_path


def listed(dist: Path) -> dict[str, Any]:
    first, _, code = (dist / "service-worker.js").read_text("utf-8").partition("\n")
    assert code == "run();"
    found: dict[str, Any] = json.loads(first.removeprefix("self.build=").removesuffix(";"))
    return found


def test_each_file_is_listed_with_its_size_and_hash(dist: Path) -> None:
    assert write_offline(dist, FILES, "run();") == {"service-worker.js", "offline.json"}
    build = listed(dist)
    assert build["files"] == [
        [name, len(content), hashlib.sha256(content).hexdigest()] for name, content in sorted(FILES.items())
    ]
    size = json.loads((dist / "offline.json").read_text())
    assert size == {"build": build["id"], "bytes": sum(map(len, FILES.values()))}


def test_the_same_files_are_the_same_build_and_a_changed_one_is_another(dist: Path) -> None:
    write_offline(dist, FILES, "run();")
    first = listed(dist)
    write_offline(dist, reversed(list(FILES)), "run();")
    assert listed(dist) == first
    (dist / "index.html").write_bytes(b"<p>PAGE")
    write_offline(dist, FILES, "run();")
    assert listed(dist)["id"] != first["id"]
    assert re.fullmatch("[0-9a-f]{12}", first["id"])
