"""The pages as a browser gets them, before any script runs."""

import base64
import hashlib
import re
from dataclasses import dataclass, replace
from html.parser import HTMLParser

import pytest

from builder.errors import Problem
from builder.model import (
    Answer,
    Aside,
    Block,
    ChooseQuestion,
    Course,
    Exercise,
    Gate,
    Heading,
    Lab,
    Level,
    NumberQuestion,
    Recap,
    RecapLine,
    RunBlock,
    ShapeQuestion,
    SkipTest,
    Text,
)
from builder.pages import (
    GRADING_PAGE,
    POLICY,
    plain_number,
    render_grading_page,
    render_pages,
    shape_text,
    template_of,
    unbroken,
)

BLOCKS: tuple[Block, ...] = (
    Text('<h2 id="masks">Masks</h2><p>Text &amp; more</p>', 3),
    RunBlock("print(1)", '<pre class="code"><code>print(1)</code></pre>', False, 5),
    ChooseQuestion(
        "pick",
        "<p>Which?</p>",
        (
            Answer("<p>this</p>", "", False, "<p>why not</p>", 8),
            Answer("<p>that</p>", "", True, "<p>because</p>", 9),
        ),
        7,
    ),
    Aside("stuck", "Help", (Text("<p>inside</p>", 12),), 11),
    Gate(("pick",), 14),
    NumberQuestion(
        "width",
        "<p>How wide?</p>",
        64.0,
        0.5,
        None,
        (Answer("<code>4096</code>", "4096", False, "<p>multiplies</p>", 17),),
        "<p>512 / 8</p>",
        16,
    ),
    ShapeQuestion("shape", "<p>Shape?</p>", (6,), None, (), "", 20),
    Recap((RecapLine("Say it.", ("pick", "width"), 31),), (), (), 30),
    SkipTest("<p>Short.</p>", (NumberQuestion("skip", "<p>5?</p>", 0.1, 1e-6, None, (), "", 42),), 40),
)
LEVEL = Level(
    "levels/15-masks.md", "masks", "Masks and multi-head <b>", "Who looks?", "Theory", "15", 40, (), BLOCKS,
    (Heading("masks", "Masks", 2, 3),), (),
)  # fmt: skip
COURSE = Course("course", "A & B", "en", "CC BY-SA 4.0", False, (LEVEL,), {"old": "new"})


@dataclass
class FakeAssets:
    fonts: tuple[str, ...] = ("assets/text.woff2",)
    python: str = '{"worker":"python-worker.js"}'

    def address(self, name: str) -> str:
        return f"assets/{name}"

    def modules(self, *scripts: str) -> tuple[str, ...]:
        return tuple(f"assets/{script}" for script in scripts)


