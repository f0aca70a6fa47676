"""Sentences grouped until the topic changes, within a smallest and a largest size: for prose."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Literal, NamedTuple

import numpy as np
from pydantic import Field, model_validator

from chunking.decisions import Decision, decide
from chunking.model import BlockKind, Cut, Span
from chunking.prepare.prepared import Prepared, Vectors
from chunking.recipe import Options
from chunking.strategies.base import Limit, Strategy
from chunking.strategies.fit import context_size, size_of, split_to_fit
from chunking.strategies.kernel import (
    PPM,
    Integers,
    Sizes,
    best_starts,
    gain,
    gap_similarities,
    unit_rows,
    valley_depths,
)
from chunking.strategies.long_table import inner_decisions, table_cuts
from chunking.strategies.sentences import heading_text

Method = Literal["kernel", "depth", "drop"]

DEPTH_WIDTH = 5
"""Sentences on each side of a gap that the depth method compares."""


class Threshold(NamedTuple):
    """The default and the largest value of a method's threshold; the smallest is 0."""

    default: float
    largest: float


THRESHOLDS: dict[str, Threshold] = {
    "kernel": Threshold(1.5, 10.0),
    "depth": Threshold(0.3, 2.0),
    "drop": Threshold(0.2, 1.0),
}
"""Defaults that part known topics best with the packaged model; another model has other similarities."""


class SemanticOptions(Options):
    """Settings of the topic chunks."""

    method: Method = Field(
        "kernel",
        title="Method",
        description="kernel: the best fit of all boundaries together; depth: valleys of the similarity; "
        "drop: similarity of two sentences below the threshold.",
    )
    threshold: float = Field(
        THRESHOLDS["kernel"].default,
        ge=0,
        le=10,
        title="Threshold",
        description="kernel: what a boundary must gain; depth: how deep a valley must be (to 2); "
        "drop: similarity (to 1). Each method has its own default.",
        json_schema_extra={"follows": "method"},
    )
    min_tokens: int = Field(
        50, ge=1, le=1_000_000, title="Min. tokens", description="Only a heading ends a smaller chunk."
    )
    max_tokens: int = Field(
        250, ge=1, le=1_000_000, title="Max. tokens", description="No chunk is larger, overlap included."
    )
    overlap_sentences: int = Field(
        1, ge=0, le=2, title="Overlap, sentences", description="Repeated from the chunk before."
    )

    @model_validator(mode="before")
    @classmethod
    def _threshold_of_the_method(cls, values: Any) -> Any:
        if isinstance(values, dict) and values.get("threshold") is None:
            own = THRESHOLDS.get(str(values.get("method", "kernel")), THRESHOLDS["kernel"])
            return {**values, "threshold": own.default}
        return values

    @model_validator(mode="after")
    def _settings_agree(self) -> "SemanticOptions":
        own = THRESHOLDS[self.method]
        if self.threshold > own.largest:
            raise ValueError(
                f"threshold {self.threshold:g} must be at most {own.largest:g} for the method {self.method}; "
                f"try {own.default:g}."
            )
        if self.min_tokens > self.max_tokens:
            raise ValueError(
                f"min_tokens {self.min_tokens} must be at most max_tokens {self.max_tokens}; "
                f"try {max(1, self.max_tokens // 5)}."
            )
        return self


@dataclass(frozen=True, slots=True)
class _Element:
    """What no change of topic parts: a sentence, or a whole list item, table, record or code block."""

    first: int
    """Its first unit; headings right before the body belong to it."""
    body: int
    """The first unit that is not a heading."""
    stop: int
    tokens: int

    @property
    def has_heading(self) -> bool:
        return self.body > self.first


def cut(prepared: Prepared, options: SemanticOptions) -> tuple[Cut, ...]:
    """Part each run of text between headings where its topic changes."""
    elements = _elements(prepared, options.max_tokens)
    rows = _rows(prepared, elements)
    cuts: list[Cut] = []
    for run in _runs(elements, options.max_tokens):
        opening = _opening(prepared, elements, run.start, options.max_tokens)
        if elements[run.start].tokens > options.max_tokens:
            cuts += _inside(prepared, elements[run.start], opening, options)
        else:
            within = slice(run.start, run.stop)
            cuts += _topics(prepared, elements[within], rows[within], opening, options)
    return _with_overlaps(prepared, cuts, options)


def similarity_curve(prepared: Prepared, options: SemanticOptions) -> tuple[tuple[int, int], ...]:
    """Return, for every place where a topic may change, its position and what the threshold is held to.

    That is the valley's depth for the method depth, else the similarity; in parts per million.
    """
    elements = _elements(prepared, options.max_tokens)
    rows = _rows(prepared, elements)
    curve: list[tuple[int, int]] = []
    for run in _runs(elements, options.max_tokens):
        positions = [prepared.starts[elements[index].first] for index in run[1:]]
        curve += zip(positions, _scores(rows[run.start : run.stop], options.method).tolist(), strict=True)
    return tuple(curve)


