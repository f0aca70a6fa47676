"""The laws of a chunk set, over every strategy and any document."""

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunking.assembly.assemble import Identity, assemble
from chunking.decisions import decide
from chunking.model import ChunkSet, Document, Role, Route, is_blank
from chunking.prepare.prepared import Prepared, prepare
from chunking.recipe import make_options
from chunking.strategies import STRATEGIES
from tests.generators import documents

SMALL: dict[str, list[dict[str, int | str | bool]]] = {
    "rows": [{"max_tokens": 20}],
    "sections": [{"max_tokens": 60, "min_tokens": 5}, {"max_tokens": 40, "heading_context": True}],
    "clauses": [{"max_chars": 120}, {"max_chars": 40, "implicit_boundaries": False}],
    "windows": [
        {"size_chars": 200, "overlap_chars": 40, "max_stretch_chars": 30},
        {"size_chars": 60, "overlap_chars": 30, "snap": "word", "max_stretch_chars": 10},
        {
            "size_chars": 50,
            "overlap_chars": 49,
            "snap": "none",
            "protect_terms": False,
            "max_stretch_chars": 0,
        },
    ],
    "tables": [{"size_chars": 150}, {"size_chars": 60, "overlap_chars": 20}],
    "sentences": [{"target_tokens": 40, "overlap_tokens": 10}, {"target_tokens": 8, "overlap_tokens": 7}],
    "semantic": [
        {"min_tokens": 10, "max_tokens": 60},
        {"method": "depth", "min_tokens": 1, "max_tokens": 40, "overlap_sentences": 2},
        {"method": "drop", "min_tokens": 5, "max_tokens": 30},
    ],
    "recursive": [{"size_chars": 100, "overlap_chars": 20}, {"size_chars": 7, "overlap_chars": 6}],
    "characters": [{"size_chars": 90, "overlap_chars": 30}, {"size_chars": 1, "overlap_chars": 0}],
}
"""Settings small enough that short documents reach every limit."""

CASES = [(name, settings) for name, choices in SMALL.items() for settings in ({}, *choices)]


def with_made_up_vectors(prepared: Prepared) -> Prepared:
    """Give the units vectors made from their text's hash, so that no model is needed."""
    rows = []
    for start, end in zip(prepared.starts, prepared.ends, strict=True):
        seed = int(hashlib.sha256(prepared.markdown[start:end].encode()).hexdigest()[:8], 16)
        vector = np.random.default_rng(seed % 7).normal(size=8)
        rows.append(vector / np.linalg.norm(vector) * prepared.token_count(start, end))
    sums = np.zeros((len(rows) + 1, 8))
    np.cumsum(np.array(rows), axis=0, out=sums[1:])
    return replace(prepared, sums=sums)


def cut_up(document: Document, name: str, settings: Mapping[str, int | str | bool]) -> ChunkSet:
    """Chunk a document by one strategy."""
    strategy = STRATEGIES[name]
    options = make_options(strategy.options, settings)
    prepared = with_made_up_vectors(prepare(document))
    route = Route(name, options.model_dump(), decide("route-override", instead="auto"))
    identity = Identity(route, "fingerprint", document.id, {})
    return assemble(prepared, strategy.cut(prepared, options), identity)


def test_every_strategy_is_tried() -> None:
    assert set(SMALL) == set(STRATEGIES)


@pytest.mark.parametrize(("name", "settings"), CASES)
@given(document=documents())
def test_the_laws_hold(name: str, settings: Mapping[str, int | str | bool], document: Document) -> None:
    chunk_set = cut_up(document, name, settings)
    check_text(chunk_set)
    check_cores(chunk_set)
    check_links(chunk_set)
    check_limit(chunk_set, name, settings)


def check_text(chunk_set: ChunkSet) -> None:
    """Law 2 and 7: text is context and slice; the hash is of the text; indexes count up."""
    markdown = chunk_set.document.markdown
    for index, chunk in enumerate(chunk_set.chunks):
        assert (
            chunk.text
            == "".join(span.of(markdown) for span in chunk.context) + markdown[chunk.start : chunk.end]
        )
        assert chunk.sha256 == hashlib.sha256(chunk.text.encode()).hexdigest()
        assert chunk.index == index
        assert chunk.id == f"{chunk_set.document.id}_chunk_{index:04d}"
        assert chunk.decision.sentence()
        assert not is_blank(chunk.text)
    assert len({chunk.uid for chunk in chunk_set.chunks}) == len(chunk_set.chunks)


def check_cores(chunk_set: ChunkSet) -> None:
    """Laws 3 and 4: cores are ordered, disjoint and hold every non-blank character; starts and ends rise."""
    markdown = chunk_set.document.markdown
    position = 0
    for leaf in chunk_set.leaves:
        assert is_blank(markdown[position : leaf.start + leaf.overlap])
        position = leaf.end
    assert is_blank(markdown[position:])
    assert chunk_set.coverage.share == 1.0
    for before, after in pairwise(chunk_set.leaves):
        assert before.start < after.start
        assert before.end <= after.start + after.overlap
        assert before.end < after.end


def check_links(chunk_set: ChunkSet) -> None:
    """Law 8: links join leaves both ways; a parent stands before its children and spans them."""
    leaves = chunk_set.leaves
    assert [leaf.prev_chunk_id for leaf in leaves] == [None, *(leaf.id for leaf in leaves[:-1])]
    assert [leaf.next_chunk_id for leaf in leaves] == [*(leaf.id for leaf in leaves[1:]), None]
    by_id = {chunk.id: chunk for chunk in chunk_set.chunks}
    for leaf in leaves:
        if leaf.parent_chunk_id is not None:
            parent = by_id[leaf.parent_chunk_id]
            assert parent.role is Role.PARENT
            assert parent.index < leaf.index
            assert parent.start <= leaf.start < leaf.end <= parent.end
    for chunk in chunk_set.chunks:
        if chunk.role is Role.PARENT:
            parts = [leaf.part for leaf in leaves if leaf.parent_chunk_id == chunk.id]
            assert parts == list(range(1, len(parts) + 1))
            assert len(parts) > 1


def check_limit(chunk_set: ChunkSet, name: str, settings: Mapping[str, int | str | bool]) -> None:
    """Law 5: a limit holds for the final text; what cannot be cut smaller is one grapheme."""
    strategy = STRATEGIES[name]
    limit = strategy.limit(make_options(strategy.options, settings))
    for leaf in chunk_set.leaves:
        size = leaf.token_count if limit.measure == "tokens" else len(leaf.text)
        assert size <= limit.size or "oversize" in leaf.decision.reason or len(leaf.text) <= 12


@given(document=documents(), data=st.data())
def test_token_counts_are_exact(document: Document, data: st.DataObject) -> None:
    tokens = prepare(document).tokens
    start = data.draw(st.integers(0, len(document.markdown)))
    end = data.draw(st.integers(start, len(document.markdown)))
    assert tokens.count(start, end) == len(tokens.encoding.encode_ordinary(document.markdown[start:end]))


@given(document=documents())
def test_units_hold_every_visible_character_and_cross_no_block(document: Document) -> None:
    prepared = prepare(document)
    position = 0
    for unit, (start, end) in enumerate(zip(prepared.starts, prepared.ends, strict=True)):
        assert is_blank(document.markdown[position:start])
        block = prepared.block_of(unit)
        assert block.span.start <= start < end <= block.span.end
        position = end
    assert is_blank(document.markdown[position:])