class Reader(HTMLParser):
    """Collects what the tests ask about, and whether every element is closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in {"meta", "link", "input", "br", "img", "hr"}:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, f"</{tag}> closes something else"

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


PRINTED = {("levels/15-masks.md", 5): "1 < 2\n"}
PAGES = render_pages(COURSE, PRINTED, {}, FakeAssets())
PAGE = PAGES["levels/masks/index.html"]
READ = Reader(PAGE)


def test_the_course_is_these_pages() -> None:
    assert set(PAGES) == {"index.html", "404.html", "levels/masks/index.html"}


OF_THE_COURSE = sorted(set(PAGES) - {"404.html"})


@pytest.mark.parametrize("path", OF_THE_COURSE)
def test_every_page_is_well_formed_and_keeps_its_own_policy(path: str) -> None:
    page = Reader(PAGES[path])
    assert page.open == []
    # Browsers look for the encoding in so many bytes.
    assert 0 < PAGES[path].encode().find(b"<meta charset") < 1024
    # The policy stands before anything that it could govern.
    order = [tag for tag, _ in page.tags if tag in ("meta", "script", "link")]
    assert order[:2] == ["meta", "meta"]
    assert page.all("meta")[1] == {"http-equiv": "Content-Security-Policy", "content": POLICY}
    assert not [tag for tag, attributes in page.tags if tag == "style" or "style" in attributes]
    assert all("src" in script for script in page.all("script"))
    assert not [name for _, attributes in page.tags for name in attributes if name.startswith("on")]


@pytest.mark.parametrize("path", OF_THE_COURSE)
def test_addresses_are_relative_so_that_any_sub_path_works(path: str) -> None:
    page = Reader(PAGES[path])
    found = [a[name] for _, a in page.tags for name in ("href", "src") if name in a]
    assert found
    assert not [address for address in found if address and re.match(r"/|https?:", address)]
    depth = "../" * path.count("/")
    assert page.all("html")[0]["data-root"] == depth
    classic = [script["src"] for script in page.all("script") if script.get("type") != "module"]
    assert classic in ([f"{depth}assets/scripts/{name}"] for name in ("scripted.js", "before-paint.js"))


def test_only_pages_with_exercises_load_the_script_for_them() -> None:
    inside = replace(LEVEL, blocks=(SkipTest("<p>Short.</p>", (Exercise("mask", "", 3),), 2),))
    for level, loads in ((replace(LEVEL, blocks=()), False), (inside, True)):
        pages = render_pages(replace(COURSE, levels=(level,)), {}, {}, FakeAssets())
        page = Reader(pages["levels/masks/index.html"])
        scripts = [script["src"] for script in page.all("script") if script.get("type") == "module"]
        wanted = ["main.js", "elements/code-exercise.js"] if loads else ["main.js"]
        assert scripts == [f"../../assets/scripts/{name}" for name in wanted]
        early = [link["href"] for link in page.all("link") if link["rel"] == "modulepreload"]
        assert early == scripts


def test_the_page_for_what_is_not_there_stands_alone_at_any_depth() -> None:
    page = Reader(PAGES["404.html"])
    assert page.open == []
    assert not [a for _, a in page.tags if "href" in a or "src" in a]
    [style] = re.findall(r"<style>(.*?)</style>", PAGES["404.html"], re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert f"style-src 'sha256-{digest}';" in str(page.all("meta")[1]["content"])
    told = render_pages(replace(COURSE, address="/some/course/"), {}, {}, FakeAssets())["404.html"]
    assert [link["href"] for link in Reader(told).all("a")] == ["/some/course/", "/some/course/"]


def test_ids_are_used_once_and_every_inner_link_leads_somewhere() -> None:
    ids = [attributes["id"] for _, attributes in READ.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    links = [a["href"] for a in READ.all("a") if (a.get("href") or "").startswith("#")]
    assert "#item-pick" in links
    assert {link[1:] for link in links if link} <= set(ids)
    for _, attributes in READ.tags:
        for name in ("for", "aria-labelledby", "aria-describedby"):
            assert set((attributes.get(name) or "").split()) <= set(ids)


def test_the_page_knows_its_course_level_and_items() -> None:
    html = READ.all("html")[0]
    assert (html["data-course"], html["data-level"], html["data-renamed"]) == (
        "course",
        "masks",
        '{"old": "new"}',
    )
    main = READ.all("main")[0]
    assert (main["data-items"], main["data-skip"]) == ("pick width shape", "skip")


def test_questions_carry_their_answers() -> None:
    [choose] = READ.all("choose-question")
    assert choose["data-id"] == "pick"
    assert [(a["data-answer"], a["data-right"]) for a in READ.all("li") if "data-answer" in a] == [
        ("0", "no"),
        ("1", "yes"),
    ]
    width, skip = READ.all("number-question")
    assert (width["data-answer"], width["data-tolerance"], width["id"]) == ("64", "0.5", "item-width")
    assert (skip["data-answer"], skip["data-tolerance"], skip["id"]) == ("0.1", "1e-06", "test-skip")
    assert READ.all("shape-question")[0]["data-answer"] == "(6,)"
    assert [a["data-value"] for a in READ.all("li") if "data-value" in a] == ["4096"]


def test_a_single_choice_has_radio_buttons_and_several_right_answers_have_boxes() -> None:
    assert {a["type"] for a in READ.all("input") if a.get("name") == "item-pick"} == {"radio"}
    right = Answer("c", "", True, "", 1)
    several = replace(LEVEL, blocks=(ChooseQuestion("pick", "", (right, right), 1),))
    page = render_pages(replace(COURSE, levels=(several,)), {}, {}, FakeAssets())["levels/masks/index.html"]
    assert {a["type"] for a in Reader(page).all("input")} == {"checkbox"}
    assert "Pick every right one." in page


def test_everything_is_there_to_read_without_scripts() -> None:
    text = re.sub(r"<[^>]+>", " ", PAGE)
    for words in (
        "Text &amp; more",
        "why not",
        "because",
        "multiplies",
        "512 / 8",
        "inside",
        "Say it.",
        "Short.",
    ):
        assert words in text
    assert not [a for tag, a in READ.tags if "hidden" in a and tag != "button"]


def test_what_a_run_block_printed_is_escaped() -> None:
    assert "<pre>1 &lt; 2\n</pre>" in PAGE


def test_titles_are_text() -> None:
    assert "<title>Masks and multi-head &lt;b&gt; · A &amp; B</title>" in PAGE
    assert unbroken("a multi-head <b>") == 'a <span class="unbroken">multi-head</span> &lt;b&gt;'


def test_a_block_that_cannot_be_shown_leaves_a_note_and_problems_are_told_on_their_page() -> None:
    faulty = replace(LEVEL, blocks=(Exercise("gone", "", 4), Lab("lab", "unheard", {}, 6)))
    problems = [
        Problem("exercises/gone/cases.py", 2, "in its folder"),
        Problem("levels/15-masks.md", 4, "no <exercise>"),
        Problem("levels/other.md", 1, "elsewhere"),
    ]
    pages = render_pages(replace(COURSE, levels=(faulty,)), {}, {}, FakeAssets(), problems=problems)
    page = pages["levels/masks/index.html"]
    assert page.count("cannot be shown yet") == 2
    assert "levels/15-masks.md:4: no &lt;exercise&gt;" in page
    assert "exercises/gone/cases.py:2: in its folder" in page
    assert "elsewhere" not in page
    assert "elsewhere" in pages["index.html"]


def test_every_kind_of_block_names_its_template() -> None:
    named = {template_of(block) for block in BLOCKS if not isinstance(block, Gate)}
    assert named == {
        f"blocks/{name}.html"
        for name in ("text", "run", "choose", "aside", "number", "shape", "recap", "skip-test")
    }


def test_numbers_and_shapes_are_written_as_learners_type_them() -> None:
    assert [plain_number(n) for n in (64.0, -3.0, 0.1, 1e-7, 1e300)] == ["64", "-3", "0.1", "1e-07", "1e+300"]
    assert [shape_text(s) for s in ((), (3,), (2, 1, 5))] == ["()", "(3,)", "(2, 1, 5)"]


def test_a_gate_names_what_opens_it() -> None:
    level = replace(LEVEL, blocks=(*BLOCKS[:4], BLOCKS[5], BLOCKS[6], Gate(("pick", "width", "shape"), 25)))
    page = render_pages(replace(COURSE, levels=(level,)), {}, {}, FakeAssets())["levels/masks/index.html"]
    (line,) = re.findall(r'<span class="gate-words">(.*?)</span>', page, re.DOTALL)
    said = re.sub(r"\s+", " ", re.sub("<[^>]+>", "", line))
    assert said == "To read on, first do Question 1, Question 2 and Question 3."
    assert re.findall(r'href="#item-(\w+)"', line) == ["pick", "width", "shape"]


def test_the_page_that_judges_files_is_no_part_of_the_course() -> None:
    page = render_grading_page(COURSE, FakeAssets())
    assert Reader(page).open == []
    assert {"type": "module", "src": "../assets/scripts/grade-page.js"} in Reader(page).all("script")
    assert GRADING_PAGE not in PAGES
