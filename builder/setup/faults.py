"""Turns what went wrong on this machine into one line: what is missing and what to do."""

from __future__ import annotations

import errno
import re
from pathlib import Path

from builder.errors import SetupError
from builder.setup.process import Ended

DISK_FULL = re.compile(r"No space left on device|ENOSPC|Disk quota exceeded|EDQUOT")
FORBIDDEN = re.compile(r"Permission denied|EACCES|EPERM|Read-only file system|EROFS")
NO_NETWORK = re.compile(
    r"NewConnectionError|NameResolutionError|Temporary failure in name resolution|Network is unreachable"
    r"|ConnectTimeout|ReadTimeout|ConnectionResetError|Connection refused|ProxyError|SSLError"
    r"|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT"
)

# Of npm's report the sentence, not the lines around it.
ERROR_LINE = re.compile(r"(npm )?err(or)?\b(?! (code|errno|syscall|path|dest|A complete log))", re.IGNORECASE)


def of_program(doing: str, ended: Ended, log: Path, known: dict[str, str]) -> SetupError:
    """Why a program failed; ``known`` maps a pattern of its output to a sentence of its own."""
    for pattern, sentence in known.items():
        if re.search(pattern, ended.output):
            return SetupError(f"{doing} failed: {sentence}")
    if DISK_FULL.search(ended.output):
        return SetupError(f"{doing} failed: the disk is full. Free some space and run this again.")
    if FORBIDDEN.search(ended.output):
        return SetupError(f"{doing} failed: no permission to write. The details are in {log}.")
    if NO_NETWORK.search(ended.output):
        return SetupError(f"{doing} failed: no network. Connect this machine and run this again.")
    said = [line.strip() for line in ended.output.splitlines() if line.strip()]
    errors = [line for line in said if ERROR_LINE.match(line)]
    last = (errors or said or [f"it ended with status {ended.status}"])[-1]
    return SetupError(f"{doing} failed: {last[:200]} The rest is in {log}.")


def of_system(error: OSError) -> SetupError | None:
    """The one line for a fault of the machine; None when the error is more likely a fault of ours."""
    # Of a copy the second name is the one that was written.
    name = error.filename2 or error.filename
    place = f" at {name}" if name else ""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return SetupError(f"The disk is full{place}. Free some space and run this again.")
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return SetupError(f"No permission to write{place}. Make the folder writable and run this again.")
    return None
