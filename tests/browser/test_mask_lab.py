"""The mask lab, by keyboard alone, by touch and by pointer, in the level and on its own page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Visit, gates_open
from tests.browser.lab_page import LabPage
from tests.browser.learner import BOOT_MS
from tests.browser.static_site import StaticSite
from tests.browser.test_accessibility import problems, tab_to


@pytest.fixture
def lab(visit: Visit) -> LabPage:
    return LabPage(visit("labs/mask/"), "mask")


def word(lab: LabPage, place: int) -> Locator:
    return lab.lab.locator(f'[data-act=pad][data-place="{place}"]')


def test_it_starts_as_the_course_says(lab: LabPage) -> None:
    expect(lab.lab.get_by_text("12 of 25 cells are open.").first).to_be_visible()
    assert lab.numbers("blocked")[3] == ["0", "0", "0", "1", "1"]
    assert lab.numbers("weights")[3] == ["0.333", "0.333", "0.333", "0", "0"]


def test_by_pointer_words_become_padding_and_cells_say_why(lab: LabPage) -> None:
    word(lab, 0).click()
    expect(lab.said).to_have_text(
        "Padding: the (0), and (3) and ate (4). 7 of 25 cells are open. PAD (0): unused, no open cell."
    )
    assert lab.numbers("weights")[0] == ["–"] * 5
    lab.cell("blocked", 1, 0).hover()
    expect(lab.story).to_have_text("cat may not look at PAD (0): it is padding.")
    lab.cell("blocked", 1, 3).hover()
    expect(lab.story).to_have_text(
        "cat may not look at PAD (3): it is ahead and it is padding; one reason is enough."
    )
    lab.cell("weights", 2, 1).hover()
    expect(lab.story).to_have_text("sat gives cat a weight of 0.5, one of 2 open.")
    expect(lab.cell("blocked", 2, 1)).to_have_attribute("data-lit", "cell")
    expect(lab.lab.locator('[data-part="numpy"]')).to_contain_text("weights[used] = softmax(")


def test_by_keyboard_alone_a_task_is_solved(visit: Visit, site: StaticSite) -> None:
    learner = visit(storage_state=without(gates_open(site), "masks-apart"))
    lab = LabPage(learner, "mask")
    keys = learner.page.keyboard
    learner.page.locator("#lab-mask [data-tool=reset]").focus()
    tab_to(learner, '#lab-mask [data-act=pad][data-place="3"]')
    keys.press("Space")
    tab_to(learner, '#lab-mask [data-act=pad][data-place="4"]')
    keys.press("Enter")
    expect(lab.lab.locator('[data-table="copied"] [data-cell="0,4"]')).to_have_text("1")
    task = learner.item("masks-apart")
    tab_to(learner, "#item-masks-apart button[type=submit]")
    keys.press("Enter")
    expect(task).to_have_attribute("data-verdict", "wrong")
    expect(task.locator(".feedback")).to_contain_text("Causal mask is on. 1 of 2 settings fit already.")
    for _ in range(60):
        keys.press("Shift+Tab")
        if learner.page.evaluate("document.activeElement.matches('#lab-mask [data-field=causal]')"):
            break
    keys.press("Space")
    expect(task).to_have_attribute("data-verdict", "right")
    assert learner.kept("progress:masks-apart") == "passed"
    expect(lab.said).to_have_text("Causal mask: off. 15 of 25 cells are open.")


def without(state: dict[str, list[dict[str, list[dict[str, str]]]]], id: str) -> object:
    for origin in state["origins"]:
        origin["localStorage"] = [one for one in origin["localStorage"] if not one["name"].endswith(f":{id}")]
    return state


def test_a_task_is_shown_after_three_tries_and_is_no_pass(visit: Visit, site: StaticSite) -> None:
    learner = visit(storage_state=without(gates_open(site), "masks-apart"))
    lab, task = LabPage(learner, "mask"), learner.item("masks-apart")
    for place in (0, 1, 2):
        word(lab, place).click()
        task.get_by_role("button", name="Check").click()
    task.get_by_role("button", name="Show me").click()
    expect(task).to_have_attribute("data-verdict", "shown")
    assert learner.kept("progress:masks-apart") == "shown"
    assert [row[3:] for row in lab.numbers("blocked")] == [["1", "1"]] * 5
    learner.page.reload()
    expect(learner.item("masks-apart")).to_have_attribute("data-verdict", "shown")


def test_by_touch(visit: Visit) -> None:
    lab = LabPage(
        visit("labs/mask/", viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True), "mask"
    )
    word(lab, 4).tap()
    expect(word(lab, 4)).to_have_text("ate")
    lab.cell("padding", 0, 1).tap()
    expect(word(lab, 1)).to_have_text("PAD")
    lab.cell("weights", 2, 0).tap()
    expect(lab.story).to_have_text("sat gives the a weight of 0.5, one of 2 open.")
    lab.setting("causal").tap()
    expect(lab.said).to_contain_text("Causal mask: off.")


def test_words_are_added_removed_and_renamed_and_nonsense_is_refused(lab: LabPage) -> None:
    more = lab.lab.get_by_role("button", name="Add a word")
    for _ in range(3):
        more.click()
    expect(more).to_be_disabled()
    assert len(lab.numbers("weights")) == 8
    text = lab.lab.get_by_label("Text of word 1")
    text.fill("dog")
    text.press("Enter")
    expect(word(lab, 1)).to_have_text("dog")
    for nonsense, why in [
        ("", "cannot be empty"),
        ("two words", "no blanks"),
        ("a" * 13, "12 letters"),
        ("   ", "empty"),
    ]:
        text.fill(nonsense)
        text.press("Enter")
        expect(lab.notice).to_contain_text(why)
        expect(text).to_have_value("dog")
    text.fill("<b>&'\"")
    text.press("Enter")
    expect(word(lab, 1)).to_have_text("<b>&'\"")
    fewer = lab.lab.get_by_role("button", name="Remove the last word")
    for _ in range(6):
        fewer.click()
    expect(fewer).to_be_disabled()
    assert len(lab.numbers("weights")) == 2


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("abc", "is not a number"),
        ("", "was empty"),
        ("1e999", "is too large"),
        ("-0", "is just 0"),
        ("−0", "is just 0"),
        ("0,5", "Write a point: 0.5"),
        ("1,000", "Write it without one."),
        ("1e-400", "is too small"),
        ("nan", "is not a number"),
        ("-inf", "is not finite"),
        ("0x10", "is not a number"),
        ("1001", "is too large"),
        ("1e-300", "is too small"),
    ],
)
def test_a_malformed_number_is_refused_with_a_word(lab: LabPage, typed: str, why: str) -> None:
    lab.setting("scores").select_option("typed")
    field = lab.cell("scores", 1, 0).locator("input")
    field.fill("2.5")
    field.press("Enter")
    kept = lab.numbers("weights")
    assert kept[1][:2] == ["0.924", "0.076"]
    field.fill(typed)
    field.press("Enter")
    expect(lab.notice).to_contain_text(why)
    expect(lab.notice).to_contain_text("The cell keeps 2.5.")
    expect(lab.notice).to_be_in_viewport()
    expect(field).to_have_value("2.5")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(re.compile(re.escape(lab.notice.inner_text())))
    assert lab.numbers("weights") == kept
    field.fill("3")
    field.press("Tab")
    expect(lab.notice).to_be_empty()
    expect(field).not_to_have_attribute("aria-invalid", "true")
    expect(lab.said).to_contain_text("Typed scores, row 1, column 0: from 2.5 to 3.")
    assert lab.text("weights", 1, 0) == "0.953"


def test_a_link_brings_the_state_back(visit: Visit) -> None:
    lab = LabPage(visit("labs/mask/"), "mask")
    text = lab.lab.get_by_label("Text of word 0")
    text.fill("a,b%=;é&+#")
    text.press("Enter")
    word(lab, 3).click()
    lab.setting("scores").select_option("random")
    lab.lab.get_by_role("button", name="New random scores").click()
    lab.setting("window").select_option("2")
    lab.tool("Copy link to this state").click()
    link = lab.lab.get_by_label("Link to this state").input_value()
    there = LabPage(visit(link.removeprefix(lab.learner.site.base)), "mask")
    expect(there.notice).to_be_empty()
    assert there.html() == lab.html()
    there.tool("Reset").click()
    expect(word(there, 0)).to_have_text("the")


def test_an_empty_row_is_an_error_or_unused_and_never_numbers(lab: LabPage) -> None:
    lab.setting("window").select_option("1")
    lab.setting("causal").uncheck()
    assert lab.numbers("weights")[3] == ["–"] * 5
    expect(lab.lab.get_by_text("Nobody reads a PAD row, so it is unused.")).to_be_visible()
    lab.setting("mistake").select_option("k0")
    expect(lab.lab.get_by_text("Turn it on to see what happens.")).to_be_visible()
    lab.setting("causal").check()
    assert lab.numbers("mistake-weights")[0] == ["–"] * 5
    expect(
        lab.lab.locator('[data-table="mistake-weights"] th').filter(has_text="the · error")
    ).to_be_visible()
    assert "NaN" not in (lab.lab.text_content() or "")


@pytest.mark.parametrize("mistake", ["k0", "zero", "and", "transposed"])
def test_a_mistake_stands_beside_the_right_table_with_its_cells_marked(lab: LabPage, mistake: str) -> None:
    lab.setting("mistake").select_option(mistake)
    table = "mistake-hidden" if mistake == "zero" else "mistake-blocked"
    wrong, right = lab.numbers(table), lab.numbers(table.replace("mistake", "right"))
    apart = [(r, c) for r in range(5) for c in range(5) if wrong[r][c] != right[r][c]]
    ringed = lab.lab.locator(f'[data-table="{table}"] .differs').all()
    assert [one.get_attribute("data-cell") for one in ringed] == [f"{r},{c}" for r, c in apart]
    assert apart
    assert problems(lab.learner) == []


def test_open_in_editor_gives_the_labs_table(lab: LabPage) -> None:
    lab.setting("scores").select_option("example")
    lab.cell("weights", 2, 1).click()
    lab.tool("Open in editor").click()
    cell = lab.page.locator("scratch-cell")
    expect(cell.locator(".cm-content")).to_contain_text(
        "weights = softmax(np.where(blocked, -np.inf, scores))"
    )
    expect(cell.locator(".run-results .matrix")).to_be_visible(timeout=BOOT_MS)
    rows = cell.locator(".run-results .matrix tbody tr").all()
    made = [[float(one.inner_text()) for one in row.locator(".cell").all()] for row in rows]
    shown = [[float(text) for text in row] for row in lab.numbers("weights")]
    assert [[round(value, 3) for value in row] for row in made] == shown
    assert problems(lab.learner) == []
    lab.cell("blocked", 0, 0).click()
    lab.tool("Open in editor").click()
    expect(cell.locator(".run-results .matrix figcaption")).to_contain_text("blocked")
    rows = cell.locator(".run-results .matrix tbody tr").all()
    assert [row.locator(".cell").all_text_contents() for row in rows] == lab.numbers("blocked")


def test_changed_cells_are_marked_for_a_moment_and_not_with_reduced_motion(visit: Visit) -> None:
    for motion, animates in (("no-preference", True), ("reduce", False)):
        lab = LabPage(visit("labs/mask/", reduced_motion=motion), "mask")
        marked = lab.page.evaluate(
            """() => {
              document.querySelector('[data-act=pad][data-place="0"]').click();
              const cells = [...document.querySelectorAll("[data-changed]")];
              return cells.map((one) => getComputedStyle(one).boxShadow);
            }"""
        )
        assert len(marked) > 5
        assert {name != "none" for name in marked} == {animates}
        expect(lab.lab.locator("[data-changed]")).to_have_count(0)
