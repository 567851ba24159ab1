"""Exercises from their folders: read, proved, and packed into what a page fetches."""

from builder.bundle.prove import prove
from builder.bundle.prove_all import prove_all
from builder.bundle.read import read_exercise
from builder.bundle.read_all import read_exercises, read_folders
from builder.bundle.source import ExerciseSource
from builder.bundle.write import Bundle, bundle

__all__ = [
    "Bundle",
    "ExerciseSource",
    "bundle",
    "prove",
    "prove_all",
    "read_exercise",
    "read_exercises",
    "read_folders",
]
