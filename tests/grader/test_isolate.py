"""Learner code in a process of its own: limits hold, and the next answer is judged as if nothing had been."""

# ruff: noqa: E501 (an answer stands whole on its line)

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from grader.encode import encode
from grader.isolate import Isolated

GOOD = "def f(x):\n    return x + 1"


def request(code):
    return {"code": code, "function": "f", "cases": [{"name": "one", "arguments": {"x": encode(1)}}]}


@pytest.fixture(scope="module", params=["fork", "no fork"] if hasattr(os, "fork") else ["no fork"])
def place(request):
    with Isolated(memory=2**30, fork=request.param == "fork") as isolated:
        yield isolated


def value(answer):
    assert answer["stage"] == "ran", answer
    return answer["outcomes"][0]["value"]["data"]


def test_an_answer_comes_back(place):
    assert value(place.run(request(GOOD), 10)) == 2


ENDINGS = {
    "leaves at once": "import os\nos._exit(0)",
    "leaves from a call": "import os\ndef f(x):\n    os._exit(3)",
    "is killed": "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)",
    "crashes": "import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)",
    "kills its group": "import os, signal\nsignal.signal(15, signal.SIG_DFL)\nos.setpgid(0, 0) if os.getpgid(0) != os.getpid() else 0\nos.killpg(0, 15)",
    "closes every file": "import os\nos.closerange(0, 100)\nos._exit(0)",
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_process_that_ends_itself_is_said_to_have_died(ending, place):
    answer = place.run(request(ENDINGS[ending]), 10)
    assert answer["stage"] == "died", answer
    assert answer["error"]["message"]
    assert value(place.run(request(GOOD), 10)) == 2


def test_what_is_written_past_print_does_not_disturb_the_answer(place):
    code = "import os\nos.write(1, b'{\"stage\": \"ran\"}\\n')\nos.write(2, b'noise')\n" + GOOD
    assert value(place.run(request(code), 10)) == 2


def test_input_is_at_its_end(place):
    answer = place.run(request("import os\ndef f(x):\n    return len(os.read(0, 9))"), 10)
    assert value(answer) == 0


def test_a_thread_that_never_ends_does_not_hold_the_answer_back(place):
    code = "import threading, time\nthreading.Thread(target=time.sleep, args=(60,)).start()\n" + GOOD
    started = time.monotonic()
    assert value(place.run(request(code), 20)) == 2
    assert time.monotonic() - started < 40


def test_more_memory_than_the_limit_is_an_error_and_no_crash(place):
    code = "def f(x):\n    kept = []\n    while True:\n        kept.append(np.zeros(10**8, dtype='u1'))"
    answer = place.run(request(code), 20)
    assert answer["outcomes"][0]["raised"]["type"] == "MemoryError"


@pytest.mark.parametrize("loop", ["while True:\n    pass", "while True:\n    print('x' * 1000)"])
def test_code_that_never_ends_is_stopped(loop):
    with Isolated() as isolated:
        isolated.run(request(GOOD), 10)  # the start is not counted
        started = time.monotonic()
        answer = isolated.run(request(loop), 0.5)
        assert (answer["stage"], answer["limit"]) == ("timeout", 0.5)
        assert time.monotonic() - started < 15
        assert value(isolated.run(request(GOOD), 10)) == 2


def test_code_that_never_ends_is_stopped_without_fork_too(monkeypatch):
    monkeypatch.setattr("grader.isolate._SPARE", 0.5)
    with Isolated(fork=False) as isolated:
        assert isolated.run(request("while True:\n    pass"), 0.5)["stage"] == "timeout"


@pytest.mark.parametrize("fork", [True, False] if hasattr(os, "fork") else [False])
def test_what_was_printed_is_kept_when_a_run_is_stopped_or_dies(fork, monkeypatch):
    # Less than what it may have of the processor.
    monkeypatch.setattr("grader.isolate._SPARE", 4)
    with Isolated(fork=fork) as isolated:
        stopped = isolated.run(request("print('so far', end='')\nprint(' é')\nwhile True:\n    pass"), 2)
        assert (stopped["stage"], stopped["printed"]) == ("timeout", "so far é\n")
        died = isolated.run(request("import os\nprint('last words')\nos._exit(1)"), 10)
        assert (died["stage"], died["printed"]) == ("died", "last words\n")
        endless = isolated.run(request("while True:\n    print('x' * 99)"), 2)["printed"]
        assert 20_000 < len(endless) < 20_200
        assert endless.endswith("more was printed than is kept here\n")


def test_a_run_that_closes_its_output_goes_on():
    with Isolated() as isolated:
        assert value(isolated.run(request("import os\nos.close(1)\nprint('x')\n" + GOOD), 10)) == 2


def test_a_signal_handler_of_the_learners_cannot_outlast_the_limit():
    code = (
        "import signal\nfor n in range(1, 30):\n    try:\n        signal.signal(n, signal.SIG_IGN)\n"
        "    except (OSError, ValueError):\n        pass\nwhile True:\n    try:\n        pass\n    except BaseException:\n        pass"
    )
    with Isolated() as isolated:
        assert isolated.run(request(code), 0.5)["stage"] == "timeout"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="only a forked process has a parent to stop")
