"""The heads lab, by keyboard alone, by touch and by pointer, in the level and on its own page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Visit, gates_open
from tests.browser.lab_page import LabPage
from tests.browser.static_site import StaticSite
from tests.browser.test_accessibility import problems, tab_to

SMALL = {"width": 390, "height": 800}


@pytest.fixture
def lab(visit: Visit) -> LabPage:
    return LabPage(visit("labs/heads/"), "heads")


def light(lab: LabPage, head: int) -> Locator:
    return lab.lab.locator(f'[data-act=light][data-head="{head}"]')


def field(lab: LabPage, name: str) -> Locator:
    return lab.lab.locator(f"[data-field={name}]")


def lit(lab: LabPage) -> dict[str, list[str]]:
    """The cells that are coloured as the lit head's, by table: what the eye sees, not what is written."""
    lab.settle()
    found: dict[str, list[str]] = lab.page.evaluate(
        """() => {
          const found = {};
          for (const cell of document.querySelectorAll("[data-table] td[data-cell]")) {
            if (getComputedStyle(cell).fontWeight !== "700") continue;
            (found[cell.closest("[data-table]").dataset.table] ??= []).push(cell.dataset.cell);
          }
          return found;
        }"""
    )
    return found


def cells(rows: list[int], columns: list[int]) -> list[str]:
    return [f"{row},{column}" for row in rows for column in columns]


def test_it_starts_as_the_course_says(lab: LabPage) -> None:
    assert lab.numbers("weights-0")[0] == ["0.768", "0.187", "0.045"]
    assert lab.numbers("weights-1")[0] == ["0.198", "0.401", "0.401"]
    assert lab.numbers("output")[0] == ["1.723", "0.277", "0.599", "0.802"]
    assert lab.numbers("result")[0] == lab.numbers("output")[0]
    assert problems(lab.learner) == []


def test_by_pointer_a_head_lights_what_is_its_own_and_nothing_else(lab: LabPage) -> None:
    light(lab, 1).click()
    rows, own = [0, 1, 2], [2, 3]
    tables = dict.fromkeys(("Q", "K", "V", "concat"), cells(rows, own))
    assert lit(lab) == tables | {"weights-1": cells(rows, rows), "W_O": cells(own, [0, 1, 2, 3])}
    expect(lab.said).to_have_text(
        "Head lit: head 1. Head 1 owns columns 2 and 3 of Q, K and V; its output is in columns 2 and 3 of "
        "concat, read by rows 2 and 3 of W_O."
    )
    lab.cell("K", 1, 0).click()
    expect(light(lab, 0)).to_have_attribute("aria-pressed", "true")
    expect(lab.story).to_contain_text("K of dog: 1 × 1 + 1 × 0 + 0 × 0 + 1 × 0 = 1.")
    light(lab, 0).click()
    assert lit(lab) == {}


def test_a_swap_moves_the_output_and_with_the_rows_of_w_o_it_does_not(lab: LabPage) -> None:
    before = lab.numbers("output")
    lab.lab.get_by_role("button", name="random").click()
    first = lab.numbers("output")
    assert first != before
    joined = field(lab, "swap")
    joined.select_option("heads")
    assert lab.numbers("before") == first
    assert all(one != other for one, other in zip(lab.numbers("output"), first, strict=True))
    expect(lab.lab.locator('[data-table="output"] .differs')).to_have_count(12)
    assert problems(lab.learner) == []
    joined.select_option("both")
    assert lab.numbers("output") == first
    expect(lab.lab.locator(".differs")).to_have_count(0)
    field(lab, "heads").select_option("1")
    expect(joined).to_have_count(0)
    lab.tool("Reset").click()
    assert lab.numbers("output") == before


def test_by_keyboard_alone_a_number_is_typed_and_a_word_followed(lab: LabPage) -> None:
    keys = lab.page.keyboard
    lab.page.locator("#lab-heads [data-tool=reset]").focus()
    tab_to(lab.learner, '#lab-heads [data-act=light][data-head="1"]')
    keys.press("Space")
    tab_to(lab.learner, '[data-table="W_K"] [data-cell="0,0"] input')
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    assert lab.focused_cell() == "W_K 2,0"
    keys.press("ArrowRight")
    keys.press("ArrowRight")
    keys.type("1")
    keys.press("Enter")
    assert lab.text("W_K", 2, 2) == "1"
    assert lab.numbers("K")[0] == ["2.0", "0.0", "1.0", "1.0"]
    keys.press("Tab")
    assert lab.focused_cell() == "K 0,0"
    tab_to(lab.learner, '[data-table="weights-1"] [data-cell="0,0"]')
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    expect(lab.story).to_contain_text("In head 1, car gives cat a weight of")
    expect(lab.cell("Q", 2, 2)).to_have_attribute("data-lit", "cell")
    keys.press("Enter")
    expect(lab.lab.get_by_text("Follow one word: car asks")).to_be_visible()
    assert lab.numbers("row-1")[0] == lab.numbers("weights-1")[2]
    tab_to(lab.learner, '[data-act=follow][data-word="1"]')
    keys.press("Enter")
    assert lab.numbers("joined")[0] == lab.numbers("concat")[1]


