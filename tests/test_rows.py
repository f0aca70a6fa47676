"""Rows: one record, one chunk."""

from chunking.model import BlockKind, Document, Locator
from chunking.readers.builder import MarkdownBuilder
from tests.test_laws import cut_up


def workbook(*records: tuple[tuple[str, str], ...]) -> Document:
    """Build a sheet of records under its heading."""
    builder = MarkdownBuilder()
    builder.heading("Energy", 2, Locator(sheet="Energy"))
    for number, fields in enumerate(records):
        builder.record(fields, Locator(sheet="Energy", row=number + 2))
    return builder.build(b"", name="energy.xlsx", media_type="application/vnd.ms-excel")


def test_a_record_is_a_chunk_and_the_sheet_s_heading_opens_the_first() -> None:
    document = workbook((("Site", "Orrin"), ("MWh", "12")), (("Site", "Saltby"), ("MWh", "9")))
    chunk_set = cut_up(document, "rows", {})
    assert [leaf.text for leaf in chunk_set.leaves] == [
        "## Energy\n\n**Site:** Orrin\n**MWh:** 12",
        "**Site:** Saltby\n**MWh:** 9",
    ]
    assert chunk_set.leaves[1].decision.sentence() == "A record begins here: sheet 'Energy', row 3."
    assert chunk_set.leaves[1].heading_path == ("Energy",)


def test_a_record_over_the_limit_repeats_its_key_in_every_part() -> None:
    answer = "This is one of many sentences. " * 40
    chunk_set = cut_up(workbook((("Site", "Orrin"), ("Answer", answer))), "rows", {"max_tokens": 60})
    assert len(chunk_set.leaves) > 3
    for leaf in chunk_set.leaves[1:]:
        assert leaf.text.startswith("**Site:** Orrin\n")
        assert leaf.token_count <= 60


def test_a_part_inside_a_value_names_the_value_s_column() -> None:
    answer = "This is one of many sentences. " * 40
    chunk_set = cut_up(workbook((("Site", "Orrin"), ("Answer", answer))), "rows", {"max_tokens": 60})
    for leaf in chunk_set.leaves[2:]:
        assert leaf.text.startswith("**Site:** Orrin\n**Answer:** ")


def test_a_table_s_rows_carry_its_header() -> None:
    builder = MarkdownBuilder()
    builder.table([["Site", "MWh"], ["Orrin", "12"], ["Saltby", "9"]], [Locator(page=1)] * 3)
    document = builder.build(b"", name="table.pdf", media_type="application/pdf")
    chunk_set = cut_up(document, "rows", {})
    assert document.blocks[0].kind is BlockKind.TABLE
    assert chunk_set.leaves[1].text == "| Site | MWh |\n| --- | --- |\n| Saltby | 9 |"
