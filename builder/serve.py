"""The local web server: builds the site, serves it and builds again when a source changes."""

from __future__ import annotations

import errno
import os
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from builder.errors import SetupError

HOST = "127.0.0.1"
DEFAULT_PORT = 8000
TRIES = 100
SOURCES = ("levels", "exercises", "site", "grader", "builder")
SECONDS_BETWEEN_LOOKS = 0.7


class SiteHandler(SimpleHTTPRequestHandler):
    """Serves files as a plain static host does: right types, no listings, no log."""

    protocol_version = "HTTP/1.1"
    extensions_map = {  # noqa: RUF012  (the base class has a plain dict too)
        **SimpleHTTPRequestHandler.extensions_map,
        ".html": "text/html; charset=utf-8",
        ".js": "text/javascript; charset=utf-8",
        ".mjs": "text/javascript; charset=utf-8",
        ".css": "text/css; charset=utf-8",
        ".json": "application/json",
        ".svg": "image/svg+xml",
        ".wasm": "application/wasm",
        ".woff2": "font/woff2",
        ".whl": "application/zip",
    }

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        page = Path(self.directory) / "404.html"
        if code == HTTPStatus.NOT_FOUND and page.is_file():
            self.error_message_format = page.read_text("utf-8").replace("%", "%%")
            self.error_content_type = self.extensions_map[".html"]
        super().send_error(code, message, explain)

    def list_directory(self, path: str | os.PathLike[str]) -> None:
        del path
        self.send_error(HTTPStatus.NOT_FOUND)

    def log_message(self, format: str, *args: Any) -> None:
        pass


class SiteServer(ThreadingHTTPServer):
    """A server for one folder; a browser that goes away is no news."""

    daemon_threads = True
    # On Windows this option would let two servers share a port.
    allow_reuse_address = os.name != "nt"

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def open_server(folder: Path, port: int | None) -> SiteServer:
    """Listen on ``port``, or without one on the first free port from 8000 on."""
    handler = partial(SiteHandler, directory=str(folder))
    ports: Iterable[int] = [port] if port is not None else range(DEFAULT_PORT, DEFAULT_PORT + TRIES)
    for candidate in ports:
        try:
            return SiteServer((HOST, candidate), handler)
        except OSError as error:
            if error.errno == errno.EACCES:
                raise SetupError(f"Port {candidate} may not be used here: choose one above 1023.") from None
            if error.errno != errno.EADDRINUSE:
                raise
    if port is not None:
        raise SetupError(
            f"Port {port} is in use: choose another, or leave --port out to get the next free one."
        )
    raise SetupError(f"No free port from {DEFAULT_PORT} to {DEFAULT_PORT + TRIES - 1}: name one with --port.")


def serve(root: Path, port: int | None, open_browser: bool, build: Callable[[], object]) -> None:
    """Serve ``dist`` until it is stopped by Ctrl+C; ``build`` is called whenever a source changes."""
    server = open_server(root / "dist", port)
    address = f"http://{HOST}:{server.server_address[1]}/"
    print(f"Lookahead is at {address}  (Ctrl+C stops it)", flush=True)
    threading.Thread(target=watch, args=(root, build), daemon=True).start()
    if open_browser:
        webbrowser.open(address)
    with server, suppress(KeyboardInterrupt):
        server.serve_forever()
    print("\nStopped.", flush=True)


def watch(root: Path, build: Callable[[], object]) -> None:
    """Call ``build`` after every change of a source, for as long as the process lives."""
    seen = _state(root)
    while True:
        time.sleep(SECONDS_BETWEEN_LOOKS)
        now = _state(root)
        if now != seen:
            seen = now
            build()


def _state(root: Path) -> dict[Path, float]:
    state = {}
    for source in SOURCES:
        for folder, folders, names in os.walk(root / source):
            folders[:] = [name for name in folders if name != "__pycache__"]
            for path in (Path(folder, name) for name in names):
                with suppress(FileNotFoundError):  # it may be gone since it was listed
                    state[path] = path.stat().st_mtime
    return state
