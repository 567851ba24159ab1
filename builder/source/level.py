"""One level file: its text in order, each directive read by its kind."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from markdown_it.token import Token

from builder.errors import Problem, did_you_mean
from builder.links import number_of, slug_of
from builder.model import GRADED, Block, Level, Recap, RunBlock, SkipTest, Text, Unread
from builder.prose import Prose
from builder.source.directive import take_apart
from builder.source.fences import FenceFault, check_fence, level_parser
from builder.source.flow import read_flow
from builder.source.front_matter import read_front_matter
from builder.source.kinds import KINDS
from builder.source.skip_test import ALLOWED, fill


def read_level(
    path: str, text: str, *, slugs: Collection[str] = (), allow_html: bool = False
) -> tuple[Level, list[Problem]]:
    """A level from the text of its file; ``slugs`` are the levels of the course.

    What cannot be read is left out and reported.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    prose = Prose(level_parser(), allow_html=allow_html)
    # A fence's last line is only told from its content when the text ends with a newline.
    tokens = prose.parse(text if text.endswith("\n") else text + "\n")
    about = read_front_matter(tokens, text, prose)
    for need in about.needs:
        if need not in slugs:
            hint = did_you_mean(need, slugs)
            prose.fault(about.lines["needs"], f"'needs' names the unknown level '{need}'{hint}")
    road = _Road(prose)
    if tokens and tokens[0].type == "front_matter":
        tokens = tokens[1:]
    complete = road.follow(tokens)
    road.check_end()
    name = path.rpartition("/")[2]
    level = Level(
        path=path,
        slug=slug_of(name) or "",
        title=about.title,
        question=about.question,
        kind=about.kind,
        number=about.number or number_of(name),
        minutes=about.minutes,
        needs=about.needs,
        blocks=road.blocks(),
        headings=tuple(prose.headings),
        links=tuple(prose.links),
        passages=tuple(prose.passages),
        code=tuple(prose.code),
        unread=tuple(road.unread),
        complete=complete,
        key_lines=about.lines,
    )
    for heading in level.headings:
        if heading.depth == 1:
            said = f"heading '# {heading.text}': the title stands in the front matter; use '##'"
            prose.fault(heading.line, said)
    return level, [Problem(path, line, message) for line, message in prose.faults]


class _Road:
    """Blocks in the order of the file; after the skip test's line they belong to the test."""

    def __init__(self, prose: Prose) -> None:
        self.unread: list[Unread] = []
        self._prose = prose
        self._before: list[Block] = []
        self._test: SkipTest | None = None
        self._in_test: list[Block] = []

    def follow(self, tokens: Sequence[Token]) -> bool:
        """Read to the end, or to the first misplaced fence; tells whether the end was reached."""
        waiting: list[Token] = []
        try:
            for token in tokens:
                check_fence(token, self._prose.parser.options.maxNesting, KINDS)
                if token.type == "directive":
                    self._add_text(waiting)
                    waiting = []
                    self._add_directive(token)
                else:
                    waiting.append(token)
        except FenceFault as fault:
            # An open list or table cannot be rendered; whole blocks above the fault can.
            self._add_text(_whole_blocks(waiting))
            self._prose.fault(fault.line, fault.message)
            return False
        self._add_text(waiting)
        return True

    def blocks(self) -> tuple[Block, ...]:
        """The level's blocks, a skip test last."""
        return (*self._before, fill(self._test, self._in_test)) if self._test else tuple(self._before)

    def check_end(self) -> None:
        """The skip test comes last: report what its page would fold away together with the test."""
        if not self._test:
            return
        place = f"the skip test (line {self._test.line})"
        sections = [h for h in self._prose.headings if h.depth <= 2 and h.line > self._test.line]
        for section in sections:
            said = f"section '{section.text[:40]}' below {place}, which comes last; move it above"
            self._prose.fault(section.line, said)
        items = [block.line for block in self._in_test if isinstance(block, GRADED)]
        items += [lost.line for lost in self.unread if lost.line > self._test.line]
        left = [block for block in self._in_test if isinstance(block, Text | RunBlock)]
        if not sections and items and left and left[-1].line > max(items):
            line = next(block.line for block in left if block.line > max(items))
            self._prose.fault(
                line, f"text below the last question of {place}, which comes last; move it above"
            )

    def _add(self, block: Block) -> None:
        (self._in_test if self._test else self._before).append(block)

    def _add_text(self, tokens: Sequence[Token]) -> None:
        for block in read_flow(tokens, self._prose):
            self._add(block)

    def _add_directive(self, token: Token) -> None:
        kind, directive = take_apart(token, self._prose, KINDS)
        if not kind:
            # Its text is read and its code is run: what stands below may use the names.
            self._add_text(directive.body)
            self.unread.append(Unread("", directive.argument, directive.line))
            return
        block = kind.read(directive, self._prose)
        misplaced = self._test is not None and kind.name not in ALLOWED
        if self._test and misplaced:
            above = f"{kind.name} below the skip test (line {self._test.line})"
            self._prose.fault(directive.line, f"{above}; only questions and exercises stand there")
        if isinstance(block, Recap) and (first := [b for b in self._before if isinstance(b, Recap)]):
            self._prose.fault(block.line, f"a second recap; the first is in line {first[0].line}")
        if isinstance(block, Unread):
            self.unread.append(block)
        elif isinstance(block, SkipTest):
            self._test = self._test or block
        elif misplaced:
            self._before.append(block)
        else:
            self._add(block)


def _whole_blocks(tokens: list[Token]) -> list[Token]:
    ends = [index for index, token in enumerate(tokens) if token.level == 0 and token.nesting != 1]
    return tokens[: ends[-1] + 1] if ends else []
