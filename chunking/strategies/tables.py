"""Whole tables with their captions, long ones cut between rows: for dense tables."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pydantic import Field, model_validator

from chunking.decisions import Decision, decide
from chunking.model import Block, BlockKind, Cut, Document, Span, trim
from chunking.prepare.prepared import Prepared
from chunking.recipe import Options
from chunking.strategies.base import Limit, Strategy, check_overlap
from chunking.strategies.fit import split_to_fit
from chunking.strategies.long_table import inner_decisions, table_cuts

_CAPTION = re.compile(r"\W*(?:table|tab\.|figure|exhibit|schedule|chart)\s*[\dA-Z]", re.IGNORECASE)
_NOTE = re.compile(r"\W*(?:notes?|sources?)\b|[*†‡¹²³]|\\\*|\(\d+\)\s|\[\^", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!?]\W*$")
_LINE_CHARS = 160
"""A paragraph up to this length that does not end as a sentence reads as a table's title."""
_CAPTION_CHARS = 400
"""A numbered caption may be this long; a longer one is text that speaks of the table."""


class TablesOptions(Options):
    """Settings of the table chunks."""

    size_chars: int = Field(
        3000, ge=1, le=1_000_000, title="Size, chars", description="A longer table is cut between rows."
    )
    overlap_chars: int = Field(
        0,
        ge=0,
        le=999_999,
        title="Overlap, chars",
        description="Whole sentences repeated between chunks of text; never table rows.",
    )

    @model_validator(mode="after")
    def _overlap_leaves_room(self) -> "TablesOptions":
        check_overlap(self, overlap="overlap_chars", size="size_chars", share=0.1)
        return self


@dataclass(frozen=True, slots=True)
class _Piece:
    """What goes into one chunk as a whole, or a table (`table` is its block) that is too long for one."""

    span: Span
    unit: str
    inner: Decision | None = None
    """Why the piece begins inside a unit that is too long."""
    table: int | None = None


def _limit(options: TablesOptions) -> Limit:
    return Limit(options.size_chars, "characters")


def cut(prepared: Prepared, options: TablesOptions) -> tuple[Cut, ...]:
    """Pack whole blocks up to the size; cut a table between rows and text between sentences."""
    limit = _limit(options)
    cuts: list[Cut] = []
    begin: int | None = None
    for piece in _pieces(prepared, limit):
        if begin is not None and piece.table is None and piece.span.end - begin <= limit.size:
            continue
        why = decide("document-start") if not cuts else _why(piece, begin, limit)
        if piece.table is not None:
            cuts += table_cuts(prepared, piece.table, start=piece.span.start, limit=limit, opening=why)
            begin = None
            continue
        opened = Cut(piece.span.start, why)
        if cuts and options.overlap_chars > 0:
            opened = _with_overlap(prepared, opened, cuts[-1].position, piece.span.end, options)
        cuts.append(opened)
        begin = opened.position if opened.overlap_from is None else opened.overlap_from
    return tuple(cuts)


def _why(piece: _Piece, begin: int | None, limit: Limit) -> Decision:
    """Say why a chunk ends before `piece`; `begin` is None after a table that was cut."""
    if piece.inner is not None:
        return piece.inner
    if begin is None:
        return decide("after-table")
    size = piece.span.end - begin
    return decide("size-limit", unit=piece.unit, size=size, measure=limit.measure, limit=limit.size)


def _pieces(prepared: Prepared, limit: Limit) -> Iterator[_Piece]:
    """Yield groups of blocks that fit, and the sentences of those that do not."""
    blocks = prepared.document.blocks
    for group in _groups(prepared.document, limit):
        units = range(prepared.first_units[group[0]], prepared.first_units[group[-1] + 1])
        if not units:
            continue
        span = Span(prepared.starts[units[0]], prepared.ends[units[-1]])
        tables = [index for index in group if blocks[index].kind is BlockKind.TABLE]
        main = blocks[tables[0] if tables else group[-1]]
        if span.end - span.start <= limit.size:
            yield _Piece(span, _name(main))
        elif tables:
            yield _Piece(span, "table", table=tables[0])
        else:
            yield from _sentences(prepared, units, limit)