@pytest.mark.parametrize("then", ["", "while True:\n    pass\n"])
def test_code_that_stops_its_parent_holds_up_nobody(then, monkeypatch):
    monkeypatch.setattr("grader.isolate._SILENCE", 0.5)
    with Isolated() as isolated:
        isolated.run(request(GOOD), 10)
        stops = "import os, signal\nos.kill(os.getppid(), signal.SIGSTOP)\n" + then
        answer = isolated.run(request(stops + GOOD), 0.5)
        assert answer["stage"] == "broken" and "silent" in answer["error"]["message"]
        assert value(isolated.run(request(GOOD), 10)) == 2


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="only there another's files have names")
def test_an_answer_written_into_the_parents_output_is_not_the_next_ones():
    forge = (
        "import os\nwith open(f'/proc/{os.getppid()}/fd/1', 'wb', 0) as out:\n"
        '    out.write(b\'{"stage": "ran", "outcomes": []}\\n\')\n'
    )
    with Isolated() as isolated:
        isolated.run(request(forge + GOOD), 10)
        assert value(isolated.run(request(GOOD), 10)) == 2


@pytest.mark.skipif(not hasattr(os, "fork"), reason="without fork each answer has its own pipe")
def test_an_answer_nested_too_deeply_is_damaged():
    deep = (
        "import os\ntext = b'{\"stage\":' + b'[' * 100000 + b']' * 100000 + b'}\\n'\n"
        "for n in range(3, 30):\n    try:\n        os.write(n, text)\n    except OSError:\n        pass\nos._exit(0)"
    )
    with Isolated() as isolated:
        assert isolated.run(request(deep), 10)["stage"] == "broken"
        assert value(isolated.run(request(GOOD), 10)) == 2


def test_a_child_of_the_learners_does_not_answer_twice():
    with Isolated() as isolated:
        assert value(isolated.run(request("import os\nos.fork()\n" + GOOD), 10)) == 2
        assert value(isolated.run(request(GOOD.replace("1", "2")), 10)) == 3


def test_an_answer_of_another_making_is_not_taken():
    code = (
        "import os\nfor n in range(3, 30):\n    try:\n        os.write(n, b'nonsense\\n')\n    except OSError:\n        pass\n"
        + GOOD
    )
    with Isolated() as isolated:
        assert isolated.run(request(code), 10)["stage"] in ("died", "ran", "broken")
        assert value(isolated.run(request(GOOD), 10)) == 2


def test_what_the_code_does_not_name_is_not_loaded_for_it():
    with Isolated() as isolated:
        code = "import sys\ndef f(x):\n    return max(name.endswith('py.m' + 'a') for name in sys.modules)"
        assert value(isolated.run(request(code), 10)) is False


def test_one_answer_leaves_nothing_to_the_next():
    with Isolated() as isolated:
        isolated.run(
            request("import builtins\nbuiltins.left = 1\nnp.left = 2\nopen('left', 'w').close()\n" + GOOD), 10
        )
        code = "import builtins\ndef f(x):\n    return hasattr(builtins, 'left') or hasattr(np, 'left')"
        assert value(isolated.run(request(code), 10)) is False


def test_when_the_process_behind_it_is_killed_another_takes_its_place():
    with Isolated() as isolated:
        killed = isolated.run(
            request("import os, signal\nos.kill(os.getppid(), signal.SIGKILL)\nimport time\ntime.sleep(5)"),
            10,
        )
        assert killed["stage"] == "died"
        assert value(isolated.run(request(GOOD), 10)) == 2


def test_the_folder_it_works_in_is_gone_afterwards():
    with Isolated() as isolated:
        code = "import os\nopen('mine', 'w').close()\ndef f(x):\n    return os.getcwd()"
        folder = isolated.run(request(code), 10)["outcomes"][0]["value"]["text"]
        assert Path(folder).exists()
    assert not Path(folder).exists()
