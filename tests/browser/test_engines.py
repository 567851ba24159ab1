"""The same short way through the level in every engine."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from tests.browser import processor
from tests.browser.course_answers import SLUG, graded
from tests.browser.static_site import StaticSite
from tests.browser.tabs import Tab, until

SEED = """(ids) => {
  localStorage.clear();
  for (const id of ids) localStorage.setItem(`lookahead:1:lookahead:progress:${id}`, '"passed"');
}"""
LISTEN = """() => {
  window.seen = [];
  document.addEventListener("verdict", ({ detail }) => seen.push(detail));
  document.addEventListener("securitypolicyviolation", ({ violatedDirective: kind }) => seen.push({ kind }));
}"""
VERDICT = "() => seen.shift() ?? null"
ALIVE = "() => 'alive' in document.documentElement.dataset"
READY = """(id) => {
  const exercise = document.getElementById(id);
  exercise.scrollIntoView();
  return exercise.dataset.phase === "ready" && !!exercise.querySelector("[data-editor]").shadowRoot;
}"""
FOCUS = """(id) => {
  const { shadowRoot } = document.getElementById(id).querySelector("[data-editor]");
  shadowRoot.querySelector(".cm-content").focus();
}"""
CARD = """(id) => document.getElementById(id).querySelector("[data-verdict-card]").innerText"""

BEFORE_BLOCKED = "def causal_mask(L): return np.tril(np.ones((L, L)), -1)"
RIGHT = "def causal_mask(L): return np.triu(np.ones((L, L)), 1)"
# The editor indents what follows a colon by itself.
ENDLESS = "def causal_mask(L):\nwhile True:\npass"
NEAR_STOP = """() => {
  const stop = document.querySelector("#item-causal-mask [data-stop]");
  stop.scrollIntoView({ block: "center" });
  return stop.checkVisibility();
}"""
TWO_MISTAKES = (
    "def causal_head(X, W_Q, W_K, W_V): "
    "s = X @ W_Q @ (X @ W_K).T; s = np.where(np.tril(np.ones(s.shape), -1) == 1, -np.inf, s); "
    "e = np.exp(s - s.max(1, keepdims=True)); return e / e.sum(1, keepdims=True) @ (X @ W_V)"
)


def test_a_learner_is_told_the_same_in_every_engine(tab: Tab, site: StaticSite) -> None:
    open_level(tab, site)
    tab.click("#item-mask-shape .field")
    tab.type("(6,)\n")
    assert until(tab, VERDICT)["message"].startswith("One row cannot say it.")
    tab.click("#item-mask-shape .field")
    tab.select_all()
    tab.type("6 x 6\n")
    assert until(tab, VERDICT)["passed"]

    assert judged(tab, "causal-mask", BEFORE_BLOCKED)["mistakes"] == ["words-before-blocked"]
    assert "The words before are blocked" in tab.call(CARD, "item-causal-mask")
    assert judged(tab, "causal-mask", ENDLESS)["kind"] == "timeout"
    assert judged(tab, "causal-mask", RIGHT)["passed"]
    assert sorted(judged(tab, "causal-head", TWO_MISTAKES)["mistakes"]) == ["mask-transposed", "no-scale"]

    tab.open(f"{site.base}levels/{SLUG}/")
    until(tab, READY, "item-causal-mask")
    assert tab.call("() => document.querySelector('#item-causal-mask').code") == RIGHT


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="only Linux tells it in files")
def test_a_stopped_loop_lets_the_processor_go_in_every_engine(tab: Tab, site: StaticSite) -> None:
    open_level(tab, site)
    assert judged(tab, "causal-mask", RIGHT)["passed"]
    write(tab, "causal-mask", ENDLESS)
    tab.click("#item-causal-mask [data-check]")
    until(tab, NEAR_STOP)
    assert used_in(1) > 0.1
    tab.click("#item-causal-mask [data-stop]")
    assert judged(tab, "causal-mask", RIGHT)["passed"]
    # A spare starts meanwhile, and then nothing is left to do.
    assert any(used_in(2) < 0.2 for _ in range(45))


def open_level(tab: Tab, site: StaticSite) -> None:
    """Open the level for a learner for whom every gate is open."""
    # A page without scripts, where nothing is alive.
    tab.open(f"{site.base}404.html")
    tab.call(SEED, [block.id for block in graded()])
    tab.open(f"{site.base}levels/{SLUG}/")
    # On a busy machine WebKit says that a page is there before its scripts have run.
    until(tab, ALIVE)
    tab.call(LISTEN)


def used_in(pause: float) -> float:
    """Processor time of the browsers in so many seconds; one that ends meanwhile takes nothing off."""
    before = processor.seconds()
    time.sleep(pause)
    return sum(used - before.get(process, 0) for process, used in processor.seconds().items())


def judged(tab: Tab, id: str, code: str) -> dict[str, Any]:
    """Types code into an exercise, as with hands, and checks it."""
    write(tab, id, code)
    tab.click(f"#item-{id} [data-check]")
    return until(tab, VERDICT)  # type: ignore[no-any-return]


def write(tab: Tab, id: str, code: str) -> None:
    """Types code into an exercise in place of what is there."""
    until(tab, READY, f"item-{id}")
    tab.call(FOCUS, f"item-{id}")
    tab.select_all()
    tab.type(code)
