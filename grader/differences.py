"""Says of one failing case what was given, what came and what was wanted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from grader import explain, relations, wording
from grader.compare import Difference, parts_of
from grader.decode import plain
from grader.forms import Bundle, CaseForm, Encoded, ErrorInfo, Outcome


@dataclass(frozen=True)
class Words:
    """A title, a sentence on the case, and how the two results are related, where that is plain."""

    title: str
    message: str
    relation: str | None = None


def sentence(
    bundle: Bundle, case: CaseForm, outcome: Outcome, difference: Difference | None, printed: str
) -> Words:
    """The words for one failing case."""
    given = wording.given(case["arguments"])
    wanted = case.get("raises")
    raised = outcome.get("raised")
    if raised is not None and wanted in raised["bases"] and "message" in case:
        return _other_message(given, raised, case)
    if raised is not None:
        line = f" on line {raised['line']}" if raised["line"] else ""
        said = f"{explain.where(raised)}{explain.explain(raised)}"
        due = f" A `{wanted}` is due here." if wanted else ""
        return Words(f"`{raised['type']}`{line}", f"{given}, your function stopped. {said}{due}")
    value = outcome["value"]
    if wanted is not None:
        return Words(
            f"No `{wanted}` where one is due",
            f"{given}, your function should raise a `{wanted}`; it returned {wording.value(value)}",
        )
    assert difference is not None
    expected = case["expected"]
    if difference.kind == "type":
        return _type(bundle, given, value, expected, difference, printed)
    part = ""
    if difference.part is not None:
        part = f"result {difference.part} of the tuple: "
        value, expected = (_part(form, difference.part, len(bundle["returns"])) for form in (value, expected))
    if difference.kind == "shape":
        return _shape(given, part, value, expected, difference)
    if difference.kind == "dtype":
        return _dtype(given, part, value, difference)
    judged = next((form["callable"] for form in case["arguments"].values() if "callable" in form), None)
    if judged and bundle.get("says") and difference.reason != "no mask":
        return _misjudged(bundle, case, judged, difference)
    return _values(case, given, part, value, expected, difference)


def _other_message(given: str, raised: ErrorInfo, case: CaseForm) -> Words:
    said = raised["message"].strip()
    words = f"the message {wording.quoted(said)}" if said else "no message"
    line = f" on line {raised['line']}" if raised["line"] else ""
    return Words(
        f"A `{case['raises']}` with other words",
        f"{given}, a `{raised['type']}` came{line} with {words}; wanted the message "
        f"{wording.quoted(case['message'])}",
        "Whoever calls your function reads that message. Look for the case, and raise the error yourself",
    )


def _misjudged(bundle: Bundle, case: CaseForm, name: str, difference: Difference) -> Words:
    """The learner's function judges another function, wrongly here: which one, and what that one does."""
    assert difference.got is not None and difference.expected is not None
    others = {name: form for name, form in case["arguments"].items() if "callable" not in form}
    mine, right = (bundle["says"][int(value[()])] for value in (difference.got, difference.expected))
    return Words(
        f"Your test is wrong about `{name}`",
        f"{wording.given(others)}, your test says that `{name}` {mine}, but it {right}",
        wording.subject(bundle.get("subjects") or "", name),
    )


def _type(
    bundle: Bundle, given: str, value: Encoded, expected: Encoded, difference: Difference, printed: str
) -> Words:
    name = bundle["function"]
    wanted = f"an array of shape `{tuple(expected.get('shape', ()))}`"
    if not isinstance(bundle["returns"], str):
        wanted = f"a tuple of {len(bundle['returns'])} results"
    elif not expected.get("shape", [0]):
        wanted = "one number" if bundle["returns"] != "truth" else "`True` or `False`"
    if "none" in value:
        why = (
            f"`{name}` gave `None`: it ended without a `return`, or what stands behind `return` gives nothing"
        )
        if printed.strip():
            why += ". `print` only shows a value; `return` hands it to whoever called"
        return Words("Your function returned nothing", f"{given}, {why}; wanted {wanted}")
    came = wording.value(value)
    advice = {
        "generator": "The function has a `yield`, or a for in round brackets: collect the values first",
        "coroutine": "Write `def`, not `async def`",
        "function": "A pair of round brackets is probably missing after its name",
        "builtin_function_or_method": "A pair of round brackets is probably missing after its name",
    }.get(value.get("other", ""))
    if value.get("other", "").startswith("masked array"):
        advice = "A masked array hides cells. Fill them: `.filled(0)`"
    elif difference.reason != "tuple" and "tuple" in value:
        advice = "Only one result was asked for"
    elif difference.reason != "tuple" and "list" in value:
        advice = "Its parts do not all have one shape, or are no numbers"
    return Words("Not the type that was asked for", f"{given}, you returned {came}; wanted {wanted}", advice)


