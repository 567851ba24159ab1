"""Running code: whatever it does, a plain answer comes back, and nothing it did outlives the run."""

# ruff: noqa: E501 (an answer stands whole on its line)

from __future__ import annotations

import builtins
import json
import math
import random
import sys
import warnings

import numpy as np
import pytest

import grader
from grader.capture import LIMIT
from grader.encode import encode

RAISES = {
    "SystemExit": "import sys\ndef f(a):\n    sys.exit(0)",
    "KeyboardInterrupt": "def f(a):\n    raise KeyboardInterrupt",
    "Mine": "class Mine(BaseException):\n    pass\ndef f(a):\n    raise Mine('x')",
    "Silent": (
        "class Silent(Exception):\n    def __str__(self):\n        raise SystemExit\n    __repr__ = __str__\n"
        "def f(a):\n    raise Silent"
    ),
    "RecursionError": "def f(a):\n    return f(a)",
    "MemoryError": "def f(a):\n    return np.ones((10**6, 10**6, 10**6))",
    "EOFError": "def f(a):\n    return input('what? ')",
    "GeneratorExit": "def f(a):\n    raise GeneratorExit",
    "StopIteration": "def f(a):\n    return next(iter([]))",
    "ExceptionGroup": "def f(a):\n    raise ExceptionGroup('many', [ValueError('one'), TypeError('two')])",
    "TypeError": "def f(a, b):\n    return a",
    "ZeroDivisionError": "def f(a):\n    try:\n        1 / 0\n    except ZeroDivisionError as e:\n        raise e from e",
}


@pytest.mark.parametrize("kind", RAISES)
def test_every_exception_of_the_function_is_an_outcome(kind, ran):
    outcome = ran(RAISES[kind], 1)
    assert outcome["ran"]["stage"] == "ran"
    assert outcome["raised"]["type"] == kind
    assert outcome["raised"]["bases"][-1] == "BaseException"


@pytest.mark.parametrize("kind", ["SystemExit", "KeyboardInterrupt", "RecursionError", "Silent"])
def test_every_exception_outside_the_function_ends_the_run(kind, ran):
    whole = ran(f"{RAISES[kind]}\nf(1)", 1)["ran"]
    assert whole["stage"] == "raised"
    assert whole["error"]["type"] == kind


def test_memory_that_runs_out_outside_the_function_is_said_so(ran):
    assert ran(f"{RAISES['MemoryError']}\nf(1)", 1)["ran"]["stage"] == "memory"


def test_an_error_names_the_learners_own_line_and_not_one_of_numpy(ran):
    raised = ran(
        "def g(a):\n    return np.linalg.inv(a)  # here\ndef f(a):\n    return g(a)", np.zeros((2, 3))
    )
    assert raised["raised"]["line"] == 2
    assert raised["raised"]["source"] == "return np.linalg.inv(a)  # here"
    assert "ValueError" in raised["raised"]["bases"]


def test_a_call_that_does_not_fit_has_no_line_of_the_learners(ran):
    assert ran("def f():\n    return 1", 1)["raised"]["line"] is None


@pytest.mark.parametrize(
    "code", ["def f(a) return a", "def f(a):\nreturn a", "def f(a):\n\treturn a\n        a", "f(", "def f(a):\n return “a”"]
)  # fmt: skip
def test_code_that_python_cannot_read_is_a_syntax_stage(code, ran):
    whole = ran(code, 1)["ran"]
    assert whole["stage"] == "syntax"
    assert whole["error"]["line"] >= 1


@pytest.mark.parametrize(
    "code", ["\0", "x = 1\0", "(" * 5000, "-" * 100_000 + "1", "def f(a):\n    return '\ud800'"]
)
def test_strange_code_is_answered_too(code, ran):
    assert ran(code, 1)["ran"]["stage"] in ("syntax", "ran", "memory", "raised")


def test_a_warning_about_the_code_is_no_error(ran):
    assert ran("def f(a):\n    return '\\d' is 1", 1)["ran"]["stage"] == "ran"


