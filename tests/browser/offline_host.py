"""A host that can change its files and go away, as hosts do, and the states a page can be in towards it."""

from __future__ import annotations

import os
import shutil
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from builder.assets.bundles import bundle_service_worker
from builder.offline import SIZE, WORKER, write_offline
from tests.browser.course_answers import ROOT
from tests.browser.static_site import StaticSite

SAVE = "#offline [data-do=save]"
SAVED = "() => document.querySelector('#offline').innerText.includes('works without a network')"
WORDS = "() => document.querySelector('#offline').innerText"


class OfflineHost(StaticSite):
    """Serves ``folder``, which may be another one at any time; ``stop`` ends every connection."""

    folder: Path

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.folder = folder
        self._open: set[socket.socket] = set()

    def finish_request(self, request: Any, client_address: Any) -> None:
        handler = self.RequestHandlerClass.func  # type: ignore[attr-defined]
        self._open.add(request)
        try:
            _Kept.wrap(handler)(request, client_address, self, directory=str(self.folder))
        finally:
            self._open.discard(request)

    def stop(self) -> None:
        """Be gone: refuse new connections and end those that are kept alive."""
        self.shutdown()
        self.socket.close()
        for connection in list(self._open):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)


class _Kept:
    """Connections stay open, and nothing is left to the browser's own cache, which would answer offline."""

    @staticmethod
    def wrap(handler: type) -> type:
        class Handler(handler):  # type: ignore[misc]
            protocol_version = "HTTP/1.1"

            def end_headers(self) -> None:
                self.send_header("Cache-Control", "no-store")
                super().end_headers()

        return Handler


@contextmanager
def offline_host(folder: Path) -> Iterator[OfflineHost]:
    """The host while the block runs."""
    host = OfflineHost(folder)
    threading.Thread(target=host.serve_forever, args=(0.05,), daemon=True).start()
    yield host
    with suppress(OSError):
        host.stop()
    host.server_close()


def another_build(folder: Path, changes: dict[str, tuple[str, str]]) -> Path:
    """A build in ``folder`` that differs from the one in dist/ by these replacements in its pages."""
    shutil.copytree(ROOT / "dist", folder, copy_function=os.link)
    for name, (old, new) in changes.items():
        page = (folder / name).read_text("utf-8")
        assert old in page
        (folder / name).unlink()
        (folder / name).write_text(page.replace(old, new), "utf-8")
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    for name in (WORKER, SIZE):
        (folder / name).unlink()
    write_offline(folder, files - {WORKER, SIZE}, bundle_service_worker(ROOT))
    return folder
