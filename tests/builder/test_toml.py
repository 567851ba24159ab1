"""Where a text is no TOML, the message has the line to change and the words that stand there."""

from __future__ import annotations

import tomllib

import pytest

from builder.toml import toml_fault

LISTED = 'id = "a"\nlevels = [\n  "1-a.md"{comma}  # the first\n  "2-b.md",\n{end}'
NO_END = "the list that begins here has no `]` at its end"


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (LISTED.format(comma="", end="]\n"), 3, 'no comma after `"1-a.md"`, and the list goes on'),
        ("a = [1 2]", 1, "no comma after `a = [1`, and the list goes on"),
        ("a = [\n  [1]\n  [2]\n]", 2, "no comma after `[1]`, and the list goes on"),
        ('a = [\n  "x"\n  # why\n\n  "y"\n]', 2, 'no comma after `"x"`, and the list goes on'),
        (LISTED.format(comma=",", end=""), 2, NO_END),
        ('levels = [\n  "1-a.md",\n\ntitle = "x"\n', 1, NO_END),
        ('id = "a"\nlevels = [\n  "1-a.md"\n\ntitle = "x"\n', 2, NO_END),
        ('levels = [\n  "1-a.md"\n[renamed]\nold = "new"\n', 1, NO_END),
        ("a = 1\ntime_limit =\n", 2, "Invalid value, in `time_limit =`"),
        ("a = 1\na = 2\n", 2, "Cannot overwrite a value, in `a = 2`"),
        ('t = """abc\nb = 1', 2, "Unterminated string, in `b = 1`"),
    ],
)
def test_a_fault_has_its_line_and_its_words(text: str, line: int, said: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError) as caught:
        tomllib.loads(text)
    assert toml_fault(text, caught.value) == (line, f"is no valid TOML: {said}")
