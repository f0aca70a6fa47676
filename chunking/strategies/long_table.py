"""A table above the limit: cut between its rows, with the header rows repeated before each part."""

from collections.abc import Iterator, Sequence

from chunking.decisions import Decision, decide
from chunking.model import Cut, Span
from chunking.prepare.prepared import Prepared, is_rule_line
from chunking.strategies.base import Limit
from chunking.strategies.fit import Part, context_size, size_of, split_to_fit

_ENDS = {"unit": "sentences", "word": "words"}


def table_cuts(
    prepared: Prepared, table: int, *, start: int, limit: Limit, opening: Decision
) -> Iterator[Cut]:
    """Cut the table in block `table`; its chunk begins at `start`, with the caption.

    A caption that takes more than half of the limit is parted from the table.
    """
    units = prepared.units_of(table)
    head = Span(prepared.starts[units[0]], prepared.ends[units[0]])
    has_header = len(units) > 1 and is_rule_line(head.of(prepared.markdown).rpartition("\n")[2])
    header = (Span(head.start, head.end + 1),) if has_header else ()
    rows = [Span(prepared.starts[unit], prepared.ends[unit]) for unit in units[has_header:]]
    lead = Span(start, rows[0].start)
    if start < head.start and not _leaves_room(prepared, (lead,), limit):
        caption = Span(start, head.start)
        parts = split_to_fit(prepared, caption, limit)
        size = size_of(prepared, caption.start, caption.end, limit)
        inner = inner_decisions(parts, unit="caption", size=size, limit=limit)
        yield from (Cut(part.span.start, why) for part, why in zip(parts, (opening, *inner), strict=True))
        opening, lead = decide("table"), Span(head.start, rows[0].start)
    yield Cut(lead.start, opening)
    yield from _between_rows(prepared, rows, lead=lead, header=header, limit=limit)


def inner_decisions(parts: Sequence[Part], *, unit: str, size: int, limit: Limit) -> list[Decision]:
    """Say for every part but the first why it begins inside a unit that is too long."""
    return [
        decide("oversize-unit", unit=unit, size=size, measure=limit.measure, limit=limit.size)
        if before.oversize
        else decide(
            "inside-unit",
            unit=unit,
            size=size,
            measure=limit.measure,
            limit=limit.size,
            ends=_ENDS[before.unit],
        )
        for before in parts[:-1]
    ]


def _leaves_room(prepared: Prepared, context: tuple[Span, ...], limit: Limit) -> bool:
    """Tell whether repeated text leaves at least half of the limit to what it stands before."""
    return context_size(prepared, context, limit) <= limit.size // 2


def _between_rows(
    prepared: Prepared, rows: Sequence[Span], *, lead: Span, header: tuple[Span, ...], limit: Limit
) -> Iterator[Cut]:
    """Yield the cuts after the one at `lead`, which holds caption and header rows."""
    begin, context = lead.start, header[:0]
    for row in rows:
        size = size_of(prepared, begin, row.end, limit) + context_size(prepared, context, limit)
        if size <= limit.size:
            continue
        why = decide("between-rows", size=size, limit=limit.size, measure=limit.measure)
        if row is not rows[0]:
            cuts = _row_cuts(prepared, row, why=why, header=header, limit=limit)
        else:
            cuts = _first_row_cuts(prepared, row, lead=lead, header=header, limit=limit)
        yield from cuts
        begin, context = cuts[-1].position, cuts[-1].context


def _row_cuts(
    prepared: Prepared, row: Span, *, why: Decision, header: tuple[Span, ...], limit: Limit
) -> list[Cut]:
    """Begin a part at `row`; the header is left out where only without it the row is whole."""
    size = size_of(prepared, row.start, row.end, limit)
    if size + context_size(prepared, header, limit) <= limit.size:
        return [Cut(row.start, why, context=header)]
    if size <= limit.size:
        return [Cut(row.start, why.with_evidence(context_dropped=1))]
    if not _leaves_room(prepared, header, limit):
        header, why = (), why.with_evidence(context_dropped=1)
    parts = split_to_fit(prepared, row, limit, context=header)
    inner = inner_decisions(parts, unit="row", size=size, limit=limit)
    return [
        Cut(part.span.start, each, context=header) for part, each in zip(parts, (why, *inner), strict=True)
    ]


def _first_row_cuts(
    prepared: Prepared, row: Span, *, lead: Span, header: tuple[Span, ...], limit: Limit
) -> list[Cut]:
    """Cut inside the first row; its first part stays with the caption and the header rows before it."""
    if _leaves_room(prepared, (lead,), limit):
        context, parts = header, split_to_fit(prepared, row, limit, context=(lead,))
    else:
        context, parts = (), split_to_fit(prepared, Span(lead.start, row.end), limit)
    size = size_of(prepared, row.start, row.end, limit)
    inner = inner_decisions(parts, unit="row", size=size, limit=limit)
    return [Cut(part.span.start, why, context=context) for part, why in zip(parts[1:], inner, strict=True)]
