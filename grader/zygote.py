"""The process that runs learner code under CPython: it loads NumPy once and forks a child for each request.

It never holds an expected value, so neither do its children. A request is one line on standard input,
``{"token": text, "request": RunRequest, "seconds": number, "memory": bytes}``; the answer is one line on
standard output, the token before it: code that finds its way there does not know that of the next request.
The first line says ``ready``.
What the code prints is heard as it comes, so that it is not lost where the run has to be stopped.
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

from grader import run_aloud_json
from grader.capture import LIMIT
from grader.restore import Snapshot

MAX_ANSWER = 64 * 2**20
_PART = 1 << 17
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
    """Answer one request in this very process, where there is no fork; what is printed goes to stream 2."""
    asked = json.loads(sys.stdin.buffer.readline())
    answers = os.dup(1)
    _silence(os.dup(2))
    _limit(asked["memory"], asked["seconds"])
    _write_all(answers, run_aloud_json(json.dumps(asked["request"])).encode() + b"\n")
    _exit(0)


def _in_child(request: str, seconds: float, memory: int, answers: int, before: Snapshot) -> bytes:
    read_end, write_end = os.pipe()
    hear_end, say_end = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setsid()
            for mine in (read_end, hear_end, answers):
                os.close(mine)
            _silence(say_end)
            _limit(memory, seconds)
            _write_all(write_end, run_aloud_json(request, before).encode() + b"\n")
        finally:
            # No atexit function, no thread and no open file of the learner's holds the child back.
            _exit(0)
    os.close(write_end)
    os.close(say_end)
    try:
        line, late, heard = _read_line(read_end, hear_end, time.monotonic() + seconds)
    finally:
        os.close(read_end)
        os.close(hear_end)
        status = _end(child)
    if line is not None:
        return line
    ended = {"outcomes": [], "printed": as_printed(heard)}
    if late:
        return json.dumps({"stage": "timeout", "limit": seconds, **ended}).encode()
    return json.dumps({"stage": "died", "error": {"message": _cause(status)}, **ended}).encode()


def as_printed(heard: bytes) -> str:
    """What was heard of a run that gave no answer, as ``printed``."""
    return heard.decode("utf-8", "replace")[: LIMIT + 100]


def _silence(output: int) -> None:
    """Standard output leads to ``output``, away from the answers; nothing else is written, nothing read."""
    os.dup2(output, 1)
    os.close(output)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 2):
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


def _read_line(source: int, aside: int, deadline: float) -> tuple[bytes | None, bool, bytes]:
    """The first line, or None; whether time ran out; and what was heard on ``aside``."""
    parts: list[bytes] = []
    size, heard = 0, b""
    with selectors.DefaultSelector() as selector:
        selector.register(source, selectors.EVENT_READ)
        selector.register(aside, selectors.EVENT_READ)
        while size < MAX_ANSWER:
            ready = {key.fd for key, _ in selector.select(max(0.0, deadline - time.monotonic()))}
            if not ready or time.monotonic() > deadline:
                return None, True, heard
            if aside in ready:
                said = os.read(aside, _PART)
                heard = (heard + said)[:_PART]
                if not said:
                    selector.unregister(aside)
            if source not in ready:
                continue
            part = os.read(source, _PART)
            if not part:
                return None, False, heard
            parts.append(part)
            size += len(part)
            if b"\n" in part:
                line = b"".join(parts).split(b"\n", 1)[0]
                return (line if _is_answer(line) else _DAMAGED), False, heard
    return None, False, heard


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
