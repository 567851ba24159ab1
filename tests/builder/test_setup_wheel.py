"""NumPy's wheel is taken from the first place that has it, and only with the right hash."""

import errno
import hashlib
import threading
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from builder.errors import SetupError
from builder.setup import wheel
from builder.setup.wheel import Wanted, fetch_wheel

NAME = "numpy-0-cp314-cp314-wasm32.whl"
CONTENT = b"the wheel" * 1000
WANTED = Wanted(NAME, hashlib.sha256(CONTENT).hexdigest(), "314.0.4")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache, no network: the CDN refuses and pip finds nothing."""
    folder = tmp_path / "cache" / "lookahead"
    monkeypatch.setattr(wheel, "cache_folder", lambda: folder)
    monkeypatch.setattr(wheel, "CDN", "http://127.0.0.1:1/{version}/{name}")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "links"))
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.delenv(wheel.FOLDER_VARIABLE, raising=False)
    (tmp_path / "links").mkdir()
    return folder


@pytest.fixture
def named_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "named"
    folder.mkdir()
    monkeypatch.setenv(wheel.FOLDER_VARIABLE, str(folder))
    return folder


@pytest.fixture
def cdn(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[bytes]]:
    """A CDN that answers with what is in the list."""
    answers = [CONTENT]

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            assert self.path == f"/314.0.4/{NAME}"
            self.send_response(200)
            self.send_header("Content-Length", str(len(CONTENT)))
            self.end_headers()
            self.wfile.write(answers[0])

        def log_message(self, format: str, *args: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        monkeypatch.setattr(wheel, "CDN", f"http://127.0.0.1:{server.server_address[1]}/{{version}}/{{name}}")
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield answers
        server.shutdown()
        thread.join()


def carry(tmp_path: Path, content: bytes | None) -> None:
    package, _, version = wheel.CARRIER.partition("==")
    package = package.replace("-", "_")
    path = tmp_path / "links" / f"{package}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        if content is not None:
            archive.writestr(wheel.CARRIER_FOLDER + NAME, content)
        info = f"{package}-{version}.dist-info"
        archive.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", "")


def fetch() -> tuple[Path, list[str]]:
    said: list[str] = []
    return fetch_wheel(WANTED, said.append), said


def only_the_wheel(cache: Path) -> bool:
    return [path.name for path in cache.iterdir()] == [NAME] and (cache / NAME).read_bytes() == CONTENT


def test_a_kept_wheel_is_used_and_nothing_is_said(cache: Path) -> None:
    cache.mkdir(parents=True)
    (cache / NAME).write_bytes(CONTENT)
    assert fetch() == (cache / NAME, [])


def test_the_named_folder_comes_first(cache: Path, named_folder: Path, cdn: list[bytes]) -> None:
    (named_folder / NAME).write_bytes(CONTENT)
    path, said = fetch()
    assert path == cache / NAME
    assert only_the_wheel(cache)
    assert said == [f"Copying {NAME} from {named_folder}"]


def test_the_cdn_comes_second_and_bytes_are_counted(cache: Path, cdn: list[bytes]) -> None:
    said = fetch()[1]
    assert only_the_wheel(cache)
    assert said[-1].endswith("MB of 0.0 MB")


def test_the_carrier_comes_last(cache: Path, tmp_path: Path) -> None:
    carry(tmp_path, CONTENT)
    said = fetch()[1]
    assert only_the_wheel(cache)
    told = [line for line in said if wheel.CARRIER in line]
    assert told and all("as Pyodide's CDN did not give it" in line for line in told)
    assert any("MB of 106.4 MB" in line for line in told)


def test_a_wrong_hash_is_never_used_and_the_next_place_is_tried(
    cache: Path, named_folder: Path, cdn: list[bytes]
) -> None:
    cache.mkdir(parents=True)
    (cache / NAME).write_bytes(b"broken")
    (named_folder / NAME).write_bytes(b"wrong")
    fetch()
    assert only_the_wheel(cache)


def test_wrong_everywhere_fails_in_one_line_and_leaves_nothing(
    cache: Path, named_folder: Path, cdn: list[bytes], tmp_path: Path
) -> None:
    cache.mkdir(parents=True)
    (cache / NAME).write_bytes(b"broken")
    (named_folder / NAME).write_bytes(b"wrong")
    cdn[0] = b"w" * len(CONTENT)
    carry(tmp_path, b"wrong too")
    with pytest.raises(SetupError) as error:
        fetch()
    said = str(error.value)
    assert said.count("wrong hash") == 4
    assert "wrong hash, deleted" in said
    assert "\n" not in said
    assert not list(cache.iterdir())


def test_a_download_cut_short_is_not_used(cache: Path, cdn: list[bytes]) -> None:
    cdn[0] = CONTENT[:100]
    with pytest.raises(SetupError, match="Pyodide's CDN: "):
        fetch()
    assert not list(cache.iterdir())


def test_nowhere_says_why_for_each_place_and_what_to_do(cache: Path, tmp_path: Path) -> None:
    carry(tmp_path, None)
    with pytest.raises(SetupError) as error:
        fetch()
    said = str(error.value)
    assert f"the folder in {wheel.FOLDER_VARIABLE}: not set" in said
    assert "Pyodide's CDN: " in said
    assert f"{wheel.CARRIER} does not carry it" in said
    assert f"name it in {wheel.FOLDER_VARIABLE}" in said


def test_a_full_disk_is_said_as_such(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pip = tmp_path / "shadow" / "pip"
    pip.mkdir(parents=True)
    (pip / "__init__.py").write_text("")
    (pip / "__main__.py").write_text(
        "import sys\n"
        "if 'download' in sys.argv:\n"
        "    sys.exit('OSError: [Errno 28] No space left on device')\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "shadow"))
    with pytest.raises(OSError, match="no space left") as error:
        fetch()
    assert error.value.errno == errno.ENOSPC
    assert not list(cache.iterdir())


def test_what_a_killed_download_left_is_swept_when_it_is_old(cache: Path, named_folder: Path) -> None:
    import os

    (named_folder / NAME).write_bytes(CONTENT)
    old, young = cache / "unfinished-old", cache / "unfinished-young"
    for folder in (old, young):
        folder.mkdir(parents=True)
        (folder / "part").write_text("x")
    os.utime(old, (1, 1))
    fetch()
    assert young.exists()
    assert not old.exists()
