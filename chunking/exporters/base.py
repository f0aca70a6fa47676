"""What an exporter is: a name, and a function from one chunk set to bytes."""

from collections.abc import Callable
from dataclasses import dataclass

from chunking.model import ChunkSet, Profile
from chunking.recipe import Recipe


@dataclass(frozen=True, slots=True)
class Export:
    """All that an export may say; there is no clock and no path of the machine in it."""

    chunk_set: ChunkSet
    profile: Profile
    recipe: Recipe


@dataclass(frozen=True, slots=True)
class Exporter:
    """One row of the table of formats."""

    name: str
    title: str
    suffix: str
    media_type: str
    export: Callable[[Export], bytes]
    """The same chunk set gives the same bytes."""
