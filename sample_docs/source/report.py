"""The sustainability report: chapters of text, tables and two charts."""

from pathlib import Path

from reportlab.graphics.shapes import Drawing, Line, PolyLine, Rect, String
from reportlab.lib.units import mm
from reportlab.platypus import PageBreak, Paragraph

from source import inventory_tables as tables
from source.figures import YEARS, scope1, scope2_market
from source.markup import Setter
from source.typeset import (
    GREY,
    GUTTER,
    INK,
    RULE,
    SAND,
    STYLES,
    TEAL,
    WHITE,
    BodyStart,
    Booklet,
    Cover,
    Layout,
)

_CHAPTERS = Path(__file__).parent / "report"
_COVER = Cover(
    company="Velmora Paper Group",
    title="Sustainability\nreport 2025",
    subtitle="Fibre, heat and the people between them",
    lines=("For the year that ended on 31 December 2025", "Published 2 March 2026"),
)
_LAYOUT = Layout("Velmora Paper Group · Sustainability report 2025", left=36 * mm)
_PAGE_WIDTH = 210 * mm
_COLUMN_WIDTH = (_PAGE_WIDTH - 26 * mm - _LAYOUT.right - GUTTER) / 2

_FRONT_CHAPTERS = 1
"""The letter stands before page 1."""

_BASE_YEAR, _BASE_TCO2E = 2019, 268_400
_TARGET_YEAR, _TARGET_TCO2E = 2030, 120_780
_PLANNED_TCO2E = {2026: 172_212, 2027: 172_212, 2028: 133_812, 2029: 119_012, 2030: 119_012}


def write_report(path: Path) -> None:
    """Write the report as PDF."""
    booklet = Booklet(path, cover=_COVER, layout=_LAYOUT)
    setter = Setter(
        width=_LAYOUT.width,
        column_width=_COLUMN_WIDTH,
        chapter_room=_LAYOUT.height - 1,
        tables={
            "scope1_by_site": tables.scope1_by_site(),
            "scope1_by_site_only": tables.scope1_by_site_only(),
            "scope2_by_site": tables.scope2_by_site(),
            "scope3_by_category": tables.scope3_by_category(),
            "electricity": tables.electricity(),
            "water_drawn": tables.water_drawn(),
            "water_returned": tables.water_returned(),
        },
        figures={"path": _path_chart()},
    )
    chapters = [setter.set(chapter.read_text("utf-8")) for chapter in sorted(_CHAPTERS.glob("*.md"))]
    front = [flowable for chapter in chapters[:_FRONT_CHAPTERS] for flowable in chapter]
    body = [flowable for chapter in chapters[_FRONT_CHAPTERS:] for flowable in chapter]
    contents = [Paragraph("Contents", STYLES["chapter"]), booklet.contents()]
    booklet.write([*contents, *front, PageBreak(), BodyStart(), *body])


def _path_chart() -> Drawing:
    """Draw emissions as bars, planned ones pale, with the line from the base year to the target."""
    width, height, floor, left = _LAYOUT.width, 190.0, 24.0, 30.0
    known = {year: scope1(year) + scope2_market(year) for year in YEARS}
    bars = {_BASE_YEAR: _BASE_TCO2E, **known, **_PLANNED_TCO2E}
    step = (width - left) / (_TARGET_YEAR - _BASE_YEAR + 1)
    scale = (height - floor - 14) / 300_000

    def x(year: int) -> float:
        return left + (year - _BASE_YEAR + 0.5) * step

    chart = Drawing(width, height)
    for mark in range(0, 301, 100):
        y = floor + mark * 1000 * scale
        chart.add(Line(left, y, width, y, strokeColor=RULE, strokeWidth=0.4))
        chart.add(String(left - 6, y - 3, str(mark), fontSize=8, fillColor=GREY, textAnchor="end"))
    for year, tco2e in bars.items():
        fill = TEAL if year in known or year == _BASE_YEAR else SAND
        bar = Rect(x(year) - step * 0.32, floor, step * 0.64, tco2e * scale, fillColor=fill, strokeColor=None)
        chart.add(bar)
        inside = floor + tco2e * scale - 12
        ink = WHITE if fill == TEAL else INK
        chart.add(
            String(x(year), inside, f"{tco2e / 1000:.0f}", fontSize=8, fillColor=ink, textAnchor="middle")
        )
    for year in range(_BASE_YEAR, _TARGET_YEAR + 1):
        chart.add(String(x(year), 8, str(year), fontSize=8, fillColor=GREY, textAnchor="middle"))
    ends = [x(_BASE_YEAR), floor + _BASE_TCO2E * scale, x(_TARGET_YEAR), floor + _TARGET_TCO2E * scale]
    chart.add(PolyLine(ends, strokeColor=INK, strokeWidth=1, strokeDashArray=(3, 2)))
    return chart
