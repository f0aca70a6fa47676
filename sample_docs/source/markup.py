"""A light markup for the PDF samples: headings, lists, quotes, tables and pages in two columns."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

from reportlab.platypus import CondPageBreak, Flowable, Paragraph

from source.typeset import AIRY, STYLES, Density, Grid, set_grid, two_columns

_INLINE = (
    (re.compile(r"(?<=\d) (?=%)"), "\u00a0"),
    (re.compile(r"\*\*(.+?)\*\*"), r"<b>\1</b>"),
    (re.compile(r"\*(.+?)\*"), r"<i>\1</i>"),
)
_HEADINGS = {"### ": "subsection", "## ": "section"}
_STEP = re.compile(r"(\d+\.) (.*)")


def to_reportlab(text: str) -> str:
    """Turn *italic* and **bold** words into reportlab's tags, and keep a percent sign with its number."""
    text = escape(text)
    for pattern, replacement in _INLINE:
        text = pattern.sub(replacement, text)
    return text


@dataclass
class Setter:
    """Sets markup as flowables; tables and figures are numbered as they come."""

    width: float
    column_width: float
    chapter_room: float
    """A chapter begins a new page if less than this is left."""
    tables: Mapping[str, Grid] = field(default_factory=dict)
    """Tables that are computed, by the name that `@table NAME` asks for."""
    figures: Mapping[str, Flowable] = field(default_factory=dict)
    density: Density = AIRY
    table_number: int = 0
    figure_number: int = 0

    def set(self, markup: str) -> list[Flowable]:
        """Return a chapter's flowables; what stands between @columns and @end is set in two columns."""
        story: list[Flowable] = []
        for number, part in enumerate(re.split(r"^@(?:columns|end)\n", markup, flags=re.MULTILINE)):
            if number % 2:
                story += two_columns(self._set_paragraphs(part, width=self.column_width))
            else:
                story += self._set_paragraphs(part, width=self.width)
        return story

    def _set_paragraphs(self, markup: str, *, width: float) -> list[Flowable]:
        """Set paragraphs, which blank lines separate."""
        story: list[Flowable] = []
        for paragraph in re.split(r"\n{2,}", markup.strip("\n")):
            if paragraph:
                story += self._set_paragraph(paragraph.split("\n"), width=width)
        return story

    def _set_paragraph(self, lines: Sequence[str], *, width: float) -> list[Flowable]:
        """Set what its first characters say it is."""
        first = lines[0]
        for mark, style in _HEADINGS.items():
            if first.startswith(mark):
                return [CondPageBreak(70), Paragraph(to_reportlab(first[len(mark) :]), STYLES[style])]
        if first.startswith("# "):
            return [CondPageBreak(self.chapter_room), Paragraph(to_reportlab(first[2:]), STYLES["chapter"])]
        if first.startswith("@table "):
            return self._set_table(self.tables[first[len("@table ") :]], width=width)
        if first.startswith("@figure "):
            return self._set_figure(first[len("@figure ") :], caption=lines[1])
        if first.startswith("Table: "):
            return self._set_table(_read_grid(lines), width=width)
        if first.startswith("!"):
            return [Paragraph(to_reportlab(first[1:].strip()), STYLES["lead"])]
        if first.startswith("> "):
            return [Paragraph(to_reportlab(" ".join(line[2:] for line in lines)), STYLES["quote"])]
        if first.startswith("- ") or _STEP.match(first):
            return list(_set_list(lines))
        return [Paragraph(to_reportlab(" ".join(lines)), STYLES["text"])]

    def _set_table(self, grid: Grid, *, width: float) -> list[Flowable]:
        """Number a table and set it."""
        self.table_number += 1
        caption = f"Table {self.table_number}. {grid.caption}"
        numbered = Grid(caption, grid.rows, grid.note, grid.widths)
        return set_grid(numbered, width=width, density=self.density, markup=to_reportlab)

    def _set_figure(self, name: str, *, caption: str) -> list[Flowable]:
        """Number a figure and set it under its caption."""
        self.figure_number += 1
        text = to_reportlab(f"Figure {self.figure_number}. {caption}")
        return [CondPageBreak(230), Paragraph(text, STYLES["caption"]), self.figures[name]]


def _read_grid(lines: Sequence[str]) -> Grid:
    """Read a table: its caption, its rows, and a note if there is one."""
    caption, *rest = lines
    note = rest.pop().removeprefix("Note: ") if rest[-1].startswith("Note: ") else ""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in rest]
    return Grid(caption.removeprefix("Table: "), rows, note)


def _set_list(lines: Sequence[str]) -> Iterator[Flowable]:
    """Set each item with its bullet or its number; the last has more room below it."""
    for number, line in enumerate(lines, start=1):
        step = _STEP.match(line)
        bullet, text = step.groups() if step else ("•", line[2:])
        style = STYLES["bullet"].clone("bullet", spaceAfter=10 if number == len(lines) else 4)
        yield Paragraph(to_reportlab(text), style, bulletText=bullet)
