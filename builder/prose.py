"""Markdown to HTML: math as MathML, highlighted code, site links; for levels and for exercises."""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin

from builder.errors import did_you_mean
from builder.highlight import LANGUAGES, highlight
from builder.links import PRACTICE, Slugs, address, page_id
from builder.math import TexError, mathml
from builder.model import Heading, Link, Passage

Env = MutableMapping[str, Any]
Fault = tuple[int, str]

# Only a formula with no digit before it is read as one, so that 5$ and 6$ stay prices.
_STUCK_MATH = re.compile(r"\d\$[^\s$]([^$]*[^\s$])?\$(?!\d)")
# Code that can break over lines, but fits into one of a phone.
_SHORT_CODE = re.compile(r"(?=.*\W).{,24}")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


def make_parser() -> MarkdownIt:
    """CommonMark with tables, strikethrough and ``$math$`` as in Pandoc (prices stay text)."""
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    parser.use(
        dollarmath_plugin, allow_labels=False, allow_space=False, allow_digits=False, allow_blank_lines=False
    )
    # A refused link would silently turn into text; it is reported by ``Prose`` instead.
    parser.validateLink = lambda url: True  # type: ignore[method-assign]
    return parser


def render(markdown: str) -> str:
    """HTML of a few paragraphs; raises ``ValueError`` with every fault in them."""
    prose = Prose(make_parser())
    made = prose.render(prose.parse(markdown))
    _raise_faults(prose)
    return made


def render_inline(markdown: str) -> str:
    """HTML of one line, without a paragraph around it; raises ``ValueError`` with every fault in it."""
    prose = Prose(make_parser())
    made = prose.render_line(markdown, 1)
    _raise_faults(prose)
    return made


def _raise_faults(prose: Prose) -> None:
    if prose.faults:
        raise ValueError("; ".join(f"line {line}: {message}" for line, message in prose.faults))


