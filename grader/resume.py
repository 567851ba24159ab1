"""What a Python needs whose memory was kept at the build and goes on in a page.

It proves that it computes as before, draws random numbers of its own, and lets imports wait: the files
that it came from arrive later.
"""

from __future__ import annotations

import importlib
import json
import math
import random
import sys
from typing import Any

import numpy as np

_known: list[str] = []
# What was asked for and is not here. A run puts back every name and attribute, but no list's content.
_asked: list[str] = []


class NotHere(BaseException):
    """Something is imported that is not there yet; no ``except ImportError`` may take it for missing."""


class Absent:
    """Stands before every finder until all files have come, and remembers what was asked for."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        """Never finds anything: what is loaded already is not looked for."""
        _asked.append(name)
        raise NotHere(name)


def keep() -> None:
    """Make ready to be copied: nothing is found any more but what is loaded."""
    _known[:] = _computed()
    sys.path.remove("")
    sys.path_importer_cache.clear()
    sys.meta_path.insert(0, Absent())


def resume() -> bool:
    """Whether this memory computes what it did where it was kept; it then draws random numbers of its own."""
    random.seed()
    # Where Python goes on, it puts the folder it is in before all others.
    sys.path[:2] = reversed(sys.path[:2])
    return _known == _computed()


def was_asked() -> bool:
    """Whether something that is not there was imported since this was asked last."""
    asked = bool(_asked)
    _asked.clear()
    return asked


def complete() -> None:
    """All files have come: find them."""
    sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, Absent)]
    importlib.invalidate_caches()


def _computed() -> list[str]:
    """Results of every kind of work that runs and verdicts need, to the last bit."""
    table = np.arange(12.0).reshape(3, 4) / 7
    weights = np.exp(table - table.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    return [
        repr((table @ table.T).tolist()),
        repr(weights.tolist()),
        repr(np.einsum("ij,kj->ik", table, weights).tolist()),
        repr(np.linalg.solve(table[:, :3] + np.eye(3), table[:, 3]).tolist()),
        repr(np.where(np.tril(np.ones((3, 3), bool)), table[:, :3], -np.inf)),
        repr(np.sort(np.sin(table), axis=None)[::-1].astype(np.float32).tolist()),
        repr([math.erf(0.5), math.lgamma(2.5), 2**200 % 97, 1e300 * 1e10]),
        json.dumps({"shape": table.shape, "sum": float(table.sum())}),
        f"{table.mean():.17g} {np.float64(1) / 3!r} {table.dtype}",
    ]
