"""The editor: keys, and nothing typed is lost."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visit, gates_open
from tests.browser.course_answers import SLUG, exercises
from tests.browser.learner import Learner
from tests.browser.static_site import StaticSite

CODE = "() => document.querySelector('#item-causal-mask').code"


def code(student: Learner) -> str:
    return student.page.evaluate(CODE)


def test_enter_keeps_the_indent_tab_indents_and_escape_then_tab_leaves(student: Learner) -> None:
    exercise = student.ready(student.item("causal-mask"))
    student.write(exercise, "")
    keys = student.page.keyboard
    keys.type("def causal_mask(L):")
    keys.press("Enter")
    keys.type("if L:")
    keys.press("Enter")
    keys.type("return 1")
    assert code(student) == "def causal_mask(L):\n    if L:\n        return 1"
    keys.press("Tab")
    assert code(student).splitlines()[-1].startswith(" " * 12)
    keys.press("Shift+Tab")
    assert code(student) == "def causal_mask(L):\n    if L:\n        return 1"
    keys.press("Escape")
    keys.press("Tab")
    expect(exercise.locator("[data-run]")).to_be_focused()
    assert code(student) == "def causal_mask(L):\n    if L:\n        return 1"


def test_typing_over_a_selection_replaces_it_as_one_step(visit: Visit, site: StaticSite) -> None:
    student = visit("404.html", host=site, storage_state=gates_open(site))
    # Keys that come slowly, as on a busy machine, are steps of their own.
    student.page.clock.set_fixed_time(0)
    student.open()
    exercise = student.ready(student.item("causal-mask"))
    text = "def causal_mask(L):\n    return 1\n"
    student.write(exercise, text)
    student.page.keyboard.press("ControlOrMeta+a")
    student.page.keyboard.type("x = 1")
    assert code(student) == "x = 1"
    student.page.keyboard.press("ControlOrMeta+z")
    assert code(student) == text


def test_ctrl_enter_runs_and_with_shift_checks_and_leaves_the_code_alone(student: Learner) -> None:
    exercise = student.ready(student.item("causal-mask"))
    text = "def causal_mask(L):\n    print('hello')\n    return [[L]]\n"
    student.write(exercise, text)
    student.page.keyboard.press("ControlOrMeta+Enter")
    expect(exercise.locator("[data-results]")).to_contain_text("hello")
    # What is printed is shown while the code runs, and nothing is checked meanwhile.
    expect(exercise.locator("[data-status]")).to_have_text("Your code ran.")
    before = len(student.verdicts())
    student.page.keyboard.press("ControlOrMeta+Shift+Enter")
    student.until(lambda: len(student.verdicts()) > before, "a verdict")
    assert code(student) == text


def test_reset_brings_the_starter_back_and_can_be_undone(student: Learner) -> None:
    exercise = student.ready(student.item("causal-mask"))
    text = "def causal_mask(L):\n    return 'mine'\n"
    student.write(exercise, text)
    reset = exercise.locator("[data-reset]")
    reset.click()
    assert code(student) == exercises()["causal-mask"].texts["starter.py"]
    expect(reset).to_have_text("Undo reset")
    reset.click()
    assert code(student) == text
    expect(reset).to_have_text("Reset")
    reset.click()
    exercise.locator(".cm-content").focus()
    student.page.keyboard.press("ControlOrMeta+z")
    assert code(student) == text
    student.until(lambda: student.kept("draft:causal-mask") == text, "the code to be saved")


def test_the_editor_says_what_it_is_and_how_to_leave_it(student: Learner) -> None:
    exercise = student.ready(student.item("causal-mask"))
    box = exercise.get_by_role("textbox", name="Python code, Exercise 1")
    expect(box).to_have_accessible_name("Python code, Exercise 1. Escape, then Tab leaves the editor.")


def test_until_the_editor_comes_the_code_that_was_kept_stands_in_its_place_and_a_click_brings_the_editor(
    site: StaticSite, visit: Visit
) -> None:
    kept = "def causal_mask(L):\n    return 'mine'\n"
    student = visit("404.html", host=site, storage_state=gates_open(site))
    student.page.evaluate(
        "code => localStorage.setItem('lookahead:1:lookahead:draft:causal-mask', JSON.stringify(code))", kept
    )
    # Nothing that waits for a time comes.
    student.page.clock.install()
    student.page.clock.pause_at(4_000_000_000)
    student.open(f"levels/{SLUG}/#item-causal-mask")
    exercise = student.item("causal-mask")
    starter = exercise.locator(".starter")
    expect(starter).to_have_text(kept)
    expect(starter).to_have_accessible_name("Your code")
    starter.click()
    expect(exercise.locator(".cm-content")).to_be_focused()
    assert code(student) == kept
    assert student.faults() == []
