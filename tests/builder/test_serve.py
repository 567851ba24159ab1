"""The local server behaves as a plain static host and follows changes of the sources."""

import http.client
import os
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from builder import serve
from builder.errors import SetupError

FILES = {
    "index.html": "text/html; charset=utf-8",
    "a/b.mjs": "text/javascript; charset=utf-8",
    "main.js": "text/javascript; charset=utf-8",
    "x.wasm": "application/wasm",
    "x.json": "application/json",
    "x.woff2": "font/woff2",
    "x.css": "text/css; charset=utf-8",
}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[serve.SiteServer]:
    for name in FILES:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("content")
    with serve.open_server(tmp_path, 0) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def get(server: serve.SiteServer, path: str) -> tuple[http.client.HTTPResponse, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", server.server_address[1], timeout=60)
    connection.request("GET", path)
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return answer, content


@pytest.mark.parametrize(("name", "kind"), FILES.items())
def test_types_and_caching(server: serve.SiteServer, name: str, kind: str) -> None:
    answer, content = get(server, "/" + name)
    assert (answer.status, content) == (200, b"content")
    assert answer.headers["Content-Type"] == kind
    assert answer.headers["Cache-Control"] == "no-cache"


def test_no_listing_of_a_folder(server: serve.SiteServer) -> None:
    assert get(server, "/")[0].status == 200
    assert get(server, "/a/")[0].status == 404
    assert get(server, "/../secret")[0].status == 404


def test_the_course_has_its_own_page_for_what_is_not_there(server: serve.SiteServer, tmp_path: Path) -> None:
    (tmp_path / "404.html").write_text("<p>100 % gone")
    answer, content = get(server, "/nowhere")
    assert (answer.status, content) == (404, b"<p>100 % gone")
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"


def test_without_a_port_the_next_free_one_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr(serve, "DEFAULT_PORT", port)
        with serve.open_server(tmp_path, None) as server:
            assert port < server.server_address[1] < port + serve.TRIES


def test_a_named_port_that_is_taken_is_an_error(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(SetupError, match=f"Port {port} is in use"):
            serve.open_server(tmp_path, port)


def test_a_port_that_needs_rights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(serve.SiteServer, "server_bind", refuse)
    with pytest.raises(SetupError, match="above 1023"):
        serve.open_server(tmp_path, 80)


def test_a_change_is_built_again_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    level = tmp_path / "levels" / "one.md"
    level.parent.mkdir()
    level.write_text("first")
    monkeypatch.setattr(serve, "SECONDS_BETWEEN_LOOKS", 0.02)
    looks: list[dict[Path, float]] = []
    state = serve._state
    built: list[int] = []
    called = threading.Event()

    def look(root: Path) -> dict[Path, float]:
        looks.append(state(root))
        return looks[-1]

    def build() -> None:
        built.append(len(looks))
        called.set()

    def wait_for_looks() -> None:
        enough = len(looks) + 3
        while len(looks) < enough:
            time.sleep(0.01)

    monkeypatch.setattr(serve, "_state", look)
    threading.Thread(target=serve.watch, args=(tmp_path, build), daemon=True).start()
    wait_for_looks()
    assert not built
    level.write_text("second")
    os.utime(level, (1, 1))
    assert called.wait(60)
    wait_for_looks()
    assert len(built) in (1, 2)  # a look may fall between the two changes


def test_ctrl_c_stops_the_server_and_says_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(serve.SiteServer, "serve_forever", interrupted)
    serve.serve(tmp_path, 0, False, lambda: None)
    assert capsys.readouterr().out.endswith("(Ctrl+C stops it)\n\nStopped.\n")
