"""Where the browser keeps nothing, the page says so and goes on."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.browser.conftest import gates_open
from tests.browser.course_answers import gates, question
from tests.browser.learner import Learner
from tests.browser.static_site import StaticSite

FORBID = """Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("not here", "SecurityError"); },
});"""

FILL = """area => {
  for (let size = 1 << 22; size; size >>= 1) {
    try { for (let n = 0; ; n++) window[area].setItem(`other-${size}-${n}`, "x".repeat(size)); } catch {}
  }
}"""


def test_where_storage_is_forbidden_a_notice_says_so_and_work_goes_on(
    browser: Browser, site: StaticSite
) -> None:
    context = browser.new_context()
    context.add_init_script(FORBID)
    learner = Learner(context, site)
    learner.open()
    expect(learner.page.locator("#notice")).to_contain_text("does not let the page save anything")
    for id in gates()[0].needs:
        learner.answer_right(learner.item(id), question(id))
    mask = learner.ready(learner.item("causal-mask"))
    assert learner.judge(mask, "def causal_mask(L):\n    return L\n")["kind"] == "shape"
    assert learner.faults() == []
    context.close()


def test_where_storage_is_full_a_notice_says_so_and_what_was_kept_stays(
    browser: Browser, site: StaticSite
) -> None:
    context = browser.new_context(storage_state=gates_open(site))
    learner = Learner(context, site)
    learner.open()
    learner.give(learner.item("open-cells"), "6")
    learner.page.evaluate(FILL, "localStorage")
    expect(learner.page.locator("#notice")).to_be_empty()
    learner.give(learner.item("mask-shape"), "(6,)")
    expect(learner.page.locator("#notice")).to_contain_text("storage is full")
    expect(learner.item("mask-shape")).to_have_attribute("data-verdict", "wrong")
    learner.answer_right(learner.item("mask-shape"), question("mask-shape"))
    learner.page.reload()
    expect(learner.item("open-cells").locator(".field")).to_have_value("6")
    assert learner.kept("progress:open-cells") == "passed"
    # What could not be kept is still in this tab.
    expect(learner.item("mask-shape")).to_have_attribute("data-verdict", "right")
    expect(learner.page.locator("#notice")).to_contain_text("storage is full")
    learner.write(learner.ready(learner.item("causal-mask")), "# mine\n")
    learner.open("levels/two-sequences/")
    learner.open()
    mask = learner.ready(learner.item("causal-mask"))
    assert mask.evaluate("exercise => exercise.code") == "# mine\n"
    assert learner.faults() == []
    context.close()