EMPTY = (
    "",
    "\n\n  \n",
    "# nothing yet",
    "import numpy as np",
    "def f(a):\n    pass",
    "def f(a):\n    ...",
    "import numpy as np\n\ndef f(a):\n    '''What it should do.'''\n",
    "'''A title.'''\ndef f(a):\n    '''What it should do.'''\n    raise NotImplementedError('todo')",
    "def f(a):\n    # your code\n    x = None\n    return x\n",
    "def f(a):\n    x = None   # mine\n\n    return x",
)


@pytest.mark.parametrize("code", EMPTY)
def test_code_in_which_nothing_is_written_yet_is_empty(code, ran):
    assert ran(code, 1, starter="def f(a):\n    x = None\n    return x\n")["ran"]["stage"] == "empty"


def test_a_starter_that_python_cannot_read_is_empty_too(ran):
    starter = "def f(a):\n    # write here\n"
    assert ran(f"{starter}\n    # still thinking\n", 1, starter=starter)["ran"]["stage"] == "empty"


@pytest.mark.parametrize(
    "code", ["def f(a):\n    return None", "def f(a):\n    return", "def f(a):\n    x = 1", "f = 3"]
)
def test_code_that_does_anything_at_all_is_not_empty(code, ran):
    assert ran(code, 1)["ran"]["stage"] != "empty"


MISSING = {
    "def F(a):\n    return a": {"near": "F", "inside": None, "found": None},
    "def ff(a):\n    return a": {"near": "ff", "inside": None, "found": None},
    "class A:\n    def f(self, a):\n        return a": {"near": None, "inside": "class A", "found": None},
    "def g(x):\n    def f(a):\n        return a\n    return f": {
        "near": "g",
        "inside": "function g",
        "found": None,
    },
    "f = 3": {"near": None, "inside": None, "found": "int"},
    "def f(a):\n    return a\nf = f(1)": {"near": None, "inside": None, "found": "int"},
    "x = 1": {"near": None, "inside": None, "found": None},
}


@pytest.mark.parametrize("code", MISSING)
def test_a_missing_function_is_looked_for_nearby(code, ran):
    whole = ran(code, 1)["ran"]
    assert whole["stage"] == "missing"
    assert whole["error"] == MISSING[code]


def test_what_is_printed_is_kept_up_to_a_limit(ran):
    code = "def f(a):\n    print('one')\n    import sys\n    print('two', file=sys.stderr)\n    return a"
    assert ran(code, 1)["ran"]["printed"] == "one\ntwo\n"
    long = ran("def f(a):\n    for _ in range(100):\n        print('x' * 1000)", 1)["ran"]["printed"]
    assert len(long) < LIMIT + 100
    assert "more was printed" in long


@pytest.mark.parametrize(
    "code",
    [
        "import sys\nsys.stdout.close()\nprint('kept')",
        "import sys\nsys.stdout.flush()\nsys.stdout.writelines(['kept', '\\n'])",
        "print('kept', flush=True)",
        "def print(*a):\n    pass\nimport sys\nsys.stdout.write('kept\\n')",
    ],
)
def test_an_output_that_was_closed_still_takes_text(code, ran):
    assert ran(f"{code}\ndef f(a):\n    return a", 1)["ran"]["printed"] == "kept\n"


def test_text_that_is_no_unicode_survives_the_way(ran):
    whole = ran("def f(a):\n    print('\\ud800')\n    raise ValueError('\\udfff')", 1)
    assert whole["ran"]["printed"] == "?\n"
    assert whole["raised"]["message"] == "?"


ARGUMENTS = (
    np.arange(6.0).reshape(2, 3),
    np.array([1, 2], dtype=np.int32),
    np.array([[True, False]]),
    np.zeros((0, 3)),
    np.array(2.5, dtype=np.float32),
    np.array([np.nan, np.inf, -np.inf]),
    np.array([2**62], dtype=np.int64),
    3,
    2.0,
    True,
    None,
    "allowed",
    [1, 2, 3],
    (2, 0, 1),
    [[1, 2], [3]],
    [],
    (),
    2**70,
)


