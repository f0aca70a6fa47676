"""Leaves side by side: how alike they are, and which boundaries a merge removes."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from chunking.decisions import Decision, decide
from chunking.model import Chunk, ChunkSet, Cut, Neighbour, Span
from chunking.prepare.prepared import Prepared

PPM = 1_000_000
NEAR_MISS_PPM = 50_000
"""How far below the threshold a pair is still shown as nearly merged."""


def neighbours(
    chunk_set: ChunkSet, prepared: Prepared, *, threshold: float, max_tokens: int
) -> tuple[Neighbour, ...]:
    """Compare every two leaves side by side by what they hold alone, without their overlap."""
    threshold_ppm = round(threshold * PPM)
    return tuple(
        _compare(prepared, left, right, threshold_ppm=threshold_ppm, max_tokens=max_tokens)
        for left, right in pairwise(chunk_set.leaves)
    )


def merged_cuts(
    chunk_set: ChunkSet, pairs: Sequence[Neighbour], prepared: Prepared, *, max_tokens: int
) -> tuple[tuple[Cut, ...], tuple[Neighbour, ...]]:
    """Return the cuts that remain, and the pairs whose boundary is removed, from left to right.

    A group grows while it stays within `max_tokens`; the pair that would pass it begins the next group.
    """
    kept: list[Cut] = list(chunk_set.trace.cuts[:1])
    merged: list[Neighbour] = []
    leaves = chunk_set.leaves
    opened = 0
    for number, pair in enumerate(pairs, start=1):
        tokens = _joined_tokens(prepared, leaves[opened], leaves[number])
        if pair.decision.reason == "merge" and tokens <= max_tokens:
            why = pair.decision.with_evidence(tokens=tokens)
            merged.append(replace(pair, joined_tokens=tokens, decision=why))
        else:
            kept.append(chunk_set.trace.cuts[number])
            opened = number
    return tuple(kept), tuple(merged)


def _compare(
    prepared: Prepared, left: Chunk, right: Chunk, *, threshold_ppm: int, max_tokens: int
) -> Neighbour:
    similarity_ppm = prepared.similarity(_core(left), _core(right))
    tokens = _joined_tokens(prepared, left, right)
    apart = left.parent_chunk_id is not None or right.parent_chunk_id is not None
    return Neighbour(
        position=right.start + right.overlap,
        left_id=left.id,
        right_id=right.id,
        similarity_ppm=similarity_ppm,
        joined_tokens=tokens,
        decision=decide("kept-apart", similarity=similarity_ppm / PPM)
        if apart
        else _decision(similarity_ppm, threshold_ppm, tokens, max_tokens),
    )


def _decision(similarity_ppm: int, threshold_ppm: int, tokens: int, max_tokens: int) -> Decision:
    similarity, threshold = similarity_ppm / PPM, threshold_ppm / PPM
    if similarity_ppm < threshold_ppm - NEAR_MISS_PPM:
        return decide("not-similar", similarity=similarity, threshold=threshold)
    if similarity_ppm < threshold_ppm:
        return decide("near-miss", similarity=similarity, threshold=threshold)
    reason = "merge" if tokens <= max_tokens else "too-large-to-merge"
    return decide(reason, similarity=similarity, threshold=threshold, tokens=tokens, limit=max_tokens)


def _core(chunk: Chunk) -> Span:
    return Span(chunk.start + chunk.overlap, chunk.end)


def _joined_tokens(prepared: Prepared, first: Chunk, last: Chunk) -> int:
    """Count the text of all leaves from `first` to `last` as one: its context is that of the first."""
    context = "".join(span.of(prepared.markdown) for span in first.context)
    return prepared.tokens.count_text(context) + prepared.token_count(first.start, last.end)