def _part(form: Encoded, number: int, count: int) -> Encoded:
    parts = parts_of(form, count)
    assert parts is not None
    return parts[number]


def _shape(given: str, part: str, value: Encoded, expected: Encoded, difference: Difference) -> Words:
    whole, right = plain(value), plain(expected)
    mine = whole.shape if whole else difference.got.shape if difference.got is not None else ()
    due = right.shape if right else ()
    came = f"an array of shape `{mine}`" if mine else "a single number"
    wanted = f"`{due}`" if due else "a single number"
    relation = relations.shape_relation(difference.got, difference.expected)
    return Words(
        f"Shape {mine} instead of {due}" if due else "An array instead of one number",
        f"{given}, {part}you returned {came}; wanted {wanted}",
        relation,
    )


_STRANGE = "A mask holds only True and False (or 1 and 0)"


def _dtype(given: str, part: str, value: Encoded, difference: Difference) -> Words:
    dtype = value.get("dtype", "int64")
    if difference.reason == "float16":
        return Words(
            "Right, but kept with too few digits",
            f"{given}, {part}your result has dtype `float16`, which keeps three digits; wanted `float64`",
        )
    if difference.reason in ("cut", "rounded"):
        how = "cut off" if difference.reason == "cut" else "rounded away"
        return Words(
            "The fractions are lost",
            f"{given}, {part}your result has dtype `{dtype}`, so every fraction was {how}; wanted floats",
        )
    return Words(
        "Not a mask",
        f"{given}, {part}your result holds {_strange(difference)}; wanted only True and False",
        f"{_STRANGE}; numbers such as -inf are added to scores later",
    )


def _strange(difference: Difference) -> str:
    assert difference.got is not None
    odd = difference.got[(difference.got != 0) & (difference.got != 1)].ravel()
    return f"`{wording.number(odd[0])}`"


def _values(
    case: CaseForm, given: str, part: str, value: Encoded, expected: Encoded, difference: Difference
) -> Words:
    got, right = difference.got, difference.expected
    assert got is not None and right is not None
    wrong = _wrong(difference)
    as_mask = expected.get("dtype") == "bool"
    if not right.shape:
        title = "Not the right value"
        wanted, mine = _cells(right[()], got[()], as_mask)
        message = f"{given}, {part}wanted `{wanted}`; you returned `{mine}`"
    else:
        index = tuple(int(k) for k in np.argwhere(wrong)[0])
        count = int(wrong.sum())
        title = "Some values are wrong" if count < wrong.size else "The values are wrong"
        wanted, mine = _cells(right[index], got[index], as_mask)
        many = f"{count} of {wording.count(wrong.size, 'cell')} {'differs' if count == 1 else 'differ'}"
        message = f"{given}, {part}{wording.place(index)} should be `{wanted}`; yours is `{mine}` ({many})"
    if difference.reason == "no mask":
        return Words(title, message, _STRANGE)
    if difference.reason == "nearly zero":
        return Words(title, message, "Nearly 0 is not 0: what is blocked gets no weight at all")
    return Words(title, message, relations.relation(got, right, _sizes(case)))


def _wrong(difference: Difference) -> np.ndarray:
    differs = difference.differs if difference.part is None else difference.differs[difference.part]
    return np.array(differs, dtype=bool).reshape(difference.expected.shape)  # type: ignore[union-attr]


def _cells(right: Any, got: Any, as_mask: bool) -> tuple[str, str]:
    if not as_mask:
        return wording.pair(right, got)
    return wording.number(bool(right)), wording.number(bool(got) if got in (0, 1) else got)


def _sizes(case: CaseForm) -> set[int]:
    return {length for form in case["arguments"].values() for length in form.get("shape", [])}
