"""A learner at a page of the course, in a browser that Playwright drives."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, Request, expect

from builder.labs import settings_of
from builder.model import Exercise, Try
from tests.browser.course_answers import SLUG, Question, exercises, right
from tests.browser.static_site import StaticSite

BOOT_MS = 60_000

# Keeps what the page fires, for tests that look at a verdict as data or at what the policy blocked.
LISTEN = """
window.seen = { verdicts: [], blocked: [] };
document.addEventListener("verdict", (event) => seen.verdicts.push(event.detail));
document.addEventListener("securitypolicyviolation", (event) =>
  seen.blocked.push(`${event.effectiveDirective} blocked ${event.blockedURI} at ${event.sourceFile}`));
"""

VERDICTS = "seen.verdicts.filter(({ kind }) => kind !== 'answer')"

PASTE = """(content, code) => {
  const data = new DataTransfer();
  data.setData("text/plain", code);
  const event = { clipboardData: data, bubbles: true, cancelable: true };
  content.dispatchEvent(new ClipboardEvent("paste", event));
}"""

PUT = "(detail) => document.dispatchEvent(new CustomEvent('lab-put', { detail }))"


class Learner:
    """One page with everything that was wrong with it in ``complaints``."""

    def __init__(self, context: BrowserContext, site: StaticSite, page: Page | None = None) -> None:
        self.context, self.site = context, site
        self.complaints: list[str] = []
        self.requests: list[str] = []
        context.add_init_script(LISTEN)
        self.page: Page = page or context.new_page()
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.complaints.append(f"uncaught: {error}"))
        context.on("request", self._asked)

    def open(self, path: str = f"levels/{SLUG}/") -> None:
        """Go to a page of the site."""
        self.page.goto(self.site.base + path, wait_until="load")

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type} on the console: {message.text} {message.location}")

    def _asked(self, request: Request) -> None:
        self.requests.append(request.url)
        if not request.url.startswith((self.site.base, "blob:", "data:")):
            self.complaints.append(f"a request left the site: {request.url}")

    def faults(self) -> list[str]:
        """Everything that went wrong so far: console errors, blocked loads, requests to elsewhere."""
        return self.complaints + self.page.evaluate("seen.blocked")

    def forget_faults(self) -> None:
        """Start counting again, so that each fault is told once."""
        self.complaints.clear()
        self.page.evaluate("void (seen.blocked.length = 0)")

    # ---- questions

    def item(self, id: str) -> Locator:
        """A graded thing in the text."""
        return self.page.locator(f"#item-{id}")

    def test_item(self, id: str) -> Locator:
        """A graded thing in the level's test."""
        return self.page.locator(f"#test-{id}")

    def give(self, item: Locator, answer: list[int] | str) -> None:
        """Pick or type an answer, and check it."""
        if isinstance(answer, str):
            item.locator(".field").fill(answer)
        else:
            for index, box in enumerate(item.locator("fieldset input").all()):
                if box.get_attribute("type") == "checkbox" or index in answer:
                    box.set_checked(index in answer)
        item.get_by_role("button", name="Check").click()

    def answer_right(self, item: Locator, asked: Question | Exercise | Try) -> None:
        """Answer a question, move a lab as its task asks, or solve an exercise with its model answer."""
        if isinstance(asked, Exercise):
            verdict = self.judge(item, exercises()[asked.id].texts["solution.py"])
            assert verdict["passed"], verdict
        elif isinstance(asked, Try):
            self._move(asked)
            expect(item).to_have_attribute("data-verdict", "right")
        else:
            self.give(item, right(asked))
            expect(item).to_have_attribute("data-verdict", "right")

    def _move(self, task: Try) -> None:
        """Set each control that a task names; what has no control of its own is put as by "Show me"."""
        lab = self.page.locator(f"#lab-{task.lab}")
        expect(lab.locator("[data-tools]")).to_be_visible()
        for name, value in settings_of(task.state).items():
            control = lab.locator(f"[data-field={name}]")
            if control.count() != 1:
                self.page.evaluate(PUT, {"lab": task.lab, "state": f"{name}={value}"})
            elif control.get_attribute("type") == "checkbox":
                control.set_checked(value == "on")
            elif control.get_attribute("type") == "range":
                control.fill(value)
            else:
                control.select_option(value)

    # ---- code

    def ready(self, exercise: Locator) -> Locator:
        """The exercise once it has its editor and Python has started."""
        exercise.scroll_into_view_if_needed()
        expect(exercise.locator(".cm-content")).to_be_visible(timeout=BOOT_MS)
        expect(exercise.locator("[data-check]")).to_be_visible(timeout=BOOT_MS)
        return exercise

    def write(self, exercise: Locator, code: str) -> None:
        """Put code into the editor in place of what stands there, as by paste."""
        content = exercise.locator(".cm-content")
        content.focus()
        self.page.keyboard.press("ControlOrMeta+a")
        content.evaluate(PASTE, code)

    def judge(self, exercise: Locator, code: str) -> dict[str, Any]:
        """Write code, check it, and give the verdict that the page was told."""
        self.ready(exercise)
        self.write(exercise, code)
        return self.check(exercise)

    def check(self, exercise: Locator) -> dict[str, Any]:
        """Press Check and wait for the verdict."""
        count = f"{VERDICTS}.length"
        before = self.page.evaluate(count)
        exercise.locator("[data-check]").click()
        self.until(lambda: self.page.evaluate(count) > before, "a verdict")
        return self.page.evaluate(f"{VERDICTS}.at(-1)")  # type: ignore[no-any-return]

    def run(self, exercise: Locator, code: str) -> Locator:
        """Write code, run it, and give the place of the results once the run is over."""
        self.ready(exercise)
        self.write(exercise, code)
        exercise.locator("[data-run]").click()
        expect(exercise.locator("[data-status]")).not_to_be_empty(timeout=BOOT_MS)
        expect(exercise.locator("[data-run]")).to_be_visible()
        return exercise.locator("[data-results]")

    def verdicts(self) -> list[dict[str, Any]]:
        """Every verdict on code that the page has fired since it was loaded."""
        return self.page.evaluate(VERDICTS)  # type: ignore[no-any-return]

    # ---- what is kept

    def kept(self, key: str) -> Any:
        """What the browser keeps under a key of this course, read as JSON."""
        return self.page.evaluate(
            "key => JSON.parse(localStorage.getItem(`lookahead:1:lookahead:${key}`))", key
        )

    def forget(self, key: str) -> None:
        """Have the browser keep nothing under a key of this course."""
        self.page.evaluate("key => localStorage.removeItem(`lookahead:1:lookahead:${key}`)", key)

    def until(self, holds: Callable[[], bool], what: str, seconds: float = 60) -> None:
        """Wait until ``holds``; the page's policy blocks Playwright's own way to do it."""
        end = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < end, f"waited {seconds} s for {what}"
            self.page.wait_for_timeout(15)


def words(locator: Locator) -> str:
    """Its visible text on one line."""
    return re.sub(r"\s+", " ", locator.inner_text()).strip()
