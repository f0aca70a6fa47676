"""Windows: fixed sizes whose edges part no term, number, date or identifier."""

import re
from itertools import pairwise

import pytest

from chunking.model import ChunkSet, Document, Locator
from chunking.readers.builder import MarkdownBuilder
from chunking.terms import clear_of_terms, load_terms, protected_at
from tests.test_laws import cut_up

AT = Locator(page=1)
TERMS = (
    "Scope 3 emissions",
    "GRI 305-3",
    "1,234.56 MWh",
    "31 December 2025",
    "H200",
    "category 11",
    "GRI 306",
)


def document_of(*paragraphs: str) -> Document:
    """Build a document of paragraphs."""
    builder = MarkdownBuilder()
    for text in paragraphs:
        builder.paragraph([(text, AT)])
    return builder.build(b"", name="report.pdf", media_type="application/pdf")


def edges(chunk_set: ChunkSet) -> list[int]:
    """Return every chunk's start and end that lies inside the document."""
    return [edge for leaf in chunk_set.leaves for edge in (leaf.start, leaf.end)][1:-1]


def test_more_than_six_hundred_domain_terms_are_packaged() -> None:
    assert len(load_terms()) > 600


@pytest.mark.parametrize("term", TERMS)
def test_a_term_is_protected_at_every_inner_position(term: str) -> None:
    text = f"We report {term} and more."
    start = text.index(term)
    for position in range(start + 1, start + len(term)):
        found = protected_at(text, position)
        assert found is not None
        assert found.span.start <= start
        assert found.span.end >= start + len(term)


def test_a_place_between_words_is_not_protected() -> None:
    text = "We report what we did and what we will do."
    assert not any(protected_at(text, position) for position in range(len(text)))


def test_a_position_is_cleared_backwards_unless_that_reaches_the_floor() -> None:
    text = "We report Scope 3 emissions here."
    assert clear_of_terms(text, 15, floor=0) == 10
    assert clear_of_terms(text, 15, floor=10) == text.index(" here")


@pytest.mark.parametrize("snap", ["sentence", "word"])
def test_no_edge_parts_a_term_even_in_text_without_sentence_ends(snap: str) -> None:
    text = " and ".join(TERMS[number * 7 % len(TERMS)] for number in range(200))
    settings: dict[str, int | str | bool] = {
        "size_chars": 400,
        "overlap_chars": 80,
        "max_stretch_chars": 60,
        "snap": snap,
    }
    chunk_set = cut_up(document_of(text), "windows", settings)
    spans = [match.span() for term in TERMS for match in re.finditer(re.escape(term), text)]
    assert len(chunk_set.leaves) > 5
    assert not [(edge, span) for edge in edges(chunk_set) for span in spans if span[0] < edge < span[1]]


def test_the_decision_names_the_term_that_lay_on_the_boundary() -> None:
    text = "word " * 78 + "our Scope 3 emissions fell by a third. " + "word " * 200
    chunk_set = cut_up(document_of(text), "windows", {"size_chars": 400, "overlap_chars": 0})
    decision = chunk_set.leaves[1].decision
    assert decision.reason == "term-protected"
    assert "Scope 3" in decision.sentence()
    assert chunk_set.leaves[0].text.endswith("fell by a third.")


def test_a_window_ends_at_a_sentence_and_begins_with_whole_sentences_of_the_last() -> None:
    chunk_set = cut_up(document_of("This is a sentence of words. " * 60), "windows", {"size_chars": 500})
    for before, after in pairwise(chunk_set.leaves):
        assert before.text.endswith("words.")
        assert after.text.startswith("This")
        assert 0 < after.overlap <= 300


def test_literal_windows_are_plain_slices_of_the_markdown() -> None:
    settings: dict[str, int | str | bool] = {
        "size_chars": 100,
        "overlap_chars": 20,
        "snap": "none",
        "protect_terms": False,
        "max_stretch_chars": 0,
    }
    document = document_of("abcdefghij" * 50)
    chunk_set = cut_up(document, "windows", settings)
    text = document.markdown.strip()
    assert [leaf.text for leaf in chunk_set.leaves] == [
        text[start : start + 100] for start in range(0, 420, 80)
    ]


def test_a_heading_on_the_boundary_opens_the_next_window() -> None:
    builder = MarkdownBuilder()
    builder.paragraph([("Some words here. " * 23, AT)])
    builder.heading("Water", 2, AT)
    builder.paragraph([("More words there. " * 30, AT)])
    document = builder.build(b"", name="report.pdf", media_type="application/pdf")
    chunk_set = cut_up(document, "windows", {"size_chars": 395, "overlap_chars": 0})
    assert chunk_set.leaves[1].text.startswith("## Water")
    assert chunk_set.leaves[1].decision.sentence() == "The heading “Water” begins here."


def test_a_table_that_fits_is_kept_whole() -> None:
    builder = MarkdownBuilder()
    builder.paragraph([("Some words here. " * 20, AT)])
    builder.table([["Site", "Energy"], *([f"Site {n}", f"{n} MWh"] for n in range(15))], [AT] * 16)
    document = builder.build(b"", name="report.pdf", media_type="application/pdf")
    chunk_set = cut_up(document, "windows", {"size_chars": 420, "overlap_chars": 0, "max_stretch_chars": 0})
    assert chunk_set.leaves[1].text.startswith("| Site | Energy |")
    assert chunk_set.leaves[1].decision.reason == "kept-whole"
