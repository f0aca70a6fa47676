"""One record, one chunk: for CSV and Excel, where a row is a fact or a question with its answer."""

from collections.abc import Iterator

from pydantic import Field

from chunking.decisions import decide
from chunking.model import BlockKind, Cut, Span
from chunking.prepare.prepared import Prepared
from chunking.recipe import Options
from chunking.strategies.base import Limit, Strategy
from chunking.strategies.fit import context_size, size_of, split_to_fit


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
    """Cut one record once, or in parts that repeat its key: its first line, or its table's header."""
    limit = _limit(options)
    context = () if header is None else _with_line_end(header, prepared)
    size = size_of(prepared, record.start, record.end, limit) + context_size(prepared, context, limit)
    opening = decide("record", where=_where(prepared, record))
    if size <= limit.size:
        yield Cut(record.start, opening, context=context)
        return
    key = context or _key(prepared, record)
    fits = context_size(prepared, key, limit) <= limit.size // 2
    parts = split_to_fit(prepared, record, limit, context=key if fits else ())
    for number, part in enumerate(parts):
        if number == 0:
            yield Cut(record.start, opening, context=context if fits else ())
            continue
        evidence = {} if fits else {"context_dropped": 1}
        decision = decide("record-part", size=size, limit=limit.size, measure="tokens", **evidence)
        if part.oversize or parts[number - 1].oversize:
            decision = decide("oversize-unit", unit="value", size=size, measure="tokens", limit=limit.size)
        yield Cut(part.span.start, decision, context=key if fits else ())


def _key(prepared: Prepared, record: Span) -> tuple[Span, ...]:
    """Return a record's first field with its line end, so that each part says whose it is."""
    unit = prepared.unit_at(record.start)
    while prepared.block_of(unit).kind is BlockKind.HEADING and unit + 1 < len(prepared):
        unit += 1
    return _with_line_end(Span(prepared.starts[unit], prepared.ends[unit]), prepared)


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
