"""What a level is once it has been read: frozen values, each knowing the line it came from.

``html`` attributes hold finished HTML (Markdown rendered, math converted, code highlighted, internal
links rewritten to site addresses). ``line`` counts from 1 in the level's own file.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Heading:
    """A heading of the running text; depth 2 is a numbered section."""

    id: str
    text: str
    depth: int
    line: int


@dataclass(frozen=True)
class Link:
    """A link or image as the author wrote it, to be checked against files and headings."""

    target: str
    line: int


@dataclass(frozen=True)
class Passage:
    """A paragraph, heading, answer or cell as plain words; a formula is one word, a line break is kept."""

    text: str
    line: int


@dataclass(frozen=True)
class Text:
    """Running text: paragraphs, lists, tables, code that is only shown."""

    html: str
    line: int


@dataclass(frozen=True)
class RunBlock:
    """A ``python run`` block: executed at build, its printed output shown under it."""

    code: str
    html: str
    expects_error: bool
    line: int


@dataclass(frozen=True)
class Answer:
    """One listed answer: a choice, or a foreseen wrong number or shape (then ``value`` is its plain text)."""

    html: str
    value: str
    right: bool
    feedback_html: str
    line: int


@dataclass(frozen=True)
class ChooseQuestion:
    """Pick one answer, or every right one when several are right."""

    id: str
    prompt_html: str
    answers: tuple[Answer, ...]
    line: int

    @property
    def multiple(self) -> bool:
        return sum(answer.right for answer in self.answers) > 1


@dataclass(frozen=True)
class NumberQuestion:
    """Type a number; right within ``tolerance`` (absolute), its proof within ``proof_tolerance``."""

    id: str
    prompt_html: str
    answer: float
    tolerance: float
    proof: str | None
    wrong: tuple[Answer, ...]
    explanation_html: str
    line: int
    proof_tolerance: float = 1e-9
    proof_line: int = 0


@dataclass(frozen=True)
class ShapeQuestion:
    """Type the shape of an array: a tuple of whole numbers, ``()`` for a scalar."""

    id: str
    prompt_html: str
    answer: tuple[int, ...]
    proof: str | None
    wrong: tuple[Answer, ...]
    explanation_html: str
    line: int
    proof_line: int = 0


@dataclass(frozen=True)
class Exercise:
    """Where a code exercise stands; ``id`` is its folder under ``exercises/``."""

    id: str
    body_html: str
    line: int


@dataclass(frozen=True)
class Gate:
    """A line in the road: what follows waits until every id in ``needs`` has passed."""

    needs: tuple[str, ...]
    line: int


@dataclass(frozen=True)
class Aside:
    """Text that opens on demand; ``kind`` is ``stuck`` or ``deeper``."""

    kind: str
    title_html: str
    blocks: tuple[Block, ...]
    line: int


@dataclass(frozen=True)
class Term:
    """A term where it is introduced; ``also`` holds its other forms, ``html`` says what it means."""

    term: str
    also: tuple[str, ...]
    html: str
    line: int


@dataclass(frozen=True)
class Lab:
    """A lab by name, with the options that give its first state."""

    id: str
    name: str
    options: dict[str, str] = field(hash=False)
    line: int
    option_lines: dict[str, int] = field(hash=False, default_factory=dict)


@dataclass(frozen=True)
class Try:
    """A task in a lab, passed when the lab reaches ``state``."""

    id: str
    lab: str
    state: str
    prompt_html: str
    line: int
    state_line: int = 0


@dataclass(frozen=True)
class RecapLine:
    """One line of a recap; ``backed_by`` holds the ids that show the learner can do it.

    ``prepares_for`` holds the mistakes that the text has warned of, as ``exercise/mistake``.
    """

    html: str
    backed_by: tuple[str, ...]
    line: int
    prepares_for: tuple[str, ...] = ()


@dataclass(frozen=True)
class Recap:
    """What the level gave: opens when the level is cleared."""

    can_now: tuple[RecapLine, ...]
    keep_in_mind: tuple[RecapLine, ...]
    common_mistakes: tuple[RecapLine, ...]
    line: int


@dataclass(frozen=True)
class SkipTest:
    """A short test that clears the level; ``blocks`` is everything after its line."""

    intro_html: str
    blocks: tuple[Block, ...]
    line: int


Block = (
    Text
    | RunBlock
    | ChooseQuestion
    | NumberQuestion
    | ShapeQuestion
    | Exercise
    | Gate
    | Aside
    | Term
    | Lab
    | Try
    | Recap
    | SkipTest
)

GRADED = (ChooseQuestion, NumberQuestion, ShapeQuestion, Exercise, Try)


@dataclass(frozen=True)
class Unread:
    """A block too faulty to stand on a page; what is known of it is checked like that of any other.

    ``kind`` is the name of its directive, empty where that is not known.
    """

    kind: str
    id: str
    line: int
    proof: str | None = None
    proof_line: int = 0
    wrong: tuple[Answer, ...] = ()


@dataclass(frozen=True)
class Level:
    """One level file; ``slug`` is its id and its address under ``levels/``.

    ``passages`` holds everything in it that is read, in the order in which it was rendered; ``code`` every
    block of code, at its first line. ``unread`` holds what was left out of ``blocks``; ``complete`` is False
    when a misplaced fence hides the rest of the file. ``key_lines`` has the lines of the front matter's keys.
    """

    path: str
    slug: str
    title: str
    question: str
    kind: str
    number: str
    minutes: int | None
    needs: tuple[str, ...]
    blocks: tuple[Block, ...]
    headings: tuple[Heading, ...]
    links: tuple[Link, ...]
    passages: tuple[Passage, ...] = ()
    code: tuple[Passage, ...] = ()
    unread: tuple[Unread, ...] = ()
    complete: bool = True
    key_lines: dict[str, int] = field(hash=False, default_factory=dict)


@dataclass(frozen=True)
class Course:
    """``course.toml``: the order of the levels; ``renamed`` maps old ids to new ones for saved progress.

    ``address`` is where the course stands on its host, ``/`` or ``/lookahead/``; empty where nobody says.
    """

    id: str
    title: str
    language: str
    licence: str
    allow_html: bool
    levels: tuple[Level, ...]
    renamed: dict[str, str] = field(hash=False)
    path: str = "levels/course.toml"
    address: str = ""
