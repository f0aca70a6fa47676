"""What the PDF reader leaves out, notices and refuses."""

import re

import pytest
from reportlab.lib import colors
from reportlab.pdfgen.canvas import Canvas

from chunking.errors import EmptyDocumentError, LimitError, PasswordError, ReadError, ScannedError
from chunking.model import BlockKind
from chunking.readers.pdf import read
from chunking.readers.pdf.open import MAX_PAGES
from tests.drawn_pdf import (
    PROSE,
    WIDTH,
    Draw,
    blocks,
    image,
    lines,
    pdf,
    table,
    together,
)


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


def test_a_page_that_cannot_be_loaded_is_noticed_and_the_others_are_read() -> None:
    data = pdf(lines(["The first page."]), lines(["The second page."]), lines(["The third page."]))
    broken = data.replace(b"/Kids [ 3 0 R 4 0 R 5 0 R ]", b"/Kids [ 3 0 R 2 0 R 5 0 R ]")
    assert broken != data
    document = read(broken, name="a.pdf")
    assert document.markdown == "The first page.\n\nThe third page.\n"
    assert [(notice.code, notice.where) for notice in document.notices] == [("page-damaged", "page 2")]
    assert document.page_count == 3


def test_a_file_of_which_no_page_can_be_loaded_is_refused() -> None:
    data = pdf(lines(PROSE)).replace(b"/Kids [ 3 0 R ]", b"/Kids [ 2 0 R ]")
    with pytest.raises(ReadError, match=r"^a\.pdf is damaged: no text can be read"):
        read(data, name="a.pdf")


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


def test_reading_twice_gives_the_same_document() -> None:
    data = pdf(
        together(
            lines(PROSE),
            table([["A", "B"], ["1", "2"], ["3", "4"]], ("GRID", (0, 0), (-1, -1), 1, colors.black), top=250),
        )
    )
    assert read(data, name="a.pdf") == read(data, name="a.pdf")