def _groups(document: Document, limit: Limit) -> Iterator[range]:
    """Yield blocks that belong together: headings with what follows, a table with caption and notes."""
    blocks = document.blocks
    first = 0
    while first < len(blocks):
        last = first
        while last + 1 < len(blocks) and _leads(document, last):
            last += 1
        if blocks[last].kind is BlockKind.TABLE:
            start = blocks[first].span.start
            while (
                last + 1 < len(blocks)
                and _is_note(document, last + 1)
                and blocks[last + 1].span.end - start <= limit.size
            ):
                last += 1
        yield range(first, last + 1)
        first = last + 1


def _leads(document: Document, index: int) -> bool:
    """Tell whether a block belongs to the next one: a heading, or the title lines of a table."""
    blocks = document.blocks
    if blocks[index].kind is BlockKind.HEADING:
        return True
    ahead = index
    while ahead < min(index + 2, len(blocks) - 1) and _is_caption(document, blocks[ahead]):
        ahead += 1
    return ahead > index and blocks[ahead].kind is BlockKind.TABLE


def _is_caption(document: Document, block: Block) -> bool:
    """Tell whether a paragraph reads as a table's title: "Table 4...", "in millions", "as follows:"."""
    if block.kind is not BlockKind.PARAGRAPH:
        return False
    text = block.span.of(document.markdown)
    if len(text) <= _LINE_CHARS and not _SENTENCE_END.search(text):
        return True
    return len(text) <= _CAPTION_CHARS and _CAPTION.match(text) is not None


def _is_note(document: Document, index: int) -> bool:
    block = document.blocks[index]
    text = block.span.of(document.markdown)
    return block.kind is BlockKind.PARAGRAPH and _NOTE.match(text) is not None


def _name(block: Block) -> str:
    return block.kind.value.replace("_", " ")


_UNITS = {BlockKind.HEADING: "heading", BlockKind.CODE: "line", BlockKind.RECORD: "line"}


def _sentences(prepared: Prepared, units: range, limit: Limit) -> Iterator[_Piece]:
    """Yield the units of text above the limit, a heading with the unit after it; cut those too long."""
    start = prepared.starts[units[0]]
    for unit in units:
        end = prepared.ends[unit]
        is_heading = prepared.block_of(unit).kind is BlockKind.HEADING
        if is_heading and unit != units[-1] and prepared.ends[unit + 1] - start <= limit.size:
            continue
        name = _UNITS.get(prepared.block_of(unit).kind, "sentence")
        parts = split_to_fit(prepared, Span(start, end), limit)
        inner = inner_decisions(parts, unit=name, size=end - start, limit=limit)
        for part, why in zip(parts, (None, *inner), strict=True):
            yield _Piece(Span(*trim(prepared.markdown, part.span.start, part.span.end)), name, why)
        start = prepared.starts[unit + 1] if unit != units[-1] else end


def _with_overlap(prepared: Prepared, opened: Cut, floor: int, end: int, options: TablesOptions) -> Cut:
    """Carry whole sentences from after `floor` into text up to `end`; tables neither give nor take any."""
    unit = prepared.unit_at(opened.position)
    if unit == 0 or prepared.starts[unit] != opened.position:
        return opened
    if {prepared.block_of(unit).kind, prepared.block_of(unit - 1).kind} & {
        BlockKind.TABLE,
        BlockKind.HEADING,
    }:
        return opened
    room = min(options.overlap_chars, options.size_chars - (end - opened.position))
    first = bisect_left(prepared.starts, max(opened.position - room, floor + 1))
    while first < unit and not _is_prose(prepared, first, unit):
        first += 1
    if first < unit:
        return replace(opened, overlap_from=prepared.starts[first])
    why = opened.decision.with_evidence(
        overlap=0, overlap_wanted=options.overlap_chars, overlap_measure="characters"
    )
    return replace(opened, decision=why)


def _is_prose(prepared: Prepared, first: int, stop: int) -> bool:
    """Tell whether no unit from `first` on is a heading or a table's row."""
    kinds = {prepared.block_of(unit).kind for unit in range(first, stop)}
    return not kinds & {BlockKind.TABLE, BlockKind.HEADING}


STRATEGY = Strategy(
    name="tables",
    title="Tables",
    summary="Dense tables: a table with its caption is one chunk; a longer one is cut between rows.",
    options=TablesOptions,
    cut=cut,
    limit=_limit,
)
