"""Whatever a level file holds, reading it gives a level and problems, never an exception."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from builder.checks import check_course
from builder.execute import Outputs
from builder.source import read_course
from builder.source.level import read_level

ODD_LINES = """---
title: Masks
title: [a
needs: {a: *b}
minutes: 5

:::
::::
:::{number} width
:::{shape} mask
::::{choose} one
:::{gate}
:::{stuck} Help $x$
:::{deeper}
:::{recap}
:::{skip-test}
:::{term} mask
:also: a, , b
:::{try} a
:::{lab} mask
:::{exercise} größe
:::{
:::{}
::: text
    :::{gate}
\t:::
:answer: 64
:answer: (2, 3)
:answer: ()
:answer: 1e400
:needs: width, , A
:state: a=b =
:proof: 1
- [x] right
- [ ] wrong
* [X]
- [] no
-
  > quote
> quote
> :::{gate}
> > > - >
- - - - - - - - - - - - deep
1. one
   - two
     > three
### You can now
### Keep in mind
# Title
## Section
======
```
```python run
~~~{number}
    code
$$
$\\frac{1}{2$ and $\\foo$
$x$ \\$$ $$y$$
<!--
-->
<b>
</b>
[a]: javascript:x
[a](15-masks.md#b) ![](images/x.png) [b](http://[) <http://[::1]>
| a | b |
|:--|--:|
| 1 |
&#0; &lt; \\
\x0b\x0c\x85\u2028\x00
&nbsp;\u00a0\u200b"""
FRAGMENTS = st.sampled_from(ODD_LINES.split("\n"))
LINES = st.lists(st.one_of(FRAGMENTS, st.text(max_size=12)), max_size=30)
ENDINGS = st.sampled_from(["\n", "\r\n", "\r"])


@settings(max_examples=150, deadline=None)
@given(LINES, ENDINGS, st.booleans())
@example([">" * 400], "\n", False)
@example(["- " * 400], "\n", False)
@example(["[" * 400], "\n", False)
@example(["*a " * 400], "\n", False)
@example([":::{stuck} " + "![" * 100, "a", ":::"], "\n", False)
def test_reading_a_level_never_raises(lines: list[str], ending: str, headed: bool) -> None:
    head = ["---", "title: Masks", "---"] if headed else []
    text = ending.join(head + lines)
    level, problems = read_level("levels/15-masks.md", text, slugs=["words"])
    last = text.count(ending) + 1 + sum(text.count(other) for other in "\r\n")
    assert all(1 <= problem.line <= last for problem in problems), problems
    assert level.slug == "masks"
    assert not any(" style=" in html for html in _html(level.blocks))


def _html(blocks: Iterable[object]) -> list[str]:
    return [getattr(block, "html", "") for block in blocks]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.one_of(FRAGMENTS.map(str.encode), st.binary(max_size=8)), max_size=15), st.binary(max_size=40)
)
def test_checking_a_course_of_any_bytes_never_raises(
    tmp_path_factory: pytest.TempPathFactory, lines: list[bytes], course: bytes
) -> None:
    root = tmp_path_factory.mktemp("course")
    (root / "levels").mkdir()
    (root / "levels/15-masks.md").write_bytes(b"\n".join(lines))
    (root / "levels/course.toml").write_bytes(course)
    made, _ = read_course(root)
    check_course(made, {"causal-mask": {"inverted": "inverted"}}, {"causal-mask": 2}, Outputs(), root)
