"""The process that runs learner code under CPython: it loads NumPy once and forks a child for each request.

It never holds an expected value, so neither do its children. A request is one line on standard input,
``{"token": text, "request": RunRequest, "seconds": number, "memory": bytes}``; the answer is one line on
standard output, the token before it: code that finds its way there does not know the token of the next request.
The first line says ``ready``.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import signal
import sys
import time
from typing import Any

from grader import run_json
from grader.restore import Snapshot

MAX_ANSWER = 64 * 2**20
_SPARE_CPU = 5
_write, _exit = os.write, os._exit
_WHY_DAMAGED = {"type": "ValueError", "message": "the answer is damaged"}
_DAMAGED = json.dumps({"stage": "broken", "error": _WHY_DAMAGED, "outcomes": []}).encode()


def serve() -> None:
    """Answer requests until the input ends."""
    answers = os.dup(1)
    # Taken once: a child that looks through all of NumPy again copies most of its memory.
    before = Snapshot(at_end=True)
    _write_all(answers, b"ready\n")
    for line in sys.stdin.buffer:
        asked = json.loads(line)
        answer = _in_child(json.dumps(asked["request"]), asked["seconds"], asked["memory"], answers, before)
        _write_all(answers, asked["token"].encode() + b" " + answer + b"\n")


def once() -> None:
    """Answer one request in this very process, where there is no fork."""
    asked = json.loads(sys.stdin.buffer.readline())
    answers = os.dup(1)
    _silence()
    _limit(asked["memory"], asked["seconds"])
    _write_all(answers, run_json(json.dumps(asked["request"])).encode() + b"\n")
    _exit(0)


def _in_child(request: str, seconds: float, memory: int, answers: int, before: Snapshot) -> bytes:
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setsid()
            os.close(read_end)
            os.close(answers)
            _silence()
            _limit(memory, seconds)
            _write_all(write_end, run_json(request, before).encode() + b"\n")
        finally:
            # No atexit function, no thread and no open file of the learner's holds the child back.
            _exit(0)
    os.close(write_end)
    try:
        line, late = _read_line(read_end, time.monotonic() + seconds)
    finally:
        os.close(read_end)
        status = _end(child)
    if line is not None:
        return line
    if late:
        return json.dumps({"stage": "timeout", "limit": seconds, "outcomes": []}).encode()
    return json.dumps({"stage": "died", "error": {"message": _cause(status)}, "outcomes": []}).encode()


def _silence() -> None:
    """Nothing that is written past ``print`` reaches the answers, and nothing can be read."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)


def _limit(memory: int, seconds: float) -> None:
    try:
        import resource
    except ImportError:
        return  # Windows has none; the limit of time still holds
    # The limit of time is kept by others; this one holds where code has stopped or killed them.
    cpu = int(seconds) + _SPARE_CPU
    for kind, most in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_CORE, 0), (resource.RLIMIT_CPU, cpu)):
        with contextlib.suppress(ValueError, OSError):  # some systems refuse
            resource.setrlimit(kind, (most, most))


def _read_line(source: int, deadline: float) -> tuple[bytes | None, bool]:
    """The first line, or None; and whether time ran out."""
    parts: list[bytes] = []
    size = 0
    with selectors.DefaultSelector() as selector:
        selector.register(source, selectors.EVENT_READ)
        while size < MAX_ANSWER:
            if not selector.select(max(0.0, deadline - time.monotonic())):
                return None, True
            part = os.read(source, 1 << 16)
            if not part:
                return None, False
            parts.append(part)
            size += len(part)
            if b"\n" in part:
                line = b"".join(parts).split(b"\n", 1)[0]
                return (line if _is_answer(line) else _DAMAGED), False
    return None, False


def _is_answer(line: bytes) -> bool:
    try:
        answer: Any = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(answer, dict) and "stage" in answer


def _end(child: int) -> int:
    # It may have ended already, or not have come to its own session yet.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)
    with contextlib.suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _cause(status: int) -> str:
    if status == -signal.SIGSEGV:
        return "Python crashed, most likely because calls were nested too deeply"
    return "something in it closed Python"


def _write_all(target: int, data: bytes) -> None:
    while data:
        data = data[_write(target, data) :]
