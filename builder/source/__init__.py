"""Reads a course: ``course.toml`` and one Markdown file a level, every fault of every file in one run."""

from builder.source.course import read_course

__all__ = ["read_course"]
