"""The order of the checks, the case that is shown, and what is said of it."""

# ruff: noqa: E501 (an answer stands whole on its line)

from __future__ import annotations

import numpy as np
import pytest


@pytest.fixture
def named_exercise(mask_exercise, monkeypatch):
    """The mask exercise with two mistakes, recognised by stand-ins: all zeros, all ones, and the input changed."""
    mask_exercise["mistakes"] = {
        "nothing-blocked": {
            "title": "Nothing is blocked.",
            "look": "Look at k.",
            "example": "L = 2: [[0, 1], [0, 0]]",
        },
        "all-blocked": {"title": "Everything is blocked.", "look": "Look at the ones.", "example": ""},
    }
    mask_exercise["fingerprints"] = {"here": True}
    asked: list[int] = []

    def match(bundle, outcomes):
        asked.append(len(outcomes))
        data = str(outcomes[0].get("value", {}).get("data"))
        zero, one = "True" not in data and "1" not in data, "False" not in data and "0" not in data
        both = "0.5" in data
        return [
            name for name, hit in (("nothing-blocked", zero or both), ("all-blocked", one or both)) if hit
        ]

    monkeypatch.setattr("grader.judge.match", match)
    mask_exercise["asked"] = asked
    return mask_exercise


def test_a_named_mistake_gives_its_title_and_hints_and_the_failing_case(judged, named_exercise):
    verdict = judged("def f(L):\n    return np.zeros((L, L), dtype=bool)", named_exercise)
    assert verdict["kind"] == "mistake"
    assert verdict["mistakes"] == ["nothing-blocked"]
    assert verdict["title"] == "Nothing is blocked."
    assert verdict["hints"] == ["Look at k.", "L = 2: [[0, 1], [0, 0]]"]
    assert verdict["case"]["name"] == "L = 3"
    assert "row 0, column 1 should be `True`; yours is `False`" in verdict["message"]


def test_two_mistakes_are_both_named(judged, named_exercise):
    verdict = judged("def f(L):\n    return np.full((L, L), 0.5)", named_exercise)
    assert verdict["mistakes"] == ["nothing-blocked", "all-blocked"]
    assert "Nothing is blocked." in verdict["title"] and "Everything is blocked." in verdict["title"]
    assert verdict["hints"] == ["Look at k.", "L = 2: [[0, 1], [0, 0]]", "Look at the ones."]


def test_a_right_answer_is_never_asked_about_mistakes(judged, named_exercise):
    assert judged("def f(L):\n    return np.triu(np.ones((L, L)), k=1)", named_exercise)["passed"]
    assert named_exercise["asked"] == []


def test_a_named_mistake_goes_before_an_error_or_a_wrong_shape(judged, mask_exercise, monkeypatch):
    mask_exercise["mistakes"] = {"m": {"title": "Known.", "look": "", "example": ""}}
    mask_exercise["fingerprints"] = {"here": True}
    monkeypatch.setattr("grader.judge.match", lambda bundle, outcomes: ["m"])
    for body in ("return 1 / 0", "return L", "return 'x'", "return None"):
        verdict = judged(f"def f(L):\n    {body}", mask_exercise)
        assert (verdict["kind"], verdict["mistakes"], verdict["title"]) == ("mistake", ["m"], "Known.")


def test_probe_cases_are_not_part_of_what_names_a_mistake(judged, named_exercise, make_case):
    named_exercise["cases"].append(make_case("probe", {"L": 2}, np.ones((2, 2)), probe="!"))
    judged("def f(L):\n    return np.zeros((L, L))", named_exercise)
    assert named_exercise["asked"] == [3]


def test_a_changed_input_is_its_own_verdict_even_when_every_value_is_right(judged, table_exercise):
    verdict = judged("def f(X):\n    X *= 2\n    return X", table_exercise)
    assert (verdict["passed"], verdict["kind"]) == (False, "mutated")
    assert verdict["checked"] == verdict["of"] == 2
    assert "`X`" in verdict["title"]
    assert verdict["case"]["name"] == "table (2, 3)"


def test_a_changed_input_keeps_the_name_of_the_mistake(judged, table_exercise, monkeypatch):
    table_exercise["mistakes"] = {"m": {"title": "Known.", "look": "Here.", "example": ""}}
    table_exercise["fingerprints"] = {"here": True}
    monkeypatch.setattr("grader.judge.match", lambda bundle, outcomes: ["m"])
    verdict = judged("def f(X):\n    X *= 3\n    return X", table_exercise)
    assert (verdict["kind"], verdict["mistakes"], verdict["title"]) == ("mutated", ["m"], "Known.")
    assert verdict["hints"] == ["Here."]


