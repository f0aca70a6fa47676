"""CSV: rows, headers, and nothing lost."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunking.model import BlockKind, Document
from chunking.readers import csv as reader

CELLS = st.text(st.sampled_from('ab1 ,;"\n\t|'), max_size=8)


def read(source: str) -> Document:
    return reader.read(source.encode(), name="a.csv")


def records(document: Document) -> list[str]:
    return [block.span.of(document.markdown) for block in document.blocks if block.kind is BlockKind.RECORD]


def codes(document: Document) -> list[str]:
    return [notice.code for notice in document.notices]


@given(st.lists(st.lists(CELLS, min_size=1, max_size=4), max_size=6), st.sampled_from(",;\t|"))
def test_well_formed_rows_come_back_as_the_csv_module_wrote_them(
    rows: list[list[str]], delimiter: str
) -> None:
    written = io.StringIO()
    csv.writer(written, delimiter=delimiter, lineterminator="\n", quoting=csv.QUOTE_ALL).writerows(rows)
    assert [list(row.cells) for row in reader.parse(written.getvalue(), delimiter)] == rows


@pytest.mark.parametrize(
    ("source", "delimiter"),
    [
        ("a,b\n1,2\n", ","),
        ("a;b\n1,5;2,5\n3,5;4,5\n", ";"),
        ("a\tb, c\n1\t2\n", "\t"),
        ("a|b|c\n1|2|3\n", "|"),
        ("one\ntwo, with a comma\nthree\n", ","),
        ('a;"b,c,d"\n1;"x,y,z"\n', ";"),
    ],
)
def test_the_delimiter_is_the_one_that_gives_even_rows(source: str, delimiter: str) -> None:
    assert reader.find_delimiter(source) == delimiter


def test_a_row_is_a_record_and_its_cells_stay_as_written() -> None:
    document = read('code;n;share\n00417;"1.234,56";7%\n;1E5;NA\n')
    assert records(document) == [
        "**code:** 00417\n**n:** 1.234,56\n**share:** 7%",
        "**n:** 1E5\n**share:** NA",
    ]
    assert [origin.locator.row for origin in document.origins] == [2, 3]


def test_a_quoted_line_end_stays_in_its_cell() -> None:
    document = read('site,note\nAlder,"first\n\nsecond, ""x"""\nBirch,b\n')
    assert records(document) == [
        '**site:** Alder\n**note:** first\n\nsecond, "x"',
        "**site:** Birch\n**note:** b",
    ]


def test_an_open_quote_does_not_swallow_the_rows_after_it() -> None:
    document = read('site,item,t\nAlder,"24" screen,1\nBirch,"open,2\nCedar,plain,3\n')
    assert records(document)[0] == '**site:** Alder\n**item:** "24" screen\n**t:** 1'
    assert len(records(document)) == 3
    assert [(notice.code, notice.where) for notice in document.notices] == [("stray-quote", "row 3")]


def test_cells_beyond_the_header_get_a_name_and_short_rows_are_told() -> None:
    document = read("a,b\n1,2\n3,4,EXTRA\n5\n")
    assert records(document)[1] == "**a:** 3\n**b:** 4\n**Column 3:** EXTRA"
    assert codes(document) == ["extra-cells", "short-rows"]
    assert "Row 3" in document.notices[0].message
    assert "Row 4" in document.notices[1].message


def test_column_names_become_unique_and_it_is_told() -> None:
    document = read("site,t,t,\nAlder,5,4,x\n")
    assert records(document) == ["**site:** Alder\n**t:** 5\n**t (2):** 4\n**Column 4:** x"]
    assert codes(document) == ["columns-renamed"]


def test_without_a_header_the_first_row_is_a_record_too() -> None:
    document = read("Alder,2023,410.5\nBirch,2023,388.1\n")
    assert records(document)[0] == "**Column 1:** Alder\n**Column 2:** 2023\n**Column 3:** 410.5"
    assert codes(document) == ["no-header"]


def test_years_may_be_column_names() -> None:
    document = read("site,2022,2023\nAlder,12.5,13.5\nBirch,9,8\n")
    assert records(document)[0] == "**site:** Alder\n**2022:** 12.5\n**2023:** 13.5"


def test_lines_before_the_header_are_a_paragraph_of_their_own() -> None:
    document = read("# Factors of 2023,,\nSource: sample,,\nname,unit,value\na,kg,1\nb,kg,2\n")
    first = document.blocks[0]
    assert first.kind is BlockKind.PARAGRAPH
    assert first.span.of(document.markdown) == "\\# Factors of 2023\nSource: sample"
    assert len(records(document)) == 2


def test_a_header_that_comes_again_is_left_out_and_told() -> None:
    document = read("a,b\nx,1\na,b\ny,2\n")
    assert len(records(document)) == 2
    assert [(entry.reason, entry.where) for entry in document.removed] == [("header-repeated", "row 3")]
    assert codes(document) == ["header-repeated"]


def test_a_value_cannot_become_markdown_structure() -> None:
    document = read('k,v\na,"x\n# not a heading\n- nor a list"\n')
    assert records(document) == ["**k:** a\n**v:** x\n\\# not a heading\n\\- nor a list"]


def test_accents_are_joined_and_it_is_told() -> None:
    document = read("site,m²\nCafe\u0301,1\n")
    assert records(document) == ["**site:** Café\n**m²:** 1"]
    assert codes(document) == ["nfc-applied"]


def test_many_stray_quotes_take_linear_time() -> None:
    document = read("k,v\n" + 'a,"b\n' * 50_000)
    assert len(records(document)) == 50_000
