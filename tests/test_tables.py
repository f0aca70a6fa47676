"""Dense tables: whole with their captions, or cut between rows under repeated header rows."""

from collections.abc import Callable, Sequence

import pytest

from chunking.assembly.assemble import Identity, assemble
from chunking.decisions import decide
from chunking.errors import SettingsError
from chunking.model import BlockKind, Chunk, Locator, Route
from chunking.prepare.prepared import prepare
from chunking.readers.builder import MarkdownBuilder
from chunking.recipe import make_options
from chunking.strategies.tables import STRATEGY, TablesOptions

AT = Locator(page=1)
HEADER = "| site | kWh |\n| --- | --- |\n"


def chunks_of(write: Callable[[MarkdownBuilder], None], **settings: int) -> tuple[Chunk, ...]:
    """Build a document and chunk it by tables."""
    builder = MarkdownBuilder()
    write(builder)
    prepared = prepare(builder.build(b"", name="energy.md", media_type="text/markdown"))
    options = make_options(TablesOptions, settings)
    route = Route("tables", options.model_dump(), decide("route-override", instead="auto"))
    return assemble(prepared, STRATEGY.cut(prepared, options), Identity(route, "", "energy", {})).leaves


def text(builder: MarkdownBuilder, words: str) -> None:
    builder.paragraph([(words, AT)])


def table(builder: MarkdownBuilder, count: int, *, cell: str = "of the north") -> None:
    """Add a table whose rows are R00 to the last."""
    rows: Sequence[Sequence[str]] = [("site", "kWh"), *((f"R{n:02d}", cell) for n in range(count))]
    builder.table(rows, [AT] * len(rows))


def captioned(builder: MarkdownBuilder) -> None:
    text(builder, "The plant runs all year. " * 6)
    text(builder, "Table 4. Energy by site, as metered. Estimates are marked.")
    table(builder, 8)


def test_a_table_that_fits_is_never_cut() -> None:
    chunks = chunks_of(captioned, size_chars=300)
    assert [all(f"R{n:02d}" in chunk.text for n in range(8)) for chunk in chunks] == [False, True]


def test_a_caption_opens_the_chunk_of_its_table() -> None:
    chunks = chunks_of(captioned, size_chars=300)
    assert chunks[1].text.startswith("Table 4. Energy by site")
    assert chunks[1].decision.reason == "size-limit"
    assert chunks[1].decision.evidence["unit"] == "table"
    assert chunks[1].decision.evidence["limit"] == 300


def test_heading_and_unit_line_go_with_the_table_they_stand_over() -> None:
    def write(builder: MarkdownBuilder) -> None:
        text(builder, "The plant runs all year. " * 10)
        builder.heading("Energy", 2, AT)
        text(builder, "in kWh, unless noted")
        table(builder, 5)

    chunks = chunks_of(write, size_chars=260)
    assert chunks[-1].text.startswith("## Energy\n\nin kWh, unless noted\n\n| site")


def test_text_that_ends_as_a_sentence_is_no_caption() -> None:
    def write(builder: MarkdownBuilder) -> None:
        text(builder, "The plant runs all year, but for the two weeks in August. " * 2)
        table(builder, 8)

    assert chunks_of(write, size_chars=240)[1].text.startswith(HEADER)


def test_notes_stay_with_their_table_if_both_fit() -> None:
    def write(builder: MarkdownBuilder) -> None:
        text(builder, "The plant runs all year. " * 5)
        table(builder, 5)
        text(builder, "Source: meters of the sites.")

    chunks = chunks_of(write, size_chars=200)
    assert [chunk.text[:6] for chunk in chunks] == ["The pl", "| site"]
    assert chunks[1].text.endswith("Source: meters of the sites.")


def test_small_tables_and_text_share_a_chunk() -> None:
    def write(builder: MarkdownBuilder) -> None:
        for name in ("North", "South", "West"):
            text(builder, f"{name}:")
            table(builder, 2)

    chunks = chunks_of(write, size_chars=200)
    assert [chunk.text.count("| site") for chunk in chunks] == [2, 1]
    assert chunks[1].text.startswith("West:")


def test_a_longer_table_is_cut_between_rows_with_its_header_in_each_part() -> None:
    chunks = chunks_of(captioned, size_chars=150)[1:]
    assert len(chunks) > 2
    assert all(HEADER in chunk.text and len(chunk.text) <= 150 for chunk in chunks)
    cores = "".join(chunk.text.removeprefix(HEADER) for chunk in chunks)
    assert [cores.count(f"| R{n:02d} | of the north |") for n in range(8)] == [1] * 8


def test_the_cut_between_rows_names_the_size_that_was_too_much() -> None:
    first, second, *_ = chunks_of(lambda builder: table(builder, 20), size_chars=160)
    row = len("\n| R00 | of the north |")
    assert second.decision.reason == "between-rows"
    assert second.decision.evidence == {"size": len(first.text) + row, "limit": 160, "measure": "characters"}