def test_a_mistake_that_is_the_change_itself_is_named_beside_others(judged, table_exercise, monkeypatch):
    table_exercise["mistakes"] = {
        "m": {"title": "Known.", "look": "", "example": ""},
        "in-place": {"title": "It writes into X.", "look": "", "example": "", "changes_input": True},
    }
    table_exercise["fingerprints"] = {"here": True}
    monkeypatch.setattr("grader.judge.match", lambda bundle, outcomes: ["m"])
    alone = judged("def f(X):\n    X *= 2\n    return X", table_exercise)
    assert (alone["kind"], alone["mistakes"], alone["title"]) == (
        "mutated",
        ["in-place"],
        "It writes into X.",
    )
    both = judged("def f(X):\n    X *= 3\n    return X", table_exercise)
    assert (both["kind"], both["mistakes"]) == ("mutated", ["m", "in-place"])
    assert judged("def f(X):\n    return X * 3", table_exercise)["mistakes"] == ["m"]


ORDER = {
    "raised": "if X.shape == (4, 2):\n        raise KeyError('k')\n    return 'text'",
    "type": "if X.shape == (4, 2):\n        return 'text'\n    return X[0]",
    "shape": "return X[0] if X.shape == (4, 2) else (X * 2).astype(np.float16)",
    "dtype": "return (X * 2).astype(np.float16) if X.shape == (4, 2) else X",
    "value": "return X if X.shape == (4, 2) else X * 2",
}


@pytest.mark.parametrize("kind", ORDER)
def test_the_graver_fault_is_told_first(kind, judged, table_exercise):
    verdict = judged(f"def f(X):\n    {ORDER[kind]}", table_exercise)
    assert verdict["kind"] == kind
    assert verdict["case"]["name"] == "table (4, 2)"


def test_the_smallest_failing_case_is_shown(judged, make_bundle, make_case):
    cases = [make_case(f"n = {n}", {"x": np.ones(n)}, np.ones(n)) for n in (5, 2, 3)]
    verdict = judged("def f(x):\n    return x if len(x) == 2 else -x", make_bundle(cases))
    assert verdict["case"]["name"] == "n = 3"
    assert verdict["checked"] == 1 and verdict["of"] == 3


def test_among_cases_of_one_size_a_shown_one_goes_first_then_the_earliest(judged, make_bundle, make_case):
    cases = [make_case(name, {"x": 1}, 1, shown=name == "c") for name in "abc"]
    asked = make_bundle(cases, "number")
    assert judged("def f(x):\n    return 2", asked)["case"]["name"] == "c"
    asked["cases"] = cases[:2]
    assert judged("def f(x):\n    return 2", asked)["case"]["name"] == "a"


def test_differing_cells_are_marked(judged, make_bundle, make_case):
    right = np.array([[1.0, 2.0], [3.0, np.nan]])
    verdict = judged(
        "def f(n):\n    return [[1.0, 2.5], [np.nan, np.nan]]", make_bundle([make_case("c", {"n": 1}, right)])
    )
    assert verdict["case"]["differs"] == [[False, True], [True, False]]
    assert verdict["case"]["got"]["data"] == [[1.0, 2.5], ["nan", "nan"]]
    assert "2 of 4 cells differ" in verdict["message"]


def test_differing_cells_of_a_tuple_are_marked_in_each_result(judged, make_bundle, make_case):
    asked = make_bundle([make_case("c", {"n": 1}, (np.zeros(2), np.zeros(3)))], ["array", "array"])
    verdict = judged("def f(n):\n    return np.zeros(2), [0, 1, 0]", asked)
    assert verdict["case"]["differs"] == [[False, False], [False, True, False]]
    assert "result 1 of the tuple" in verdict["message"]


def test_a_case_may_expect_an_exception(judged, make_bundle, make_case):
    asked = make_bundle([make_case("bad", {"n": -1}, raises="ValueError")], "number")
    for good in (
        "raise ValueError",
        "raise ValueError('other words')",
        "return int('x')",
        "return np.ones(3) @ np.ones(2)",
    ):
        assert judged(f"def f(n):\n    {good}", asked)["passed"], good
    assert judged("class E(ValueError):\n    pass\ndef f(n):\n    raise E", asked)["passed"]


@pytest.mark.parametrize(
    "bad", ["NotImplementedError", "TypeError", "Exception", "SystemExit", "KeyError('ValueError')"]
)
def test_another_exception_is_not_the_expected_one(bad, judged, make_bundle, make_case):
    asked = make_bundle([make_case("bad", {"n": -1}, raises="ValueError")], "number")
    verdict = judged(f"def f(n):\n    x = n\n    raise {bad}", asked)
    assert verdict["kind"] == "raised"
    assert "`ValueError` is due" in verdict["message"]


