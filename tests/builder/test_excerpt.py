"""An excerpt of a file holds what some of its names need, and nothing else."""

from __future__ import annotations

from builder.bundle.excerpt import excerpt

FILE = '''"""A file."""
import math
import numpy as np
from grader.case import family, same_as

WIDTH = 3
A, B = 1, 2


def _half(x):
    """Half of it."""
    return x / 2


def _spare(x):
    return math.sqrt(x)


@family(how=[_half])
def one(x, how):
    # A comment.
    return np.asarray(how(x)) + A


def only_words():
    """Words."""
'''


def test_only_what_is_needed_is_kept_in_its_order() -> None:
    kept = excerpt(FILE, "one")
    for part in ("import numpy", "family", "A, B = (1, 2)", "def _half", "def one"):
        assert part in kept
    for part in ("math", "WIDTH", "_spare", "only_words", "Half of it", "A comment"):
        assert part not in kept
    assert kept.index("A, B") < kept.index("def _half") < kept.index("def one")


def test_what_is_kept_runs_as_it_did() -> None:
    space: dict[str, object] = {}
    exec(excerpt(FILE, "only_words", "WIDTH"), space)
    assert space["only_words"]() is None and space["WIDTH"] == 3  # type: ignore[operator]


def test_a_statement_that_binds_no_name_is_always_kept() -> None:
    assert "np.seterr" in excerpt(f"{FILE}\nnp.seterr(all='raise')\n", "WIDTH")
    assert "import numpy" in excerpt(f"{FILE}\nnp.seterr(all='raise')\n", "WIDTH")
