"""The NumPy line under every table of every lab: run as it stands, it gives the numbers the lab shows."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import numpy as np
import pytest

from builder.labs import lab_names
from tests.course.lab_functions import call_labs, lab_start

# States beside the first one, as changes to it: what makes a lab show other tables or write other lines.
STATES: dict[str, list[dict[str, Any]]] = {
    "convention": [
        *(
            {"handed": handed, "reader": reader, "half": half, "fill": fill, "around": around}
            for handed, half, around in (
                ("blocked", True, 0),
                ("allowed", False, -20),
                ("additive", True, -20000),
                ("floats", False, -20000),
            )
            for reader, fill in (("course", -1e9), ("visible", -65504), ("sdpa", -10), ("mha", -1e4))
        ),
        {"blocked": [[1, 1, 1], [0, 0, 1], [0, 0, 0]], "reader": "mha", "half": True, "fill": -65504},
        {"blocked": [[0, 0, 0], [1, 1, 1], [0, 1, 0]], "reader": "mha", "half": True, "fill": -1e9},
    ],
    "cost": [
        {"B": 64, "T": 65536, "C": 16384, "H": 128, "bytes": 8},
        {"B": 1, "T": 1024, "C": 768, "H": 12, "bytes": 2},
        {"B": 3, "T": 1, "C": 1, "H": 1, "bytes": 1},
        {"B": 7, "T": 65535, "C": 999, "H": 9, "bytes": 4},
    ],
    "axes": [
        {"B": 2, "T": 4, "H": 4, "d": 3, "follow": 95},
        {"B": 2, "T": 2, "H": 2, "d": 1, "follow": 0},
        {"B": 1, "T": 1, "H": 1, "d": 1, "follow": 0},
        *(
            {"B": B, "T": 3, "H": H, "d": d, "follow": 0, "wrong": "T", "relation": relation}
            for B, H, d in ((1, 2, 2), (2, 2, 2), (2, 4, 1))
            for relation in ("B1TT", "BTT")
        ),
    ],
    "cross-mask": [
        *(
            {"attention": attention, "scores": "random", "mistake": mistake, "padsource": [0, 2]}
            for attention in ("encoder", "decoder", "cross", "prefix")
            for mistake in ("causal", "padding")
        ),
        {"source": ["a", "b", "c", "d"], "padsource": [0], "mistake": "padding"},
        {"source": ["a", "b"], "padsource": [0, 1]},
        {"source": ["a", "b"], "padsource": [0, 1], "padtarget": [0, 1, 2, 3]},
        {"attention": "decoder", "padtarget": [0]},
    ],
    "heads": [
        {"heads": heads, "causal": causal, "swap": swap, "word": word} | weights
        for weights in (
            {},
            {
                "X": [[0.5, -1.25, 0, 2], [1e-5, 3, -0.1, 0.7], [4, 0, 0, -2]],
                "W_Q": [[0.3, -0.2, 1, 0], [1, 0.5, -0.5, 2], [0, 0, 1, -1], [0.7, 0.1, 0, 1]],
                "W_O": [[1, 2, 3, 4], [-1, 0.5, 0, 2], [3, 1, 0, -2], [0.25, 0, 0, 1]],
            },
        )
        for heads, causal, swap, word in (
            (1, False, "none", 1),
            (1, True, "none", 0),
            (2, False, "heads", 2),
            (2, True, "both", 0),
            (4, True, "heads", 1),
            (4, False, "both", 2),
        )
    ],
    "leak": [
        {"mask": "reversed", "ratio": 9, "answer": "blue"},
        {"mask": "onestep", "changed": [[0.5, 1], [1.2, -0.3], [2, -1], [0.9, 0.6], [1e-3, 1.5]]},
        {"mask": "causal", "answer": "blue"},
        {"changed": [[1, 2], [3, -1], [0, 1], [1, 0], [2, 2]], "ratio": 1},
    ],
    "mask": [
        {"pad": [], "causal": False},
        {"pad": [0, 1], "scores": "example"},
        {"keys": False, "window": 2, "scores": "random", "seed": 5},
        {"causal": False, "window": 3, "pad": [1]},
        {"causal": False, "keys": False},
        {"causal": False, "pad": [0, 1, 2, 3, 4]},
        {"causal": False, "pad": [0, 1, 2, 3]},
        {"words": ["one", "two"], "pad": [0], "scores": "typed", "typed": [[0.1, -2.5], [1e-5, 1000]]},
        {"words": list("abcdefgh"), "pad": [2, 7], "window": 4, "scores": "random", "seed": 99},
        *(
            {"pad": [4], "scores": "example", "mistake": mistake, "window": window}
            for mistake in ("k0", "zero", "and", "transposed")
            for window in (0, 2)
        ),
    ],
    "scores": [
        {"scale": False, "temperature": 0.3},
        {"X": [[0.5, -1.25], [2, 3], [0, 0.1]], "temperature": 2.5},
        {"source": "random", "dk": 64, "seed": 7},
        {"source": "random", "dk": 1, "scale": False},
        {"source": "typed", "typed": [[1, 2, 3], [0.5, -4, 0], [1e-5, 7, 0.25]], "temperature": 4},
        {"source": "typed"},
    ],
}


class Tables(HTMLParser):
    """The cells of a lab's tables by name and place: what is written in each, and its classes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: dict[str, dict[tuple[int, int], tuple[str, set[str]]]] = {}
        self._table, self._cell, self._classes, self._text = "", "", set[str](), ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if tag == "table":
            self._table = named.get("data-table") or ""
        elif tag == "td":
            self._cell, self._text = named.get("data-cell") or "", ""
            self._classes = set((named.get("class") or "").split())
        elif tag == "input" and self._cell:
            self._text = named.get("value") or ""

    def handle_data(self, data: str) -> None:
        self._text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "td" and self._cell and self._table:
            row, column = map(int, self._cell.split(","))
            text = self._text.replace("(differs)", "").strip()
            self.found.setdefault(self._table, {})[row, column] = (text, self._classes)
            self._cell = ""