def test_a_value_where_an_exception_is_due_is_wrong(judged, make_bundle, make_case):
    asked = make_bundle([make_case("bad", {"n": -1}, raises="ValueError")], "number")
    verdict = judged("def f(n):\n    return ValueError", asked)
    assert verdict["kind"] == "value"
    assert verdict["case"]["expected"] == {"raises": "ValueError"}


def test_a_probe_never_decides_and_its_remark_is_given_once(judged, make_bundle, make_case):
    cases = [make_case("c", {"n": 1}, 1)]
    cases += [make_case(f"probe {n}", {"n": n}, n, probe="Large numbers are cut.") for n in (50, 60)]
    asked = make_bundle(cases, "number")
    assert judged("def f(n):\n    return min(n, 9)", asked)["remarks"] == ["Large numbers are cut."]
    assert judged("def f(n):\n    return 1 if n == 1 else 1 / 0", asked)["remarks"] == [
        "Large numbers are cut."
    ]
    assert judged("def f(n):\n    return n", asked)["remarks"] == []
    wrong = judged("def f(n):\n    return -n", asked)
    assert (wrong["remarks"], wrong["of"], wrong["checked"]) == ([], 1, 0)


def test_an_answer_made_for_the_shown_cases_is_told_so(judged, mask_exercise):
    verdict = judged(
        "def f(L):\n    return np.triu(np.ones((3, 3)), k=1) if L == 3 else np.zeros((L, L))", mask_exercise
    )
    assert "right in the cases you can see" in verdict["message"]


@pytest.mark.parametrize("expected", ["shown constant", "argument"])
def test_a_constant_or_an_argument_is_no_answer(expected, judged, mask_exercise):
    body = "np.triu(np.ones((3, 3)), k=1)" if expected == "shown constant" else "L"
    assert not judged(f"def f(L):\n    return {body}", mask_exercise)["passed"]


def test_nothing_returned_speaks_of_return_when_print_was_used(judged, mask_exercise):
    silent = judged("def f(L):\n    x = 1", mask_exercise)
    assert silent["kind"] == "type" and "`return`" in silent["message"] and "print" not in silent["message"]
    assert "`print` only shows" in judged("def f(L):\n    print(L)", mask_exercise)["message"]


def test_none_that_is_returned_is_not_called_a_missing_return(judged, mask_exercise):
    message = judged("def f(L):\n    return print(L)", mask_exercise)["message"]
    assert "`f` gave `None`" in message and "behind `return`" in message


def test_what_was_printed_and_how_long_it_took_is_in_every_verdict(judged, mask_exercise):
    verdict = judged("print('hello')\ndef f(L):\n    return np.triu(np.ones((L, L)), k=1)", mask_exercise)
    assert verdict["printed"] == "hello\n" and verdict["seconds"] > 0


@pytest.fixture
def judging_exercise(make_case, make_bundle):
    """Say whether a function looks ahead, with one function that does and one that does not."""
    cases = [make_case(name, {"f": 0}, name == "peeks") for name in ("peeks", "honest")]
    for case in cases:
        case["arguments"]["f"] = {"callable": case["name"]}
    subjects = "def peeks():\n    '''It looks\n    ahead.'''\n    return 1\ndef honest():\n    return 0\n"
    return make_bundle(cases, "truth", subjects=subjects, says=["does not leak", "leaks"])


def test_a_wrong_judgement_on_a_function_says_which_one_and_what_that_one_does(judged, judging_exercise):
    verdict = judged("def f(f):\n    return False", judging_exercise)
    assert (verdict["kind"], verdict["title"]) == ("value", "Your test is wrong about `peeks`")
    assert "your test says that `peeks` does not leak, but it leaks. It looks ahead." in verdict["message"]
    verdict = judged("def f(f):\n    return True", judging_exercise)
    assert verdict["message"].endswith("your test says that `honest` leaks, but it does not leak.")
    assert judged("def f(f):\n    return f() == 1", judging_exercise)["passed"]
    assert judged("def f(f):\n    return 3", judging_exercise)["title"] == "Not the right value"


LOOPS = {
    "def f(X):\n    return X * 2": None,
    "def f(X):\n    return np.array([row * 2 for row in X])": 2,
    "def f(X):\n    X = X.copy()\n    for row in X:\n        row *= 2\n    return X": 3,
    "def g(X):\n    return np.array(list(2 * row for row in X))\n\nf = g": 2,
    "def g(X):\n    return [x * 2 for x in X]\n\ndef f(X):\n    return g(X)": 2,
    "def unused(X):\n    return [x for x in X]\n\ndef f(X):\n    return X + X": None,
}


