"""Markdown and plain text: blocks, encodings, front matter."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunking.errors import EmptyDocumentError
from chunking.model import BlockKind, is_blank
from chunking.readers import markdown, text
from chunking.readers.blocks import blocks_of
from chunking.readers.decode import decode
from chunking.readers.text import heading_level

LINES = st.sampled_from(
    [
        "",
        "   ",
        "\u200b",
        "# Title",
        "###",
        "Title",
        "=====",
        "---",
        "- item",
        "  - nested",
        "    1. deep",
        "- - twice",
        "-",
        "1) one",
        "> quote",
        "lazy",
        "```",
        "~~~py",
        "    code",
        "\tcode",
        "| a | b |",
        "| --- | --- |",
        "|---|---|",
        "| 1 | 2 |",
        "<div>",
        "<!-- open",
        "-->",
        "[ref]: http://example.org",
        '[ref]: x "title',
        "[^1]: a note",
        "[^n]:",
        "***",
        "\\",
        "a\u2028b",
        "\x85",
    ]
)

WESTERN = "Škoda’s façade: € 4,500 “quoted”"
RUSSIAN = "Привет, мир. Это обычный русский текст."


def kinds(source: str) -> list[tuple[str, int, str]]:
    return [(block.kind.value, block.level, block.span.of(source)) for block in blocks_of(source)]


@given(st.lists(LINES, max_size=25).map("\n".join) | st.text(max_size=200))
def test_blocks_are_sorted_and_disjoint_and_hold_every_visible_character(source: str) -> None:
    end = 0
    for block in blocks_of(source):
        assert block.span.start >= end
        assert block.span.end > block.span.start
        assert is_blank(source[end : block.span.start])
        assert not is_blank(block.span.of(source))
        end = block.span.end
    assert is_blank(source[end:])


def test_each_list_item_is_a_block_up_to_its_first_nested_item() -> None:
    source = "- one\n\n  more\n  - two\n    - three\n- four\n\n  after\n"
    assert kinds(source) == [
        ("list_item", 1, "- one\n\n  more"),
        ("list_item", 2, "  - two"),
        ("list_item", 3, "    - three"),
        ("list_item", 1, "- four\n\n  after"),
    ]


def test_a_table_in_a_list_item_is_a_table() -> None:
    source = "1. See:\n\n   | a | b |\n   |---|---|\n   | 1 | 2 |\n"
    assert [kind for kind, _, _ in kinds(source)] == ["list_item", "table"]


def test_headings_have_levels_in_both_notations() -> None:
    assert kinds("Title\n=====\n\nPart\n---\n\n### Deep ###\n") == [
        ("heading", 1, "Title\n====="),
        ("heading", 2, "Part\n---"),
        ("heading", 3, "### Deep ###"),
    ]


def test_a_heading_inside_a_fence_or_a_comment_is_no_heading() -> None:
    source = "```\n# no\n```\n\n<!--\n\n# no\n\n-->\n"
    assert [kind for kind, _, _ in kinds(source)] == ["code", "paragraph"]


def test_a_footnote_keeps_its_indented_paragraphs_and_ends_at_the_next_one() -> None:
    source = "Text.[^1]\n\n[^1]: First.\n\n    Second.\n[^b]: Other.\n[^c]: Third.\n"
    assert kinds(source)[1:] == [
        ("note", 0, "[^1]: First.\n\n    Second."),
        ("note", 0, "[^b]: Other."),
        ("note", 0, "[^c]: Third."),
    ]


def test_link_definitions_are_paragraphs_and_not_lost() -> None:
    assert kinds("Text [a].\n\n[a]: http://example.org\n")[-1] == (
        "paragraph",
        0,
        "[a]: http://example.org",
    )


def test_front_matter_becomes_metadata_and_is_told() -> None:
    source = (
        b"---\ntitle: 'Yearly report'\ncompany: Norrvik Ltd # owner\ntags: [energy, water]\n"
        b"authors:\n  - Ann\n  - Bo\n---\n\n# Report\n\n---\n\nBody.\n"
    )
    document = markdown.read(source, name="a.md")
    assert document.markdown == "# Report\n\n---\n\nBody.\n"
    assert document.metadata == {
        "title": "Yearly report",
        "company": "Norrvik Ltd",
        "tags": "energy, water",
        "authors": "Ann, Bo",
    }
    assert [removed.reason for removed in document.removed] == ["front-matter"]


def test_a_rule_at_the_start_is_no_front_matter() -> None:
    source = "---\n\nPlain text, no key.\n\n---\n\nMore.\n"
    assert markdown.read(source.encode(), name="a.md").markdown == source


def test_line_ends_and_marks_are_normalised_and_the_rest_stays_verbatim() -> None:
    document = markdown.read("\ufeff# Tïtle\r\n\r\n*a*  \tb\rc \n\n".encode(), name="a.md")
    assert document.markdown == "# Tïtle\n\n*a*  \tb\nc \n\n"
    assert document.notices == ()


def test_a_file_of_blanks_is_refused_by_name() -> None:
    with pytest.raises(EmptyDocumentError, match=r"a\.md is empty"):
        markdown.read(b" \n\xe2\x80\x8b\n", name="a.md")


@pytest.mark.parametrize(
    ("data", "expected", "codes"),
    [
        ("naïve".encode("utf-8-sig"), "naïve", []),
        ("naïve text".encode("utf-16"), "naïve text", []),
        (b"\xfe\xff" + "naïve".encode("utf-16-be"), "naïve", []),
        ("plain words".encode("utf-16-le"), "plain words", ["encoding-guessed"]),
        (WESTERN.encode("cp1252"), WESTERN, ["encoding-guessed"]),
        ("Größe: übermäßig schön".encode("latin-1"), "Größe: übermäßig schön", ["encoding-guessed"]),
        (RUSSIAN.encode("cp1251"), RUSSIAN, ["encoding-guessed"]),
        (WESTERN.encode() * 2 + b"\xff", WESTERN * 2 + "\ufffd", ["undecodable-bytes"]),
        (b"before\x00after\x07 end\x1b[31m.", "before after end.", ["controls-removed"]),
        (b"Wide: T\x00e\x00x\x00t.", "Wide: Text.", ["controls-removed"]),
        ("e\u0301 m² ﬁ".encode(), "e\u0301 m² ﬁ", []),
    ],
)
def test_text_is_decoded_and_a_guess_is_told(data: bytes, expected: str, codes: list[str]) -> None:
    decoded = decode(data)
    assert decoded.text == expected
    assert [notice.code for notice in decoded.notices] == codes


@pytest.mark.parametrize(
    ("line", "level"),
    [
        ("PART I", 1),
        ("Part II. Other Information", 1),
        ("Item 1A. Risk Factors", 2),
        ("CHAPTER 4", 2),
        ("ANNEX B – Definitions", 2),
        ("Section 3 Scope", 3),
        ("1 Purpose", 2),
        ("1.2 Boundary of the report", 3),
        ("STRENGTHENING THE ECONOMY", 2),
        ("## Marked", 2),
        ("Part of the year was dry.", 0),
        ("Item 5 shall be read together with the rules that follow it, whatever they may say.", 0),
        ("1 Purpose ............ 3", 0),
        ("2.2 Exclusions\t5", 0),
        ("3.2 million in total", 0),
        ("12 sites did the same,", 0),
        ("2023", 0),
        ("NET 4,232 5,343", 0),
        ("<PAGE>", 0),
        ("A plain line", 0),
        ("IT ENDS HERE.", 0),
    ],
)
def test_a_lone_line_is_a_heading_only_when_it_looks_like_one(line: str, level: int) -> None:
    assert heading_level(line) == level


def test_plain_text_is_cut_at_blank_lines_and_kept_verbatim() -> None:
    source = "CHAPTER I\n\nFirst line\nof a paragraph.\n\nLeads:\n- one\n  more\n- two\n"
    document = text.read(source.encode(), name="a.txt")
    assert document.markdown == source
    assert [(block.kind, block.span.of(source)) for block in document.blocks] == [
        (BlockKind.HEADING, "CHAPTER I"),
        (BlockKind.PARAGRAPH, "First line\nof a paragraph."),
        (BlockKind.PARAGRAPH, "Leads:"),
        (BlockKind.LIST_ITEM, "- one\n  more"),
        (BlockKind.LIST_ITEM, "- two"),
    ]


def test_lines_that_were_not_wrapped_are_paragraphs_each() -> None:
    source = "A HEADING\n" + "word " * 40 + "\n" + "term " * 40 + "\n"
    document = text.read(source.encode(), name="a.txt")
    assert [block.kind for block in document.blocks] == ["heading", "paragraph", "paragraph"]


def test_the_header_of_a_filing_becomes_metadata() -> None:
    source = (
        "CONFORMED SUBMISSION TYPE:\t10-K\nCONFORMED PERIOD OF REPORT:\t20230930\n"
        "FILED AS OF DATE:\t\t20231103\n\t\tCOMPANY CONFORMED NAME:\t\t\tNORRVIK INC\n"
        "\t\tCENTRAL INDEX KEY:\t\t\t0000320193\n\nText.\n"
    )
    assert text.read(source.encode(), name="a.txt").metadata == {
        "company": "NORRVIK INC",
        "cik": "0000320193",
        "document_type": "10-K",
        "fiscal_period": "2023-09-30",
        "filing_date": "2023-11-03",
    }
