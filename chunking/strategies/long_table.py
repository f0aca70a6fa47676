"""A table above the limit: cut between its rows, with the header rows repeated before each part."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from chunking.decisions import Decision, decide
from chunking.model import Cut, Span
from chunking.prepare.prepared import Prepared, is_rule_line
from chunking.strategies.base import Limit
from chunking.strategies.fit import Part, context_size, size_of, split_to_fit

_ENDS = {"unit": "sentences", "word": "words"}


def table_cuts(
    prepared: Prepared, table: int, *, start: int, limit: Limit, opening: Decision
) -> Iterator[Cut]:
    """Cut the table in block `table` between rows; its first chunk begins at `start`, with the caption."""
    units = prepared.units_of(table)
    head = Span(prepared.starts[units[0]], prepared.ends[units[0]])
    has_header = len(units) > 1 and is_rule_line(head.of(prepared.markdown).rpartition("\n")[2])
    header = (Span(head.start, head.end + 1),) if has_header else ()
    first, *rows = [Span(prepared.starts[unit], prepared.ends[unit]) for unit in units[has_header:]]
    cuts = _first_cuts(prepared, Span(start, first.start), first, header=header, limit=limit)
    yield replace(cuts[0], decision=opening)
    yield from cuts[1:]
    begin, context = cuts[-1].position, cuts[-1].context
    for row in rows:
        size = size_of(prepared, begin, row.end, limit) + context_size(prepared, context, limit)
        if size <= limit.size:
            continue
        cuts = _row_cuts(prepared, row, header, size=size, limit=limit)
        yield from cuts
        begin, context = cuts[-1].position, cuts[-1].context


def _first_cuts(
    prepared: Prepared, lead: Span, row: Span, *, header: tuple[Span, ...], limit: Limit
) -> list[Cut]:
    """Keep caption and header rows with the first row, or with its first part if it is too long itself."""
    opening = Cut(lead.start, decide("table"))
    together = size_of(prepared, lead.start, row.end, limit)
    if together <= limit.size:
        return [opening]
    size = size_of(prepared, row.start, row.end, limit)
    if size > limit.size and _leaves_room(prepared, (lead,), limit):
        parts = split_to_fit(prepared, row, limit, context=(lead,))
        inner = inner_decisions(parts, unit="row", size=size, limit=limit)
        return [opening, *_cuts(parts[1:], inner, context=header)]
    caption = Span(lead.start, header[0].start if header else lead.end)
    if caption.start < caption.end < lead.end:
        head = Span(caption.end, lead.end)
        after = _first_cuts(prepared, head, row, header=header, limit=limit)
        return [*_lead_cuts(prepared, caption, limit), *after]
    return [
        *_lead_cuts(prepared, lead, limit),
        *_row_cuts(prepared, row, header, size=together, limit=limit),
    ]


def _lead_cuts(prepared: Prepared, lead: Span, limit: Limit) -> list[Cut]:
    """Cut a caption, or header rows, that cannot stand with a table's first row."""
    parts = split_to_fit(prepared, lead, limit)
    size = size_of(prepared, lead.start, lead.end, limit)
    inner = inner_decisions(parts, unit="caption", size=size, limit=limit)
    return _cuts(parts, (decide("table"), *inner))


def _row_cuts(
    prepared: Prepared, row: Span, header: tuple[Span, ...], *, size: int, limit: Limit
) -> list[Cut]:
    """Begin a part at `row`, with which the part before would have `size`.

    The header is left out where only without it the row is whole; a row above the limit is cut inside.
    """
    why = decide("between-rows", size=size, limit=limit.size, measure=limit.measure)
    alone = size_of(prepared, row.start, row.end, limit)
    with_header = alone + context_size(prepared, header, limit)
    if with_header > limit.size and (alone <= limit.size or not _leaves_room(prepared, header, limit)):
        header, why = (), why.with_evidence(context_dropped=1)
    parts = split_to_fit(prepared, row, limit, context=header)
    inner = inner_decisions(parts, unit="row", size=alone, limit=limit)
    return _cuts(parts, (why, *inner), context=header)


def _cuts(
    parts: Sequence[Part], decisions: Sequence[Decision], *, context: tuple[Span, ...] = ()
) -> list[Cut]:
    return [Cut(part.span.start, why, context=context) for part, why in zip(parts, decisions, strict=True)]


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
