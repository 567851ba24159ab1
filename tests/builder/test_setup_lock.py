"""Two commands in one folder wait for each other, and a killed one gives its lock back."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from builder.setup.lock import one_at_a_time
from builder.setup.process import run_quietly

ROOT = Path(__file__).parents[2]
HOLD = """
import sys, time
from pathlib import Path
if "without-fcntl" in sys.argv:
    sys.modules["fcntl"] = None
from builder.setup.lock import one_at_a_time
with one_at_a_time(Path(sys.argv[1]), print):
    print("held", flush=True)
    time.sleep(60)
"""


def hold(root: Path, *words: str) -> subprocess.Popen[str]:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(root), *words], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    return holder


@pytest.mark.parametrize("words", [[], ["without-fcntl"]])
def test_a_second_command_waits_and_says_for_whom(
    tmp_path: Path, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if words:
        monkeypatch.setitem(sys.modules, "fcntl", None)
    holder = hold(tmp_path, *words)
    said: list[str] = []
    waiting = threading.Event()

    def progress(text: str) -> None:
        said.append(text)
        waiting.set()

    def kill_once_waiting() -> None:
        waiting.wait(10)
        holder.kill()

    threading.Thread(target=kill_once_waiting).start()
    with one_at_a_time(tmp_path, progress):
        pass
    holder.communicate()
    assert said[0] == f"Waiting for another build.py in this folder (process {holder.pid})"


def test_nothing_is_said_when_it_is_free(tmp_path: Path) -> None:
    said: list[str] = []
    for _ in range(2):
        with one_at_a_time(tmp_path, said.append):
            pass
    assert said == []


@pytest.mark.skipif(os.name == "nt", reason="there a started program does not inherit the lock")
def test_a_started_program_that_outlives_the_command_still_holds_the_lock(tmp_path: Path) -> None:
    orphan = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys; from pathlib import Path\n"
            "from builder.setup.lock import one_at_a_time\n"
            "from builder.setup.process import run_quietly\n"
            "root = Path(sys.argv[1])\n"
            "with one_at_a_time(root, print):\n"
            "    run_quietly(['sh', '-c', 'touch started; sleep 0.6; touch finished'],"
            " cwd=root, log=root / 'log', news=lambda line: None)\n",
            str(tmp_path),
        ],
        cwd=ROOT,
    )
    while not (tmp_path / "started").exists():
        assert orphan.poll() is None
    orphan.kill()
    orphan.wait()
    with one_at_a_time(tmp_path, lambda text: None):
        assert (tmp_path / "finished").exists()


@pytest.mark.skipif(os.name == "nt", reason="there is no fork")
def test_a_process_forked_under_the_lock_does_not_keep_it(tmp_path: Path) -> None:
    with one_at_a_time(tmp_path, print):
        child = os.fork()
        if not child:
            time.sleep(60)
            os._exit(0)
    try:
        said: list[str] = []
        with one_at_a_time(tmp_path, said.append):
            assert said == []
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def test_a_program_is_stopped_when_the_command_is(tmp_path: Path) -> None:
    def stop(line: str) -> None:
        if line == "ready":
            raise KeyboardInterrupt

    command = [sys.executable, "-c", "import time; print('ready', flush=True); time.sleep(60)"]
    with pytest.raises(KeyboardInterrupt):
        run_quietly(command, cwd=tmp_path, log=tmp_path / "log", news=stop)
