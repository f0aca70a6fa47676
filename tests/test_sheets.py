"""Excel: records as the sheet shows them, and every doubt told by cell."""

import io
import re
import zipfile
from collections.abc import Callable, Sequence
from datetime import date, datetime, time, timedelta

import openpyxl
import pytest
from openpyxl.comments import Comment
from openpyxl.worksheet.worksheet import Worksheet

from chunking.errors import EmptyDocumentError, LimitError, ReadError
from chunking.model import Document
from chunking.readers import sheets, xlsx_cells
from chunking.readers.number_format import show

Cell = str | int | float | bool | date | time | timedelta | None


def workbook(rows: Sequence[Sequence[Cell]], change: Callable[[Worksheet], None] | None = None) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet.title = "Data"
    for row in rows:
        sheet.append(list(row))
    if change is not None:
        change(sheet)
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def replaced(data: bytes, part: str, old: str, new: str) -> bytes:
    """Return the workbook with text of one part replaced by a pattern."""
    written = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(written, "w") as target:
        for name in source.namelist():
            content = source.read(name).decode()
            if name == part:
                content, count = re.subn(old, new, content)
                assert count, f"{old} is not in {part}"
            target.writestr(name, content)
    return written.getvalue()


def read(data: bytes) -> Document:
    return sheets.read(data, name="a.xlsx")


def blocks(document: Document) -> list[tuple[str, str]]:
    return [(block.kind.value, block.span.of(document.markdown)) for block in document.blocks]


def told(document: Document) -> list[tuple[str, str]]:
    return [(notice.code, notice.where) for notice in document.notices]


def test_a_row_is_a_record_under_the_name_of_its_sheet() -> None:
    document = read(workbook([["site", "kWh"], ["Alder", 100], ["Birch", None]]))
    assert blocks(document) == [
        ("heading", "## Data"),
        ("record", "**site:** Alder\n**kWh:** 100"),
        ("record", "**site:** Birch"),
    ]
    assert [(origin.locator.sheet, origin.locator.row) for origin in document.origins] == [
        ("Data", None),
        ("Data", 2),
        ("Data", 3),
    ]


@pytest.mark.parametrize(
    ("number", "code", "shown"),
    [
        (0.07, "0%", "7%"),
        (0.125, "0.0%", "12.5%"),
        (0.30000000000000004, "General", "0.3"),
        (2024.0, "General", "2024"),
        (123456789012345.0, "General", "123456789012345"),
        (1234567.891, "#,##0.00", "1,234,567.89"),
        (1.005, "0.00", "1.01"),
        (-1250, "#,##0;(#,##0)", "(1,250)"),
        (-5.5, "0.0", "-5.5"),
        (417, "00000", "00417"),
        (12, '0 "MW"', "12 MW"),
        (12.5, "[$€-407] #,##0.00", "€ 12.50"),
        (0, '_-"£"* #,##0.00_-;-"£"* #,##0.00_-;_-"£"* "-"??_-', "£-"),
        (1234567, '0.0,,"M"', "1.2M"),
        (1.5e-07, "0.00E+00", "1.50E-07"),
        (0.4, "#.##", ".4"),
        (1.5, "# ?/?", "1.5"),
        (45382, "d/m/yyyy", "2024-03-31"),
        (45382, "mmm-yy", "2024-03"),
        (45382.5868055556, "yyyy-mm-dd hh:mm", "2024-03-31 14:05"),
        (0.3125, "h:mm", "07:30"),
        (1.25, "[h]:mm", "30:00"),
        (31, "yyyy-mm-dd", "1900-01-31"),
        (45382, "0", "45382"),
        (-1, "yyyy-mm-dd", "-1"),
    ],
)
def test_a_number_is_shown_in_its_format(number: float, code: str, shown: str) -> None:
    assert show(number, code) == shown


def test_dates_times_and_truth_values_are_read_as_shown() -> None:
    rows: list[list[Cell]] = [
        ["event", "when"],
        ["close", date(2024, 3, 31)],
        ["stamp", datetime(2024, 3, 31, 14, 5)],
        ["clock", time(7, 30)],
        ["span", timedelta(hours=30)],
        ["done", True],
    ]
    document = read(workbook(rows))
    values = [text.partition("**when:** ")[2] for _, text in blocks(document)[1:]]
    assert values == ["2024-03-31", "2024-03-31 14:05:00", "07:30:00", "30:00:00", "TRUE"]


