"""Course content and what ``check`` says about it, from ``fixtures/messages/``.

A case is a title, the content and the expected lines, with a line ``.`` before, between and behind. A level
without front matter gets one whose lines are not counted. Notes are compared where a case expects one.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.builder.course_cases import Case, cases, messages, write_course


@pytest.mark.parametrize("case", cases("messages"))
def test_says_what_is_wrong_and_where(case: Case, tmp_path: Path) -> None:
    headed = write_course(tmp_path, case.content)
    assert messages(tmp_path, headed, notes="note: " in case.expected) == case.expected
