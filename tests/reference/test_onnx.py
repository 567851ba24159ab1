"""The model answers against the reference evaluator of ONNX, an independent implementation in NumPy.

Its Attention takes a mask as True = may look, or as numbers to be added.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from onnx import TensorProto, helper
from onnx.reference import ReferenceEvaluator

from tests.reference.course import CHECKS, Array, course

OPSET = 24


def evaluate(operator: str, inputs: dict[str, Array], **attributes: Any) -> Array:
    """One operator on its inputs."""
    types = {name: helper.np_dtype_to_tensor_dtype(value.dtype) for name, value in inputs.items()}
    given = [helper.make_tensor_value_info(name, types[name], inputs[name].shape) for name in inputs]
    out = helper.make_tensor_value_info("out", TensorProto.DOUBLE, None)
    node = helper.make_node(operator, list(inputs), ["out"], **attributes)
    graph = helper.make_graph([node], "one", given, [out])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)])
    return np.asarray(ReferenceEvaluator(model).run(None, inputs)[0])


class Onnx:
    """Implements ``tests.reference.course.Other``."""

    kinds = head_kinds = ("allowed", "additive")

    def attention(self, Q: Array, K: Array, V: Array, mask: Array | None, kind: str) -> Array:
        assert kind in self.kinds
        return evaluate("Attention", {"Q": Q, "K": K, "V": V} | ({} if mask is None else {"mask": mask}))

    def causal(self, Q: Array, K: Array, V: Array) -> Array:
        return evaluate("Attention", {"Q": Q, "K": K, "V": V}, is_causal=1)

    def heads(
        self, X: Array, W_Q: Array, W_K: Array, W_V: Array, H: int, mask: Array | None, kind: str
    ) -> Array:
        assert kind in self.kinds
        inputs = {"Q": X @ W_Q, "K": X @ W_K, "V": X @ W_V} | ({} if mask is None else {"mask": mask})
        return evaluate("Attention", inputs, q_num_heads=H, kv_num_heads=H)

    def loss(self, logits: Array, targets: Array) -> float:
        given = {"scores": logits, "labels": targets}
        return float(evaluate("SoftmaxCrossEntropyLoss", given, ignore_index=-100))


@pytest.mark.parametrize("name", CHECKS)
def test_the_course_agrees_with_onnx(name: str) -> None:
    CHECKS[name](Onnx())


def test_a_mask_in_the_wrong_convention_does_not_agree() -> None:
    class Flipped(Onnx):
        def attention(self, Q: Array, K: Array, V: Array, mask: Array | None, kind: str) -> Array:
            if mask is not None and kind == "allowed":
                mask = course("convert-mask")(mask, "allowed", "blocked")
            return super().attention(Q, K, V, mask, kind)

    for name in ("attention", "softmax", "heads_of_one_sequence", "cross_attention"):
        with pytest.raises(AssertionError):
            CHECKS[name](Flipped())
