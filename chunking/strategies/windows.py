"""Fixed windows whose edges never part a term, a number or an identifier: for long mixed reports."""

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import Literal

from pydantic import Field, model_validator

from chunking.decisions import Decision, decide
from chunking.model import BlockKind, Cut
from chunking.prepare.prepared import Prepared
from chunking.recipe import Options
from chunking.strategies.base import Limit, Strategy, check_overlap
from chunking.strategies.fit import grapheme_floor
from chunking.strategies.sentences import heading_text
from chunking.terms import clear_of_terms, protected_at

_WORD_START = re.compile(r"(?<=\s)(?=\S)")
_WHOLE = {BlockKind.TABLE: "table", BlockKind.CODE: "code block"}


class WindowsOptions(Options):
    """Settings of the windows."""

    size_chars: int = Field(
        2000, ge=1, le=1_000_000, title="Size, chars", description="Length of a window, overlap included."
    )
    overlap_chars: int = Field(
        300, ge=0, le=999_999, title="Overlap, chars", description="Repeated from the window before."
    )
    protect_terms: bool = Field(
        True, title="Protect terms", description="Never cut a domain term, number, date or identifier."
    )
    snap: Literal["sentence", "word", "none"] = Field(
        "sentence", title="End at", description="Where a window may end: a sentence, a word, anywhere."
    )
    max_stretch_chars: int = Field(
        300,
        ge=0,
        le=1_000_000,
        title="Stretch, chars",
        description="How far a window may grow to reach a sentence end.",
    )

    @model_validator(mode="after")
    def _overlap_leaves_room(self) -> "WindowsOptions":
        check_overlap(self, overlap="overlap_chars", size="size_chars", share=0.15)
        return self


@dataclass(frozen=True, slots=True)
class _End:
    """Where a window ends, and why the next one begins there."""

    position: int
    decision: Decision


def cut(prepared: Prepared, options: WindowsOptions) -> tuple[Cut, ...]:
    """Slide a window over the markdown; the next begins `overlap_chars` before the end of the last."""
    first = prepared.starts[0] if len(prepared) else 0
    cuts = [Cut(first, decide("document-start"))]
    begin = first
    while begin + options.size_chars < prepared.ends[-1]:
        core = cuts[-1].position
        end = _window_end(prepared, begin, core, options)
        if end.position >= prepared.ends[-1]:
            break
        overlap_from = _overlap_start(prepared, core, end.position, options)
        cuts.append(Cut(end.position, end.decision, overlap_from))
        begin = end.position if overlap_from is None else overlap_from
    return tuple(cuts)


def _window_end(prepared: Prepared, begin: int, core: int, options: WindowsOptions) -> _End:
    """Find the end of the window that starts at `begin` and must pass `core`."""
    wanted = max(begin + options.size_chars, core + 1)
    end = (
        None
        if options.snap == "none"
        else _around_whole_block(prepared, wanted, core, options) or _before_heading(prepared, wanted, core)
    )
    if end is not None:
        return end
    position, snap = _snapped(prepared, wanted, core, options)
    if not options.protect_terms:
        return _End(position, decide("window-end", limit=options.size_chars, snap=snap))
    return _protected_end(prepared, wanted, (position, snap), core, options)


def _snapped(prepared: Prepared, wanted: int, core: int, options: WindowsOptions) -> tuple[int, str]:
    """Move an end to a sentence end within the stretch, else back to a sentence or word end."""
    if options.snap == "sentence":
        unit = bisect_left(prepared.starts, wanted)
        forward = prepared.starts[unit] if unit < len(prepared) else prepared.ends[-1]
        if forward <= wanted + options.max_stretch_chars:
            return forward, "sentence"
        if unit > 0 and prepared.starts[unit - 1] > core:
            return prepared.starts[unit - 1], "sentence"
    if options.snap != "none":
        words = [match.start() for match in _WORD_START.finditer(prepared.markdown, core + 1, wanted + 1)]
        if words:
            return words[-1], "word"
    return max(grapheme_floor(prepared.markdown, wanted), core + 1), "character"


