"""The two Word samples: a light markup in, a document with real styles and automatic numbers out."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import docx
from docx.document import Document
from docx.enum.text import WD_TAB_ALIGNMENT
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls, qn
from docx.shared import Cm, Pt, RGBColor
from docx.text.paragraph import Paragraph

from source.frozen import WRITTEN, freeze_archive

_HERE = Path(__file__).parent
_INK = RGBColor(0x1F, 0x3A, 0x3D)
_GREY = RGBColor(0x6D, 0x6E, 0x73)

_LINES = (
    ("heading3", re.compile(r"### (.*)")),
    ("heading2", re.compile(r"## (.*)")),
    ("heading1", re.compile(r"# (.*)")),
    ("clause", re.compile(r"\+ (.*)")),
    ("typed", re.compile(r"(\d+\.\d+ .*)")),
    ("item", re.compile(r"\s+\([a-z]\) (.*)")),
    ("bullet", re.compile(r"- (.*)")),
    ("step", re.compile(r"\d+\. (.*)")),
    ("row", re.compile(r"\| (.*) \|")),
    ("caption", re.compile(r"(Table \d+\. .*)")),
    ("continued", re.compile(r"  (.*)")),
    ("text", re.compile(r"(.+)")),
)
"""What a line of the markup is; the first that matches holds."""

_EMPHASIS = re.compile(r"(\*\*|\*)(.+?)\1")


class _Level(NamedTuple):
    """One level of an automatic numbering."""

    number_format: str
    text: str
    left: int
    hanging: int
    style: str | None = None


_LISTS: Mapping[str, tuple[_Level, ...]] = {
    "clauses": (
        _Level("decimal", "%1", 720, 720, "Heading1"),
        _Level("decimal", "%1.%2", 720, 720, "Clause"),
    ),
    "items": (_Level("lowerLetter", "(%1)", 1287, 567),),
    "bullets": (_Level("bullet", "•", 567, 283),),
    "steps": (_Level("decimal", "%1.", 567, 397),),
}
_ABSTRACT_IDS = {name: number for number, name in enumerate(_LISTS, start=90)}
_FIRST_NUM_ID = 900


class _Numbering:
    """The document's automatic numbering; every list of items begins again at its first number."""

    def __init__(self, document: Document) -> None:
        self._element = document.part.numbering_part.element
        self._next = _FIRST_NUM_ID
        for name, levels in _LISTS.items():
            self._element.insert(len(_ABSTRACT_IDS), parse_xml(_abstract_xml(_ABSTRACT_IDS[name], levels)))
        self.current: dict[str, int] = {}

    def restart(self, name: str) -> int:
        """Begin a new list and return its id."""
        number, self._next = self._next, self._next + 1
        override = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>'
        xml = f'<w:num {nsdecls("w")} w:numId="{number}"><w:abstractNumId w:val="{_ABSTRACT_IDS[name]}"/>'
        self._element.append(parse_xml(xml + (override if name != "clauses" else "") + "</w:num>"))
        self.current[name] = number
        return number

    def apply(self, paragraph: Paragraph, name: str, *, level: int = 0) -> None:
        """Number a paragraph in the current list of that name."""
        number = self.current.get(name) or self.restart(name)
        properties = paragraph._p.get_or_add_pPr().get_or_add_numPr()
        properties.get_or_add_ilvl().val = level
        properties.get_or_add_numId().val = number


def _abstract_xml(number: int, levels: tuple[_Level, ...]) -> str:
    """Write one list of levels in Word's words."""
    parts = [
        f'<w:abstractNum {nsdecls("w")} w:abstractNumId="{number}"><w:multiLevelType w:val="multilevel"/>'
    ]
    for index, level in enumerate(levels):
        style = f'<w:pStyle w:val="{level.style}"/>' if level.style else ""
        parts.append(
            f'<w:lvl w:ilvl="{index}"><w:start w:val="1"/><w:numFmt w:val="{level.number_format}"/>{style}'
            f'<w:lvlText w:val="{level.text}"/><w:lvlJc w:val="left"/>'
            f'<w:pPr><w:ind w:left="{level.left}" w:hanging="{level.hanging}"/></w:pPr></w:lvl>'
        )
    return "".join([*parts, "</w:abstractNum>"])


def write_standard(path: Path) -> None:
    """Write the reporting standard, its clauses numbered by Word except in section 4."""
    document = _new_document("Standard 4: Emissions disclosure", "Harrow Board for Environmental Reporting")
    document.add_paragraph("Standard 4: Emissions disclosure", style="Title")
    document.add_paragraph(
        "Harrow Board for Environmental Reporting · Issued 2 March 2026 · Text in force from 1 January 2026",
        style="Subtitle",
    )
    document.add_paragraph(
        "Paragraphs in this standard have equal authority. Terms defined in section 3 are in italics where "
        "they are defined. A number that is missing belonged to a paragraph that was withdrawn before issue; "
        "the others keep theirs so that references stay valid."
    )
    _write_body(document, (_HERE / "standard.md").read_text("utf-8"), numbered_headings=True)
    _save(document, path)


def write_policy(path: Path) -> None:
    """Write the company policy, with headings of three levels, a table and two lists."""
    document = _new_document("Remote work policy", "Lindqvist & Amara")
    document.add_paragraph("Remote work policy", style="Title")
    document.add_paragraph(
        "Lindqvist & Amara · Version 3.0 · In force from 1 January 2026 · Owner: Director of People",
        style="Subtitle",
    )
    _write_body(document, (_HERE / "policy.md").read_text("utf-8"), numbered_headings=False)
    _save(document, path)


