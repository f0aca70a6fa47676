"""What a strategy is: settings, and a function from a prepared document to cuts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from chunking.model import Cut
from chunking.prepare.prepared import Prepared
from chunking.recipe import Options


@dataclass(frozen=True, slots=True)
class Limit:
    """The hard limit on a chunk's final text, context and overlap included."""

    size: int
    measure: Literal["tokens", "characters"]


def check_overlap(options: Options, *, overlap: str, size: str, share: float) -> None:
    """Refuse an overlap that leaves no room for progress; `share` of the size is what to try instead."""
    values = options.model_dump()
    if values[overlap] >= values[size]:
        raise ValueError(
            f"{overlap} {values[overlap]} must be less than {size} {values[size]}; "
            f"try {int(values[size] * share)}."
        )


@dataclass(frozen=True, slots=True)
class Strategy:
    """One row of the table of strategies."""

    name: str
    title: str
    summary: str
    """For whom and by which rule, in one line; shown on the page and in the README."""
    options: type[Options]
    cut: Callable[[Prepared, Any], Sequence[Cut]]
    """Yields at least one cut for a document with text; positions strictly rise."""
    limit: Callable[[Any], Limit]
    needs_vectors: Callable[[Any], bool] = lambda options: False
    """Whether `cut` reads `prepared.sums`."""
