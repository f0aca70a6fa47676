"""One record, one chunk: for CSV and Excel, where a row is a fact or a question with its answer."""

import re
from bisect import bisect_right
from collections.abc import Iterator

from pydantic import Field

from chunking.decisions import decide
from chunking.model import BlockKind, Cut, Span
from chunking.prepare.prepared import Prepared
from chunking.recipe import Options
from chunking.strategies.base import Limit, Strategy
from chunking.strategies.fit import context_size, first_part, size_of

_FIELD = re.compile(r"^\*\*.+?:\*\* ", re.M)


class RowsOptions(Options):
    """Settings of the rows."""

    max_tokens: int = Field(
        500, ge=1, le=1_000_000, title="Max. tokens", description="A longer record is cut, its key repeated."
    )


def _limit(options: RowsOptions) -> Limit:
    return Limit(options.max_tokens, "tokens")


def cut(prepared: Prepared, options: RowsOptions) -> tuple[Cut, ...]:
    """Make a chunk of every record, or of every block and table row where there are no records."""
    cuts: list[Cut] = []
    for record, header in _records(prepared):
        cuts += _record_cuts(prepared, record, header, options)
    return (Cut(cuts[0].position, decide("document-start")), *cuts[1:]) if cuts else ()


def _records(prepared: Prepared) -> Iterator[tuple[Span, Span | None]]:
    """Yield the spans that are one chunk each, with the header row that a table's row needs.

    A heading belongs to the record after it.
    """
    opened: int | None = None
    last = len(prepared.document.blocks) - 1
    for index, block in enumerate(prepared.document.blocks):
        if block.kind is BlockKind.HEADING and index < last:
            opened = block.span.start if opened is None else opened
            continue
        start = block.span.start if opened is None else opened
        opened = None
        units = prepared.units_of(index)
        if block.kind is BlockKind.TABLE and len(units) > 1:
            header = Span(prepared.starts[units[0]], prepared.ends[units[0]])
            yield Span(start, prepared.ends[units[1]]), None
            for unit in units[2:]:
                yield Span(prepared.starts[unit], prepared.ends[unit]), header
        else:
            yield Span(start, block.span.end), None


def _record_cuts(
    prepared: Prepared, record: Span, header: Span | None, options: RowsOptions
) -> Iterator[Cut]:
    """Cut one record once, or in parts that say whose they are."""
    limit = _limit(options)
    context = () if header is None else _with_line_end(header, prepared)
    size = size_of(prepared, record.start, record.end, limit) + context_size(prepared, context, limit)
    opening = decide("record", where=_where(prepared, record))
    if size <= limit.size:
        yield Cut(record.start, opening, context=context)
        return
    if context_size(prepared, context, limit) > limit.size // 2:
        context = ()
    yield Cut(record.start, opening, context=context)
    part = first_part(prepared, record, limit, context=context)
    while part.span.end < record.end:
        before, start = part, part.span.end
        repeated = _repeated(prepared, record, start) if header is None else context
        fits = context_size(prepared, repeated, limit) <= limit.size // 2
        repeated = repeated if fits else ()
        part = first_part(prepared, Span(start, record.end), limit, context=repeated)
        decision = decide("record-part", size=size, limit=limit.size, measure="tokens")
        if part.oversize or before.oversize:
            decision = decide("oversize-unit", unit="value", size=size, measure="tokens", limit=limit.size)
        yield Cut(start, decision if fits else decision.with_evidence(context_dropped=1), context=repeated)


def _repeated(prepared: Prepared, record: Span, position: int) -> tuple[Span, ...]:
    """Return what a part that begins at `position` repeats: the key, and the name of a value it cuts.

    The key is the record's first field with its line end, the name is a field's `**Header:** `.
    """
    names = [Span(*match.span()) for match in _FIELD.finditer(prepared.markdown, record.start, record.end)]
    if not names:
        return ()
    field = names[bisect_right(names, position, key=lambda name: name.start) - 1]
    if field == names[0]:
        return (field,) if position > field.start else ()
    key = Span(names[0].start, names[1].start)
    return (key,) if field.start == position else (key, field)


def _with_line_end(span: Span, prepared: Prepared) -> tuple[Span, ...]:
    """Extend a span by the line end after it, so that what follows begins on a line of its own."""
    follows = prepared.markdown[span.end : span.end + 1] == "\n"
    return (Span(span.start, span.end + follows),)


def _where(prepared: Prepared, record: Span) -> str:
    origins = prepared.document.origins_of(record)
    return origins[-1].locator.in_words() if origins else "the next block"


STRATEGY = Strategy(
    name="rows",
    title="Rows",
    summary="CSV and Excel: one record is one chunk; a longer one is cut with its key repeated.",
    options=RowsOptions,
    cut=cut,
    limit=_limit,
)
