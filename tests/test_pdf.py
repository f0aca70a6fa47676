"""What the PDF reader makes of pages drawn for the purpose."""

import re

import pytest
from reportlab.lib import colors
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from chunking.model import Block, BlockKind
from chunking.readers.pdf import read
from tests.drawn_pdf import (
    HEIGHT,
    LEADING,
    PROSE,
    WIDTH,
    Draw,
    blocks,
    lines,
    pdf,
    place,
    table,
    together,
)

GRID = ("GRID", (0, 0), (-1, -1), 0.5, colors.black)


def test_lines_of_a_paragraph_become_one_and_keep_their_places() -> None:
    document = read(pdf(lines(PROSE)), name="a.pdf")
    assert document.markdown == " ".join(PROSE) + "\n"
    assert document.page_count == 1
    boxes = [origin.locator.box for origin in document.origins]
    assert len(boxes) == len(PROSE)
    for number, box in enumerate(boxes):
        assert box is not None
        left, top, right, bottom = box
        assert left == pytest.approx(72, abs=1)
        assert top < 100 + number * LEADING < bottom
        assert right < WIDTH


def test_every_visible_character_has_a_place_or_was_added_as_markup() -> None:
    draw = together(
        lines(["Report"], top=80, size=20),
        lines(PROSE, top=120),
        table(
            [["Name", "Sum"], ["Water", "12"], ["Steam", "7"]],
            ("GRID", (0, 0), (-1, -1), 1, colors.black),
            top=250,
        ),
    )
    document = read(pdf(draw), name="a.pdf")
    covered = [False] * len(document.markdown)
    for origin in document.origins:
        covered[origin.span.start : origin.span.end] = [True] * (origin.span.end - origin.span.start)
    added = "".join(char for char, known in zip(document.markdown, covered, strict=True) if not known)
    assert set(added) <= set("#|- \n")


def test_a_word_parted_at_a_line_end_is_joined() -> None:
    draw = lines(["The board approved the recommen-", "dation of the working group."])
    assert "the recommendation of" in read(pdf(draw), name="a.pdf").markdown


def test_a_hyphen_that_the_document_writes_elsewhere_stays() -> None:
    draw = lines(
        [
            "A long-term plan is a long-term promise. This is why a long-",
            "term plan is never changed in haste.",
        ]
    )
    assert "why a long-term plan" in read(pdf(draw), name="a.pdf").markdown


@pytest.mark.parametrize(
    ("before", "after", "read_on"),
    [
        ("The forms are kept for the years 2019-", "2020 and no longer.", "years 2019-2020 and"),
        ("The site reports under Disclosure 306-", "3 and no other.", "Disclosure 306-3 and"),
        ("The measure is a figure of the Non-", "GAAP kind only.", "the Non-GAAP kind"),
        ("The period of notice is a 12-", "month period.", "a 12-month period"),
        ("The board has set both short-", "and long-term goals.", "both short- and long-term"),
        (
            "The board is named in the chapter ENVIRON-",
            "MENT of the ENVIRONMENT report.",
            "chapter ENVIRONMENT of",
        ),
    ],
)
def test_a_hyphen_at_a_line_end_is_settled_by_what_it_joins(before: str, after: str, read_on: str) -> None:
    assert read_on in read(pdf(lines([before, after])), name="a.pdf").markdown


def test_soft_hyphens_are_no_text_and_stand_for_hyphens_where_the_file_has_no_others() -> None:
    pdfmetrics.registerFont(TTFont("Vera", "Vera.ttf"))
    text = "The plan is sus\u00adtain\u00adable"
    assert "sustainable" in read(pdf(lines([text, "and long-term."], font="Vera")), name="a.pdf").markdown
    assert "sus-tain-able" in read(pdf(lines([text, "and so on."], font="Vera")), name="a.pdf").markdown
    cells = table(
        [["Aim", "Year", "Share"], ["Sus\u00adtainable, non-gas", "2030", "40"]],
        GRID,
        ("FONT", (0, 0), (-1, -1), "Vera"),
    )
    assert "Sustainable, non-gas" in read(pdf(cells), name="a.pdf").markdown


def test_entries_of_a_contents_page_are_one_item_each_and_no_headings() -> None:
    dots = " . . . . . . . . . . . . . . . . "
    draw = together(
        lines(["Contents"], top=70, size=18),
        lines([f"Scope 1{dots}4"], top=100, font="Helvetica-Bold", size=14),
        lines([f"Table 1. Fuels{dots}4", f"Table 2. Gases{dots}5"], left=90, top=120),
        lines([f"2. Water{dots}xi"], top=150),
        lines(["A title that is so long that it goes on over the line's", f"end{dots}12"], left=90, top=165),
        lines(PROSE * 4, top=220),
    )
    document = read(pdf(draw), name="a.pdf")
    dots = dots.strip()
    assert blocks(document, BlockKind.HEADING) == ["# Contents"]
    assert blocks(document, BlockKind.LIST_ITEM) == [
        f"- Scope 1 {dots} 4",
        f"  - Table 1. Fuels {dots} 4",
        f"  - Table 2. Gases {dots} 5",
        f"2. Water {dots} xi",
        f"  - A title that is so long that it goes on over the line's end {dots} 12",
    ]


