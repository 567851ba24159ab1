"""Plain code can only compute; everything that might reach what other runs share is told from it."""

# ruff: noqa: E501 (an answer stands whole on its line)

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from grader.plain_code import is_plain

ROOT = Path(__file__).parents[2]
SOLUTIONS = sorted((ROOT / "exercises").glob("*/solution.py"))

PLAIN = [
    "",
    "def f(x):\n    return x.T @ x / np.sqrt(x.shape[-1])",
    "import numpy\ndef f(x):\n    return numpy.linalg.norm(x, axis=-1, keepdims=True)",
    "import numpy.linalg as la\nfrom numpy import exp as e, where\ndef f(x):\n    return where(x > 0, e(x), la.norm(x))",
    "import math, itertools, functools\nfrom collections import defaultdict\nfrom math import *\ndef f(x):\n    return functools.reduce(lambda a, b: a + sqrt(b), x)",
    "def _softmax(x):\n    for _ in range(3):\n        x = np.exp(x)\n    return x\nif __name__ == '__main__':\n    print(_softmax(np.eye(2)))",
    "from typing import Optional\nclass Head:\n    width = 3\ndef f(x: Optional[int]):\n    try:\n        return np.add.reduce(x).tolist()\n    except ValueError as error:\n        print(f'{error.args}')",
    "from __future__ import annotations\nimport random, decimal, fractions, statistics\nrng = np.random.default_rng(3)\ndef f(x):\n    return rng.normal(size=3) + statistics.mean([random.random()])",
    "from grader import stages\nfrom grader.case import family\n@family(k=[1, 2])\ndef f(x, k):\n    return stages.causal_relation(x) * k",
    "def f(x):\n    return np.ma.array(x, mask=x > 0).filled(-np.inf) + np.ma.masked",
    "def f(x:\n",
    "\ufeffdef f(x):\r\n    return x\r\n",
]

NOT_PLAIN = {
    "a module of the system": "import sys",
    "how masked arrays are printed": "np.ma.masked_print_option.enable(False)",
    "a module in masked arrays": "np.ma.core.np",
    "the grader": "import grader.restore as r",
    "from the grader": "from grader import run",
    "a function of the grader": "from grader import run_json",
    "the grader through a part that mistakes use": "import grader.case",
    "a module that a part of the grader uses": "from grader.stages import np",
    "all names of a part of the grader": "from grader.case import *",
    "a relative import": "from . import run",
    "all names of a module": "from numpy import *",
    "a module within one": "import statistics\nstatistics.sys.exit()",
    "a module in numpy": "np.lib.stride_tricks.as_strided(np.eye(2), (9, 9))",
    "a way to import": "__import__('os')",
    "a name of the interpreter": "__builtins__",
    "an underscored attribute": "().__class__.__base__.__subclasses__()",
    "an underscored attribute in a pattern": "match np:\n    case object(__dict__=d):\n        d.clear()",
    "an attribute by text": "getattr(np, 'exp')",
    "an attribute by text of operator": "from operator import attrgetter",
    "an attribute by text in a format": "'{0.__class__}'.format(np)",
    "a changed module": "np.exp = np.sin",
    "a changed module under another name": "m = np\nm.pi += 3",
    "a loop that sets an attribute": "for np.pi in [3]:\n    pass",
    "a deleted attribute": "del np.exp",
    "a changed module through functools": "import functools\nfunctools.update_wrapper(np, len, ('exp',))",
    "a table of numpy": "np.sctypeDict.clear()",
    "a frame of a generator": "g = (i for i in [1])\ng.gi_frame.f_back",
    "a frame of an error": "try:\n    1 / 0\nexcept ZeroDivisionError as e:\n    e.__traceback__.tb_frame",
    "code from a text": "exec('import sys')",
    "a text that a hint is made of": "import typing\ndef f(x: 'exec(1)'):\n    pass\ntyping.get_type_hints(f)",
    "a text that a dispatch is made of": "import functools\n@functools.singledispatch\ndef f(x):\n    pass",
    "a file": "np.save('/lib/x.npy', np.eye(2))",
    "a file from an array": "np.eye(2).tofile('/lib/x')",
    "memory": "np.eye(2).ctypes",
    "a method of the language": "class A:\n    def __del__(self):\n        pass",
    "an argument of the language": "def f(__class__):\n    pass",
    "too deep to read": "-" * 100_000 + "1",
}


@pytest.mark.parametrize("code", PLAIN)
def test_code_that_computes_is_plain(code):
    assert is_plain(code)


@pytest.mark.parametrize("path", SOLUTIONS, ids=lambda path: path.parent.name)
def test_the_model_answers_are_plain(path):
    assert is_plain(path.read_text("utf-8"))


@pytest.mark.parametrize("code", NOT_PLAIN.values(), ids=NOT_PLAIN)
def test_code_that_could_reach_further_is_not_plain(code):
    assert not is_plain(code)


def test_reading_loads_no_part_of_numpy_that_the_code_does_not_name():
    see = "import sys; from grader.plain_code import is_plain as p; before = {*sys.modules}; p('np.eye(2)'); "
    see += "print(*(name for name in {*sys.modules} - before if name.startswith('numpy.')))"
    done = subprocess.run([sys.executable, "-c", see], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
