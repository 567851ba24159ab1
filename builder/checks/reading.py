"""How long a level takes, how many words its sections have, and which of its sentences are long."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from builder.layout import graded
from builder.model import (
    Block,
    ChooseQuestion,
    Exercise,
    Level,
    NumberQuestion,
    Recap,
    RunBlock,
    ShapeQuestion,
    SkipTest,
    Term,
    Text,
    Try,
)

WORDS_A_MINUTE = 230
CODE_LINES_A_MINUTE = 20
MINUTES_A_QUESTION = 0.5
MINUTES_A_TRY = 2.0
LONGEST_EXERCISE = 8.0
LONGEST_SENTENCE = 30

QUESTIONS = (ChooseQuestion, NumberQuestion, ShapeQuestion)

_END = re.compile(r"(?<=[.?!:])[\"”’)]*\s+")
_CODE = re.compile(r"<pre\b.*?</pre>", re.DOTALL)


@dataclass(frozen=True)
class Stretch:
    """A section, or what stands above the first one: its words and how many of them are read on the way."""

    title: str
    line: int
    words: int


@dataclass(frozen=True)
class Sentence:
    """A sentence of a level; a colon ends one too."""

    text: str
    words: int
    line: int


def minutes(level: Level, answer_lines: Mapping[str, int]) -> float:
    """How long a level takes someone who does every item.

    230 words a minute, three seconds a line of code, half a minute a question, two minutes a try; an exercise
    takes a minute and half a minute for each line of its model answer, at most eight. Asides, feedback, the
    recap and the skip test come when they are asked for, so they are not counted. ``answer_lines`` has the
    lines of each model answer.
    """
    items = graded(level.blocks, skip=False)
    return (
        sum(stretch.words for stretch in stretches(level)) / WORDS_A_MINUTE
        + sum(map(_code_lines, level.blocks)) / CODE_LINES_A_MINUTE
        + sum(MINUTES_A_QUESTION for item in items if isinstance(item, QUESTIONS))
        + sum(MINUTES_A_TRY for item in items if isinstance(item, Try))
        + sum(exercise_minutes(answer_lines.get(item.id, 0)) for item in items if isinstance(item, Exercise))
    )


def exercise_minutes(answer_lines: int) -> float:
    """How long a code exercise takes whose model answer has so many lines."""
    return min(1 + answer_lines / 2, LONGEST_EXERCISE)


def stretches(level: Level) -> list[Stretch]:
    """The sections of a level in order with their words, first what stands above them."""
    end = next((block.line for block in level.blocks if isinstance(block, Recap | SkipTest)), math.inf)
    heads = [head for head in level.headings if head.depth == 2 and head.line < end]
    starts = [(level.title, 0), *((head.text, head.line) for head in heads)]
    counts = [0] * len(starts)
    for line, words in _read(level):
        counts[max(place for place, (_, start) in enumerate(starts) if start <= line)] += words
    return [Stretch(title, line, count) for (title, line), count in zip(starts, counts, strict=True)]


def long_sentences(level: Level) -> list[Sentence]:
    """Every sentence of more than 30 words, wherever it stands in the level."""
    return [one for one in sentences(level) if one.words > LONGEST_SENTENCE]


def sentences(level: Level) -> Iterator[Sentence]:
    """Every sentence of a level, in order."""
    for passage in level.passages:
        start = 0
        for end in (*(match.end() for match in _END.finditer(passage.text)), len(passage.text)):
            text = " ".join(passage.text[start:end].split())
            line = passage.line + passage.text.count("\n", 0, start)
            if text:
                yield Sentence(text, len(text.split()), line)
            start = end


def _read(level: Level) -> Iterator[tuple[int, int]]:
    """What is read on the way, as (line, words)."""
    for passage in level.passages:
        owner = next((block for block in reversed(level.blocks) if block.line <= passage.line), None)
        if isinstance(owner, Text | Term | Exercise | Try):
            yield passage.line, len(passage.text.split())
    for block in level.blocks:
        if isinstance(block, QUESTIONS):
            listed = block.answers if isinstance(block, ChooseQuestion) else ()
            shown = [block.prompt_html, *(answer.html for answer in listed)]
            yield block.line, sum(len(re.sub(r"<[^>]+>", "", html).split()) for html in shown)


def _code_lines(block: Block) -> int:
    if isinstance(block, RunBlock):
        return len(block.code.splitlines())
    return sum(code.count("\n") for code in _CODE.findall(block.html)) if isinstance(block, Text) else 0
