"""What is special about the exercises around softmax: pairs of mistakes, figures, well chosen cases."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from builder.bundle import bundle, read_exercises
from builder.bundle.outcomes import outcomes
from builder.bundle.prints import judged_cases
from builder.bundle.trial import judged
from grader.fingerprint import match

EXERCISES, _ = read_exercises(Path(__file__).parents[2])
FACTS = json.loads((Path(__file__).parent / "facts.json").read_text("utf-8"))
OURS = ("softmax", "self-attention", "apply-mask", "masked-softmax", "visible-softmax")
BESIDE = {
    "softmax": "one-global-maximum",
    "apply-mask": "finite-fill",
    "masked-softmax": "softmax-over-columns",
    "visible-softmax": "padded-query-not-zeroed",
}
# One makes no difference beside the other: every power is 0 or nan, or one number stands for the whole table.
HIDDEN = [
    ("finite-fill", "no-maximum-subtracted"),
    ("finite-fill", "blocked-words-set-the-maximum"),
    ("masked-after-softmax", "blocked-words-set-the-maximum"),
    ("softmax-over-columns", "keepdims-missing"),
    ("no-axis", "keepdims-missing"),
    ("no-axis", "one-global-maximum"),
]
BOTH = 29
SOFTMAX = ("softmax", "masked-softmax", "visible-softmax")


def cases(name: str) -> list[Any]:
    return judged_cases(EXERCISES[name])


def softmax(scores: np.ndarray) -> np.ndarray:
    return np.asarray(EXERCISES["softmax"].solution(scores))


def test_two_mistakes_of_masked_softmax_made_at_once_are_both_named_unless_one_hides_the_other() -> None:
    exercise = EXERCISES["masked-softmax"]
    data = bundle(exercise).data
    promised = [
        "mask-inverted", "blocked-score-zero", "finite-fill", "masked-after-softmax", "softmax-over-columns",
        "no-axis", "keepdims-missing", "no-maximum-subtracted", "one-global-maximum",
        "blocked-words-set-the-maximum",
    ]  # fmt: skip
    stages = {mistake.id: mistake.members[0].stages or {} for mistake in exercise.mistakes}
    both, hidden, other = 0, [], []
    for pair in itertools.combinations(promised, 2):
        if set(stages[pair[0]]) & set(stages[pair[1]]):
            continue
        assert exercise.pipeline is not None
        answer = exercise.pipeline.replace({**stages[pair[0]], **stages[pair[1]]})
        told = match(data, outcomes(answer, cases("masked-softmax"), exercise.subjects))
        if set(told) == set(pair):
            both += 1
        else:
            (hidden if len(told) == 1 and told[0] in pair else other).append((pair, told))
    assert other == []
    assert [pair for pair, _ in hidden] == HIDDEN
    assert both == BOTH


@pytest.mark.parametrize("name", EXERCISES)
def test_broken_code_is_never_told_a_mistake(name: str) -> None:
    exercise = EXERCISES[name]
    given = ", ".join(each.name for each in exercise.parameters)
    for line in (
        "return nowhere",
        "raise ValueError('not yet')",
        "return np.zeros((3, 4)) @ np.zeros((3, 4))",
    ):
        code = f"import numpy as np\n\n\ndef {exercise.function}({given}):\n    {line}\n"
        verdict = judged(bundle(exercise).data, code)
        assert (verdict["passed"], verdict["kind"], verdict["mistakes"]) == (False, "raised", []), line


@pytest.mark.parametrize("name", ["softmax", "apply-mask", "masked-softmax", "visible-softmax"])
def test_a_changed_input_is_named_alone_and_beside_another_mistake(name: str) -> None:
    exercise = EXERCISES[name]
    change = (
        f"\n_first = {exercise.function}\n\n\ndef {exercise.function}(*given):\n"
        "    result = _first(*given)\n    given[0][..., 0] += 1\n    return result\n"
    )
    verdict = judged(bundle(exercise).data, exercise.texts["solution.py"] + change)
    assert (verdict["kind"], verdict["mistakes"]) == ("mutated", ["changed-in-place"])
    wrong = next(mistake for mistake in exercise.mistakes if mistake.id == BESIDE[name])
    verdict = judged(bundle(exercise).data, exercise.mistake_code(wrong, 0) + change)
    assert (verdict["kind"], verdict["mistakes"]) == ("mutated", [wrong.id, "changed-in-place"])


@pytest.mark.parametrize("name", SOFTMAX)
def test_scores_are_small_but_for_cases_that_are_about_large_ones(name: str) -> None:
    large = {
        "large scores",
        "a blocked score far above",
        "a hidden score far above",
        "scores below a finite fill",
    }
    for case in cases(name):
        finite = case.arguments["scores"][np.isfinite(case.arguments["scores"])]
        assert (np.abs(finite).max() <= 3) == (case.name not in large), case.name
    assert any("large" in case.name for case in cases(name))


def test_every_row_of_masked_softmax_has_an_open_key_and_no_table_is_the_only_size() -> None:
    shapes = {case.arguments["scores"].shape for case in cases("masked-softmax")}
    assert len(shapes) >= 8 and (3, 3) in shapes and any(1 in shape for shape in shapes)
    for case in cases("masked-softmax"):
        assert not case.arguments["blocked"].all(axis=1).any(), case.name
        weights = EXERCISES["masked-softmax"].solution(**case.arguments)
        assert np.allclose(weights.sum(axis=1), 1) and not weights[case.arguments["blocked"] == 1].any()


def test_self_attention_gives_the_figures_of_the_text() -> None:
    one = FACTS["one_head"]
    given = [np.array(one[name], dtype=float) for name in ("X", "W_Q", "W_K", "W_V")]
    assert np.allclose(EXERCISES["self-attention"].solution(*given), one["output_unmasked"], atol=1e-11)
    assert np.allclose(softmax(np.array(one["scores"])), one["weights_unmasked"], atol=1e-11)


def test_without_positions_permuted_words_give_permuted_outputs() -> None:
    solution = EXERCISES["self-attention"].solution
    given = cases("self-attention")[0].arguments
    order = [2, 0, 1]
    assert np.allclose(solution(**{**given, "X": given["X"][order]}), solution(**given)[order])


def test_the_two_masked_softmaxes_agree_where_every_query_is_real() -> None:
    for case in cases("masked-softmax"):
        blocked = case.arguments["blocked"] == 1
        other = EXERCISES["visible-softmax"].solution(
            case.arguments["scores"], ~blocked, np.ones(len(blocked)) == 1
        )
        assert np.allclose(other, EXERCISES["masked-softmax"].solution(**case.arguments)), case.name


def test_apply_mask_and_softmax_make_masked_softmax() -> None:
    for case in cases("masked-softmax"):
        masked = EXERCISES["apply-mask"].solution(**case.arguments)
        assert np.allclose(softmax(masked), EXERCISES["masked-softmax"].solution(**case.arguments)), case.name


def test_only_an_empty_row_of_a_real_query_is_an_error() -> None:
    solution = EXERCISES["visible-softmax"].solution
    scores, nothing = np.zeros((2, 3)), np.zeros((2, 3), dtype=bool)
    assert not solution(scores, nothing, np.array([False, False])).any()
    assert not solution(scores, ~nothing, np.array([False, False])).any()
    with pytest.raises(ValueError, match=r"^a valid query has no visible key$"):
        solution(scores, nothing, np.array([False, True]))