class Prose:
    """Renders the pieces of one file; gathers headings, links, passages, code and faults.

    Heading ids are kept unique.
    """

    def __init__(self, parser: MarkdownIt, *, allow_html: bool = False) -> None:
        self.parser = parser
        self.env: Env = {}
        self.headings: list[Heading] = []
        self.links: list[Link] = []
        self.passages: list[Passage] = []
        self.code: list[Passage] = []
        self.faults: list[Fault] = []
        self._allow_html = allow_html
        self._slugs = Slugs()

    def parse(self, text: str, *, after: int = 0) -> list[Token]:
        """Tokens of ``text``, which stands below line ``after`` of the file; their lines are the file's."""
        return self.parser.parse("\n" * after + text, self.env)

    def parse_line(self, text: str, line: int) -> Token:
        """One line of inline Markdown as an ``inline`` token."""
        children: list[Token] = []
        self.parser.inline.parse(text, self.parser, self.env, children)
        return Token("inline", "", 0, content=text, map=[line - 1, line], children=children)

    def render(self, tokens: Sequence[Token]) -> str:
        """HTML of whole blocks. Call it once for each token: it gathers what it meets."""
        shown: list[Token] = []
        for index, token in enumerate(tokens):
            if token.type == "heading_open":
                self._heading(token, tokens[index + 1])
            if token.type == "th_open" and not tokens[index + 1].content.strip():
                # A corner heads nothing; as a heading it would be an empty one to a screen reader.
                token.tag = tokens[index + 2].tag = "td"
            shown += self._block(token)
        html: str = self.parser.renderer.render(shown, self.parser.options, self.env)
        return html.strip()

    def render_line(self, text: str, line: int) -> str:
        """HTML of one line of inline Markdown."""
        return self.render([self.parse_line(text, line)])

    def fault(self, line: int, message: str) -> None:
        """Note something wrong at a line of the file."""
        self.faults.append((line, message))

    def _block(self, token: Token) -> list[Token]:
        line = token.map[0] + 1 if token.map else 0
        match token.type:
            case "inline":
                self._inline(token, line)
            case "math_block":
                # Its content starts behind the opening dollars, maybe on the next line.
                return [_raw(self._math(token.content, line, block=True), block=True)]
            case "html_block":
                return [_raw(self._html(token.content, line), block=True)]
            case "fence" | "code_block":
                return [_raw(self._code(token, line), block=True)]
            case "table_open":
                return [_raw('<div class="table">', block=True), token]
            case "table_close":
                return [token, _raw("</div>\n", block=True)]
            case "th_open" | "td_open":
                align = str(token.attrs.pop("style", "")).partition(":")[2]
                if align:
                    token.attrSet("class", f"align-{align}")
        return [token]

    def _inline(self, token: Token, line: int) -> None:
        self.passages.append(Passage(_words(token), line))
        made = []
        for child in token.children or []:
            made.append(self._span(child, line, token.content))
            if child.type in {"softbreak", "hardbreak"}:
                line += 1
            line += child.content.count("\n")
        token.children = made

    def _span(self, token: Token, line: int, source: str) -> Token:
        match token.type:
            case "math_inline":
                return _raw(self._math(token.content, line, block=False))
            case "code_inline" if _SHORT_CODE.fullmatch(token.content):
                token.attrSet("class", "short")
            case "html_inline":
                return _raw(self._html(token.content, line))
            case "text" if "$$" in token.content and re.search(r"(?<!\\)\$\$", source):
                self.fault(line, "'$$' opens a formula that is not closed, or stands in a line of text")
            case "text" if stuck := _STUCK_MATH.search(token.content):
                self.fault(
                    line, f"formula '{stuck[0][1:][:60]}' sticks to the digit before it; put a space between"
                )
            case "link_open":
                target = str(token.attrGet("href") or "")
                where = self._target(target, line, image=False)
                token.attrSet("href", where)
                match address(target).kind:
                    case "web":
                        token.attrSet("rel", "noopener")
                    case "file":
                        token.attrSet("download", "")
            case "image":
                target = str(token.attrGet("src") or "")
                token.attrSet("src", self._target(target, line, image=True))
                if not token.content.strip():
                    self.fault(line, f"image '{target}' has no text: write ![what it shows](…)")
        return token

    def _code(self, token: Token, line: int) -> str:
        info = token.info.strip()
        language, _, more = info.partition(" ")
        if language.startswith("{"):
            self.fault(line, f"'{token.markup}{info}': a directive is fenced by colons, ':::{info}'")
        elif more in {"run", "run error"}:
            self.fault(line, "a 'python run' block stands in the running text or in an aside, nowhere else")
        elif more:
            known = ("python", "python run", "python run error")
            self.fault(line, f"code is marked '{info}'{did_you_mean(info, known)}")
        elif language and language not in LANGUAGES:
            self.fault(line, f"unknown language '{language}' for code{did_you_mean(language, LANGUAGES)}")
        self.code.append(Passage(token.content, line + (token.type == "fence")))
        return highlight(token.content, language)

    def _math(self, tex: str, line: int, *, block: bool) -> str:
        try:
            return mathml(tex, block=block)
        except TexError as error:
            shown = " ".join(tex.split())
            self.fault(line, f"formula '{shown[:60]}' cannot be shown: {error}")
            return ""

    def _html(self, source: str, line: int) -> str:
        left = _COMMENT.sub("", source)
        if left.lstrip().startswith("<!--"):
            self.fault(line, "comment '<!--' is not closed by '-->': the rest of the file would vanish")
            return ""
        if left.strip() and not self._allow_html:
            if left.startswith("</") and any(at == line and "raw HTML" in said for at, said in self.faults):
                return ""
            shown = left.strip().split("\n")[0][:40]
            self.fault(line, f"raw HTML '{shown}' is not allowed; write '&lt;' for a plain '<', or `code`")
            return ""
        return left

    def _target(self, target: str, line: int, *, image: bool) -> str:
        where = address(target)
        if where.kind == "script" and not self._allow_html:
            self.fault(line, f"link '{target[:60]}' would run code; it is not allowed")
        elif image and where.kind != "image":
            self.fault(line, f"image '{target[:60]}' must be a file in levels/images/, written images/NAME")
        elif not image and where.kind == "unknown":
            wanted = f"write https://…, #heading, LEVEL.md#heading, images/NAME or ../{PRACTICE}"
            self.fault(line, f"link '{target[:60]}' leads nowhere; {wanted}")
        else:
            self.links.append(Link(target, line))
        return where.href

    def _heading(self, opening: Token, inline: Token) -> None:
        text = plain_text(inline)
        made = Heading(self._slugs.make(text), text, int(opening.tag[1:]), (opening.map or [0])[0] + 1)
        opening.attrSet("id", page_id(made.id))
        self.headings.append(made)


def plain_text(inline: Token) -> str:
    """The words of an ``inline`` token, formulas as their TeX."""
    found = []
    for child in inline.children or []:
        if child.type in {"text", "code_inline", "math_inline"}:
            found.append(child.content)
        elif child.type == "image":
            found.append(plain_text(child))
        elif child.type in {"softbreak", "hardbreak"}:
            found.append(" ")
    return "".join(found).strip()


def _words(inline: Token) -> str:
    found = []
    for child in inline.children or []:
        match child.type:
            case "math_inline":
                found.append(re.sub(r"\s", "", child.content))
            case "softbreak" | "hardbreak":
                found.append("\n")
            case "html_inline":
                pass
            case _:
                found.append(child.content)
    return "".join(found)


def _raw(html: str, *, block: bool = False) -> Token:
    return Token("html_block" if block else "html_inline", "", 0, content=html)
