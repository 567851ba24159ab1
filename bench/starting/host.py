"""The host of both pages: the built site and the plain page, served alike, with every answer counted."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

from builder.serve import SiteHandler

# What a common host of static pages says of every file.
KEEP = "max-age=600"


class Host(ThreadingHTTPServer):
    """Serves folders by the first part of a path; ``sent`` lists each file that was sent whole."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, folders: dict[str, Path]) -> None:
        super().__init__(("127.0.0.1", 0), partial(_Handler, directory="/"))
        self.base = f"http://127.0.0.1:{self.server_address[1]}/"
        self.folders = folders
        self.sent: list[Path] = []

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Handler(SiteHandler):
    server: Host

    def translate_path(self, path: str) -> str:
        first, _, rest = path.split("?")[0].lstrip("/").partition("/")
        self.directory = str(self.server.folders.get(first, Path("nowhere")))
        return super().translate_path("/" + rest)

    def send_response(self, code: int, message: str | None = None) -> None:
        place = Path(self.translate_path(self.path))
        if code == 200 and self.command == "GET" and place.is_file():
            self.server.sent.append(place)
        elif code == 200 and (place / "index.html").is_file():
            self.server.sent.append(place / "index.html")
        super().send_response(code, message)

    def send_header(self, keyword: str, value: str) -> None:
        super().send_header(keyword, KEEP if keyword == "Cache-Control" else value)


@contextmanager
def hosting(folders: dict[str, Path]) -> Iterator[Host]:
    """The host while the block runs."""
    with Host(folders) as host:
        threading.Thread(target=host.serve_forever, args=(0.05,), daemon=True).start()
        yield host
        host.shutdown()
