"""A lab is one the site has, takes its options, and a try asks for a state of a lab of its level."""

from __future__ import annotations

from builder.checks.placed import flat, unknown_ids
from builder.errors import Problem, did_you_mean
from builder.labs import LabAsked, LabRead, lab_names, read_labs, settings_of
from builder.model import Course, Lab, Level, Try


def check_labs(course: Course) -> list[Problem]:
    """Labs that the site lacks, options and states that a lab does not take, and tries without a task."""
    known = lab_names()
    found: list[Problem] = []
    asked: list[tuple[Level, Lab | Try, LabAsked]] = []
    for level in course.levels:
        labs = {block.id: block for block in reversed(level.blocks) if isinstance(block, Lab)}
        for block in flat(level.blocks):
            if isinstance(block, Lab):
                if block.name in known:
                    asked.append((level, block, LabAsked(block.name, block.options, {})))
                    continue
                said = f"unknown lab '{block.name}'{did_you_mean(block.name, known)}"
                found.append(Problem(level.path, block.line, said))
            elif isinstance(block, Try) and block.lab in labs:
                lab = labs[block.lab]
                if lab.name in known:
                    asked.append((level, block, LabAsked(lab.name, settings_of(block.state), lab.options)))
            elif isinstance(block, Try) and block.lab and block.lab not in unknown_ids(level):
                hint = did_you_mean(block.lab, labs) or "; it has none"
                said = f"try '{block.id}' is in lab '{block.lab}', which this level does not have{hint}"
                found.append(Problem(level.path, block.line, said))
    for (level, block, question), read in zip(asked, read_labs([a for _, _, a in asked]), strict=True):
        found += _faults(level, block, question, read)
    return found


def _faults(level: Level, block: Lab | Try, asked: LabAsked, read: LabRead) -> list[Problem]:
    found = []
    for fault in read.faults:
        if isinstance(block, Lab):
            line, what, name = block.option_lines.get(fault.name, block.line), "option", f":{fault.name}:"
        else:
            line, what, name = block.state_line, "setting", fault.name
        if fault.wanted is None:
            hint = did_you_mean(fault.name, read.fields)
            where = (
                f"of lab '{asked.lab}'"
                if isinstance(block, Lab)
                else f"in try '{block.id}': lab '{asked.lab}' has none"
            )
            said = f"unknown {what} '{name}' {where}{hint}"
        else:
            of = f"lab '{asked.lab}'" if isinstance(block, Lab) else f"try '{block.id}'"
            wanted = (
                f"be {fault.wanted}"
                if fault.made is None
                else f"fit the others, which make it '{fault.made}'"
            )
            said = f"{what} '{name}' of {of} is '{fault.value}'; it must {wanted}"
        found.append(Problem(level.path, line, said))
    if (
        isinstance(block, Try)
        and not found
        and asked.settings
        and all(read.fields[n] == read.before[n] for n in asked.settings)
    ):
        said = f"try '{block.id}' asks for what lab '{block.lab}' shows at first: there is nothing to do"
        found.append(Problem(level.path, block.state_line, said))
    return found