@pytest.mark.parametrize("code", LOOPS)
def test_a_loop_earns_a_remark_where_the_exercise_says_so_and_never_decides(code, judged, table_exercise):
    assert judged(code, table_exercise)["remarks"] == []
    verdict = judged(code, {**table_exercise, "avoid_loops": "Try `X * 2`."})
    line = LOOPS[code]
    assert verdict["passed"]
    assert verdict["remarks"] == ([] if line is None else [f"There is a loop on line {line}. Try `X * 2`."])


FIXED = "a valid query has no visible key"


def fixed_message(make_bundle, make_case):
    case = make_case("bad", {"n": -1}, raises="ValueError")
    return make_bundle([{**case, "message": FIXED}], "number")


@pytest.mark.parametrize("message", [FIXED, f" {FIXED}\\n"])
def test_a_message_that_the_contract_fixes_passes(message, judged, make_bundle, make_case):
    asked = fixed_message(make_bundle, make_case)
    assert judged(f"def f(n):\n    raise ValueError('{message}')", asked)["passed"]


@pytest.mark.parametrize(
    ("bad", "quoted"),
    [
        (
            "return np.max(np.zeros(0))",
            "`zero-size array to reduction operation maximum which has no identity`",
        ),
        ("raise ValueError('no key')", "`no key`"),
        (f"raise ValueError('{FIXED}.')", f"`{FIXED}.`"),
        ("raise ValueError", "no message"),
    ],
)
def test_another_message_than_the_fixed_one_fails(bad, quoted, judged, make_bundle, make_case):
    verdict = judged(f"def f(n):\n    x = n\n    {bad}", fixed_message(make_bundle, make_case))
    assert (verdict["passed"], verdict["kind"]) == (False, "raised")
    assert verdict["title"] == "A `ValueError` with other words"
    assert quoted in verdict["message"] and f"wanted the message `{FIXED}`" in verdict["message"]


def test_weights_are_exactly_zero_where_zero_is_wanted(judged, make_bundle, make_case):
    asked = make_bundle([make_case("c", {"n": 1}, [[0.0, 1.0], [0.25, 0.75]])], "weights")
    for good in ("[[-0.0, 1], [0.25, 0.75 + 1e-10]]", "np.array([[0, 1], [0.25, 0.75]], dtype=np.float32)"):
        assert judged(f"def f(n):\n    return {good}", asked)["passed"], good
    for bad in ("[[1e-300, 1], [0.25, 0.75]]", "np.array([[1e-9, 1], [0.25, 0.75]], dtype=np.float32)"):
        verdict = judged(f"def f(n):\n    return {bad}", asked)
        assert verdict["kind"] == "value" and verdict["case"]["differs"] == [[True, False], [False, False]]
        assert "row 0, column 0 should be `0`; yours is `1e-" in verdict["message"]
        assert "Nearly 0 is not 0" in verdict["message"]


def new_array(make_bundle, make_case):
    cases = [
        make_case("three", {"X": np.ones(3)}, np.ones(3)),
        make_case("two", {"X": np.ones(2)}, np.ones(2)),
    ]
    return make_bundle(cases, new=True)


@pytest.mark.parametrize("body", ["return X", "return X[:]", "return X.reshape(1, -1)[0]", "return X.T"])
def test_a_result_that_is_an_argument_is_no_new_array(body, judged, make_bundle, make_case):
    verdict = judged(f"def f(X):\n    {body}", new_array(make_bundle, make_case))
    assert (verdict["passed"], verdict["kind"], verdict["case"]["name"]) == (False, "shared", "two")
    assert verdict["checked"] == verdict["of"] == 2
    assert "`X`" in verdict["title"] and "is `X` itself or a part of it" in verdict["message"]


def test_a_new_array_passes_and_sharing_counts_only_where_a_new_one_is_asked_for(
    judged, make_bundle, make_case
):
    asked = new_array(make_bundle, make_case)
    for good in ("X.copy()", "X * 1", "X.tolist()", "np.where(True, X, 0)"):
        assert judged(f"def f(X):\n    return {good}", asked)["passed"], good
    assert judged("def f(X):\n    return X", {**asked, "new": False})["passed"]


def test_where_weights_underflow_a_zero_need_not_be_exact(judged, make_bundle, make_case):
    case = {**make_case("c", {"n": 1}, ([2.0], [0.0, 1.0])), "underflows": True}
    asked = make_bundle([case], ["array", "weights"])
    assert judged("def f(n):\n    return [2], [5e-324, 1]", asked)["passed"]
    assert not judged("def f(n):\n    return [2], [1e-6, 1]", asked)["passed"]
    case["underflows"] = False
    assert judged("def f(n):\n    return [2], [5e-324, 1]", asked)["kind"] == "value"