def _protected_end(
    prepared: Prepared, wanted: int, snapped: tuple[int, str], core: int, options: WindowsOptions
) -> _End:
    """Keep the end out of protected stretches; name the one that lay on the plain boundary."""
    position, snap = snapped
    parted = protected_at(prepared.markdown, position)
    if parted is not None:
        unit = bisect_left(prepared.starts, parted.span.end)
        forward = prepared.starts[unit] if unit < len(prepared) else prepared.ends[-1]
        if forward <= wanted + options.max_stretch_chars:
            position, snap = forward, "sentence"
        else:
            clear = clear_of_terms(prepared.markdown, position, floor=core)
            if clear <= wanted + options.max_stretch_chars:
                position, snap = clear, "word"
    on_boundary = parted or protected_at(prepared.markdown, wanted)
    if on_boundary is None or (options.snap == "none" and parted is None):
        return _End(position, decide("window-end", limit=options.size_chars, snap=snap))
    return _End(
        position,
        decide(
            "term-protected",
            term=" ".join(on_boundary.span.of(prepared.markdown).split()),
            kind=on_boundary.kind,
            limit=options.size_chars,
            moved=position - wanted,
            snap=snap,
        ),
    )


def _around_whole_block(prepared: Prepared, wanted: int, core: int, options: WindowsOptions) -> _End | None:
    """Keep a table or fence on the boundary whole if it fits, else cut it between rows or lines."""
    index = prepared.document.block_index(wanted)
    blocks = prepared.document.blocks
    if index >= len(blocks) or blocks[index].kind not in _WHOLE or blocks[index].span.start >= wanted:
        return None
    block = blocks[index]
    size = block.span.end - block.span.start
    unit_name = _WHOLE[block.kind]
    if block.span.end <= wanted + options.max_stretch_chars:
        position = (
            prepared.starts[prepared.first_units[index + 1]] if index + 1 < len(blocks) else block.span.end
        )
        return _End(position, decide("window-end", limit=options.size_chars, snap=unit_name))
    if block.span.start > core and size <= options.size_chars:
        return _End(block.span.start, decide("kept-whole", unit=unit_name, size=size))
    unit = bisect_right(prepared.starts, wanted) - 1
    if prepared.starts[unit] > core:
        decision = decide("between-rows", size=size, limit=options.size_chars, measure="characters")
        return _End(prepared.starts[unit], decision)
    return None


def _before_heading(prepared: Prepared, wanted: int, core: int) -> _End | None:
    """Let a heading that would close the window open the next one."""
    unit = bisect_right(prepared.starts, wanted) - 1
    if prepared.block_of(unit).kind is not BlockKind.HEADING:
        return None
    while unit > 0 and prepared.block_of(unit - 1).kind is BlockKind.HEADING:
        unit -= 1
    if prepared.starts[unit] <= core:
        return None
    return _End(prepared.starts[unit], decide("heading", heading=heading_text(prepared, unit)))


def _overlap_start(prepared: Prepared, core: int, end: int, options: WindowsOptions) -> int | None:
    """Find where the next window's overlap begins: as the ends, at a sentence or word, never in a term."""
    if options.overlap_chars == 0:
        return None
    wanted = max(end - options.overlap_chars, core + 1)
    begin = wanted
    if options.snap == "sentence":
        unit = bisect_left(prepared.starts, wanted)
        begin = prepared.starts[unit] if unit < len(prepared) else end
    if (begin >= end and options.snap != "none") or options.snap == "word":
        word = _WORD_START.search(prepared.markdown, wanted, end)
        begin = word.start() if word else end
    if options.protect_terms:
        begin = clear_of_terms(prepared.markdown, begin, floor=core)
    return begin if begin < end else None


STRATEGY = Strategy(
    name="windows",
    title="Windows",
    summary="Long mixed reports: fixed windows with overlap; terms, numbers and dates are never cut.",
    options=WindowsOptions,
    cut=cut,
    limit=lambda options: Limit(options.size_chars + options.max_stretch_chars, "characters"),
)
