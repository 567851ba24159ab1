"""A term is defined once in a course, under one name and its other forms."""

from __future__ import annotations

from builder.errors import Problem
from builder.glossary import term_key, terms_of
from builder.model import Course


def check_terms(course: Course) -> list[Problem]:
    """Terms, or other forms of terms, that a course defines twice."""
    found: list[Problem] = []
    first: dict[str, tuple[str, str]] = {}
    for level in course.levels:
        for term in terms_of(level):
            for form in (form for form in (term.term, *term.also) if form):
                place = f"{level.path}:{term.line}"
                before, where = first.setdefault(term_key(form), (term.term, place))
                if where != place:
                    said = f"term '{form}' is defined already in {where}"
                    said += f", as a form of '{before}'" if term_key(before) != term_key(form) else ""
                    found.append(Problem(level.path, term.line, f"{said}; a term is defined once"))
            found += _repeated(level.path, term.line, (term.term, *term.also))
    return found


def _repeated(path: str, line: int, forms: tuple[str, ...]) -> list[Problem]:
    keys = [term_key(form) for form in forms]
    return [
        Problem(path, line, f"':also:' of term '{forms[0]}' has '{form}', which is there already")
        for place, form in enumerate(forms)
        if form and keys[place] in keys[:place]
    ]