@pytest.mark.parametrize("argument", ARGUMENTS, ids=repr)
def test_an_argument_arrives_exactly_as_it_was(argument, ran):
    shown = ran("def f(a):\n    return repr(a) + type(a).__name__ + str(getattr(a, 'dtype', ''))", argument)
    assert shown["value"]["text"] == repr(argument) + type(argument).__name__ + str(
        getattr(argument, "dtype", "")
    )
    assert shown["mutated"] == []


CHANGES = {
    "X += 1": np.ones(3),
    "X[0] = np.nan": np.ones(3),
    "X.shape = (3, 1)": np.ones(3),
    "X.dtype = 'int64'": np.ones(3),
    "X.sort()": np.array([2, 1]),
    "X[0] = -0.0": np.zeros(3),
    "X.append(1)": [1],
    "X[0] = True": [1],
    "X[0].append(2)": [[1], [2, 3]],
    "X.clear()": [1.5],
    "np.exp(X, out=X)": np.ones(2),
    "X[0] = X": [1, 2],
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_of_an_argument_is_seen(change, ran):
    assert ran(f"def f(X):\n    {change}\n    return 1", CHANGES[change])["mutated"] == ["a0"]


def test_a_change_that_an_error_ended_is_seen_too(ran):
    outcome = ran("def f(X):\n    X += 1\n    raise ValueError", np.ones(3))
    assert outcome["mutated"] == ["a0"] and outcome["raised"]["type"] == "ValueError"


@pytest.mark.parametrize(
    "harmless", ["X = X + 1", "X = X.T", "X = X.copy(); X += 1", "del X", "X = X[0]; X = 2"]
)
def test_a_copy_may_be_changed(harmless, ran):
    assert ran(f"def f(X):\n    {harmless}\n    return 1", np.array([1.0, np.nan]))["mutated"] == []


def test_each_case_gets_arguments_of_its_own():
    form = encode(np.zeros(2))
    cases = [{"name": str(k), "arguments": {"X": form}} for k in range(3)]
    answer = json.loads(
        grader.run_json(
            json.dumps({"code": "def f(X):\n    X += 1\n    return X", "function": "f", "cases": cases})
        )
    )
    assert [outcome["value"]["data"] for outcome in answer["outcomes"]] == [[1.0, 1.0]] * 3


def test_arguments_are_passed_by_position_in_the_declared_order(ran):
    assert ran("def f(first, second):\n    return first - second", 5, 3)["value"]["data"] == 2


def test_a_function_may_be_an_argument(ran):
    subjects = (
        "def leaky(X):\n    '''Looks ahead.'''\n    return X.sum() + helper()\ndef helper():\n    return 1\n"
    )
    form = {"callable": "leaky"}
    request = {
        "code": "",
        "function": "f",
        "subjects": subjects,
        "cases": [{"name": "a", "arguments": {"attend": form}}],
    }
    request["code"] = "def f(attend):\n    return attend(np.ones(2))"
    assert json.loads(grader.run_json(json.dumps(request)))["outcomes"][0]["value"]["data"] == 3.0
    request["code"] = (
        "def f(a):\n    return f'{a.__name__} {a.__qualname__} {a.__doc__} {a.__code__.co_name}'"
    )
    assert (
        json.loads(grader.run_json(json.dumps(request)))["outcomes"][0]["value"]["text"]
        == "attend attend None attend"
    )


def test_warnings_of_numpy_are_noted_once_each(ran):
    code = "def f(a):\n    for _ in range(1000):\n        np.mean(np.ones(0))\n    return a"
    assert ran(code, 1)["warned"] == ["Mean of empty slice"]
    # A browser's Python cannot see this one, so nobody is told.
    assert "warned" not in ran("def f(a):\n    return np.log(a - 1)", np.ones(1))
    assert "warned" not in ran("import warnings\ndef f(a):\n    warnings.warn('mine')\n    return a", 1)


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
    before, trace = _state(), sys.gettrace()
    answer = ran(f"{vandal}\n{ending}", 1)
    sys.settrace(trace)  # a coverage tool's own
    assert _state() == before
    assert answer["ran"]["stage"] in ("ran", "raised", "syntax")
    assert ran("def f(a):\n    return np.exp(a - 1) * len([1])", 1)["value"]["data"] == 1.0


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