def _elements(prepared: Prepared, max_tokens: int) -> list[_Element]:
    """Join headings to what follows, and the units of what is kept whole if it fits."""
    elements: list[_Element] = []
    opened: int | None = None
    for index, block in enumerate(prepared.document.blocks):
        units = prepared.units_of(index)
        if block.kind is BlockKind.HEADING:
            opened = units.start if opened is None else opened
            continue
        for group in _groups(prepared, block.kind, units, max_tokens):
            elements.append(_element(prepared, group.start if opened is None else opened, group))
            opened = None
    if opened is not None:
        elements.append(_element(prepared, opened, range(len(prepared), len(prepared))))
    return elements


def _groups(prepared: Prepared, kind: BlockKind, units: range, max_tokens: int) -> Sequence[range]:
    """Return a block's units as one, or each by itself. A table stays one and is cut by its own rule."""
    if kind is BlockKind.TABLE or (kind in _WHOLE and _tokens(prepared, units) <= max_tokens):
        return [units]
    return [range(unit, unit + 1) for unit in units]


_WHOLE = {BlockKind.LIST_ITEM, BlockKind.CODE, BlockKind.RECORD}


def _element(prepared: Prepared, first: int, body: range) -> _Element:
    return _Element(first, body.start, body.stop, _tokens(prepared, range(first, body.stop)))


def _tokens(prepared: Prepared, units: range) -> int:
    return prepared.token_count(prepared.starts[units[0]], prepared.ends[units[-1]]) if units else 0


def _rows(prepared: Prepared, elements: Sequence[_Element]) -> Vectors:
    """Return one vector of length 1 an element, pooled from its units."""
    if prepared.sums is None:
        raise ValueError("the document was prepared without vectors")
    stops, firsts = [element.stop for element in elements], [element.first for element in elements]
    return unit_rows(prepared.sums[stops] - prepared.sums[firsts])


def _runs(elements: Sequence[_Element], max_tokens: int) -> Iterator[range]:
    """Yield what a topic may run through: up to a heading, or to an element above the limit."""
    start = 0
    for index in range(1, len(elements) + 1):
        if (
            index == len(elements)
            or elements[index].has_heading
            or max(elements[index - 1].tokens, elements[index].tokens) > max_tokens
        ):
            yield range(start, index)
            start = index


def _opening(prepared: Prepared, elements: Sequence[_Element], index: int, max_tokens: int) -> Decision:
    """Say why a run starts at element `index`."""
    element = elements[index]
    if index == 0:
        return decide("document-start")
    if element.has_heading:
        return decide("heading", heading=heading_text(prepared, element.first))
    if element.tokens > max_tokens:
        unit = "table" if _is_table(prepared, element) else "sentence"
        return decide("size-limit", unit=unit, size=element.tokens, measure="tokens", limit=max_tokens)
    return decide("after-table" if _is_table(prepared, elements[index - 1]) else "after-long-sentence")


def _is_table(prepared: Prepared, element: _Element) -> bool:
    return prepared.block_of(element.stop - 1).kind is BlockKind.TABLE


def _inside(
    prepared: Prepared, element: _Element, opening: Decision, options: SemanticOptions
) -> Sequence[Cut]:
    """Cut an element above the limit: a table between rows, else at sentence or word ends."""
    limit = _limit(options)
    start, end = prepared.starts[element.first], prepared.ends[element.stop - 1]
    if _is_table(prepared, element):
        table = prepared.unit_blocks[element.body]
        return tuple(table_cuts(prepared, table, start=start, limit=limit, opening=opening))
    body = Span(prepared.starts[element.body], end) if element.body < element.stop else Span(start, end)
    heading = (Span(start, body.start),) if start < body.start else ()
    if context_size(prepared, heading, limit) > limit.size // 2:
        body, heading = Span(start, end), ()
    parts = split_to_fit(prepared, body, limit, context=heading)
    inner = inner_decisions(parts, unit="sentence", size=element.tokens, limit=limit)
    positions = (start, *(part.span.start for part in parts[1:]))
    return [Cut(position, why) for position, why in zip(positions, (opening, *inner), strict=True)]


def _topics(
    prepared: Prepared,
    elements: Sequence[_Element],
    rows: Vectors,
    opening: Decision,
    options: SemanticOptions,
) -> Iterator[Cut]:
    """Part one run at the boundaries that suit its topics best, within the sizes."""
    scores = None if options.method == "kernel" else _scores(rows, options.method)
    starts = best_starts(
        _sizes(prepared, elements),
        cut_costs=_cut_costs(scores, len(elements), options),
        minimum=options.min_tokens,
        maximum=options.max_tokens,
        rows=rows if scores is None else None,
    )
    bounds = [*starts, len(elements)]
    why = opening
    for number, (start, stop) in enumerate(pairwise(bounds)):
        if number > 0:
            before = bounds[number - 1]
            joined = _tokens(prepared, range(elements[before].first, elements[stop - 1].stop))
            score = gain(rows, before, start, stop) if scores is None else int(scores[start - 1])
            why = _why(score, joined, options)
        yield from _fitting(prepared, range(elements[start].first, elements[stop - 1].stop), why, options)