def test_by_keyboard_alone_the_task_of_the_level_is_solved(visit: Visit, site: StaticSite) -> None:
    kept = gates_open(site)
    for origin in kept["origins"]:
        origin["localStorage"] = [
            one for one in origin["localStorage"] if not one["name"].endswith(":heads-out-of-order")
        ]
    learner = visit(storage_state=kept)
    lab, task, keys = LabPage(learner, "heads"), learner.item("heads-out-of-order"), learner.page.keyboard
    learner.page.locator("#lab-heads [data-tool=reset]").focus()
    tab_to(learner, "#lab-heads [data-field=swap]")
    keys.press("ArrowDown")
    expect(field(lab, "swap")).to_have_value("heads")
    task.get_by_role("button", name="Check").focus()
    keys.press("Enter")
    expect(task).to_have_attribute("data-verdict", "wrong")
    light(lab, 1).focus()
    keys.press("Enter")
    expect(task).to_have_attribute("data-verdict", "right")
    assert learner.kept("progress:heads-out-of-order") == "passed"


def test_by_touch_on_a_small_page(visit: Visit) -> None:
    lab = LabPage(visit("labs/heads/", viewport=SMALL, has_touch=True, is_mobile=True), "heads")
    light(lab, 1).tap()
    lab.cell("concat", 2, 0).tap()
    expect(light(lab, 0)).to_have_attribute("aria-pressed", "true")
    expect(lab.story).to_contain_text("Column 0 of concat holds head 0")
    assert lab.numbers("joined")[0] == lab.numbers("concat")[2]
    lab.lab.get_by_label("Causal mask").tap()
    expect(lab.lab.get_by_label("Causal mask")).to_be_checked()
    assert lab.numbers("weights-0")[0] == ["1.000", "0", "0"]
    lab.cell("scores-0", 0, 0).tap()
    expect(lab.lab.locator('[data-part="numpy"]')).to_contain_text("np.where(ahead[2], -np.inf, Q[2, mine]")


@pytest.mark.parametrize("width", [320, 640, 900])
def test_nothing_is_wider_than_the_page(visit: Visit, width: int) -> None:
    lab = LabPage(visit("labs/heads/", viewport={"width": width, "height": 700}), "heads")
    field(lab, "heads").select_option("4")
    field(lab, "swap").select_option("heads")
    lab.settle()
    assert lab.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert problems(lab.learner) == []


def test_a_malformed_number_is_refused_with_a_word(lab: LabPage) -> None:
    number = lab.cell("X", 1, 1).locator("input")
    kept = lab.html()
    for typed, why in [
        ("abc", "is not a number"),
        ("", "was empty"),
        ("1e999", "is too large"),
        ("-0", "is just 0"),
        ("0,5", "Write a point: 0.5"),
    ]:
        number.fill(typed)
        number.press("Enter")
        expect(lab.notice).to_contain_text(why)
        expect(lab.notice).to_contain_text("The cell keeps 1.")
        expect(number).to_have_value("1")
        assert lab.html() == kept
    number.fill("-1.5")
    number.press("Enter")
    expect(lab.notice).to_be_empty()
    expect(number).to_have_value("−1.5")
    assert lab.numbers("Q")[1] == ["1.0", "−1.5", "0.0", "1.0"]


def test_a_link_brings_the_state_back_and_a_broken_one_says_so(visit: Visit) -> None:
    lab = LabPage(visit("labs/heads/"), "heads")
    lab.lab.get_by_role("button", name="random").click()
    field(lab, "swap").select_option("both")
    lab.lab.get_by_role("button", name="Follow dog").click()
    lab.tool("Copy link to this state").click()
    link = lab.lab.get_by_label("Link to this state").input_value()
    there = LabPage(visit(link.removeprefix(lab.learner.site.base)), "heads")
    expect(there.notice).to_be_empty()
    assert there.text("W_O", 0, 0) == lab.text("W_O", 0, 0) != "1"
    for table in ("Q", "concat", "output", "joined"):
        assert there.numbers(table) == lab.numbers(table)
    for broken in ("W_O=1,2;3,4", "mistake=k0", "%00", "head=9"):
        first = LabPage(visit(f"labs/heads/?lab-heads={broken}"), "heads")
        expect(first.notice).to_contain_text("This is the first state.")
        assert first.numbers("output")[0] == ["1.723", "0.277", "0.599", "0.802"]


def test_without_scripts_it_shows_its_first_state(visit: Visit) -> None:
    learner = visit("labs/heads/", java_script_enabled=False)
    lab = learner.page.locator("#lab-heads")
    expect(lab.locator('[data-table="output"] [data-cell="0,0"]')).to_have_text("1.723")
    expect(lab).to_contain_text("Moving things in it needs scripts.")


def test_in_the_dark_and_with_forced_colours_a_head_is_more_than_a_colour(visit: Visit) -> None:
    for more in ({"color_scheme": "dark"}, {"forced_colors": "active"}):
        lab = LabPage(visit("labs/heads/", **more), "heads")
        heads = lab.lab.locator('[data-table="concat"] thead th').all_text_contents()
        assert heads == ["0 h0", "1 h0", "2 h1", "3 h1"]
        assert "weights-0" in lit(lab)
        assert problems(lab.learner) == []
