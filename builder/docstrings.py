"""Takes docstrings out of bytecode; runs in the page's own Python, whose bytecode it is.

A page has no `help`, and docstrings are a fifth of what it would have to fetch.
"""

import dis
import marshal
from collections import Counter
from itertools import pairwise
from types import CodeType

HEADER = 16
# As numpy.ma is imported it looks for words in these docstrings, and asserts that it finds them.
KEPT = ("numpy/_core/numeric.pyc",)
HAS_DOCSTRING = 0x4000000
IS_FUNCTION = 0x1


def without_docstrings(name: str, content: bytes) -> bytes:
    """A file of an archive; a ``.pyc`` becomes what it were if its source had no docstring."""
    if name in KEPT or not name.endswith(".pyc"):
        return content
    return content[:HEADER] + marshal.dumps(_stripped(marshal.loads(content[HEADER:])))


def _stripped(code: CodeType) -> CodeType:
    constants = [_stripped(value) if isinstance(value, CodeType) else value for value in code.co_consts]
    flags = code.co_flags
    steps = list(dis.get_instructions(code))
    uses = Counter(step.arg for step in steps if step.opname == "LOAD_CONST")
    # The same text may be in use as a text: it then stays.
    if flags & HAS_DOCSTRING and not uses[0]:
        constants[0] = None
        flags &= ~HAS_DOCSTRING
    elif not flags & IS_FUNCTION and (place := _stored(steps)) is not None and uses[place] == 1:
        constants[place] = None
    return code.replace(co_consts=tuple(constants), co_flags=flags)


def _stored(steps: list[dis.Instruction]) -> int | None:
    """Where the constant is that the body of a module or class first stores as ``__doc__``."""
    for before, step in pairwise(steps):
        if step.opname == "STORE_NAME" and step.argval == "__doc__":
            return before.arg if before.opname == "LOAD_CONST" else None
    return None