def test_the_calendar_of_1904_is_honoured() -> None:
    data = workbook([["event", "when"], ["close", date(2024, 3, 31)]])
    moved = replaced(data, "xl/workbook.xml", r"<workbookPr ?/>", '<workbookPr date1904="1"/>')
    assert "2028-04-01" in read(moved).markdown


def test_merged_cells_give_their_value_to_the_rows_and_headers_they_span() -> None:
    def merge(sheet: Worksheet) -> None:
        for area in ("A1:A2", "B1:B2", "C1:D1", "E1:F1", "A3:A4", "A6:F6"):
            sheet.merge_cells(area)

    document = read(
        workbook(
            [
                ["Region", "Site", 2023, None, 2024, None],
                [None, None, "t", "share", "t", "share"],
                ["North", "Alder", 10, 1, 12, 2],
                [None, "Birch", 20, 3, 22, 4],
                ["South", "Cedar", 30, 5, 32, 6],
                ["A remark over the full width"],
            ],
            merge,
        )
    )
    assert blocks(document)[2] == (
        "record",
        "**Region:** North\n**Site:** Birch\n**2023 t:** 20\n**2023 share:** 3\n"
        "**2024 t:** 22\n**2024 share:** 4",
    )
    assert blocks(document)[-1] == ("paragraph", "A remark over the full width")


def test_tables_are_parted_by_blank_rows_and_go_on_under_the_same_header() -> None:
    document = read(
        workbook(
            [
                ["Energy of all sites"],
                [],
                ["site", "kWh"],
                ["Alder", 1],
                [],
                ["Birch", 2],
                ["Cedar", 3],
                [],
                ["fuel", "t"],
                ["gas", 4],
            ]
        )
    )
    assert [text for _, text in blocks(document)[1:]] == [
        "Energy of all sites",
        "**site:** Alder\n**kWh:** 1",
        "**site:** Birch\n**kWh:** 2",
        "**site:** Cedar\n**kWh:** 3",
        "**fuel:** gas\n**t:** 4",
    ]
    assert told(document) == []


def test_a_formula_without_a_result_and_an_error_are_told_by_cell() -> None:
    document = read(workbook([["site", "kWh"], ["Alder", "#DIV/0!"], ["Total", "=SUM(B2:B3)"]]))
    assert blocks(document)[1:] == [
        ("record", "**site:** Alder\n**kWh:** #DIV/0!"),
        ("record", "**site:** Total\n**kWh:** =SUM(B2:B3) (not calculated)"),
    ]
    assert told(document) == [
        ("error-cell", "sheet 'Data', cell B2"),
        ("formula-not-calculated", "sheet 'Data', cell B3"),
    ]


def test_a_stored_result_stands_for_its_formula() -> None:
    data = workbook([["site", "kWh"], ["Total", "=SUM(B2:B3)"]])
    stored = replaced(data, "xl/worksheets/sheet1.xml", r"<v ?/>|<v></v>", "<v>400</v>")
    document = read(stored)
    assert blocks(document)[1] == ("record", "**site:** Total\n**kWh:** 400")
    assert told(document) == []


def test_a_formula_that_gives_an_empty_text_is_a_blank_cell() -> None:
    data = workbook([["site", "kWh"], ["Alder", '=IF(A1="","",1)']])
    stored = replaced(data, "xl/worksheets/sheet1.xml", '<c r="B2"', '<c r="B2" t="str"')
    document = read(stored)
    assert blocks(document)[1] == ("record", "**site:** Alder")
    assert told(document) == []


@pytest.mark.parametrize(
    ("part", "old", "new"),
    [
        ("xl/styles.xml", r'<family val="2" ?/>', '<family val="200"/>'),
        ("xl/styles.xml", r'<color theme="1" ?/>', '<color rgb="red"/>'),
        ("xl/worksheets/sheet1.xml", "<pageMargins ", '<pageMargins left="x" other'),
        ("xl/worksheets/sheet1.xml", '<c r="B2"', '<c s="77" r="B2"'),
        ("docProps/core.xml", r"(<dcterms:created[^>]*>)[^<]*", r"\1yesterday"),
        ("xl/worksheets/sheet1.xml", "</sheetData>", """</sheetData><mergeCells>
            <mergeCell ref="C3:XFD1048576"/></mergeCells>"""),
        ("xl/worksheets/sheet1.xml", "</sheetData>", """</sheetData><hyperlinks>
            <hyperlink ref="C1:XFD1048576" location="a"/></hyperlinks>"""),
    ],
)  # fmt: skip
def test_what_is_wrong_beside_the_cells_does_not_matter(part: str, old: str, new: str) -> None:
    data = replaced(workbook([["site", "kWh"], ["Alder", 12.5]]), part, old, new)
    assert blocks(read(data))[1:] == [("record", "**site:** Alder\n**kWh:** 12.5")]


