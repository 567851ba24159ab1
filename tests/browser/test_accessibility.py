"""Everybody's page: axe finds nothing in either scheme, and the keyboard is enough."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit, gates_open
from tests.browser.course_answers import ROOT, exercises, gates, question, right
from tests.browser.learner import Learner
from tests.browser.static_site import StaticSite

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
RUN_AXE = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((one) => `${id} ${one.target}: ${one.failureSummary}`));
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_from_the_first_look_to_a_cleared_level(
    visit: Visit, site: StaticSite, scheme: Any
) -> None:
    newcomer = visit(color_scheme=scheme)
    assert problems(newcomer) == [], "at first sight"
    newcomer.give(newcomer.item("diagonal-open"), [1])
    newcomer.give(newcomer.item("open-cells"), "10")
    newcomer.page.get_by_role("link", name="Section 3").click()
    expect(newcomer.page.locator("level-gate").first).to_be_focused()
    assert problems(newcomer) == [], "with a wrong and a right answer and a gate that was asked for"
    newcomer.page.locator("#keys-button").click()
    assert problems(newcomer) == [], "with the list of keys"
    newcomer.open("")
    assert problems(newcomer) == [], "on the list of levels"

    cleared = visit(color_scheme=scheme, storage_state=gates_open(site))
    head = cleared.ready(cleared.item("causal-head"))
    cleared.page.evaluate("document.querySelectorAll('main details').forEach((one) => (one.open = true))")
    cleared.run(head, "def causal_head(X, W_Q, W_K, W_V):\n    print('printed')\n    return X @ W_V\n")
    cleared.judge(
        head, "def causal_head(X, W_Q, W_K, W_V):\n    print('printed')\n    return X @ W_V * 1.5\n"
    )
    head.get_by_role("button", name="Show the model answer").click()
    expect(head.locator("[data-model-text] pre").first).to_be_visible()
    assert problems(cleared) == [], "cleared, with a verdict, results and the model answer"
    cleared.judge(head, exercises()["causal-head"].texts["solution.py"])
    assert problems(cleared) == [], "with a right verdict"


def problems(learner: Learner) -> list[str]:
    if not learner.page.evaluate("'axe' in window"):
        learner.page.evaluate(AXE.read_text("utf-8"))
    return learner.page.evaluate(RUN_AXE)  # type: ignore[no-any-return]


def test_the_keyboard_is_enough_to_read_choose_type_and_write_code(visit: Visit) -> None:
    learner = visit()
    keys = learner.page.keyboard
    keys.press("Tab")
    expect(learner.page.get_by_role("link", name="Skip to the text")).to_be_focused()
    keys.press("Enter")
    for id in gates()[0].needs:
        item, asked = learner.item(id), question(id)
        tab_to(learner, f"#item-{id} :is(fieldset input, .field)")
        answer = right(asked)
        if isinstance(answer, str):
            keys.type(answer)
            keys.press("Enter")
        else:
            for _ in range(answer[0]):
                keys.press("ArrowDown")
            keys.press("Space")
            tab_to(learner, f"#item-{id} button[type=submit]")
            keys.press("Enter")
        expect(item).to_have_attribute("data-verdict", "right")
    mask = learner.item("causal-mask")
    # The focus brings the editor up in place of the starting code, and stays in it.
    tab_to(learner, "#item-causal-mask .editor, #item-causal-mask .starter")
    expect(mask.locator(".cm-content")).to_be_focused()
    learner.ready(mask)
    keys.press("ControlOrMeta+a")
    keys.type("def causal_mask(L):")
    keys.press("Enter")
    keys.type("return [[j > i for j in range(L)] for i in range(L)]")
    keys.press("Escape")
    keys.press("Tab")
    expect(mask.locator("[data-run]")).to_be_focused()
    keys.press("Tab")
    keys.press("Enter")
    expect(mask.locator("[data-verdict-card]")).to_contain_text("Right")
    expect(mask.locator("[data-check]")).to_be_focused()


def tab_to(learner: Learner, selector: str) -> None:
    """Press Tab until the focus is on what ``selector`` names."""
    for _ in range(60):
        learner.page.keyboard.press("Tab")
        if learner.page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"60 tabs do not reach {selector}")


def test_question_keys_work_outside_of_fields_only(visit: Visit) -> None:
    learner = visit()
    dialog = learner.page.locator("#keys")
    learner.page.keyboard.press("?")
    expect(dialog).to_be_visible()
    learner.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    learner.item("open-cells").locator(".field").fill("")
    learner.page.keyboard.type("?n")
    expect(dialog).to_be_hidden()
    expect(learner.item("open-cells").locator(".field")).to_have_value("?n")
