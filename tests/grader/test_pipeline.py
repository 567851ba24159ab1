"""Two mistakes made together: which stages go into one answer."""

from __future__ import annotations

from grader.pipeline import left_out, together


def _zero(scores):
    return scores * 0


def _settle(weights, blocked):
    return weights * ~blocked


@left_out
def _leave(scores):
    return scores


def test_mistakes_at_different_stages_go_together():
    assert together({"hide": _zero}, {"axis": _settle}) == {"hide": _zero, "axis": _settle}


def test_mistakes_at_one_stage_do_not():
    assert together({"hide": _zero}, {"hide": _settle, "axis": _settle}) == {}


def test_a_stage_that_one_only_leaves_out_is_free_for_the_other():
    late, zero = {"hide": _leave, "settle": _settle}, {"hide": _zero}
    assert together(late, zero) == together(zero, late) == {"hide": _zero, "settle": _settle}


def test_leaving_a_stage_out_is_a_mistake_where_it_is_all_that_is_done():
    assert together({"hide": _leave}, {"hide": _zero}) == {}
    assert together({"hide": _leave}, {"axis": _settle}) == {"hide": _leave, "axis": _settle}
