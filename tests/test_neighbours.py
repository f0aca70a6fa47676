"""Leaves side by side: their similarity, and the boundaries that a merge removes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pytest

from chunking.assembly.assemble import Identity, assemble
from chunking.assembly.neighbours import merged_cuts, neighbours
from chunking.decisions import decide
from chunking.model import ChunkSet, Cut, Locator, Neighbour, Parent, Route, Span
from chunking.prepare.prepared import Prepared, prepare
from chunking.readers.builder import MarkdownBuilder

AT = Locator(page=1)
IDENTITY = Identity(Route("sentences", {}, decide("route-override", instead="auto")), "", "text", {})

Vector = tuple[float, float]


@dataclass(frozen=True)
class Sample:
    """Paragraphs of one sentence each, one leaf a paragraph, each with a vector of its own."""

    prepared: Prepared
    cuts: tuple[Cut, ...]

    @property
    def chunk_set(self) -> ChunkSet:
        return assemble(self.prepared, self.cuts, IDENTITY)

    def pairs(self, *, threshold: float = 0.5, max_tokens: int = 1000) -> tuple[Neighbour, ...]:
        return neighbours(self.chunk_set, self.prepared, threshold=threshold, max_tokens=max_tokens)

    def merged(self, *, max_tokens: int = 1000) -> tuple[tuple[Cut, ...], tuple[Neighbour, ...]]:
        """Merge pairs at 0.5, each of which may be as large as it likes."""
        return merged_cuts(self.chunk_set, self.pairs(), self.prepared, max_tokens=max_tokens)


def sample(*vectors: Vector) -> Sample:
    """Build one paragraph and one leaf for each vector."""
    builder = MarkdownBuilder()
    for number in range(len(vectors)):
        builder.paragraph([(f"Paragraph {number} has these few words.", AT)])
    prepared = prepare(builder.build(b"", name="text.txt", media_type="text/plain"))
    weights = [prepared.token_count(a, b) for a, b in zip(prepared.starts, prepared.ends, strict=True)]
    sums = np.zeros((len(vectors) + 1, 2))
    np.cumsum(np.array(vectors) * np.array(weights)[:, None], axis=0, out=sums[1:])
    cuts = tuple(Cut(start, decide("document-start")) for start in prepared.starts)
    return Sample(replace(prepared, sums=sums), cuts)


EAST, NORTH, NEAR_EAST = (1.0, 0.0), (0.0, 1.0), (0.8, 0.6)


def reasons(pairs: Sequence[Neighbour]) -> list[str]:
    return [pair.decision.reason for pair in pairs]


def test_every_two_leaves_side_by_side_are_compared() -> None:
    pairs = sample(EAST, NEAR_EAST, NORTH).pairs()
    assert [(pair.left_id, pair.right_id) for pair in pairs] == [
        ("text_chunk_0000", "text_chunk_0001"),
        ("text_chunk_0001", "text_chunk_0002"),
    ]
    assert [pair.similarity_ppm for pair in pairs] == [800_000, 600_000]


@pytest.mark.parametrize(
    ("threshold", "reason"),
    [(0.8, "merge"), (0.81, "near-miss"), (0.85, "near-miss"), (0.86, "not-similar")],
)
def test_the_threshold_decides_and_what_misses_it_by_little_is_named(threshold: float, reason: str) -> None:
    (pair,) = sample(EAST, NEAR_EAST).pairs(threshold=threshold)
    assert pair.decision.reason == reason
    assert pair.decision.evidence["similarity"] == 0.8
    assert pair.decision.evidence["threshold"] == threshold


def test_a_pair_that_is_too_large_together_is_not_merged() -> None:
    example = sample(EAST, EAST)
    together = example.prepared.token_count(0, example.prepared.ends[-1])
    assert reasons(example.pairs(max_tokens=together)) == ["merge"]
    (pair,) = example.pairs(max_tokens=together - 1)
    assert pair.decision.reason == "too-large-to-merge"
    assert pair.decision.evidence["tokens"] == pair.joined_tokens == together


def test_parts_of_a_long_unit_are_kept_apart() -> None:
    example = sample(EAST, EAST, EAST)
    parent = Parent(Span(0, example.prepared.ends[1]), decide("clause-parent", number="1", size=9, limit=5))
    first, second, third = example.cuts
    parts = replace(example, cuts=(replace(first, parent=parent), replace(second, parent=parent), third))
    assert reasons(parts.pairs()) == ["kept-apart", "kept-apart"]


def test_overlap_does_not_make_neighbours_alike() -> None:
    example = sample(EAST, EAST, NORTH)
    first, second, third = example.cuts
    overlapping = replace(example, cuts=(first, replace(third, overlap_from=second.position)))
    assert [pair.similarity_ppm for pair in overlapping.pairs()] == [0]


def test_merging_removes_boundaries_from_left_to_right() -> None:
    example = sample(EAST, EAST, NORTH, NORTH)
    cuts, merged = example.merged()
    assert [cut.position for cut in cuts] == [example.cuts[0].position, example.cuts[2].position]
    assert [pair.position for pair in merged] == [example.cuts[1].position, example.cuts[3].position]


def test_a_group_grows_only_while_it_fits() -> None:
    example = sample(EAST, EAST, EAST, EAST, EAST)
    two = example.prepared.token_count(0, example.prepared.ends[1])
    cuts, merged = example.merged(max_tokens=two)
    assert [cut.position for cut in cuts] == [example.cuts[place].position for place in (0, 2, 4)]
    assert [pair.joined_tokens for pair in merged] == [two, two]


def test_a_merged_chunk_has_the_tokens_that_its_merge_names() -> None:
    example = sample(EAST, EAST, EAST)
    cuts, merged = example.merged()
    (whole,) = assemble(example.prepared, cuts, IDENTITY, merged=merged).leaves
    assert whole.token_count == merged[-1].joined_tokens == merged[-1].decision.evidence["tokens"]


def test_parts_of_a_table_are_counted_with_one_header() -> None:
    builder = MarkdownBuilder()
    builder.table([("site", "kWh"), ("A", "1"), ("B", "2")], [AT] * 3)
    prepared = prepare(builder.build(b"", name="text.txt", media_type="text/plain"))
    prepared = replace(prepared, sums=np.array([[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [3.0, 0.0]])[:4])
    header = Span(prepared.starts[0], prepared.ends[0] + 1)
    start = Cut(0, decide("document-start"))
    part = Cut(
        prepared.starts[2], decide("between-rows", size=9, limit=5, measure="tokens"), context=(header,)
    )
    example = Sample(prepared, (start, part))
    assert example.pairs()[0].joined_tokens == prepared.token_count(0, prepared.ends[-1])


def test_one_leaf_has_no_neighbours() -> None:
    example = sample(EAST)
    assert example.pairs() == ()
    assert example.merged() == (example.chunk_set.trace.cuts, ())
