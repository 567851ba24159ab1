"""Running code: whatever it does, a plain answer comes back."""

# ruff: noqa: E501 (an answer stands whole on its line)

from __future__ import annotations

import numpy as np
import pytest

from grader.capture import LIMIT

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


def test_warnings_of_numpy_are_noted_once_each(ran):
    code = "def f(a):\n    for _ in range(1000):\n        np.mean(np.ones(0))\n    return a"
    assert ran(code, 1)["warned"] == ["Mean of empty slice"]
    # A browser's Python cannot see this one, so nobody is told.
    assert "warned" not in ran("def f(a):\n    return np.log(a - 1)", np.ones(1))
    assert "warned" not in ran("import warnings\ndef f(a):\n    warnings.warn('mine')\n    return a", 1)