def states() -> list[Any]:
    return [
        pytest.param(lab, change, id=f"{lab}-{number}")
        for lab in lab_names()
        for number, change in enumerate([{}, *STATES.get(lab, [])])
    ]


@pytest.mark.parametrize(("lab", "change"), states())
def test_a_line_run_as_it_stands_gives_the_table(lab: str, change: dict[str, Any]) -> None:
    state = lab_start(lab) | change
    [steps] = call_labs([(f"{lab}-view.js", "lab.steps", [state])])
    tables = Tables("".join(steps)).found
    assert tables
    lines = call_labs([(f"{lab}-view.js", "lab.numpy", [state, table]) for table in tables])
    codes = call_labs([("numpy-text.js", "wholeCode", [line]) for line in lines])
    for (table, cells), line, code in zip(tables.items(), lines, codes, strict=True):
        assert line["line"] in code
        if any("error" in classes for _, classes in cells.values()):
            with pytest.raises(ValueError, match="no open cell"):
                run(code)
            continue
        made = np.atleast_2d(np.asarray(run(code)[line["name"]]))
        assert made.shape == (1 + max(r for r, _ in cells), 1 + max(c for _, c in cells)), table
        for place, (text, _) in cells.items():
            assert shows(text, made[place]), (
                f"{table} {place}: the line gives {made[place]}, the lab shows {text}"
            )


def run(code: str) -> dict[str, Any]:
    namespace: dict[str, Any] = {}
    with np.errstate(all="raise"):
        exec(code, namespace)
    return namespace


def shows(text: str, value: Any) -> bool:
    """Whether ``text`` is ``value``, rounded to the digits that are written."""
    if text in ("True", "False"):
        return bool(value) is (text == "True")
    plain = text.replace("−", "-").replace("∞", "inf").replace("\u202f", "")
    if plain == "–":
        return bool(value == 0)
    if "inf" in plain or "e" in plain:
        return bool(np.isclose(float(plain), float(value), rtol=5e-3, atol=0))
    digits = len(plain.partition(".")[2])
    return abs(float(plain) - float(value)) <= 0.5 * 10.0**-digits + 1e-12


def test_shows_tells_numbers_apart() -> None:
    assert shows("0.333", 1 / 3)
    assert not shows("0.334", 1 / 3)
    assert shows("−∞", -np.inf)
    assert not shows("0", -np.inf)
    assert not shows("1", 0)
    assert shows("–", 0.0)
    assert not shows("–", 0.1)
    assert shows("196\u202f608", 196608)
    assert not shows("196\u202f608", 196)
