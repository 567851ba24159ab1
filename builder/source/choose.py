"""``:::{choose} id``: a prompt and a list of ``[x]`` right and ``[ ]`` wrong answers."""

from __future__ import annotations

from builder.model import Answer, ChooseQuestion, Unread
from builder.prose import Prose
from builder.source.answers import FEEDBACK, render_answer
from builder.source.directive import Directive, Kind
from builder.source.items import Item, Listing, listings


def _read(directive: Directive, prose: Prose) -> ChooseQuestion | Unread:
    listed = listings(directive.body, prose)
    boxed = [one for one in listed if any(item.box is not None for item in one.items)]
    if not boxed:
        prose.render(directive.body)
        prose.fault(directive.line, f"{directive} has no answers; list them, '- [x] right' and '- [ ] wrong'")
        return Unread(directive.name, directive.argument, directive.line)
    prompt = prose.render(directive.body[: boxed[0].start])
    answers = [_answer(directive, item, prose) for one in boxed for item in one.items]
    _check_answers(directive, answers, prose)
    _check_end(directive, boxed, prose)
    if not prompt:
        prose.fault(directive.line, f"{directive} asks nothing: its text is missing")
    return ChooseQuestion(directive.argument, prompt, tuple(answers), directive.line)


def _answer(directive: Directive, item: Item, prose: Prose) -> Answer:
    shown = item.text[:40]
    if item.box is None:
        prose.fault(item.line, f"answer '{shown}' of {directive} is marked neither '[x]' nor '[ ]'")
    elif not item.box and not item.quote:
        prose.fault(item.line, f"wrong answer '{shown}' of {directive} has no feedback; {FEEDBACK}")
    if not any(token.content for token in item.content):
        prose.fault(item.line, f"an answer of {directive} is empty")
    return render_answer(item, item.text, bool(item.box), prose)


def _check_answers(directive: Directive, answers: list[Answer], prose: Prose) -> None:
    if len(answers) == 1:
        prose.fault(directive.line, f"{directive} has a single answer; a choice needs two or more")
    elif not any(answer.right for answer in answers):
        prose.fault(
            directive.line,
            f"{directive} marks none of its {len(answers)} answers as right; write '[x]' at the right one",
        )


def _check_end(directive: Directive, boxed: list[Listing], prose: Prose) -> None:
    inside = {index for one in boxed for index in range(one.start, one.end)}
    for index, token in enumerate(directive.body):
        if index > boxed[0].start and index not in inside and token.map:
            stray = token.type == "blockquote_open"
            hint = "indent the quote like its answer" if stray else "say it under the right answer"
            prose.fault(token.map[0] + 1, f"text below the answers of {directive} is not shown; {hint}")
            return


CHOOSE = Kind("choose", _read, "id")