def _cut_costs(scores: Integers | None, count: int, options: SemanticOptions) -> Integers:
    """Return what a boundary before each element costs; where that is below 0, one is wanted."""
    threshold = round(options.threshold * PPM)
    costs = np.full(count, threshold, np.int64)
    if scores is not None:
        costs[1:] = scores - threshold if options.method == "drop" else threshold - scores
    costs[0] = 0
    return costs


def _sizes(prepared: Prepared, elements: Sequence[_Element]) -> Sizes:
    joined = [_tokens(prepared, range(left.first, right.stop)) for left, right in pairwise(elements)]
    return Sizes.of([element.tokens for element in elements], joined)


def _scores(rows: Vectors, method: str) -> Integers:
    """Return what the method holds against its threshold at each gap; for kernel the plain similarity."""
    if method == "depth":
        return valley_depths(gap_similarities(rows, width=DEPTH_WIDTH))
    return gap_similarities(rows)


def _why(score: int, joined: int, options: SemanticOptions) -> Decision:
    """Name the similarity that made a boundary, or the size that forced it."""
    value, threshold = score / PPM, options.threshold
    if options.method == "kernel" and (value >= threshold or joined <= options.max_tokens):
        return decide("topic-fit", gain=value, threshold=threshold)
    if options.method == "depth" and value > threshold:
        return decide("topic-depth", depth=value, threshold=threshold)
    if options.method == "drop" and value < threshold:
        return decide("topic-drop", similarity=value, threshold=threshold)
    return decide("size-limit", unit="passage", size=joined, measure="tokens", limit=options.max_tokens)


def _fitting(prepared: Prepared, units: range, why: Decision, options: SemanticOptions) -> Iterator[Cut]:
    """Yield a stretch's cut, and further ones if joining its sentences made more tokens than foreseen."""
    limit = _limit(options)
    span = Span(prepared.starts[units[0]], prepared.ends[units[-1]])
    yield Cut(span.start, why)
    size = size_of(prepared, span.start, span.end, limit)
    if size > limit.size:
        for part in split_to_fit(prepared, span, limit)[1:]:
            forced = decide("size-limit", unit="sentence", size=size, measure="tokens", limit=limit.size)
            yield Cut(part.span.start, forced)


def _with_overlaps(prepared: Prepared, cuts: Sequence[Cut], options: SemanticOptions) -> tuple[Cut, ...]:
    """Carry trailing sentences into the next chunk of the same run, as far as its size allows."""
    if options.overlap_sentences == 0:
        return tuple(cuts)
    stops = [*(cut.position for cut in cuts[1:]), prepared.ends[-1]]
    carried = [
        _with_overlap(prepared, cut, before.position, stop, options)
        for before, cut, stop in zip(cuts, cuts[1:], stops[1:], strict=False)
    ]
    return (*cuts[:1], *carried)


def _with_overlap(prepared: Prepared, cut: Cut, floor: int, stop: int, options: SemanticOptions) -> Cut:
    """Begin a chunk some sentences early, but after `floor`; not over a heading, nor from or into a table."""
    unit = prepared.unit_at(cut.position)
    if prepared.starts[unit] != cut.position or prepared.block_of(unit).kind in _NO_OVERLAP:
        return cut
    if prepared.block_of(unit - 1).kind in _NO_OVERLAP:
        return cut
    wanted = options.overlap_sentences
    overlap = 0
    while overlap < wanted and _can_carry(prepared, unit - overlap - 1, floor, stop, options):
        overlap += 1
    if overlap > 0:
        cut = replace(cut, overlap_from=prepared.starts[unit - overlap])
    if overlap < wanted:
        told = cut.decision.with_evidence(overlap=overlap, overlap_wanted=wanted, overlap_measure="sentences")
        cut = replace(cut, decision=told)
    return cut


_NO_OVERLAP = {BlockKind.HEADING, BlockKind.TABLE, BlockKind.CODE, BlockKind.RECORD}


def _can_carry(prepared: Prepared, unit: int, floor: int, stop: int, options: SemanticOptions) -> bool:
    if prepared.starts[unit] <= floor or prepared.block_of(unit).kind in _NO_OVERLAP:
        return False
    return size_of(prepared, prepared.starts[unit], stop, _limit(options)) <= options.max_tokens


def _limit(options: SemanticOptions) -> Limit:
    return Limit(options.max_tokens, "tokens")


STRATEGY = Strategy(
    name="semantic",
    title="Semantic",
    summary="Unstructured prose: sentences are grouped until the topic changes, within two sizes.",
    options=SemanticOptions,
    cut=cut,
    limit=_limit,
    needs_vectors=lambda options: True,
)