def _new_document(title: str, author: str) -> Document:
    """Return an empty A4 document with our styles, a running head and a page number."""
    document = docx.Document()
    properties = document.core_properties
    properties.title, properties.author, properties.last_modified_by = title, author, author
    properties.created = properties.modified = WRITTEN
    section = document.sections[0]
    section.page_width, section.page_height = Cm(21), Cm(29.7)
    section.left_margin = section.right_margin = Cm(2.8)
    section.top_margin = section.bottom_margin = Cm(2.5)
    _set_styles(document)
    head = section.header.paragraphs[0]
    head.text = f"{author} · {title}"
    foot = section.footer.paragraphs[0]
    foot.paragraph_format.tab_stops.add_tab_stop(Cm(15.4), WD_TAB_ALIGNMENT.RIGHT)
    foot.add_run("\t")
    field = f'<w:fldSimple {nsdecls("w")} w:instr="PAGE"><w:r><w:t>1</w:t></w:r></w:fldSimple>'
    foot._p.append(parse_xml(field))
    return document


def _set_styles(document: Document) -> None:
    """Set type, colours and spaces."""
    styles = document.styles
    sizes = {
        "Normal": 10.5,
        "Title": 24,
        "Subtitle": 10.5,
        "Heading 1": 15,
        "Heading 2": 12,
        "Heading 3": 10.5,
    }
    for name, size in sizes.items():
        style = styles[name]
        style.font.name, style.font.size = "Calibri", Pt(size)
        fonts = style.element.get_or_add_rPr().get_or_add_rFonts()
        for attribute in [key for key in fonts.attrib if key.endswith("Theme")]:
            del fonts.attrib[attribute]
        fonts.set(qn("w:hAnsi"), "Calibri")
        if name != "Normal":
            style.font.color.rgb = _GREY if name == "Subtitle" else _INK
            style.font.italic = False
            style.paragraph_format.space_before = Pt(0 if "itle" in name else 12)
    styles["Normal"].paragraph_format.space_after = Pt(7)
    styles["Normal"].paragraph_format.line_spacing = 1.15
    for name in ("Header", "Footer"):
        styles[name].font.size, styles[name].font.color.rgb = Pt(8.5), _GREY
    clause = styles.add_style("Clause", 1)
    clause.base_style = styles["Normal"]
    clause.paragraph_format.left_indent, clause.paragraph_format.first_line_indent = Cm(1.27), Cm(-1.27)


def _write_body(document: Document, markup: str, *, numbered_headings: bool) -> None:
    """Write the markup's lines as paragraphs, and its rows as tables."""
    numbering = _Numbering(document)
    previous = ""
    rows: list[list[str]] = []
    for kind, text in _parse(markup):
        if kind == "row":
            rows.append(text.split(" | "))
            continue
        if rows:
            _add_table(document, rows)
            rows = []
        if kind in ("item", "step", "bullet") and kind != previous:
            numbering.restart(f"{kind}s")
        _add_paragraph(document, numbering, kind=kind, text=text, numbered_headings=numbered_headings)
        previous = kind


def _parse(markup: str) -> Iterator[tuple[str, str]]:
    """Yield the kind and the text of every line that is not blank."""
    for line in markup.splitlines():
        for kind, pattern in _LINES:
            match = pattern.fullmatch(line)
            if match:
                yield kind, match.group(1)
                break


def _add_paragraph(
    document: Document, numbering: _Numbering, *, kind: str, text: str, numbered_headings: bool
) -> None:
    """Add one paragraph in the style and the numbering of its kind."""
    if kind.startswith("heading"):
        paragraph = document.add_paragraph(text, style=f"Heading {kind[-1]}")
        if numbered_headings and kind == "heading1":
            numbering.apply(paragraph, "clauses")
        return
    style = "Clause" if kind in ("clause", "typed") else "Caption" if kind == "caption" else "Normal"
    paragraph = document.add_paragraph(style=style)
    if kind == "clause":
        numbering.apply(paragraph, "clauses", level=1)
    elif kind == "typed":
        text = text.replace(" ", "\t", 1)
    elif kind in ("item", "bullet", "step"):
        numbering.apply(paragraph, f"{kind}s")
        paragraph.paragraph_format.space_after = Pt(4)
    elif kind == "continued":
        paragraph.paragraph_format.left_indent = Cm(1.27)
    _add_runs(paragraph, text)


def _add_runs(paragraph: Paragraph, text: str) -> None:
    """Write text with its *italic* and **bold** words."""
    position = 0
    for match in _EMPHASIS.finditer(text):
        paragraph.add_run(text[position : match.start()])
        run = paragraph.add_run(match.group(2))
        run.bold, run.italic = match.group(1) == "**" or None, match.group(1) == "*" or None
        position = match.end()
    paragraph.add_run(text[position:])


def _add_table(document: Document, rows: list[list[str]]) -> None:
    """Add a table with a repeated header row; the second row of the markup is its rule."""
    header, _, *body = rows
    table = document.add_table(rows=0, cols=len(header), style="Table Grid")
    for row in [header, *body]:
        for cell, text in zip(table.add_row().cells, row, strict=True):
            cell.text = text
            run = cell.paragraphs[0].runs[0]
            run.font.size, run.bold = Pt(9), row is header or None
            cell.paragraphs[0].paragraph_format.space_after = Pt(2)
    repeat = parse_xml(f"<w:tblHeader {nsdecls('w')}/>")
    table.rows[0]._tr.get_or_add_trPr().append(repeat)


def _save(document: Document, path: Path) -> None:
    """Save a document with the same bytes every time."""
    document.save(str(path))
    freeze_archive(path)
