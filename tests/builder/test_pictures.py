"""Pictures drawn at build by the page's own functions."""

import pytest

from builder.pictures import draw

SCORES = {"shape": [1, 2], "dtype": "float64", "data": [[0.5, "-inf"]]}


def test_pictures_come_back_in_order_from_one_start_of_node() -> None:
    first, second = draw(
        [
            {"picture": "matrix", "name": "scores", "value": SCORES},
            {
                "picture": "example",
                "arguments": {"L": {"shape": [], "dtype": "int64", "data": 3}},
                "expected": SCORES,
            },
        ]
    )
    assert "(1, 2)" in first
    assert "−∞" in first
    assert "L = 3" in second


def test_nothing_to_draw_starts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert draw([]) == []


def test_an_unknown_picture_is_named_with_those_there_are() -> None:
    with pytest.raises(RuntimeError, match=r"no picture 'matrx'; known: matrix, example"):
        draw([{"picture": "matrx"}])
