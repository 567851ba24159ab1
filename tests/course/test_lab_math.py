"""The arithmetic of the labs against NumPy and the grader's stages, on random inputs."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from grader import stages
from tests.course.lab_functions import EXACT, Call, call_labs, softmax


def mask_calls(random: np.random.Generator) -> list[tuple[Call, Any]]:
    """Calls of the mask lab's arithmetic with what NumPy makes of the same arguments."""
    length = int(random.integers(2, 9))
    width = int(random.integers(1, 5))
    k = int(random.integers(-2, 4))
    pad = np.flatnonzero(random.random(length) < 0.4)
    padding = np.isin(np.arange(length), pad)[None, :]
    scores = random.normal(0, 3, (length, length)) * random.choice([1, 100])
    free = random.random((length, length)) < 0.4
    causal = stages.causal_relation(scores)
    shown = free & ~np.eye(length, dtype=bool)
    row, column = np.indices((length, length))
    module = "mask-math.js"
    return [
        ((module, "paddingMask", [pad, length]), padding),
        ((module, "causalMask", [length]), causal),
        ((module, "causalMask", [length, k]), np.triu(np.ones((length, length)), k=k)),
        ((module, "windowMask", [length, width]), abs(row - column) >= width),
        ((module, "copiedDown", [padding, length]), np.broadcast_to(padding, (length, length))),
        ((module, "either", [[padding, causal, free], length]), padding | causal | free),
        ((module, "both", [[padding, causal], length]), padding & causal),
        ((module, "transposed", [free]), free.T),
        ((module, "hidden", [scores, free]), stages.hide(scores, free)),
        ((module, "hidden", [scores, free, 0]), np.where(free, 0, scores)),
        ((module, "softmaxRows", [stages.hide(scores, shown)]), softmax(scores, shown)),
        ((module, "openCells", [free]), (~free).sum()),
    ]


def cross_mask_calls(random: np.random.Generator) -> list[tuple[Call, Any]]:
    """Calls of the arithmetic of masks between two sequences."""
    source, target = (int(size) for size in random.integers(1, 7, 2))
    size = source + target
    padding = random.random(size) < 0.4
    free = random.random((target, source)) < 0.4
    ahead = np.triu(np.ones((size, size), dtype=bool), k=1)
    open_prefix = ahead & (np.arange(size) >= source)
    stop = int(random.integers(1, size + 1))
    module = "cross-mask-math.js"
    return [
        ((module, "whoMask", [padding, source]), open_prefix | padding[None, :]),
        ((module, "prefixMask", [size, source]), open_prefix),
        ((module, "causalTable", [target, source]), np.triu(np.ones((target, source)), k=1)),
        (
            (module, "combined", [[padding[None, :source], free], target, source]),
            padding[None, :source] | free,
        ),
        ((module, "combined", [[], target, source]), np.zeros((target, source))),
        ((module, "part", [ahead, [source, size], [0, stop]]), ahead[source:, :stop]),
    ]


def heads_calls(random: np.random.Generator) -> list[tuple[Call, Any]]:
    """Calls of the heads lab's arithmetic with what NumPy makes of the same arguments."""
    length, count = int(random.integers(2, 7)), int(random.choice([1, 2, 4]))
    width = count * int(random.integers(1, 4))
    d_k = width // count
    Q, K, V = random.normal(0, 2, (3, length, width))
    W = random.normal(0, 2, (width, width + 1))
    head = int(random.integers(count))
    mine = slice(head * d_k, (head + 1) * d_k)
    order = random.permutation(count)
    columns = np.arange(width)
    module = "heads-math.js"
    return [
        ((module, "product", [Q, W]), Q @ W),
        ((module, "headColumns", [head, count, width]), columns[mine]),
        ((module, "columnsOf", [V, columns[mine]]), V[:, mine]),
        ((module, "headScores", [Q, K, columns[mine]]), stages.scale(Q[:, mine] @ K[:, mine].T, Q[:, mine])),
        ((module, "sideBySide", [[Q, V, K]]), np.concatenate([Q, V, K], axis=1)),
        ((module, "columnOrder", [order, width]), columns.reshape(count, d_k)[order].ravel()),
    ]


def leak_calls(random: np.random.Generator) -> list[tuple[Call, Any]]:
    """Calls of the leak lab's arithmetic with what NumPy makes of the same arguments."""
    length, width = int(random.integers(2, 7)), int(random.integers(1, 4))
    words = random.normal(0, 1, (length, width))
    free = (random.random((length, length)) < 0.4) & ~np.eye(length, dtype=bool)
    weights = softmax(words @ words.T / np.sqrt(width), free)
    ones = np.ones((length, length))
    changed = np.where(random.random(words.shape) < 0.2, words + 1, words)
    rows = np.flatnonzero((words != changed).any(axis=1))
    module = "leak-math.js"
    return [
        ((module, "leakMask", ["none", length]), 0 * ones),
        ((module, "leakMask", ["reversed", length]), np.tril(ones, k=-1)),
        ((module, "leakMask", ["onestep", length]), np.triu(ones, k=2)),
        ((module, "leakMask", ["causal", length]), np.triu(ones, k=1)),
        ((module, "weightsOf", [words, free]), weights),
        ((module, "attend", [words, free]), weights @ words),
        ((module, "mixed", [weights, changed]), weights @ changed),
        ((module, "firstChanged", [words, changed]), rows[0] if len(rows) else length),
        ((module, "moved", [words, changed]), words != changed),
    ]