def test_the_word_above_the_entries_of_a_contents_page_is_no_part_of_them() -> None:
    draw = lines(["In this report", f"Water {'.' * 60} 4", f"Waste {'.' * 60} 5"])
    document = read(pdf(draw), name="a.pdf")
    assert blocks(document, BlockKind.PARAGRAPH) == ["In this report"]
    assert len(blocks(document, BlockKind.LIST_ITEM)) == 2


def test_two_columns_are_read_one_after_the_other() -> None:
    words = ("one", "two", "three", "four", "five")
    left = ["The left column", *(f"goes on in line {word}" for word in words), "and ends here."]
    right = ["The right column", *(f"goes on in line {word}" for word in words), "and ends there."]
    heading = lines(["A Heading Over Both Of The Columns"], top=70, size=18)
    document = read(pdf(together(heading, lines(left), lines(right, left=320))), name="a.pdf")
    assert document.markdown == (
        "# A Heading Over Both Of The Columns\n\n" + " ".join(left) + "\n\n" + " ".join(right) + "\n"
    )


def test_a_paragraph_goes_on_over_the_end_of_a_page() -> None:
    document = read(pdf(lines(PROSE[:2]), lines(PROSE[2:])), name="a.pdf")
    assert blocks(document, BlockKind.PARAGRAPH) == [" ".join(PROSE)]
    assert place(document, "The committee").page == 1
    assert place(document, "answers them").page == 2


def test_a_larger_gap_starts_a_paragraph() -> None:
    document = read(pdf(together(lines(PROSE), lines(PROSE, top=190))), name="a.pdf")
    assert blocks(document, BlockKind.PARAGRAPH) == [" ".join(PROSE)] * 2


def test_a_table_with_ruling_lines_keeps_its_cells() -> None:
    rows = [["Site", "Year", "Water (m³)"], ["Basel", "2024", "1,200"], ["Zürich", "2025", "980"]]
    draw = together(lines(PROSE), table(rows, ("GRID", (0, 0), (-1, -1), 0.5, colors.black), top=200))
    document = read(pdf(draw), name="a.pdf")
    assert blocks(document, BlockKind.TABLE) == [
        "| Site | Year | Water (m³) |\n| --- | --- | --- |\n| Basel | 2024 | 1,200 |\n| Zürich | 2025 | 980 |"
    ]
    assert document.blocks[-1].kind is BlockKind.TABLE


def test_a_merged_cell_stands_once_and_pushes_nothing_aside() -> None:
    rows = [["Emissions", "", "Unit"], ["Scope 1", "12", "t"], ["Scope 2", "30", "t"]]
    draw = table(rows, ("GRID", (0, 0), (-1, -1), 0.5, colors.black), ("SPAN", (0, 0), (1, 0)))
    assert read(pdf(draw), name="a.pdf").markdown.splitlines() == [
        "| Emissions |  | Unit |",
        "| --- | --- | --- |",
        "| Scope 1 | 12 | t |",
        "| Scope 2 | 30 | t |",
    ]


def test_a_table_without_lines_is_found_by_its_columns() -> None:
    rows = [
        ["Item", "2024", "2023"],
        ["Revenue", "1,200", "1,100"],
        ["Costs", "(900)", "(880)"],
        ["Profit", "300", "220"],
    ]
    document = read(pdf(together(lines(PROSE), table(rows, top=200))), name="a.pdf")
    assert blocks(document, BlockKind.TABLE) == [
        "| Item | 2024 | 2023 |\n| --- | --- | --- |\n| Revenue | 1,200 | 1,100 |\n"
        "| Costs | (900) | (880) |\n| Profit | 300 | 220 |"
    ]


def test_a_currency_sign_in_a_column_of_its_own_joins_its_figure() -> None:
    figures = [("Revenue", "$", "1,200"), ("Costs", "", "900"), ("Tax", "", "90"), ("Profit", "$", "210")]
    columns = [
        lines([row[column] for row in figures], left=left) for column, left in enumerate((72, 300, 330))
    ]
    document = read(pdf(together(*columns)), name="a.pdf")
    assert "| Revenue | $1,200 |" in document.markdown
    assert "| Costs | 900 |" in document.markdown


def test_a_table_that_goes_on_is_one_table_and_its_repeated_head_is_told() -> None:
    grid = ("GRID", (0, 0), (-1, -1), 0.5, colors.black)
    first = table([["Site", "Water"], ["Basel", "1"], ["Bern", "2"]], grid)
    second = table([["Site", "Water"], ["Chur", "3"], ["Thun", "4"]], grid)
    document = read(pdf(first, second), name="a.pdf")
    assert len(blocks(document, BlockKind.TABLE)) == 1
    assert document.markdown.count("| Site |") == 1
    assert place(document, "Thun").page == 2
    assert [(gone.reason, gone.where) for gone in document.removed] == [("repeated table header", "page 2")]


