"""Nothing that learner code did outlives its run."""

# ruff: noqa: E501 (an answer stands whole on its line)

from __future__ import annotations

import builtins
import json
import math
import random
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest

VANDALS = (
    "np.exp = None",
    "del np.exp",
    "np.linalg.norm = lambda *a: 0",
    "np.random.rand = lambda *a: 0",
    "np.ma.array = None",
    "np.ma.MaskedArray.filled = None",
    "np.matrix.T = 3",
    "np.nonsense = 3",
    "import builtins\nbuiltins.len = lambda x: 0",
    "import builtins\ndel builtins.print",
    "import builtins\nbuiltins.__import__ = None",
    "import builtins\nbuiltins.nonsense = 1",
    "import math\nmath.exp = lambda x: 0",
    "import random\nrandom.random = lambda: 0\nrandom.Random.random = None",
    "import sys\nsys.stdout = sys.stderr = sys.stdin = None",
    "import sys\nsys.path.clear()\nsys.modules['numpy'] = None\nsys.modules['json'] = 3",
    "import sys\nsys.setrecursionlimit(5000)\nsys.settrace(lambda *a: None)\nsys.setprofile(lambda *a: None)",
    "import json\njson.dumps = json.loads = None",
    "import warnings\nwarnings.simplefilter('error')\nwarnings.warn = None",
    "np.seterr(all='raise')",
    "np.set_printoptions(precision=1)",
    "import grader.judge\ngrader.judge.judge = None\ngrader.run_json = None",
    "import numpy as n, ast, re\nast.parse = None\nre.search = None",
    "np.ndarray = np.generic = int",
)


def _state() -> list[object]:
    return [
        np.exp, np.linalg.norm, np.random.rand, np.ma.array, np.ma.MaskedArray.filled, np.matrix.T, hasattr(np, "nonsense"),
        dict(vars(builtins)), math.exp, random.random, random.Random.random, sys.stdout, sys.stderr, sys.stdin,
        list(sys.path), sys.modules["numpy"], sys.modules["json"], sys.getrecursionlimit(), sys.getprofile(),
        json.dumps, json.loads, list(warnings.filters), warnings.warn, warnings.showwarning, np.geterr(),
        np.get_printoptions(), sys.modules["__main__"], np.ndarray,
    ]  # fmt: skip


@pytest.mark.parametrize("vandal", VANDALS)
@pytest.mark.parametrize("ending", ["def f(a):\n    return np.zeros(2)", "raise SystemExit", "def g("])
def test_nothing_a_run_changed_outlives_it(vandal, ending, ran):
    before = _state()
    answer = ran(f"{vandal}\n{ending}", 1)
    assert _state() == before
    assert answer["ran"]["stage"] in ("ran", "raised", "syntax")
    assert ran("def f(a):\n    return np.exp(a - 1) * len([1])", 1)["value"]["data"] == 1.0


@pytest.mark.parametrize(
    "vandal",
    [
        "import sys\nsys.setrecursionlimit(sys._getframe().f_code.co_stacksize + 150)",
        "import sys\nsys.settrace(lambda *a: 1 / 0)",
        "import sys\nsys.setprofile(lambda *a: None if 'answer' in a[0].f_code.co_filename else 1 / 0)",
        "import sys\nclass E(BaseException):\n    def __str__(self):\n        raise self\ndef t(*a):\n    raise E\nsys.settrace(t)",
        "import _thread\n_thread.start_new_thread(print, ('x',))",
    ],
)
def test_code_that_meddles_with_the_interpreter_is_answered_and_undone(vandal, ran):
    trace, profile, depth = sys.gettrace(), sys.getprofile(), sys.getrecursionlimit()
    answer = ran(f"{vandal}\ndef f(a):\n    return a", 1)["ran"]
    assert answer["stage"] in ("ran", "raised", "broken")
    assert (sys.gettrace(), sys.getprofile(), sys.getrecursionlimit()) == (trace, profile, depth)
    assert ran("def f(a):\n    return a", 1)["value"]["data"] == 1


def test_names_of_one_run_are_not_there_in_the_next(ran):
    ran("secret = 1\ndef f(a):\n    return a", 1)
    assert ran("def f(a):\n    return secret", 1)["raised"]["type"] == "NameError"
    assert (
        ran("import __main__\ndef f(a):\n    return hasattr(__main__, 'secret')", 1)["value"]["data"] is False
    )


def test_the_code_sees_itself_as_main(ran):
    assert (
        ran("import __main__\nx = 7\ndef f(a):\n    return __main__.x + (__name__ == '__main__')", 1)[
            "value"
        ]["data"]
        == 8
    )


LOADED_ON_DEMAND = """
import json
from grader import run_json

def said(code):
    request = {"code": code, "function": "f", "cases": [{"name": "one", "arguments": {}}]}
    return json.loads(run_json(json.dumps(request)))["outcomes"][0]

said("np.testing.assert_allclose = np.char.upper = lambda *a: None\\ndef f():\\n    return 1")
print(said("def f():\\n    np.testing.assert_allclose(1, 2)")["raised"]["type"])
print(said("def f():\\n    return str(np.char.upper('a'))")["value"])
"""


def test_parts_of_numpy_that_load_during_a_run_are_put_back_too():
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", LOADED_ON_DEMAND], cwd=root, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == ["AssertionError", "{'text': 'A'}"]
