"""How the PDF samples look: pages, type, tables, contents, outline and page labels."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    LongTable,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Paragraph,
    TableStyle,
)
from reportlab.platypus.tableofcontents import TableOfContents

INK, TEAL, GREY = HexColor("#22282a"), HexColor("#12514f"), HexColor("#6b7274")
PALE, RULE, SAND = HexColor("#e8f0ee"), HexColor("#b9c4c2"), HexColor("#d9c9a3")
WHITE = HexColor("#ffffff")
GUTTER = 8 * mm


def _style(name: str, size: float, leading: float, **more: object) -> ParagraphStyle:
    settings = {"fontName": "Helvetica", "textColor": INK, **more}
    return ParagraphStyle(name, fontSize=size, leading=leading, **settings)


_ITALIC = {"fontName": "Helvetica-Oblique", "textColor": TEAL}
_BOLD = {"fontName": "Helvetica-Bold", "textColor": TEAL, "keepWithNext": 1}

STYLES = {
    style.name: style
    for style in (
        _style("text", 9.6, 14, spaceAfter=7, allowWidows=0, allowOrphans=0),
        _style("lead", 11, 16.5, textColor=TEAL, spaceAfter=12),
        _style("quote", 11, 16.5, **_ITALIC, leftIndent=14, rightIndent=14, spaceBefore=8, spaceAfter=14),
        _style("bullet", 9.6, 14, leftIndent=14, bulletIndent=2, spaceAfter=4),
        _style("chapter", 24, 29, **_BOLD, spaceBefore=14, spaceAfter=16),
        _style("section", 14.5, 18.5, **_BOLD, spaceBefore=12, spaceAfter=6),
        _style("subsection", 12, 15.5, **_BOLD, spaceBefore=9, spaceAfter=4),
        _style("caption", 8.8, 12, **{**_BOLD, "textColor": INK}, spaceBefore=9, spaceAfter=4),
        _style("note", 8, 11, textColor=GREY, spaceBefore=4, spaceAfter=12),
        _style("cell", 8.3, 10.8),
        _style("figure", 8.3, 10.8, alignment=TA_RIGHT),
        _style("head", 8.3, 10.8, fontName="Helvetica-Bold", textColor=TEAL),
        _style("headfigure", 8.3, 10.8, fontName="Helvetica-Bold", textColor=TEAL, alignment=TA_RIGHT),
        _style("contents0", 11, 16, fontName="Helvetica-Bold", spaceBefore=7, textColor=TEAL),
        _style("contents1", 8.8, 12, leftIndent=12, textColor=INK),
    )
}

_OUTLINE_LEVELS = {False: {"chapter": 0, "section": 1}, True: {"chapter": 0, "caption": 1}}
"""By whether tables are listed."""


@dataclass(frozen=True, slots=True)
class Cover:
    """What the first page says."""

    company: str
    title: str
    subtitle: str
    lines: Sequence[str]


@dataclass(frozen=True, slots=True)
class Layout:
    """The margins of the text, and the words at the head of every page but the cover."""

    running_head: str
    left: float = 40 * mm
    right: float = 22 * mm
    top: float = 28 * mm
    bottom: float = 22 * mm
    lists_tables: bool = False
    """Whether the outline names tables in place of sections, and the contents name them too."""

    @property
    def width(self) -> float:
        """Of the text."""
        return A4[0] - self.left - self.right

    @property
    def height(self) -> float:
        """Of the text."""
        return A4[1] - self.top - self.bottom


class BodyStart(Flowable):
    """Stands where the front matter ends and page 1 begins; draws nothing."""

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """Take no room."""
        return 0.0, 0.0

    def draw(self) -> None:
        """Draw nothing."""


@dataclass
class Counters:
    """What is counted while a PDF is set: pages before page 1, and headings for their keys."""

    front_pages: int = 0
    headings: int = 0

    def label(self, page: int) -> str:
        """Return the printed number of a page: roman in the front matter, then from 1."""
        if page <= self.front_pages or not self.front_pages:
            return _ROMAN[page] if page < len(_ROMAN) else str(page)
        return str(page - self.front_pages)


_PADDINGS = ("TOPPADDING", "BOTTOMPADDING", "LEFTPADDING", "RIGHTPADDING")
_ROMAN = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")


class Booklet(BaseDocTemplate):
    """A PDF with a cover, a contents page, an outline and page labels, the same bytes every time."""

    def __init__(self, path: Path, *, cover: Cover, layout: Layout) -> None:
        super().__init__(
            str(path), pagesize=A4, invariant=1, title=cover.title.replace("\n", " "), author=cover.company
        )
        self.cover, self.layout, self.counters = cover, layout, Counters()
        self.addPageTemplates(
            [
                PageTemplate("cover", [self._frame()], onPage=self._draw_cover),
                PageTemplate("one", [self._frame()], onPageEnd=self._draw_furniture),
                PageTemplate("two", self._columns(), onPageEnd=self._draw_furniture),
            ]
        )

    def write(self, story: Sequence[Flowable]) -> None:
        """Set the cover and the story; repeats until the contents' page numbers are right."""
        self.multiBuild([NextPageTemplate("one"), PageBreak(), *story])

    def beforeDocument(self) -> None:  # noqa: N802 (reportlab's name)
        """Begin a pass: headings are counted anew."""
        self.counters.headings = 0

    def afterFlowable(self, flowable: Flowable) -> None:  # noqa: N802 (reportlab's name)
        """Enter headings in the contents and the outline, and note where page 1 is."""
        if isinstance(flowable, BodyStart):
            self.counters.front_pages = self.page - 1
            self.canv.addPageLabel(0, style="ROMAN_LOWER")
            self.canv.addPageLabel(self.page - 1, style="ARABIC", start=1)
        levels = _OUTLINE_LEVELS[self.layout.lists_tables]
        level = levels.get(flowable.style.name) if isinstance(flowable, Paragraph) else None
        if level is None:
            return
        text, key = flowable.getPlainText(), f"heading-{self.counters.headings}"
        self.counters.headings += 1
        self.canv.bookmarkPage(key)
        self.canv.addOutlineEntry(text, key, level=level, closed=level == 0)
        is_listed = level == 0 or self.layout.lists_tables
        if is_listed and text != "Contents":
            self.notify("TOCEntry", (level, text.replace("&", "&amp;"), self.page, key))

    def contents(self) -> TableOfContents:
        """Return the contents list, with the printed page numbers."""
        contents = TableOfContents(dotsMinLevel=0, formatter=self.counters.label)
        contents.tableStyle = TableStyle([(side, (0, 0), (-1, -1), 0) for side in _PADDINGS])
        contents.levelStyles = [STYLES["contents0"], STYLES["contents1"]]
        return contents

    def _frame(self) -> Frame:
        layout = self.layout
        return Frame(layout.left, layout.bottom, layout.width, layout.height, 0, 0, 0, 0)

    def _columns(self) -> list[Frame]:
        layout = self.layout
        left = 26 * mm
        width = (A4[0] - left - layout.right - GUTTER) / 2
        return [
            Frame(left + number * (width + GUTTER), layout.bottom, width, layout.height, 0, 0, 0, 0)
            for number in range(2)
        ]

    def _draw_furniture(self, canvas: Canvas, _: BaseDocTemplate) -> None:
        """Draw the running head, its rule, and the page number."""
        canvas.saveState()
        canvas.setFont("Helvetica", 8)
        canvas.setFillColor(GREY)
        left, right = 26 * mm, A4[0] - self.layout.right
        canvas.drawString(left, A4[1] - 16 * mm, self.layout.running_head)
        canvas.setStrokeColor(RULE)
        canvas.setLineWidth(0.5)
        canvas.line(left, A4[1] - 19 * mm, right, A4[1] - 19 * mm)
        canvas.drawRightString(right, 13 * mm, self.counters.label(canvas.getPageNumber()))
        canvas.restoreState()

    def _draw_cover(self, canvas: Canvas, _: BaseDocTemplate) -> None:
        """Draw the cover: a dark field, paper edges in three tones, and the title."""
        width, height = A4
        canvas.saveState()
        canvas.setFillColor(TEAL)
        canvas.rect(0, 0, width, height, stroke=0, fill=1)
        for offset, tone in ((0, "#1c6663"), (26, "#2b7c77"), (52, "#d9c9a3")):
            canvas.setFillColor(HexColor(tone))
            sheet = canvas.beginPath()
            sheet.moveTo(0, 250 - offset * 2.4)
            sheet.curveTo(
                width * 0.35, 330 - offset * 2.6, width * 0.6, 120 - offset, width, 235 - offset * 2.5
            )
            sheet.lineTo(width, 0)
            sheet.lineTo(0, 0)
            sheet.close()
            canvas.drawPath(sheet, stroke=0, fill=1)
        canvas.setFillColor(SAND)
        canvas.setFont("Helvetica-Bold", 12)
        canvas.drawString(26 * mm, height - 40 * mm, self.cover.company)
        canvas.rect(26 * mm, height - 46 * mm, 18 * mm, 1.2 * mm, stroke=0, fill=1)
        canvas.setFillColor(WHITE)
        canvas.setFont("Helvetica-Bold", 38)
        for number, line in enumerate(self.cover.title.split("\n")):
            canvas.drawString(26 * mm, height - 82 * mm - number * 44, line)
        canvas.setFont("Helvetica", 14)
        below = height - 98 * mm - 44 * self.cover.title.count("\n")
        canvas.drawString(26 * mm, below, self.cover.subtitle)
        canvas.setFont("Helvetica", 9)
        for number, line in enumerate(self.cover.lines):
            canvas.drawString(26 * mm, below - 22 - number * 13, line)
        canvas.restoreState()


