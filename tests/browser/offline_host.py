"""A host that can publish another build and go away, and what a page says that is saved from it."""

from __future__ import annotations

import gzip
import hashlib
import os
import re
import shutil
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from builder.assets.bundles import bundle_service_worker
from builder.offline import SIZE, WORKER, write_offline
from tests.browser.course_answers import ROOT, SLUG
from tests.browser.static_site import SiteHandler, StaticSite

SAVE = "#offline [data-do=save]"
SAVED = "() => document.querySelector('#offline').innerText.includes('works without a network')"


class _KeptAlive(SiteHandler):
    """Connections stay open, and nothing is left to the browser's own cache, which would answer offline."""

    protocol_version = "HTTP/1.1"
    server: OfflineHost

    def do_GET(self) -> None:
        if self.server.is_silent:
            self.server.ended.wait()
        super().do_GET()

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        super().end_headers()


class Caching(SiteHandler):
    """Lets a browser keep what is named by its content; ``X-Sent`` says that a file came from here."""

    protocol_version = "HTTP/1.1"

    def end_headers(self) -> None:
        named = "/assets/" in self.path or ("/exercises/" in self.path and self.path.endswith(".json"))
        self.send_header("Cache-Control", "public, max-age=31536000, immutable" if named else "no-cache")
        self.send_header("X-Sent", "yes")
        super().end_headers()


class Compressing(_KeptAlive):
    """Compresses every answer on its way, and has never heard of WebAssembly."""

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            return super().do_GET()
        content = gzip.compress(path.read_bytes(), 1)
        self.send_response(200)
        kind = "text/plain" if path.suffix == ".wasm" else self.guess_type(str(path))
        self.send_header("Content-Type", kind)
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)
        return None


class OfflineHost(StaticSite):
    """Serves ``folder``, which may be another build at any time; ``stop`` ends every connection.

    While it ``is_silent``, it takes every request and answers none, like a network that is about to go.
    """

    def __init__(self, folder: Path, handler: type[SiteHandler]) -> None:
        super().__init__(folder, handler)
        self.is_silent = False
        self.ended = threading.Event()
        self._open: set[socket.socket] = set()

    def finish_request(self, request: Any, client_address: Any) -> None:
        self._open.add(request)
        try:
            super().finish_request(request, client_address)
        finally:
            self._open.discard(request)

    def stop(self) -> None:
        """Be gone: refuse new connections and end those that are kept alive."""
        self.ended.set()
        self.shutdown()
        self.socket.close()
        for connection in list(self._open):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)


@contextmanager
def offline_host(
    folder: Path = ROOT / "dist", handler: type[SiteHandler] = _KeptAlive
) -> Iterator[OfflineHost]:
    """The host while the block runs."""
    host = OfflineHost(folder, handler)
    threading.Thread(target=host.serve_forever, args=(0.05,), daemon=True).start()
    yield host
    host.stop()


def another_build(folder: Path, title: str) -> Path:
    """A build in ``folder``, made from ``dist/``: another title, and other names of what is named by content.

    Its exercises have changed, and their old names are gone.
    """
    no_copies = shutil.ignore_patterns("*.br", "*.gz")
    shutil.copytree(ROOT / "dist", folder, copy_function=os.link, ignore=no_copies)
    page = folder / "levels" / SLUG / "index.html"
    text = re.sub(r"(<h1>).*?(</h1>)", rf"\g<1>{title}\g<2>", page.read_text("utf-8"))
    for name in sorted(set(re.findall(r"exercises/[\w.-]+\.json", text))):
        content = (folder / name).read_bytes() + b"\n"
        new = re.sub(r"[0-9a-f]{12}(?=\.json)", hashlib.sha256(content).hexdigest()[:12], name)
        (folder / name).unlink()
        (folder / new).write_bytes(content)
        text = text.replace(name, new)
    for changed in (page, folder / WORKER, folder / SIZE):
        changed.unlink()  # a link to the file in dist/
    page.write_text(text, "utf-8")
    files = [path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()]
    write_offline(folder, files, bundle_service_worker(ROOT))
    return folder
