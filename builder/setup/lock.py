"""Two commands in one folder wait for each other."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from builder.console import Progress

# The byte that is locked lies far behind the text, so that a waiting command can read who holds it.
LOCKED_BYTE = 1 << 20


@contextmanager
def one_at_a_time(root: Path, progress: Progress) -> Iterator[None]:
    """Hold the folder's lock; the system gives it back even when the process is killed."""
    path = root / ".cache" / "build.lock"
    path.parent.mkdir(exist_ok=True)
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        while not _try_lock(handle):
            holder = os.pread(handle, 20, 0) if hasattr(os, "pread") else b""
            who = f" (process {holder.decode().strip()})" if holder.strip().isdigit() else ""
            progress(f"Waiting for another build.py in this folder{who}")
            time.sleep(0.2)
        os.ftruncate(handle, 0)
        os.lseek(handle, 0, os.SEEK_SET)
        os.write(handle, str(os.getpid()).encode())
        try:
            yield
        finally:
            _unlock(handle)
    finally:
        os.close(handle)


def _try_lock(handle: int) -> bool:
    os.lseek(handle, LOCKED_BYTE, os.SEEK_SET)
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            _lock_file(handle)
    except (BlockingIOError, PermissionError):
        return False
    return True


if sys.platform != "win32":

    def _lock_file(handle: int) -> None:
        try:
            import fcntl
        except ImportError:
            os.lockf(handle, os.F_TLOCK, 1)
            return
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # Programs started under the lock hold it too: an npm that outlives a killed command still writes.
        os.set_inheritable(handle, True)

    def _unlock(handle: int) -> None:
        # Said at the end, for a process forked under the lock would keep it for as long as it lives.
        try:
            import fcntl
        except ImportError:
            return
        fcntl.flock(handle, fcntl.LOCK_UN)

else:

    def _unlock(handle: int) -> None:
        del handle  # closing the file does it