def two_columns(story: Sequence[Flowable]) -> list[Flowable]:
    """Set a story on pages of its own, in two columns."""
    return [NextPageTemplate("two"), PageBreak(), *story, NextPageTemplate("one"), PageBreak()]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table to be set: its first row is the header, and rows that begin with "Total" are strong."""

    caption: str
    rows: Sequence[Sequence[str]]
    note: str = ""
    widths: Sequence[float] = ()
    """Shares of the width, if they are not to be found from the text."""


@dataclass(frozen=True, slots=True)
class Density:
    """How tight a table's rows stand."""

    size: float
    leading: float
    padding: float


_CELL_MARGIN = 9

AIRY, DENSE = Density(8.3, 10.8, 2.6), Density(7.7, 9.4, 1.5)

_LONG_TABLE_ROWS = 30
"""A longer table begins where its caption stands and breaks over pages."""


def set_grid(grid: Grid, *, width: float, density: Density, markup: Callable[[str], str]) -> list[Flowable]:
    """Return the caption, the ruled table with a header that repeats, and the note."""
    header, *body = grid.rows
    numeric = [_is_numeric([row[column] for row in body]) for column in range(len(header))]
    styles = {
        name: STYLES[name].clone(name, fontSize=density.size, leading=density.leading)
        for name in ("cell", "figure", "head", "headfigure")
    }
    cells = [
        [
            Paragraph(
                markup(_strong(text, row)), styles[_cell_style(is_head=row is header, is_figure=figure)]
            )
            for text, figure in zip(row, numeric, strict=True)
        ]
        for row in grid.rows
    ]
    shares = grid.widths or _widths(grid.rows, width=width, size=density.size)
    table = LongTable(cells, [width * share / sum(shares) for share in shares], repeatRows=1)
    table.setStyle(_table_style(body, density.padding))
    table.spaceAfter = 2 if grid.note else 12
    is_long = len(body) > _LONG_TABLE_ROWS
    caption = STYLES["caption"].clone("caption", keepWithNext=0 if is_long else 1)
    parts: list[Flowable] = [Paragraph(markup(grid.caption), caption), table]
    return [*parts, Paragraph(markup(grid.note), STYLES["note"])] if grid.note else parts


