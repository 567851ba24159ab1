"""How a level is laid out: parts, gates, sections, names."""

from builder.layout import entries, lay_out
from builder.model import (
    Aside,
    Block,
    ChooseQuestion,
    Course,
    Exercise,
    Gate,
    Heading,
    Level,
    NumberQuestion,
    Recap,
    SkipTest,
    Text,
)


def choose(name: str, line: int) -> ChooseQuestion:
    return ChooseQuestion(name, "", (), line)


def number(name: str, line: int) -> NumberQuestion:
    return NumberQuestion(name, "", 1.0, 0.0, None, (), "", line)


def level(
    slug: str, *blocks: Block, headings: tuple[Heading, ...] = (), needs: tuple[str, ...] = ()
) -> Level:
    return Level(f"levels/{slug}.md", slug, slug.title(), "", "", "", None, needs, blocks, headings, ())


def course(*levels: Level) -> Course:
    return Course("c", "C", "en", "", False, levels, {})


FULL = level(
    "full",
    Text("a", 1),
    choose("one", 3),
    Aside("stuck", "", (number("two", 6),), 5),
    Gate(("one", "two"), 8),
    Text("b", 10),
    Exercise("mask", "", 12),
    Gate(("mask",), 14),
    number("three", 22),
    Recap((), (), (), 30),
    SkipTest("", (number("four", 42), Exercise("mask", "", 44)), 40),
    headings=(
        Heading("x", "X", 2, 2),
        Heading("y", "Y", 3, 9),
        Heading("z", "Z", 2, 20),
        Heading("q", "Q", 2, 41),
    ),
)


def test_items_are_named_in_reading_order_and_apart_from_the_skip_test() -> None:
    made = course(FULL)
    [entry] = entries(made)
    assert entry.address == "levels/full/index.html"
    assert entry.items == ("one", "two", "mask", "three")
    assert entry.skip_items == ("four", "mask")
    named = lay_out(made, entry).named
    assert {key: (item.anchor, item.label) for key, item in named.items()} == {
        ("one", False): ("item-one", "Question 1"),
        ("two", False): ("item-two", "Question 2"),
        ("mask", False): ("item-mask", "Exercise 1"),
        ("three", False): ("item-three", "Question 3"),
        ("four", True): ("test-four", "Test question 1"),
        ("mask", True): ("test-mask", "Test exercise 1"),
    }


def test_gates_part_the_text_and_recap_and_test_wait_for_none() -> None:
    made = course(FULL)
    view = lay_out(made, entries(made)[0])
    assert [[type(block).__name__ for block in part.blocks] for part in view.parts] == [
        ["Text", "ChooseQuestion", "Aside"],
        ["Text", "Exercise"],
        ["NumberQuestion"],
    ]
    gates = [part.next_gate for part in view.parts]
    assert [gate and (gate.id, gate.needs) for gate in gates] == [
        ("gate-1", ("one", "two")),
        ("gate-2", ("mask",)),
        None,
    ]
    assert [part.gate for part in view.parts] == [None, *gates[:2]]
    assert view.recap is not None
    assert view.skip_test is not None


def test_sections_hold_their_items_and_end_before_the_recap() -> None:
    made = course(FULL)
    view = lay_out(made, entries(made)[0])
    assert [(section.id, section.items) for section in view.sections] == [
        ("x", ("one", "two", "mask")),
        ("z", ("three",)),
    ]


def test_neighbours_and_what_a_level_builds_on() -> None:
    made = course(level("a"), level("b", needs=("a", "gone")), level("c"))
    views = [lay_out(made, entry) for entry in entries(made)]
    neighbours = [(v.previous and v.previous.title, v.following and v.following.title) for v in views]
    assert neighbours == [(None, "B"), ("A", "C"), ("B", None)]
    assert [[need.title for need in view.needs] for view in views] == [[], ["A"], []]


def test_a_gate_that_needs_what_is_not_there_is_laid_out_without_it() -> None:
    made = course(level("a", choose("one", 1), Gate(("one", "missing"), 2)))
    [first, _] = lay_out(made, entries(made)[0]).parts
    assert first.next_gate is not None
    assert first.next_gate.needs == ("one",)