def axes_calls(random: np.random.Generator) -> list[tuple[Call, Any]]:
    """Calls of the arithmetic of axes, for arrays of up to four of them."""
    shape = [int(size) for size in random.integers(1, 5, random.integers(1, 5))]
    axes = random.permutation(len(shape))
    data = random.normal(0, 1, shape)
    place = int(random.integers(data.size))
    index = np.unravel_index(place, shape)
    X, W = random.normal(0, 3, (3, 2)), random.normal(0, 3, (2, 4))
    module = "axes-math.js"
    moved = data.transpose(axes)
    kept = tuple(slice(None) if random.random() < 0.5 else slice(1) for _ in shape)
    narrow = data[kept][0] if random.random() < 0.5 else data[kept]
    wide = np.broadcast_to(narrow, shape).ravel()
    return [
        ((module, "product", [X, W]), X @ W),
        ((module, "indexOf", [place, shape]), index),
        ((module, "placeOf", [[int(at) for at in index], shape]), place),
        ((module, "moved", [data.ravel(), shape, axes]), moved.ravel()),
        ((module, "movedShape", [shape, axes]), moved.shape),
        ((module, "nested", [data.ravel(), shape]), data),
        ((module, "broadcast", [narrow.ravel(), narrow.shape, shape]), wide),
    ]


def cost_calls(random: np.random.Generator) -> list[tuple[Call, Any]]:
    """Calls of the cost lab's arithmetic, counted by making the arrays where that says something."""
    B, T, H, d = (int(size) for size in random.integers(1, 9, 4))
    C = H * d
    sizes = {"B": B, "T": T, "C": C, "H": H}
    Q = np.zeros((B, T, C))
    heads = Q.reshape(B, T, H, d).transpose(0, 2, 1, 3)
    scores = heads @ heads.swapaxes(2, 3)
    kept = [Q.size, np.stack([Q, Q, Q]).size, scores.size, np.zeros((4, C, C)).size]
    lengths = np.sort(random.integers(1, 5000, 5))
    module = "cost-math.js"
    return [
        ((module, "numbers", [sizes]), kept),
        ((module, "multiplications", [sizes]), [4 * Q.size * C, scores.size * d, scores.size * d]),
        (
            (module, "growth", [sizes, lengths]),
            np.stack([3 * B * lengths * C, B * H * lengths**2, 4 * C * C + 0 * lengths], axis=1),
        ),
        ((module, "takeovers", [sizes]), [3 * C // H + 1, math.isqrt(4 * C * C // (B * H)) + 1, 2 * C + 1]),
        ((module, "sharedBy", [C, H + 1]), max(count for count in range(1, H + 2) if C % count == 0)),
    ]


def convention_calls(random: np.random.Generator) -> list[tuple[Call, Any]]:
    """Calls of the convention lab's arithmetic with what NumPy makes of the same arguments."""
    length = int(random.integers(2, 7))
    blocked = random.random((length, length)) < 0.4
    additive = np.where(blocked, -np.inf, 0.0)
    forms = {"blocked": blocked, "allowed": ~blocked, "additive": additive, "floats": blocked.astype(float)}
    scores = random.normal(0, 1, (length, length)) * random.choice([1, 100, 20000])
    fill = float(random.choice([-10, -1e4, -65504, -1e9]))
    with np.errstate(over="ignore"):
        halves = np.where(blocked, np.float16(fill), scores.astype(np.float16))
    module = "convention-math.js"
    calls: list[tuple[Call, Any]] = [
        ((module, "filled", [scores, blocked, fill, False]), np.where(blocked, fill, scores)),
        ((module, "filled", [scores, blocked, fill, True]), halves),
    ]
    for form, mask in forms.items():
        calls.append(((module, "written", [blocked, form]), mask))
        adds = {
            "course": np.where(mask, -np.inf, 0.0),
            "visible": np.where(mask, 0.0, -np.inf),
            "sdpa": np.where(mask, 0.0, -np.inf) if mask.dtype == bool else mask,
            "mha": np.where(mask, -np.inf, 0.0) if mask.dtype == bool else mask,
        }
        for reader, wanted in adds.items():
            calls.append(((module, "added", [reader, form, mask]), wanted))
            wrong = (np.isneginf(wanted) != blocked).sum()
            calls.append(((module, "wrongCells", [blocked, wanted]), wrong))
    return calls


def scores_calls(random: np.random.Generator) -> list[tuple[Call, Any]]:
    """Calls of the scores lab's arithmetic with what NumPy makes of the same arguments."""
    length, width = (int(size) for size in random.integers(1, 7, 2))
    Q, K = random.normal(0, 2, (2, length, width))
    weights = softmax(Q @ K.T, np.zeros((length, length)))
    by = float(random.uniform(0.1, 10))
    module = "scores-math.js"
    return [
        ((module, "dotProducts", [Q, K]), Q @ K.T),
        ((module, "divided", [Q, by]), Q / by),
        ((module, "slopes", [weights]), weights * (1 - weights)),
    ]


@pytest.mark.parametrize(
    "makes",
    [
        scores_calls,
        convention_calls,
        cost_calls,
        axes_calls,
        leak_calls,
        heads_calls,
        mask_calls,
        cross_mask_calls,
    ],
)
def test_arithmetic_equals_numpy(makes: Any) -> None:
    random = np.random.default_rng(15)
    cases = [case for _ in range(40) for case in makes(random)]
    got = call_labs([call for call, _ in cases])
    for (call, wanted), result in zip(cases, got, strict=True):
        assert np.shape(result) == np.shape(wanted), call
        assert_allclose(
            np.array(result, dtype=float), np.asarray(wanted, dtype=float), **EXACT, err_msg=str(call)
        )
