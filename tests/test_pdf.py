"""What the PDF reader makes of pages drawn for the purpose."""

import io
import re
from collections.abc import Callable, Iterable, Sequence

import pytest
from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Table, TableStyle

from chunking.errors import EmptyDocumentError, LimitError, PasswordError, ReadError, ScannedError
from chunking.model import Block, BlockKind, Document, Locator
from chunking.readers.pdf import read
from chunking.readers.pdf.open import MAX_PAGES

WIDTH, HEIGHT = A4
LEADING = 13

Draw = Callable[[Canvas], None]

PROSE = (
    "The committee reviews the policy once a year and reports what it finds to the",
    "board. Every department keeps a register of the decisions that it has taken, and",
    "the register is open to all who work there. Questions go to the secretary, who",
    "answers them within two weeks and in writing.",
)


def pdf(*pages: Draw, encrypt: str | None = None) -> bytes:
    """Return a PDF with one page a drawing."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=A4, encrypt=encrypt, invariant=1)
    for draw in pages:
        draw(canvas)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def lines(
    texts: Iterable[str], *, left: float = 72, top: float = 100, size: float = 10, font: str = "Helvetica"
) -> Draw:
    """Return a drawing of lines below each other; `top` is the distance from the page's top."""

    def draw(canvas: Canvas) -> None:
        canvas.setFont(font, size)
        for number, text in enumerate(texts):
            canvas.drawString(left, HEIGHT - top - number * LEADING, text)

    return draw


def together(*drawings: Draw) -> Draw:
    """Return one drawing of all."""

    def draw(canvas: Canvas) -> None:
        for one in drawings:
            one(canvas)

    return draw


def table(rows: Sequence[Sequence[str]], *commands: tuple[object, ...], top: float = 150) -> Draw:
    """Return a drawing of a table with the given style commands."""

    def draw(canvas: Canvas) -> None:
        flowable = Table(rows, colWidths=[45 * mm] * len(rows[0]))
        flowable.setStyle(TableStyle(list(commands)))
        _, height = flowable.wrap(WIDTH, HEIGHT)
        flowable.drawOn(canvas, 72, HEIGHT - top - height)

    return draw


def image(canvas: Canvas) -> None:
    """Draw a page that only an eye can read."""
    canvas.setFillGray(0.6)
    canvas.rect(50, 50, 400, 600, fill=1)


def blocks(document: Document, kind: BlockKind) -> list[str]:
    """Return the markdown of the blocks of one kind."""
    return [block.span.of(document.markdown) for block in document.blocks if block.kind is kind]


def place(document: Document, text: str) -> Locator:
    """Return where the line that holds `text` comes from."""
    at = document.markdown.index(text)
    return next(origin.locator for origin in document.origins if origin.span.start <= at < origin.span.end)


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


def test_figures_at_a_line_end_are_never_joined() -> None:
    draw = lines(["The forms are listed under the numbers 2019-", "2020 and are kept for ten years."])
    assert "2019- 2020" in read(pdf(draw), name="a.pdf").markdown


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


def test_running_heads_and_page_numbers_are_moved_out_of_the_text() -> None:
    def page(number: int) -> Draw:
        own = f"On page {number} the report says something that no other page says."
        return together(
            lines(["Annual Report of the Example Company"], top=30, size=8),
            lines([own, *PROSE]),
            lines([f"Page {number} of 4"], left=280, top=810, size=8),
        )

    document = read(pdf(*map(page, range(1, 5))), name="a.pdf")
    assert "Annual Report" not in document.markdown
    assert "of 4" not in document.markdown
    assert document.markdown.count("says something") == 4
    gone = {(item.reason, item.text): item.where for item in document.removed}
    assert gone["running head", "Annual Report of the Example Company"] == "pages 1-4"
    assert gone["page number", "Page 3 of 4"] == "page 3"


def test_a_line_at_the_top_of_two_pages_only_is_text() -> None:
    page = together(lines(["Schedule of the meeting"], top=30), lines(PROSE))
    document = read(pdf(page, page), name="a.pdf")
    assert document.markdown.count("Schedule of the meeting") == 2
    assert document.removed == ()


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