def _is_total(row: Sequence[str]) -> bool:
    return row[0].startswith("Total")


def _strong(text: str, row: Sequence[str]) -> str:
    return f"**{text}**" if _is_total(row) and text else text


def _is_numeric(texts: Sequence[str]) -> bool:
    """Tell whether most cells of a column are figures."""
    filled = [text for text in texts if text not in ("", "–")]
    figures = [
        text for text in filled if text.lstrip("+-−€<±").replace(" ", "")[:1].isdigit() and len(text) < 14
    ]
    return bool(filled) and len(figures) > 0.7 * len(filled)


def _cell_style(*, is_head: bool, is_figure: bool) -> str:
    return ("head" if is_head else "") + ("figure" if is_figure else "" if is_head else "cell")


def _widths(rows: Sequence[Sequence[str]], *, width: float, size: float) -> list[float]:
    """Give every column room for its longest word, and share the rest by what the longest text needs."""
    least, wanted = [], []
    for column in zip(*rows, strict=True):
        words = [word for text in column for word in text.split() or [""]]
        least.append(max(stringWidth(word, "Helvetica-Bold", size) for word in words) + _CELL_MARGIN)
        longest = max(stringWidth(text, "Helvetica-Bold", size) for text in column) + _CELL_MARGIN
        wanted.append(min(longest, width * 0.45))
    spare = width - sum(least)
    needs = [max(want - low, 0.0) for want, low in zip(wanted, least, strict=True)]
    if spare < sum(needs):
        return [low + spare * need / sum(needs) for low, need in zip(least, needs, strict=True)]
    left_over = (width - sum(least) - sum(needs)) / len(least)
    return [low + need + left_over for low, need in zip(least, needs, strict=True)]


def _table_style(body: Sequence[Sequence[str]], padding: float) -> TableStyle:
    """Rule every row and column, shade the header, and set totals apart."""
    commands: list[tuple[object, ...]] = [
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
        ("LEFTPADDING", (0, 0), (-1, -1), 4),
        ("RIGHTPADDING", (0, 0), (-1, -1), 4),
        ("TOPPADDING", (0, 0), (-1, -1), padding),
        ("BOTTOMPADDING", (0, 0), (-1, -1), padding + 0.7),
        ("GRID", (0, 0), (-1, -1), 0.4, RULE),
        ("LINEABOVE", (0, 0), (-1, 0), 1.1, TEAL),
        ("LINEBELOW", (0, 0), (-1, 0), 0.8, TEAL),
        ("LINEBELOW", (0, -1), (-1, -1), 0.8, TEAL),
        ("BACKGROUND", (0, 0), (-1, 0), PALE),
    ]
    commands += [
        ("LINEABOVE", (0, number), (-1, number), 0.8, TEAL)
        for number, row in enumerate(body, start=1)
        if _is_total(row)
    ]
    return TableStyle(commands)