def test_a_larger_line_is_a_heading() -> None:
    draw = together(
        lines(["Water Policy"], top=70, size=20),
        lines(["Scope"], top=110, size=14),
        lines(PROSE * 4, top=140),
    )
    document = read(pdf(draw), name="a.pdf")
    assert blocks(document, BlockKind.HEADING) == ["# Water Policy", "## Scope"]


def test_a_bold_line_that_stands_apart_is_a_heading_by_its_number() -> None:
    draw = together(
        lines(["4 Reporting"], top=80, font="Helvetica-Bold"),
        lines(PROSE * 2, top=105),
        lines(["4.1 Deadlines"], top=225, font="Helvetica-Bold"),
        lines(PROSE * 2, top=250),
    )
    document = read(pdf(draw), name="a.pdf")
    assert blocks(document, BlockKind.HEADING) == ["# 4 Reporting", "## 4.1 Deadlines"]


def test_an_outline_says_what_a_heading_is_and_how_deep() -> None:
    titles = [("General", 0), ("Terms", 1), ("Duties", 1), ("Reports", 2), ("Closing", 0)]

    def page(title: str, level: int) -> Draw:
        def draw(canvas: Canvas) -> None:
            canvas.bookmarkPage(title)
            canvas.addOutlineEntry(title, title, level)
            lines([title], top=80)(canvas)
            lines(PROSE, top=120)(canvas)

        return draw

    document = read(pdf(*(page(*entry) for entry in titles)), name="a.pdf")
    assert blocks(document, BlockKind.HEADING) == [
        "# General", "## Terms", "## Duties", "### Reports", "# Closing",
    ]  # fmt: skip


def test_list_items_keep_marker_and_depth() -> None:
    draw = together(
        lines(["The duties are:"], top=90),
        lines(["1. to keep a register that is open to all,", "2. to report to the board:"], left=90, top=110),
        lines(["(a) in writing,", "(b) within two weeks."], left=120, top=136),
        lines(["• Nothing else is asked for."], left=90, top=170),
    )
    document = read(pdf(draw), name="a.pdf")
    assert blocks(document, BlockKind.LIST_ITEM) == [
        "1. to keep a register that is open to all,",
        "2. to report to the board:",
        "  (a) in writing,",
        "  (b) within two weeks.",
        "- Nothing else is asked for.",
    ]


def test_text_that_reads_upwards_is_turned_and_its_box_lies_on_the_page_as_shown() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.rotate(90)
        canvas.setFont("Helvetica", 10)
        for number, text in enumerate(PROSE):
            canvas.drawString(100, -200 - number * LEADING, text)

    document = read(pdf(draw), name="a.pdf")
    assert document.markdown == " ".join(PROSE) + "\n"
    box = place(document, "The committee").box
    assert box is not None
    left, top, right, bottom = box
    assert left < 200 < right + 3
    assert bottom == pytest.approx(HEIGHT - 100, abs=2)
    assert bottom - top > 300


def test_page_labels_are_kept_beside_the_physical_page() -> None:
    def roman(canvas: Canvas) -> None:
        canvas.addPageLabel(0, "ROMAN_LOWER", 1)
        lines(["Preface to the report."])(canvas)

    def arabic(canvas: Canvas) -> None:
        canvas.addPageLabel(1, "ARABIC", 1)
        lines(["Chapter one of the report."])(canvas)

    document = read(pdf(roman, arabic), name="a.pdf")
    assert [(origin.locator.page, origin.locator.label) for origin in document.origins] == [
        (1, "i"),
        (2, "1"),
    ]


def test_text_in_a_frame_is_not_a_table() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.rect(60, HEIGHT - 400, 480, 340)
        canvas.line(60, HEIGHT - 390, 540, HEIGHT - 390)
        lines(PROSE * 4)(canvas)

    assert blocks(read(pdf(draw), name="a.pdf"), BlockKind.TABLE) == []


def test_a_form_in_another_scale_keeps_its_ruling_lines_in_place() -> None:
    rows = [["Site", "Water"], ["Basel", "12"], ["Bern", "30"]]

    def draw(canvas: Canvas) -> None:
        canvas.beginForm("small")
        table(rows, ("GRID", (0, 0), (-1, -1), 0.5, colors.black))(canvas)
        canvas.endForm()
        canvas.scale(0.8, 0.8)
        canvas.doForm("small")

    document = read(pdf(draw), name="a.pdf")
    assert blocks(document, BlockKind.TABLE) == [
        "| Site | Water |\n| --- | --- |\n| Basel | 12 |\n| Bern | 30 |"
    ]


def test_blocks_are_sorted_disjoint_and_cover_the_text() -> None:
    draw = together(lines(["Title"], top=60, size=20), lines(PROSE), lines(["• one", "• two"], top=200))
    document = read(pdf(draw, draw), name="a.pdf")
    outside = document.markdown
    previous: Block | None = None
    for block in document.blocks:
        assert previous is None or previous.span.end <= block.span.start
        outside = outside.replace(block.span.of(document.markdown), "", 1)
        previous = block
    assert re.sub(r"\s", "", outside) == ""