def test_a_locked_file_asks_for_its_password() -> None:
    data = pdf(lines(PROSE), encrypt="secret")
    with pytest.raises(PasswordError, match=r"^safe\.pdf is locked with a password; type the password"):
        read(data, name="safe.pdf")
    with pytest.raises(PasswordError, match=r"^safe\.pdf is locked, and the password does not open it"):
        read(data, name="safe.pdf", password="wrong")
    assert read(data, name="safe.pdf", password="secret").markdown == " ".join(PROSE) + "\n"


def test_a_file_of_images_says_to_run_text_recognition() -> None:
    with pytest.raises(ScannedError, match=r"scan\.pdf has no text.*OCR"):
        read(pdf(image, image), name="scan.pdf")


def test_pages_without_text_are_noticed_by_their_ranges() -> None:
    def blank(canvas: Canvas) -> None:
        pass

    document = read(pdf(lines(PROSE), image, image, blank), name="a.pdf")
    assert [(notice.code, notice.where) for notice in document.notices] == [
        ("page-image", "pages 2-3"),
        ("page-blank", "page 4"),
    ]
    assert document.page_count == 4


def test_a_file_of_blank_pages_is_empty() -> None:
    with pytest.raises(EmptyDocumentError):
        read(pdf(lambda canvas: None), name="a.pdf")


@pytest.mark.parametrize("data", [b"", b"hello", b"%PDF-1.4\n", pdf(lines(PROSE))[:300]])
def test_what_is_no_whole_pdf_is_refused_in_one_sentence(data: bytes) -> None:
    with pytest.raises(ReadError, match=r"^broken\.pdf is (an empty|not a PDF|damaged)[^\n]*\.$"):
        read(data, name="broken.pdf")


def test_too_many_pages_are_refused_with_the_limit() -> None:
    with pytest.raises(LimitError, match=r"a\.pdf has 2,001 pages and the limit is 2,000; split"):
        read(pdf(*[lines(["a"])] * (MAX_PAGES + 1)), name="a.pdf")


def test_text_outside_the_visible_page_is_told_not_read() -> None:
    def draw(canvas: Canvas) -> None:
        lines(PROSE)(canvas)
        canvas.drawString(WIDTH + 20, 400, "printer's mark")

    document = read(pdf(draw), name="a.pdf")
    assert "printer" not in document.markdown
    assert [(gone.reason, gone.text) for gone in document.removed] == [("outside the page", "printer's mark")]


def test_text_that_runs_upwards_beside_the_text_is_kept_once_and_told_when_it_is_a_stamp() -> None:
    def page(canvas: Canvas) -> None:
        lines(PROSE)(canvas)
        canvas.rotate(90)
        canvas.drawString(200, -30, "Draft of June")

    once = read(pdf(page), name="a.pdf")
    assert blocks(once, BlockKind.PARAGRAPH) == [" ".join(PROSE), "Draft of June"]
    often = read(pdf(page, page, page), name="a.pdf")
    assert "Draft" not in often.markdown
    assert [(gone.reason, gone.where) for gone in often.removed] == [("stamp", "pages 1-3")]


def test_line_numbers_in_the_margin_are_not_text() -> None:
    def page(canvas: Canvas) -> None:
        texts = [f"{line[:40]} on page {canvas.getPageNumber()}" for line in PROSE * 5]
        lines(texts)(canvas)
        lines([str(number) for number in range(1, 21)], left=40)(canvas)

    document = read(pdf(page, page, page), name="a.pdf")
    assert {gone.reason for gone in document.removed} == {"line number"}
    assert {block.kind for block in document.blocks} == {BlockKind.PARAGRAPH}
    assert not re.search(r"\b1[1-9]\b", document.markdown)


def test_a_page_of_too_many_lines_is_read_without_tables_and_says_so() -> None:
    def draw(canvas: Canvas) -> None:
        lines(PROSE)(canvas)
        for number in range(6100):
            canvas.line(number % 500, 100, number % 500, 160)

    document = read(pdf(draw), name="a.pdf")
    assert document.markdown == " ".join(PROSE) + "\n"
    assert [(notice.code, notice.where) for notice in document.notices] == [("lines-ignored", "page 1")]


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


def test_reading_twice_gives_the_same_document() -> None:
    data = pdf(
        together(
            lines(PROSE),
            table([["A", "B"], ["1", "2"], ["3", "4"]], ("GRID", (0, 0), (-1, -1), 1, colors.black), top=250),
        )
    )
    assert read(data, name="a.pdf") == read(data, name="a.pdf")


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
