"""Separators in order of strength: the baseline that most people use elsewhere."""

import re

from pydantic import Field, model_validator

from chunking.decisions import decide
from chunking.model import Cut
from chunking.prepare.prepared import Prepared
from chunking.recipe import Options
from chunking.strategies.base import Limit, Strategy, check_overlap
from chunking.strategies.fit import grapheme_floor

_SEPARATORS = {
    "blank line": re.compile(r"\n\s*\n"),
    "line end": re.compile(r"\n"),
    "blank": re.compile(r"\s"),
}
"""Strongest first."""


class RecursiveOptions(Options):
    """Settings of the recursive baseline."""

    size_chars: int = Field(512, ge=1, le=1_000_000, title="Size, chars", description="Length of a chunk.")
    overlap_chars: int = Field(
        0, ge=0, le=999_999, title="Overlap, chars", description="Repeated from the chunk before."
    )

    @model_validator(mode="after")
    def _overlap_leaves_room(self) -> "RecursiveOptions":
        check_overlap(self, overlap="overlap_chars", size="size_chars", share=0.1)
        return self


def cut(prepared: Prepared, options: RecursiveOptions) -> tuple[Cut, ...]:
    """Cut at the last of the strongest separators inside each window."""
    begin = prepared.starts[0]
    cuts = [Cut(begin, decide("document-start"))]
    while begin + options.size_chars < prepared.ends[-1]:
        core = cuts[-1].position
        position, separator = _last_separator(prepared.markdown, core, begin + options.size_chars)
        overlap_from = _overlap_start(prepared.markdown, core, position, options)
        begin = position if overlap_from is None else overlap_from
        decision = decide("separator", separator=separator, limit=options.size_chars)
        cuts.append(Cut(position, decision, overlap_from))
    return tuple(cuts)


def _last_separator(text: str, core: int, end: int) -> tuple[int, str]:
    """Return where the strongest separator in the window ends; the window's end without any."""
    for name, pattern in _SEPARATORS.items():
        ends = [match.end() for match in pattern.finditer(text, core + 1, end + 1)]
        if ends:
            return ends[-1], name
    return max(grapheme_floor(text, end), core + 1), "character limit"


def _overlap_start(text: str, core: int, position: int, options: RecursiveOptions) -> int | None:
    """Return the first word start in the last `overlap_chars` before `position`."""
    if options.overlap_chars == 0:
        return None
    blank = _SEPARATORS["blank"].search(text, max(core + 1, position - options.overlap_chars - 1), position)
    return blank.end() if blank and blank.end() < position else None


STRATEGY = Strategy(
    name="recursive",
    title="Recursive",
    summary="A baseline to compare with: separators in order of strength.",
    options=RecursiveOptions,
    cut=cut,
    limit=lambda options: Limit(options.size_chars, "characters"),
)
