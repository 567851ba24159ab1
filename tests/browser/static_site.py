"""A plain static host: files under a sub-path, no headers but the usual ones, and faults on request."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

SUB_PATH = "/some/course/"

Fault = int | bytes | threading.Event


class StaticSite(ThreadingHTTPServer):
    """Serves ``folder`` at ``base``; ``faults`` holds, by a part of an address, what goes wrong with it.

    A fault is a status to answer with, 0 for no answer at all, the wrong bytes to send, or an event that the
    answer waits for. ``asked`` lists what was requested.
    """

    daemon_threads = True

    def __init__(self, folder: Path, handler: type[SiteHandler] | None = None) -> None:
        super().__init__(("127.0.0.1", 0), handler or SiteHandler)
        self.folder = folder
        self.origin = f"http://127.0.0.1:{self.server_address[1]}"
        self.base = self.origin + SUB_PATH
        self.faults: dict[str, Fault] = {}
        self.asked: list[str] = []

    def wait_for(self, *parts: str, seconds: float = 60) -> None:
        """Wait until a file with one of ``parts`` in its address was requested."""
        end = time.monotonic() + seconds
        while not any(part in path for path in self.asked for part in parts):
            assert time.monotonic() < end, f"waited {seconds} s for {parts}; requested: {self.asked}"
            time.sleep(0.02)

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class SiteHandler(SimpleHTTPRequestHandler):
    """Answers as a plain host does, but for the site's faults."""

    server: StaticSite

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        self.server.asked.append(path)
        fault = next((fault for part, fault in self.server.faults.items() if part in path), None)
        if isinstance(fault, threading.Event):
            fault.wait()
            super().do_GET()
        elif fault == 0:
            self.close_connection = True
        elif isinstance(fault, bytes):
            self.send_response(200)
            self.send_header("Content-Type", self.guess_type(path))
            self.send_header("Content-Length", str(len(fault)))
            self.end_headers()
            self.wfile.write(fault)
        elif fault is not None or not path.startswith(SUB_PATH):
            self.send_error(fault or 404)
        else:
            super().do_GET()

    def translate_path(self, path: str) -> str:
        self.directory = str(self.server.folder)
        return super().translate_path("/" + path.removeprefix(SUB_PATH))

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def serving(folder: Path, handler: type[SiteHandler] | None = None) -> Iterator[StaticSite]:
    """The site while the block runs."""
    with StaticSite(folder, handler) as site:
        threading.Thread(target=site.serve_forever, args=(0.05,), daemon=True).start()
        yield site
        site.shutdown()
