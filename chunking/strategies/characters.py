"""Plain fixed windows of characters: the baseline that cuts where it cuts."""

from pydantic import Field, model_validator

from chunking.decisions import decide
from chunking.model import Cut
from chunking.prepare.prepared import Prepared
from chunking.recipe import Options
from chunking.strategies.base import Limit, Strategy, check_overlap
from chunking.strategies.fit import grapheme_floor


class CharactersOptions(Options):
    """Settings of the plain windows."""

    size_chars: int = Field(2000, ge=1, le=1_000_000, title="Size, chars", description="Length of a chunk.")
    overlap_chars: int = Field(
        200, ge=0, le=999_999, title="Overlap, chars", description="Repeated from the chunk before."
    )

    @model_validator(mode="after")
    def _overlap_leaves_room(self) -> "CharactersOptions":
        check_overlap(self, overlap="overlap_chars", size="size_chars", share=0.1)
        return self


def cut(prepared: Prepared, options: CharactersOptions) -> tuple[Cut, ...]:
    """Cut every `size_chars` characters, moved back only so as not to part a grapheme."""
    text = prepared.markdown
    begin = prepared.starts[0]
    cuts = [Cut(begin, decide("document-start"))]
    while begin + options.size_chars < prepared.ends[-1]:
        position = grapheme_floor(text, begin + options.size_chars)
        if position <= cuts[-1].position:
            position = begin + options.size_chars
        overlap_from = grapheme_floor(text, position - options.overlap_chars)
        has_overlap = cuts[-1].position < overlap_from < position
        begin = overlap_from if has_overlap else position
        decision = decide("fixed-size", limit=options.size_chars)
        cuts.append(Cut(position, decision, overlap_from if has_overlap else None))
    return tuple(cuts)


STRATEGY = Strategy(
    name="characters",
    title="Characters",
    summary="A baseline to compare with: plain fixed windows of characters.",
    options=CharactersOptions,
    cut=cut,
    limit=lambda options: Limit(options.size_chars, "characters"),
)
