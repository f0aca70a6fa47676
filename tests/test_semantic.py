"""Prose cut where the topic changes, with vectors made by hand: one axis a topic."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from chunking.assembly.assemble import Identity, assemble
from chunking.decisions import decide
from chunking.errors import SettingsError
from chunking.model import BlockKind, Chunk, Document, Locator, Route
from chunking.prepare.prepared import Prepared, prepare
from chunking.readers.builder import MarkdownBuilder
from chunking.recipe import make_options
from chunking.strategies.kernel import (
    PPM,
    Sizes,
    best_starts,
    gain,
    gap_similarities,
    unit_rows,
    valley_depths,
)
from chunking.strategies.semantic import STRATEGY, SemanticOptions, similarity_curve

AT = Locator(page=1)
TOPICS = {"sea": (1.0, 0.0, 0.0), "tax": (0.0, 1.0, 0.0), "sun": (0.0, 0.0, 1.0), "bay": (0.8, 0.6, 0.0)}
METHODS = ("kernel", "depth", "drop")


def sentence(topic: str, number: int) -> str:
    """Return a sentence of ten tokens that names its topic."""
    return f"Part {number} of the {topic} is told here."


def passage(*topics: str) -> str:
    return " ".join(sentence(topic, number) for number, topic in enumerate(topics))


def document(*blocks: str | tuple[str, str]) -> Document:
    """Build a document from paragraphs, and (kind, text) for other blocks."""
    builder = MarkdownBuilder()
    for block in blocks:
        match block:
            case ("heading", words):
                builder.heading(words, 1, AT)
            case ("item", words):
                builder.list_item([(words, AT)])
            case ("table", words):
                rows = [("topic", "n"), *((words, str(number)) for number in range(30))]
                builder.table(rows, [AT] * len(rows))
            case ("code", words):
                builder.code(words, AT)
            case words:
                builder.paragraph([(str(words), AT)])
    return builder.build(b"", name="prose.txt", media_type="text/plain")


def with_topics(document: Document) -> Prepared:
    """Prepare a document whose units have the vector of the topic they name, and none without one."""
    prepared = prepare(document)
    rows = []
    for start, end in zip(prepared.starts, prepared.ends, strict=True):
        words = prepared.markdown[start:end]
        vector = next((TOPICS[topic] for topic in TOPICS if topic in words), (0.0, 0.0, 0.0))
        rows.append(np.array(vector) * prepared.token_count(start, end))
    sums = np.zeros((len(rows) + 1, 3))
    np.cumsum(np.array(rows), axis=0, out=sums[1:])
    return replace(prepared, sums=sums)


def chunks_of(document: Document, **settings: int | float | str) -> tuple[Chunk, ...]:
    options = make_options(SemanticOptions, {"min_tokens": 1, "overlap_sentences": 0, **settings})
    prepared = with_topics(document)
    route = Route("semantic", options.model_dump(), decide("route-override", instead="auto"))
    return assemble(prepared, STRATEGY.cut(prepared, options), Identity(route, "", "prose", {})).leaves


def topics_in(chunks: Sequence[Chunk]) -> list[set[str]]:
    return [{topic for topic in TOPICS if topic in chunk.text} for chunk in chunks]


THREE = document(passage(*["sea"] * 6, *["tax"] * 5, *["sun"] * 6))


@pytest.mark.parametrize("method", METHODS)
def test_every_method_cuts_where_the_topic_changes(method: str) -> None:
    assert topics_in(chunks_of(THREE, method=method)) == [{"sea"}, {"tax"}, {"sun"}]


@pytest.mark.parametrize(
    ("method", "reason", "number"),
    [
        ("kernel", "topic-fit", "gain"),
        ("depth", "topic-depth", "depth"),
        ("drop", "topic-drop", "similarity"),
    ],
)
def test_the_decision_gives_the_number_beside_the_threshold(method: str, reason: str, number: str) -> None:
    decision = chunks_of(THREE, method=method)[1].decision
    assert decision.reason == reason
    assert set(decision.evidence) == {number, "threshold"}
    value, threshold = (float(decision.evidence[name]) for name in (number, "threshold"))
    assert (value > threshold) is (method != "drop")


def test_the_gain_of_a_boundary_is_what_the_scatter_loses() -> None:
    sides = chunks_of(document(passage(*["sea"] * 4, *["tax"] * 4)))
    # Two orthogonal groups of 4: each sentence lies 1/2 from the common mean, and on its own one.
    assert sides[1].decision.evidence == {"gain": 4.0, "threshold": 1.5}


def test_a_higher_threshold_of_best_fit_joins_topics() -> None:
    pair = document(passage(*["sea"] * 4, *["tax"] * 4))
    assert [len(chunks_of(pair, threshold=value)) for value in (3.9, 4.1)] == [2, 1]


def test_similarity_at_the_threshold_is_not_below_it() -> None:
    pair = document(passage("sea", "bay"))
    assert [len(chunks_of(pair, method="drop", threshold=value)) for value in (0.8, 0.81)] == [1, 2]


def test_similarity_is_compared_in_whole_millionths() -> None:
    curve = similarity_curve(
        with_topics(document(passage("sea", "bay", "tax"))), SemanticOptions(method="drop")
    )
    assert [value for _, value in curve] == [800_000, 600_000]


def test_the_curve_of_the_depth_method_shows_valleys_only() -> None:
    curve = similarity_curve(with_topics(THREE), SemanticOptions(method="depth"))
    assert [index for index, (_, value) in enumerate(curve, start=1) if value > 0] == [6, 11]
    assert [position for position, _ in curve] == sorted({position for position, _ in curve})


@pytest.mark.parametrize("method", METHODS)
def test_no_chunk_passes_the_largest_size(method: str) -> None:
    chunks = chunks_of(document(passage(*["sea"] * 40)), method=method, max_tokens=55, overlap_sentences=2)
    assert max(chunk.token_count for chunk in chunks) <= 55
    assert {chunk.decision.reason for chunk in chunks[1:]} == {"size-limit"}


@pytest.mark.parametrize("method", METHODS)
def test_the_smallest_size_holds_though_topics_change_faster(method: str) -> None:
    chunks = chunks_of(document(passage(*["sea", "tax"] * 12)), method=method, min_tokens=45)
    assert min(chunk.token_count for chunk in chunks) >= 45


def test_a_boundary_forced_by_size_still_falls_where_the_topic_changes() -> None:
    mixed = document(passage(*["sea"] * 4, *["tax"] * 2))
    chunks = chunks_of(mixed, threshold=10, max_tokens=55)
    assert topics_in(chunks) == [{"sea"}, {"tax"}]
    assert chunks[1].decision.evidence["limit"] == 55


def test_a_heading_is_a_boundary_and_never_ends_a_chunk() -> None:
    chunks = chunks_of(document(passage("sea", "sea"), ("heading", "More"), passage("sea")), min_tokens=50)
    assert [chunk.text.startswith("# More\n\nPart") for chunk in chunks] == [False, True]
    assert chunks[1].decision.sentence() == "The heading “More” begins here."


def test_a_heading_stays_with_a_sentence_that_is_too_long() -> None:
    long = "sea " * 200 + "end."
    chunks = chunks_of(document(passage("sea"), ("heading", "More of it"), long), max_tokens=50)
    assert chunks[1].text.startswith("# More of it\n\nsea sea")
    assert max(chunk.token_count for chunk in chunks) <= 50
    assert chunks[2].decision.reason == "inside-unit"


def test_headings_only_make_a_chunk() -> None:
    assert len(chunks_of(document(("heading", "One"), ("heading", "Two")))) == 1


def test_a_list_item_is_kept_whole_though_its_topics_differ() -> None:
    item = passage("sea", "sea", "sea", "tax", "tax", "tax")
    chunks = chunks_of(document(passage(*["sun"] * 3), ("item", item), passage(*["sun"] * 3)), threshold=0.5)
    assert [item in chunk.text for chunk in chunks] == [False, True, False]


def test_a_table_above_the_limit_is_cut_between_rows_under_its_header() -> None:
    chunks = chunks_of(document(passage("sea"), ("table", "sea"), passage("sun")), max_tokens=60)
    parts = [chunk for chunk in chunks if chunk.decision.reason == "between-rows"]
    assert len(parts) > 1
    assert all(part.text.startswith("| topic | n |\n| --- | --- |\n") for part in parts)
    assert max(chunk.token_count for chunk in chunks) <= 60
    assert chunks[-1].decision.reason == "after-table"


def test_overlap_is_whole_sentences_of_the_chunk_before() -> None:
    chunks = chunks_of(THREE, overlap_sentences=2)
    assert [chunk.text[: chunk.overlap] for chunk in chunks] == [
        "",
        f"{sentence('sea', 4)} {sentence('sea', 5)}",
        f"{sentence('tax', 9)} {sentence('tax', 10)}",
    ]


def test_an_overlap_shrinks_to_the_limit_and_the_decision_says_so() -> None:
    full = document(passage(*["sea"] * 5, *["tax"] * 5))
    size = chunks_of(full)[1].token_count
    chunks = chunks_of(full, overlap_sentences=2, max_tokens=size + 10)
    assert chunks[1].text[: chunks[1].overlap].strip() == sentence("sea", 4)
    evidence = chunks[1].decision.evidence
    assert (evidence["overlap"], evidence["overlap_wanted"]) == (1, 2)
    assert "1 of 2 sentences" in chunks[1].decision.sentence()


def test_overlap_does_not_reach_over_a_heading_or_into_a_table() -> None:
    parts = document(passage("sea"), ("heading", "Next"), passage("tax"), ("table", "sun"), passage("sea"))
    assert {chunk.overlap for chunk in chunks_of(parts, overlap_sentences=2, max_tokens=60)} == {0}


@pytest.mark.parametrize("method", METHODS)
def test_one_sentence_is_one_chunk(method: str) -> None:
    only = chunks_of(document("Only one sentence lives in this file."), method=method, min_tokens=50)
    assert [chunk.text for chunk in only] == ["Only one sentence lives in this file."]


@pytest.mark.parametrize("method", ["kernel", "depth"])
def test_text_without_any_vector_is_cut_by_size_only(method: str) -> None:
    chunks = chunks_of(document(passage(*["void"] * 20)), method=method, max_tokens=100)
    assert [chunk.decision.reason for chunk in chunks] == ["document-start", "size-limit"]


@pytest.mark.parametrize("method", METHODS)
def test_equal_sentences_are_one_topic(method: str) -> None:
    assert len(chunks_of(document(passage(*["sea"] * 20)), method=method)) == 1


def test_each_method_has_its_own_default_threshold() -> None:
    assert [make_options(SemanticOptions, {"method": m}).threshold for m in METHODS] == [1.5, 0.3, 0.2]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (
            {"method": "drop", "threshold": 1.5},
            "threshold 1.5 must be at most 1 for the method drop; try 0.2",
        ),
        ({"method": "depth", "threshold": 3}, "must be at most 2"),
        ({"threshold": "nan"}, "threshold must be"),
        ({"min_tokens": 300}, "min_tokens 300 must be at most max_tokens 250; try 50"),
        ({"overlap_sentences": 3}, "less than or equal to 2"),
    ],
)
def test_settings_that_contradict_are_refused_with_the_way_out(
    settings: dict[str, int | float | str], message: str
) -> None:
    with pytest.raises(SettingsError, match=message):
        make_options(SemanticOptions, settings)


def test_the_found_parting_is_the_cheapest_of_all() -> None:
    rows = unit_rows(np.random.default_rng(3).normal(size=(9, 3)))
    penalty = 400_000
    sizes = Sizes.of([3] * 9, [6] * 8)
    costs = np.array([0] + [penalty] * 8)
    found = best_starts(sizes, cut_costs=costs, minimum=6, maximum=12, rows=rows)
    assert found == cheapest_by_trying_all(rows, penalty, lengths=range(2, 5))


def cheapest_by_trying_all(rows: np.ndarray, penalty: int, *, lengths: range) -> list[int]:
    """Return the starts of the parting with the least scatter and penalties, from all that are allowed."""
    best: tuple[float, list[int]] = (float("inf"), [])
    for marks in product((False, True), repeat=len(rows) - 1):
        starts = [0, *(place for place, mark in enumerate(marks, start=1) if mark)]
        stretches = [rows[a:b] for a, b in zip(starts, [*starts[1:], len(rows)], strict=True)]
        if all(len(stretch) in lengths for stretch in stretches):
            scatter = sum(float(((stretch - stretch.mean(axis=0)) ** 2).sum()) for stretch in stretches)
            best = min(best, (scatter * PPM + penalty * (len(starts) - 1), starts))
    return best[1]


def test_gain_is_the_difference_of_scatters() -> None:
    rows = unit_rows(np.random.default_rng(5).normal(size=(7, 4)))

    def scatter(part: np.ndarray) -> float:
        return float(((part - part.mean(axis=0)) ** 2).sum())

    by_hand = scatter(rows) - scatter(rows[:3]) - scatter(rows[3:])
    assert gain(rows, 0, 3, 7) == pytest.approx(by_hand * PPM, abs=1)


def test_a_level_valley_counts_once() -> None:
    depths = valley_depths(np.array([9, 5, 5, 8, 2, 7], dtype=np.int64))
    assert depths.tolist() == [0, 7, 0, 0, 11, 0]


def test_a_valley_at_the_edge_has_one_side() -> None:
    assert valley_depths(np.array([2, 6, 6, 1, 1], dtype=np.int64)).tolist() == [4, 0, 0, 5, 0]


def test_similarity_compares_the_means_of_both_sides() -> None:
    rows = np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 1.0]])
    assert gap_similarities(rows).tolist() == [PPM, 0, PPM]
    assert gap_similarities(rows, width=2).tolist() == [round(PPM / 2**0.5), 0, round(PPM / 2**0.5)]


def test_code_that_fits_is_not_cut_by_topic() -> None:
    code = "sea = 1\ntax = 2\nsun = 3"
    chunks = chunks_of(document(passage(*["sun"] * 4), ("code", code), passage(*["sun"] * 4)), threshold=0.2)
    assert sum(f"```\n{code}\n```" in chunk.text for chunk in chunks) == 1
    assert BlockKind.CODE in {block.kind for block in document(("code", code)).blocks}
