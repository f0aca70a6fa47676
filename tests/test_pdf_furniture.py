"""What the PDF reader takes for a running head, foot or page number, and what it must not."""

import pytest
from reportlab.lib import colors

from chunking.readers.pdf import read
from tests.drawn_pdf import PROSE, Draw, lines, pdf, table, together

GRID = ("GRID", (0, 0), (-1, -1), 0.5, colors.black)
NUMBERS = ("one", "two", "three", "four", "five", "six")


def pages(*drawings: Draw) -> bytes:
    """Return a PDF whose pages each have running text of their own, and a drawing."""
    own = [[f"Page {number} has a text of its own.", *PROSE] for number in NUMBERS]
    return pdf(*(together(lines(text), draw) for text, draw in zip(own, drawings, strict=False)))


def test_cells_of_a_ruled_table_at_the_foot_of_every_page_stay() -> None:
    rows = [[["Leg", "km", "tCO2e"], [f"L{at}", f"{at}46,170", f"{at}46"]] for at in range(1, 7)]
    document = read(pages(*(table(page, GRID, top=795) for page in rows)), name="a.pdf")
    assert [gone for gone in document.removed if gone.reason != "repeated table header"] == []
    for at in range(1, 7):
        assert f"| L{at} | {at}46,170 | {at}46 |" in document.markdown


def test_cells_of_a_ruled_table_that_say_the_same_on_every_page_stay() -> None:
    rows = [["Leg", "Mode", "Unit"], ["Helmond", "Road", "tCO2e"]]
    document = read(pages(*[table(rows, GRID, top=20)] * 4), name="a.pdf")
    assert {gone.reason for gone in document.removed} <= {"repeated table header"}
    assert document.markdown.count("| Helmond | Road | tCO2e |") == 4


def test_the_last_row_of_a_table_without_lines_stays() -> None:
    def page(number: int) -> Draw:
        rows = [["Site", "2024", "2025"], *[[f"Mill {at}", f"{at}1", f"{at}2"] for at in range(1, 8)]]
        return table([*rows, ["All", f"{number}90", f"{number}95"]], top=660)

    document = read(pages(*map(page, range(1, 5))), name="a.pdf")
    assert document.removed == ()
    for number in range(1, 5):
        assert f"| All | {number}90 | {number}95 |" in document.markdown


def test_a_list_whose_last_item_recurs_on_three_pages_keeps_it() -> None:
    items = [f"- item {number} of the list" for number in NUMBERS]
    document = read(pages(*[lines([*items, "- None of the above"], top=720)] * 3), name="a.pdf")
    assert document.removed == ()
    assert document.markdown.count("- None of the above") == 3


def test_a_text_that_recurs_where_other_pages_have_their_body_stays() -> None:
    recurring = lines(["Illustration"], top=60)
    others = [lines([f"Here is line {number} of the body."], top=60) for number in NUMBERS[:3]]
    drawings = [recurring, recurring, recurring, *others, recurring]
    texts = [lines([f"This is page {at}.", *PROSE], top=100) for at in range(7)]
    document = read(pdf(*map(together, drawings, texts)), name="a.pdf")
    assert document.markdown.count("Illustration") == 4


@pytest.mark.parametrize("figures", [("12", "977", "4"), ("2018", "2018", "2018"), ("45%", "30%", "12%")])
def test_figures_that_do_not_count_the_pages_stay(figures: tuple[str, ...]) -> None:
    document = read(pages(*(lines([figure], top=790) for figure in figures)), name="a.pdf")
    assert document.removed == ()
    assert all(figure in document.markdown for figure in figures)


@pytest.mark.parametrize(("title", "size"), [("Part", 18), ("Annex", 10), ("Exhibit 31.", 10), ("Site", 18)])
def test_headings_that_count_on_from_page_to_page_stay(title: str, size: float) -> None:
    titles = [f"{title} {number}".replace(". ", ".") for number in range(1, 5)]
    document = read(pages(*(lines([text], top=60, size=size) for text in titles)), name="a.pdf")
    assert document.removed == ()
    assert all(text in document.markdown for text in titles)


def test_a_note_below_a_table_on_three_pages_stays() -> None:
    document = read(pages(*[lines(["* Without leased sites."], top=790, size=8)] * 3), name="a.pdf")
    assert document.markdown.count("Without leased sites.") == 3


def test_page_numbers_are_told_by_counting_in_letters_too() -> None:
    numerals = ("vii", "viii", "ix", "x", "xi")
    document = read(pages(*(lines([numeral], left=290, top=810) for numeral in numerals)), name="a.pdf")
    assert [(gone.reason, gone.text) for gone in document.removed] == [
        ("page number", numeral) for numeral in numerals
    ]


def test_a_foot_with_its_date_and_number_goes_as_one() -> None:
    def page(number: int) -> Draw:
        year = 2024 if number == 1 else 2025
        return together(
            lines(["2025-06-30"], top=810, size=8),
            lines([f"Example Company © {year}"], left=200, top=810, size=8),
            lines([f"{number + 30}"], left=500, top=810, size=8),
        )

    document = read(pages(*map(page, range(1, 6))), name="a.pdf")
    assert "Example" not in document.markdown
    assert "06-30" not in document.markdown
    assert {gone.reason for gone in document.removed} == {"running foot", "page number"}


def test_a_head_close_to_the_text_goes_when_it_is_of_another_size() -> None:
    drawings = [
        together(
            lines(["Minutes of the committee"], top=60, size=8),
            lines([f"This is page {at}.", *PROSE], top=71),
        )
        for at in range(6)
    ]
    document = read(pdf(*drawings), name="a.pdf")
    assert "Minutes" not in document.markdown
