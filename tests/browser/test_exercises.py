"""Exercises: code is run, checked, and told by name what is wrong with it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.course_answers import SLUG, exercises
from tests.browser.learner import Learner, words

BEFORE_BLOCKED = "import numpy as np\n\ndef causal_mask(L):\n    return np.tril(np.ones((L, L)), -1)\n"
ONE_CELL_OFF = """import numpy as np

def causal_mask(L):
    blocked = np.triu(np.ones((L, L), dtype=bool), 1)
    if L == 5:
        blocked[2, 1] = True
    return blocked
"""
TWO_MISTAKES = """import numpy as np

def causal_head(X, W_Q, W_K, W_V):
    q = X @ W_Q
    k = X @ W_K
    v = X @ W_V
    T = X.shape[0]
    scores = q @ k.T
    scores[np.tril(np.ones((T, T)), -1) == 1] = -np.inf
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ v
"""


def test_a_wrong_mask_is_named_and_told_where_to_look(student: Learner) -> None:
    exercise = student.item("causal-mask")
    verdict = student.judge(exercise, BEFORE_BLOCKED)
    assert (verdict["passed"], verdict["kind"]) == (False, "mistake")
    assert verdict["mistakes"] == ["words-before-blocked"]
    card = exercise.locator("[data-verdict-card]")
    expect(card).to_contain_text("The words before are blocked, and the later ones are open.")
    expect(card).to_be_in_viewport()
    look, example = (
        card.get_by_text("Look at which side of the diagonal"),
        card.get_by_text("With 2 words, row 0"),
    )
    expect(look).to_be_hidden()
    card.get_by_text("Where should I look?").click()
    expect(look).to_be_visible()
    expect(example).to_be_hidden()
    card.get_by_text("Tell me more").click()
    expect(example).to_be_visible()


def test_who_follows_a_link_to_an_exercise_need_not_scroll_for_python(student: Learner) -> None:
    # Another address, so that it is a navigation.
    student.open("404.html")
    student.open(f"levels/{SLUG}/#item-causal-mask")
    asked, loaded = student.page.evaluate("""[
      performance.getEntriesByName("python-asked")[0].startTime,
      performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd,
    ]""")
    assert asked < loaded


def test_a_right_mask_is_accepted(student: Learner) -> None:
    exercise = student.item("causal-mask")
    verdict = student.judge(exercise, exercises()["causal-mask"].texts["solution.py"])
    assert (verdict["passed"], verdict["kind"], verdict["mistakes"]) == (True, "passed", [])
    assert verdict["checked"] == verdict["of"] > 1
    expect(exercise.locator("[data-verdict-card]")).to_contain_text("Right")


def test_two_mistakes_made_at_once_are_both_named(student: Learner) -> None:
    exercise = student.item("causal-head")
    verdict = student.judge(exercise, TWO_MISTAKES)
    assert sorted(verdict["mistakes"]) == ["mask-transposed", "no-scale"]
    card = exercise.locator("[data-verdict-card]")
    expect(card).to_contain_text("2 known mistakes")
    expect(card).to_contain_text("The mask is transposed")
    expect(card).to_contain_text("The scores are not scaled")


def test_a_failing_hidden_case_is_shown_as_matrices_with_the_wrong_cell_marked(student: Learner) -> None:
    exercise = student.item("causal-mask")
    verdict = student.judge(exercise, ONE_CELL_OFF)
    assert (verdict["kind"], verdict["case"]["name"]) == ("value", "five words")
    assert not next(case for case in exercises()["causal-mask"].cases if case.name == "five words").shown
    card = exercise.locator("[data-verdict-card]")
    expect(card).to_contain_text("five words")
    expect(card).to_contain_text("L = 5")
    for role in ("yours", "wanted"):
        table = card.locator(f'[data-role="{role}"] table')
        expect(table.locator("tbody tr")).to_have_count(5)
        expect(table.locator("td.differs")).to_have_count(1)
        expect(table.locator("tbody tr").nth(2).locator("td").nth(1)).to_have_class(
            "differs blocked" if role == "yours" else "differs false"
        )
    expect(card).to_contain_text(f"{verdict['of'] - 1} of {verdict['of']} cases came out right.")


def test_run_shows_what_was_printed_and_what_came_back_without_a_verdict(student: Learner) -> None:
    exercise = student.item("causal-mask")
    before = len(student.verdicts())
    results = student.run(exercise, 'def causal_mask(L):\n    print("L is", L)\n    return [[7] * L] * L\n')
    expect(results).to_contain_text("L is 3")
    expect(results.locator("table tbody tr")).to_have_count(3)
    expect(results.locator("table tbody td").first).to_have_text("7")
    expect(exercise.locator("[data-status]")).to_have_text("Your code ran.")
    assert len(student.verdicts()) == before


def test_run_explains_an_error_with_the_learners_line(student: Learner) -> None:
    results = student.run(
        student.item("causal-mask"), "def causal_mask(L):\n    size = L\n    return size + missing\n"
    )
    expect(results).to_contain_text("Line 3")
    expect(results).to_contain_text("There is no missing here")
    expect(results).not_to_contain_text("Traceback")


@pytest.mark.parametrize("where", ["causal-mask", "causal-head"])
def test_an_unchanged_starter_is_nothing_to_check_yet(student: Learner, where: str) -> None:
    exercise = student.item(where)
    verdict = student.judge(exercise, exercises()[where].texts["starter.py"])
    assert (verdict["kind"], verdict["passed"]) == ("empty", False)
    expect(exercise.locator("[data-verdict-card]")).to_contain_text("Nothing to check yet")


def test_code_that_is_not_python_is_told_its_line(student: Learner) -> None:
    exercise = student.item("causal-mask")
    verdict = student.judge(
        exercise, "import numpy as np\n\n\ndef causal_mask(L)\n    return np.ones((L, L))\n"
    )
    assert verdict["kind"] == "syntax"
    expect(exercise.locator("[data-verdict-card]")).to_contain_text("line 4")


def test_a_missing_function_is_told_by_name(student: Learner) -> None:
    verdict = student.judge(student.item("causal-mask"), "def causal_maks(L):\n    return 1\n")
    assert verdict["kind"] == "missing"
    assert "causal_maks" in verdict["title"] + verdict["message"]


def test_a_verdict_is_announced_and_says_what_the_card_says(student: Learner) -> None:
    exercise = student.item("causal-mask")
    live = exercise.locator("[data-announce]")
    expect(live).to_have_attribute("aria-live", "polite")
    for code in (BEFORE_BLOCKED, ONE_CELL_OFF, BEFORE_BLOCKED):
        verdict = student.judge(exercise, code)
        expect(live).to_have_text(words_of(verdict))
        assert verdict["title"].replace("`", "") in words(exercise.locator("[data-verdict-card]"))


def words_of(verdict: dict[str, str]) -> str:
    return f"{verdict['title']} {verdict['message']}".replace("`", "")