def test_a_repeated_header_is_no_part_of_the_slice() -> None:
    _, second, *_ = chunks_of(lambda builder: table(builder, 20), size_chars=160)
    assert [second.text.startswith(HEADER), len(second.context), second.overlap] == [True, 1, 0]
    assert second.end - second.start == len(second.text) - len(HEADER)


def test_text_after_a_cut_table_begins_a_chunk_without_its_header() -> None:
    def write(builder: MarkdownBuilder) -> None:
        table(builder, 20)
        text(builder, "What follows is prose.")

    last = chunks_of(write, size_chars=160)[-1]
    assert (last.text, last.context) == ("What follows is prose.", ())
    assert last.decision.reason == "after-table"


def test_a_row_above_the_limit_is_cut_inside_with_the_header_in_each_part() -> None:
    def write(builder: MarkdownBuilder) -> None:
        words = " ".join(f"n{n:03d}" for n in range(100))
        builder.table([("site", "kWh"), ("A", "short"), ("B", words), ("C", "short")], [AT] * 4)

    chunks = chunks_of(write, size_chars=200)
    assert all(chunk.text.startswith(HEADER) and len(chunk.text) <= 200 for chunk in chunks)
    cores = " ".join(chunk.text.removeprefix(HEADER) for chunk in chunks)
    assert [cores.split().count(f"n{n:03d}") for n in range(100)] == [1] * 100
    inside = [chunk.decision for chunk in chunks if chunk.decision.reason == "inside-unit"]
    assert inside[0].evidence["unit"] == "row"
    assert inside[0].evidence["ends"] == "words"


def test_one_huge_word_in_a_row_is_named() -> None:
    chunks = chunks_of(lambda builder: table(builder, 1, cell="x" * 500), size_chars=100)
    assert max(len(chunk.text) for chunk in chunks) <= 100
    assert "oversize-unit" in {chunk.decision.reason for chunk in chunks}


def test_a_header_that_leaves_no_room_is_left_out_and_the_decision_says_so() -> None:
    def write(builder: MarkdownBuilder) -> None:
        builder.table([("h" * 80, "v"), *(("r" * 60, str(n)) for n in range(3))], [AT] * 4)

    _, *parts = chunks_of(write, size_chars=120)
    assert all(not part.context and part.text.count("r") == 60 for part in parts)
    assert all(part.decision.evidence["context_dropped"] == 1 for part in parts)
    assert "left out" in parts[0].decision.sentence()


def test_lines_without_a_rule_have_no_header_to_repeat() -> None:
    def write(builder: MarkdownBuilder) -> None:
        rows = "\n".join(f"<tr><td>{n}</td></tr>" for n in range(20))
        builder.verbatim(BlockKind.TABLE, f"<table>\n{rows}\n</table>", AT)

    chunks = chunks_of(write, size_chars=100)
    assert len(chunks) > 1
    assert all(not chunk.context for chunk in chunks)


def test_a_caption_longer_than_half_the_limit_is_parted_from_a_table_that_does_not_fit() -> None:
    def write(builder: MarkdownBuilder) -> None:
        text(builder, "Table 1. " + "Energy of the sites by meter and month, " * 3 + "in kWh")
        table(builder, 12)

    caption, *parts = chunks_of(write, size_chars=160)
    assert caption.text.startswith("Table 1.")
    assert all(part.text.startswith(HEADER) for part in parts)


def test_long_text_is_cut_at_sentences_and_a_heading_is_not_parted_from_it() -> None:
    def write(builder: MarkdownBuilder) -> None:
        builder.heading("The plant", 1, AT)
        text(builder, "The plant runs all year. " * 20)

    chunks = chunks_of(write, size_chars=120)
    assert chunks[0].text.startswith("# The plant\n\nThe plant runs all year.")
    assert all(chunk.text.endswith("all year.") and len(chunk.text) <= 120 for chunk in chunks)


def test_overlap_carries_whole_sentences_between_text_and_never_rows() -> None:
    def write(builder: MarkdownBuilder) -> None:
        for name in ("One", "Two", "Three", "Four", "Five", "Six"):
            text(builder, f"{name} is a whole sentence here.")
        table(builder, 6)
        text(builder, "Last of all.")

    chunks = chunks_of(write, size_chars=110, overlap_chars=40)
    carried = [chunk.text[: chunk.overlap].strip() for chunk in chunks if chunk.overlap]
    assert carried
    assert all(words.endswith("is a whole sentence here.") for words in carried)
    assert all("R00" not in words for words in carried)


def test_an_overlap_that_cannot_be_carried_is_told() -> None:
    def write(builder: MarkdownBuilder) -> None:
        text(builder, "This sentence is a good deal longer than what is to be carried over. " * 4)

    _, second, *_ = chunks_of(write, size_chars=80, overlap_chars=10)
    assert second.overlap == 0
    assert second.decision.evidence["overlap_wanted"] == 10


def test_an_overlap_that_leaves_no_progress_is_refused_with_the_way_out() -> None:
    with pytest.raises(SettingsError, match="overlap_chars 100 must be less than size_chars 100"):
        make_options(TablesOptions, {"size_chars": 100, "overlap_chars": 100})
