"""The model answer: there for whoever has passed or honestly tried, and not before."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visit, gates_open
from tests.browser.course_answers import exercises
from tests.browser.learner import Learner
from tests.browser.static_site import StaticSite

TRIES = [f"def causal_mask(L):\n    return {what}\n" for what in ("L", "L + 1", "[L]")]


def test_the_model_answer_comes_after_three_different_tries_or_after_passing(
    visit: Visit, site: StaticSite
) -> None:
    kept = gates_open(site)
    kept["origins"][0]["localStorage"] = [
        entry
        for entry in kept["origins"][0]["localStorage"]
        if not entry["name"].endswith((":causal-mask", ":causal-head"))
    ]
    learner = visit(storage_state=kept)
    mask = learner.ready(learner.item("causal-mask"))
    show = mask.get_by_role("button", name="Show the model answer")

    # Neither nothing, nor what is not Python, nor the same code with other blanks is a try.
    starter = exercises()["causal-mask"].texts["starter.py"]
    for code in (starter, "def causal_mask(L)\n", TRIES[0], TRIES[0] + "\n# again\n", TRIES[1]):
        learner.judge(mask, code)
        expect(show).to_be_hidden()
    assert not fetched(learner, "causal-mask")
    learner.judge(mask, TRIES[2])
    show.click()
    text = mask.locator("[data-model-text]")
    expect(text).to_contain_text("return np.triu(np.ones((L, L), dtype=bool), k=1)")
    text.locator("summary").click()
    expect(text).to_contain_text("Compare every column number with every row number")
    assert fetched(learner, "causal-mask")
    assert learner.kept("progress:causal-mask") == "shown"
    expect(mask.locator(".question-label")).to_contain_text("answer shown")

    # Passing first: the answer is there at once, and looking at it takes nothing back.
    head = learner.item("causal-head")
    verdict = learner.judge(head, exercises()["causal-head"].alternatives[0].code)
    assert verdict["passed"]
    head.get_by_role("button", name="Show the model answer").click()
    expect(head.locator("[data-model-text]")).to_contain_text("powers.sum(axis=1, keepdims=True)")
    assert learner.kept("progress:causal-head") == "passed"
    expect(head.locator(".question-label")).to_contain_text("done")


def fetched(learner: Learner, exercise: str) -> bool:
    """Whether the file with the model answer was asked for; the bundle is another file."""
    address = learner.item(exercise).get_attribute("data-answer")
    return any(url.endswith(address.rpartition("/")[2]) for url in learner.requests)
