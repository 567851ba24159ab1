"""A fingerprint tells answers apart by what they compute, whatever the dtype and the rounding."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from grader.encode import encode
from grader.fingerprint import distance, fingerprint, match, pack

RANDOM = np.random.default_rng(1)
ONE = [RANDOM.normal(size=(3, 4)), RANDOM.normal(size=(2, 5))]
OTHER = [RANDOM.normal(size=(3, 4)), RANDOM.normal(size=(2, 5))]


def outcomes(values: list[Any]) -> list[Any]:
    return [
        {"raised": {"type": value.__name__, "bases": []}}
        if isinstance(value, type)
        else {"value": encode(value)}
        for value in values
    ]


def named(known: dict[str, list[Any]], values: list[Any]) -> list[str]:
    entries = [(names.split("+"), fingerprint(outcomes(answer))) for names, answer in known.items()]
    return match({"fingerprints": pack(entries)}, outcomes(values))


def test_the_same_values_match_in_any_clothes() -> None:
    for dress in (np.float32, object, np.longdouble):
        assert named({"one": ONE, "other": OTHER}, [value.astype(dress) for value in ONE]) == ["one"]
    assert named({"one": ONE, "other": OTHER}, [value.tolist() for value in ONE]) == ["one"]


@pytest.mark.parametrize("kind", [bool, int, float])
def test_a_mask_matches_as_bool_int_or_float(kind: type) -> None:
    mask = np.triu(np.ones((4, 4)), 1)
    assert named({"one": [mask.astype(bool)]}, [mask.astype(kind)]) == ["one"]


def test_one_cell_that_differs_is_another_answer() -> None:
    for index in np.ndindex(ONE[0].shape):
        changed = ONE[0].copy()
        changed[index] += 0.01
        assert named({"one": ONE}, [changed, ONE[1]]) == []


def test_a_last_case_that_differs_is_another_answer() -> None:
    assert named({"one": ONE}, [ONE[0], OTHER[1]]) == []


def test_values_in_another_order_are_another_answer() -> None:
    assert named({"one": ONE}, [ONE[0][::-1], ONE[1]]) == []
    assert named({"one": ONE}, [ONE[0].reshape(4, 3), ONE[1]]) == []


def test_rounding_of_float32_stays_near_and_a_hundredth_does_not() -> None:
    pattern, point = fingerprint(outcomes([value.astype(np.float32) for value in ONE]))
    assert pattern == fingerprint(outcomes(ONE))[0]
    assert distance(point, fingerprint(outcomes(ONE))[1]) <= 0.5
    assert distance(fingerprint(outcomes([ONE[0] + 0.01, ONE[1]]))[1], fingerprint(outcomes(ONE))[1]) > 1


def test_a_huge_case_does_not_drown_the_others() -> None:
    huge = np.full((2, 2), 1e300)
    assert named({"one": [ONE[0], huge], "other": [OTHER[0], huge]}, [OTHER[0], huge]) == ["other"]


def test_nan_and_infinities_count_with_their_places() -> None:
    first, second = np.zeros((2, 2)), np.zeros((2, 2))
    first[0, 1] = second[1, 0] = np.nan
    assert named({"first": [first], "second": [second]}, [second]) == ["second"]
    assert named({"minus": [first * 0 - np.inf]}, [first * 0 + np.inf]) == []
    first[0, 1], second[0, 1], second[1, 0] = -np.inf, np.inf, 0
    assert named({"minus": [first], "plus": [second]}, [first]) == ["minus"]


def test_an_exception_matches_an_exception_and_prefers_its_own_type() -> None:
    known = {"index": [ONE[0], IndexError], "value": [ONE[0], ValueError]}
    assert named(known, [ONE[0], ValueError]) == ["value"]
    assert named(known, [ONE[0], IndexError]) == ["index"]
    assert named({"value": [ONE[0], ValueError]}, [ONE[0], TypeError]) == ["value"]
    assert named(known, [ONE[0], ONE[1]]) == []


def test_the_exception_that_is_asked_for_stands_for_no_other() -> None:
    known = {"other": [ONE[0], KeyError], "doubled": [OTHER[0], ValueError]}
    entries = [([name], fingerprint(outcomes(answer))) for name, answer in known.items()]
    bundle = {
        "fingerprints": pack(entries),
        "cases": [{}, {"probe": {"remark": "."}}, {"raises": "ValueError"}],
    }
    raised = {"raised": {"type": "Special", "bases": ["Special", "ValueError"]}}
    assert match(bundle, outcomes([ONE[0], ValueError])) == []
    assert match(bundle, outcomes([ONE[0], TypeError])) == ["other"]
    assert match(bundle, [*outcomes([OTHER[0]]), raised]) == ["doubled"]


def test_nothing_text_and_tuples_are_told_apart() -> None:
    known = {"none": [None], "text": ["x"], "pair": [(ONE[0], ONE[1])], "turned": [(ONE[1], ONE[0])]}
    assert named(known, [None]) == ["none"]
    assert named(known, [(ONE[1], ONE[0])]) == ["turned"]
    assert named(known, [(ONE[1], OTHER[0])]) == []
    assert named(known, [{1, 2}]) == []


def test_one_mistake_goes_before_two_and_the_nearest_first() -> None:
    near = [ONE[0] + 2e-5, ONE[1]]
    assert named({"a+b": ONE, "c": near}, ONE) == ["c"]
    assert named({"c": near, "d": ONE}, ONE) == ["d"]


def test_packing_keeps_every_entry_and_no_entry_matches_nothing() -> None:
    known = {f"m{number}": [RANDOM.normal(size=(2, 3))] for number in range(300)}
    for name, answer in known.items():
        assert named(known, answer) == [name]
    assert named({}, ONE) == []


def test_the_numbers_are_the_same_on_every_machine() -> None:
    pattern, point = fingerprint(
        outcomes([np.arange(6.0).reshape(2, 3), ValueError, np.array([np.nan, 1.5])])
    )
    assert pattern == "2x3 !ValueError 2n1"
    assert point == [14368, 2007]