def test_a_number_that_is_none_is_shown_as_it_stands() -> None:
    data = workbook([["site", "kWh"], ["Alder", 12.5]])
    assert "**kWh:** n/a" in read(replaced(data, "xl/worksheets/sheet1.xml", "12.5", "n/a")).markdown


def test_hidden_sheets_rows_and_columns_are_left_out_and_told() -> None:
    def hide(sheet: Worksheet) -> None:
        sheet.row_dimensions[3].hidden = True
        sheet.column_dimensions["C"].hidden = True
        other = sheet.parent.create_sheet("Drafts")  # type: ignore[union-attr]
        other.append(["SECRET"])
        other.sheet_state = "veryHidden"

    document = read(
        workbook([["site", "t", "margin"], ["Alder", 1, 7], ["Gone", 2, 8], ["Birch", 3, 9]], hide)
    )
    assert [text for _, text in blocks(document)[1:]] == [
        "**site:** Alder\n**t:** 1",
        "**site:** Birch\n**t:** 3",
    ]
    assert told(document) == [("hidden-cells", "sheet 'Data'"), ("hidden-sheet", "sheet 'Drafts'")]
    assert "rows 3 and columns C" in document.notices[0].message
    assert [entry.reason for entry in document.removed] == ["hidden-cells", "hidden-sheet"]
    assert "SECRET" in document.removed[1].text


def test_comments_are_set_aside_with_their_cell() -> None:
    def comment(sheet: Worksheet) -> None:
        sheet["B2"].comment = Comment("Check this", "Ann")

    document = read(workbook([["site", "t"], ["Alder", 1]], comment))
    assert [(entry.reason, entry.where) for entry in document.removed] == [
        ("comment", "sheet 'Data', cell B2")
    ]


def test_an_empty_sheet_is_told_and_an_empty_workbook_refused() -> None:
    def add_blank(sheet: Worksheet) -> None:
        sheet.parent.create_sheet("Blank")  # type: ignore[union-attr]

    assert told(read(workbook([["a", "b"], [1, 2]], add_blank))) == [("empty-sheet", "sheet 'Blank'")]
    with pytest.raises(EmptyDocumentError, match=r"a\.xlsx is empty"):
        read(workbook([]))


def test_cells_decide_and_not_the_dimension_or_a_far_address() -> None:
    def far(sheet: Worksheet) -> None:
        sheet.cell(1_048_576, 16_384, "far")

    data = workbook([["id", "v"], ["a", 1], ["b", 2]], far)
    false = replaced(data, "xl/worksheets/sheet1.xml", r'<dimension ref="[^"]*"', '<dimension ref="A1:A2"')
    assert [text for _, text in blocks(read(false))[1:]] == [
        "**id:** a\n**v:** 1",
        "**id:** b\n**v:** 2",
        "far",
    ]


def test_cells_without_addresses_follow_each_other() -> None:
    data = workbook([["id", "v"], ["a", 1]])
    bare = replaced(data, "xl/worksheets/sheet1.xml", r'(<c|<row) r="[^"]*"', r"\1")
    assert blocks(read(bare)) == blocks(read(data))


def test_a_damaged_sheet_is_told_and_the_others_are_read() -> None:
    def second(sheet: Worksheet) -> None:
        sheet.parent.create_sheet("Waste").append(["x", "y"])  # type: ignore[union-attr]

    data = replaced(
        workbook([["site", "t"], ["Alder", 1]], second), "xl/worksheets/sheet2.xml", r"</row>.*", "<ro"
    )
    document = read(data)
    assert told(document) == [("sheet-damaged", "sheet 'Waste'")]
    assert "Alder" in document.markdown
    with pytest.raises(ReadError, match="'Data' is damaged"):
        read(replaced(workbook([["site", "t"]]), "xl/worksheets/sheet1.xml", r"<row.*", "<ro"))


def test_too_many_cells_are_refused_with_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xlsx_cells, "MAX_CELLS", 3)
    with pytest.raises(LimitError, match="more than 3 filled cells"):
        read(workbook([["a", "b"], [1, 2]]))


def test_a_document_type_definition_in_a_sheet_is_refused() -> None:
    data = replaced(
        workbook([["a", "b"], [1, 2]]), "xl/worksheets/sheet1.xml", "<worksheet", "<!DOCTYPE x []><worksheet"
    )
    with pytest.raises(ReadError, match="document type definition"):
        read(data)
