"""The stages put together are attention, and a pipeline knows its stages by name."""

from __future__ import annotations

import numpy as np
import pytest

from grader import stages
from grader.case import member_of, mistakes_in, name_to_id
from grader.pipeline import Pipeline, stage

SOFTMAX = (
    stage(stages.hide, "masked"),
    stage(stages.axis, "axis"),
    stage(stages.peak, "peak"),
    stage(stages.lift, "powers"),
    stage(stages.total, "total"),
    stage(stages.normalise, "weights"),
    stage(stages.settle, "weights"),
)


def multi_head() -> Pipeline:
    return Pipeline(
        "X W_Q W_K W_V W_O H blocked",
        stage(stages.project, "Q K V"),
        stage(stages.split, "Q K V"),
        stage(stages.score, "scores"),
        stage(stages.scale, "scores"),
        stage(stages.given_relation, "blocked", name="relation"),
        *SOFTMAX,
        stage(stages.mix, "output"),
        stage(stages.join, "output"),
        stage(stages.project_out, "output"),
        stage(stages.hand_back, "result"),
    )


def test_multi_head_in_stages_is_multi_head_in_loops() -> None:
    random = np.random.default_rng(0)
    batch, length, width, heads = 2, 5, 6, 3
    X = random.normal(size=(batch, length, width))
    W_Q, W_K, W_V, W_O = (random.normal(size=(width, width)) for _ in range(4))
    blocked = np.triu(np.ones((length, length), int), 1)
    got = multi_head()(X, W_Q, W_K, W_V, W_O, heads, blocked)
    d = width // heads
    for b in range(batch):
        joined = np.zeros((length, width))
        for h in range(heads):
            part = slice(h * d, (h + 1) * d)
            for i in range(length):
                scores = np.array([X[b, i] @ W_Q[:, part] @ (X[b, j] @ W_K[:, part]) for j in range(i + 1)])
                weights = np.exp(scores / np.sqrt(d))
                joined[i, part] = weights / weights.sum() @ (X[b, : i + 1] @ W_V[:, part])
        assert np.allclose(got[b], joined @ W_O)


def test_an_argument_that_is_not_given_is_none() -> None:
    random = np.random.default_rng(0)
    X, W = random.normal(size=(1, 3, 4)), random.normal(size=(4, 4))
    given = multi_head()(X, W, W, W, W, 2, blocked=np.zeros((3, 3)))
    assert np.array_equal(multi_head()(X, W, W, W, W, 2), given)


def test_two_sequences_and_allowed_masks() -> None:
    random = np.random.default_rng(0)
    Y, X = random.normal(size=(2, 4)), random.normal(size=(3, 4))
    W_Q, W_K, W_V = random.normal(size=(4, 5)), random.normal(size=(4, 5)), random.normal(size=(4, 2))
    Q, K, V = stages.project_two(Y, X, W_Q, W_K, W_V)
    assert (Q.shape, K.shape, V.shape) == ((2, 5), (3, 5), (3, 2))
    assert not stages.allowed_relation(None).any()
    assert stages.allowed_relation(np.array([1, 0])).tolist() == [False, True]


def test_a_replaced_stage_may_ask_for_any_earlier_value_and_unknown_stages_are_errors() -> None:
    softmax = Pipeline("scores blocked", *SOFTMAX)
    scores, blocked = np.array([[1.0, 2.0], [3.0, 1.0]]), np.array([[False, True], [False, False]])
    assert np.allclose(softmax(scores, blocked).sum(axis=1), 1)
    undone = softmax.replace({"settle": lambda scores, weights: scores})
    assert np.array_equal(undone(scores, blocked), scores)
    with pytest.raises(LookupError, match="no stage 'hid'; the stages are hide, axis"):
        softmax.replace({"hid": stages.hide})


FILE = '''
from grader import stages
from grader.case import family, replaces, same_as
from grader.pipeline import Pipeline, stage

PIPELINE = Pipeline(
    "a b", stage(lambda a, b: a + b, "c", name="add"), stage(lambda c: c * 2, "d", name="double")
)

def _help(): pass

@family(k=[2, 3], j=[0, 1])
def whole_answer(a, b, k, j):
    """A title
    over two lines.

    Where to look.

    An example.

    More of it.
    """
    return a * k + j

@replaces("add")
@family(sign=[-1, 0])
def wrong_add(a, b, sign):
    """T.

    W.

    E.
    """
    return a + sign * b

@same_as("wrong_add")
@replaces(add=lambda a: a, double=lambda c: c)
@replaces(double=lambda c, a: c + a)
def two_members():
    """T."""
'''


def read() -> dict[str, object]:
    namespace: dict[str, object] = {}
    exec(FILE, namespace)
    return namespace


def test_mistakes_are_read_in_order_with_words_lines_and_members() -> None:
    whole, add, two = mistakes_in(read())
    assert (whole.id, whole.title, whole.where) == (
        "whole-answer",
        "A title over two lines.",
        "Where to look.",
    )
    assert whole.example == "An example.\n\nMore of it."
    assert FILE.splitlines()[whole.line - 1].startswith("@family")
    assert [member.call(10, 1) for member in whole.members] == [20, 21, 30, 31]
    assert [member.call(10, 1) for member in add.members] == [18, 20]
    assert [sorted(member.stages or {}) for member in two.members] == [["add", "double"], ["double"]]
    assert [member.call(10, 1) for member in two.members] == [10, 21]
    assert (two.same_as, two.where, add.same_as) == ("wrong-add", "", "")


def test_a_member_can_be_called_by_number() -> None:
    file = read()
    assert member_of(file["wrong_add"], file["PIPELINE"], 1)(10, 1) == 20


def test_a_stage_cannot_be_replaced_without_a_pipeline() -> None:
    namespace: dict[str, object] = {}
    exec('from grader.case import replaces\n@replaces("add")\ndef wrong(a): return a\n', namespace)
    with pytest.raises(TypeError, match="wrong replaces a stage, but this file has no PIPELINE"):
        mistakes_in(namespace)


def test_names_become_ids() -> None:
    assert name_to_id("diagonal_blocked") == "diagonal-blocked"
