"""Whole sentences up to a target of tokens, trailing ones carried over: for filings and steady prose."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import pairwise

from pydantic import Field, model_validator

from chunking.decisions import Decision, decide
from chunking.model import BlockKind, Cut, Span
from chunking.prepare.prepared import Prepared
from chunking.recipe import Options
from chunking.strategies.base import Limit, Strategy, check_overlap
from chunking.strategies.fit import split_to_fit

STRETCH = 1.5
"""A sentence up to this many targets stands alone; a longer one becomes sliding word windows."""


class SentencesOptions(Options):
    """Settings of the sentence windows."""

    target_tokens: int = Field(
        500, ge=1, le=1_000_000, title="Target tokens", description="Sentences are added up to this."
    )
    overlap_tokens: int = Field(
        100,
        ge=0,
        le=999_999,
        title="Overlap tokens",
        description="Trailing whole sentences up to this are carried into the next chunk.",
    )

    @model_validator(mode="after")
    def _overlap_leaves_room(self) -> "SentencesOptions":
        check_overlap(self, overlap="overlap_tokens", size="target_tokens", share=0.2)
        return self


def hard_limit(options: SentencesOptions) -> Limit:
    """Return what no chunk exceeds: 1.5 times the target."""
    return Limit(int(options.target_tokens * STRETCH), "tokens")


def cut(prepared: Prepared, options: SentencesOptions) -> tuple[Cut, ...]:
    """Fill chunks with whole units; cut units above the hard limit along words."""
    cuts: list[Cut] = []
    first = 0
    why = decide("document-start")
    overlap_from: int | None = None
    while first < len(prepared):
        if _tokens(prepared, first, first) > hard_limit(options).size:
            cuts += _word_windows(prepared, first, options, opening=not cuts)
            last = first
        else:
            begin = prepared.starts[first] if overlap_from is None else overlap_from
            cuts.append(Cut(prepared.starts[first], why, overlap_from))
            last = _last_unit(prepared, first, begin, options)
        if last + 1 >= len(prepared):
            break
        overlap_from = _carry(prepared, cuts[-1], last, options)
        why = _why_next(prepared, cuts[-1], last, options, overlap_from)
        first = last + 1
    return tuple(cuts)


def _tokens(prepared: Prepared, first: int, last: int) -> int:
    return prepared.token_count(prepared.starts[first], prepared.ends[last])


def _last_unit(prepared: Prepared, first: int, begin: int, options: SentencesOptions) -> int:
    """Return the last unit of a chunk that starts at `begin`; a heading stays with what follows."""
    reach = min(len(prepared), first + options.target_tokens + 1)
    last = bisect_right(
        range(first, reach),
        options.target_tokens,
        key=lambda unit: prepared.token_count(begin, prepared.ends[unit]),
    )
    last = max(first, first + last - 1)
    while last > first and last + 1 < len(prepared) and _is_heading(prepared, last):
        last -= 1
    while _is_heading(prepared, last) and last + 1 < len(prepared):
        grown = prepared.token_count(begin, prepared.ends[last + 1])
        if grown > hard_limit(options).size:
            break
        last += 1
    return last


def _is_heading(prepared: Prepared, unit: int) -> bool:
    return prepared.block_of(unit).kind is BlockKind.HEADING


def _carry(prepared: Prepared, cut: Cut, last: int, options: SentencesOptions) -> int | None:
    """Return where the overlap for the next chunk begins: whole units within the budget.

    The overlap must leave room for the next unit and never reach back to the chunk's own start.
    """
    if options.overlap_tokens == 0:
        return None
    next_end = prepared.ends[last + 1]
    room = options.target_tokens
    alone = _tokens(prepared, last + 1, last + 1)
    if alone > room:
        return None
    floor = prepared.unit_at(cut.position) + 1
    begin = None
    for unit in range(last, max(floor, last - options.overlap_tokens) - 1, -1):
        start = prepared.starts[unit]
        if prepared.token_count(start, prepared.ends[last]) > options.overlap_tokens:
            break
        if prepared.token_count(start, next_end) > room:
            break
        begin = start
    return begin


def _why_next(
    prepared: Prepared, cut: Cut, last: int, options: SentencesOptions, overlap_from: int | None
) -> Decision:
    """Say why the chunk ends after `last`: the next unit would pass the target, or is too long itself."""
    begin = cut.position if cut.overlap_from is None else cut.overlap_from
    tokens = prepared.token_count(begin, prepared.ends[last + 1])
    alone = _tokens(prepared, last + 1, last + 1)
    if alone > options.target_tokens:
        return decide(
            "long-sentence", tokens=alone, target=options.target_tokens, limit=hard_limit(options).size
        )
    if _is_heading(prepared, last + 1) and tokens <= options.target_tokens:
        return decide("heading", heading=heading_text(prepared, last + 1))
    if tokens <= options.target_tokens:
        return decide("after-long-sentence")
    if overlap_from is None and options.overlap_tokens > 0:
        return decide(
            "target-reached",
            tokens=tokens,
            target=options.target_tokens,
            overlap=0,
            overlap_wanted=options.overlap_tokens,
            overlap_measure="tokens",
        )
    return decide("target-reached", tokens=tokens, target=options.target_tokens)


def heading_text(prepared: Prepared, unit: int) -> str:
    """Return a heading's words without its marks, shortened for a sentence."""
    text = prepared.markdown[prepared.starts[unit] : prepared.ends[unit]].strip("#=- \n")
    return text if len(text) <= 60 else text[:59] + "…"


def _word_windows(
    prepared: Prepared, unit: int, options: SentencesOptions, *, opening: bool
) -> Iterator[Cut]:
    """Cut one very long sentence into windows of words that slide by target less overlap."""
    span = Span(prepared.starts[unit], prepared.ends[unit])
    tokens = _tokens(prepared, unit, unit)
    step = Limit(max(1, options.target_tokens - options.overlap_tokens), "tokens")
    parts = split_to_fit(prepared, span, step)
    limit = hard_limit(options).size
    why = decide("word-window", tokens=tokens, limit=limit)
    yield Cut(span.start, decide("document-start") if opening else why)
    for before, part in pairwise(parts):
        if part.oversize or before.oversize:
            why = decide(
                "oversize-unit", unit="word", size=tokens, measure="tokens", limit=options.target_tokens
            )
        yield Cut(part.span.start, why, _word_overlap(prepared, before.span, part.span, options))


def _word_overlap(prepared: Prepared, before: Span, part: Span, options: SentencesOptions) -> int | None:
    """Return the word start from which the overlap budget reaches up to `part`."""
    if options.overlap_tokens == 0:
        return None
    text = prepared.markdown
    starts = [
        i for i in range(before.start + 1, part.start) if text[i - 1].isspace() and not text[i].isspace()
    ]
    begin = bisect_left(starts, -options.overlap_tokens, key=lambda s: -prepared.token_count(s, part.start))
    for start in starts[begin:]:
        if prepared.token_count(start, part.end) <= options.target_tokens:
            return start
    return None


STRATEGY = Strategy(
    name="sentences",
    title="Sentences",
    summary="Filings and steady prose: whole sentences up to a target, trailing ones carried over.",
    options=SentencesOptions,
    cut=cut,
    limit=hard_limit,
)
