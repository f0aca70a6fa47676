"""Word: a walk over the document's own XML, in the order in which it reads."""

from dataclasses import dataclass

from docx.opc.constants import RELATIONSHIP_TYPE

from chunking.model import Document, Locator, is_blank
from chunking.readers.builder import MarkdownBuilder
from chunking.readers.docx_headings import BOLD_LEVEL, MAX_HEADING_CHARS, bold_lines, styled_level
from chunking.readers.docx_notes import add_notes, tell_findings, tell_margins
from chunking.readers.docx_numbering import Number, Numbering, read_numbering
from chunking.readers.docx_package import open_word
from chunking.readers.docx_styles import Styles, value, w
from chunking.readers.docx_tables import children, is_deleted_row, single_cell, table_rows
from chunking.readers.docx_text import Findings, TextReader
from chunking.readers.ooxml import Element

MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


@dataclass
class Walk:
    """The state of one reading: counters, and the markdown that grows."""

    styles: Styles
    numbering: Numbering
    text: TextReader
    builder: MarkdownBuilder
    bold_lines: frozenset[Element]
    """Paragraphs that are headings by their look, in a document without heading styles."""
    open_items: list[Number]
    """The list items that the next one may be nested in."""

    @property
    def findings(self) -> Findings:
        """Return what was met beside the text."""
        return self.text.findings

    def body(self, parent: Element, *, counts: bool = True) -> None:
        """Add every paragraph and table; text boxes follow the one they hang on."""
        for element in children(parent, w("p"), w("tbl"), w("del"), w("moveFrom")):
            if element.tag in (w("del"), w("moveFrom")):
                self.text.drop(element)
                continue
            self.findings.paragraph += counts
            if element.tag == w("p"):
                self._paragraph(element)
            else:
                self._table(element)
            boxes, self.findings.boxes = self.findings.boxes, []
            for box in boxes:
                self.body(box, counts=False)

    def _paragraph(self, element: Element) -> None:
        properties = element.find(w("pPr"))
        style_id = value(properties, "pStyle")
        text = self.text.paragraph(element)
        printed = None if _is_deleted(properties) else self.numbering.next(properties, style_id)
        if is_blank(text):
            return
        at = Locator(paragraph=self.findings.paragraph)
        level = BOLD_LEVEL if element in self.bold_lines else styled_level(element, self.styles)
        if level and len(text) <= MAX_HEADING_CHARS:
            self.builder.heading(_labelled(printed, text), level, at)
        elif printed is not None and printed.label:
            self.builder.list_item([(text, at)], marker=printed.label, depth=self._depth(printed))
            return
        else:
            self.builder.paragraph([(text, at)])
        self.open_items.clear()

    def _depth(self, item: Number) -> int:
        """Return how deep an item is among the items before it, from 1."""
        while self.open_items and not _is_nested(item, self.open_items[-1]):
            self.open_items.pop()
        self.open_items.append(item)
        return len(self.open_items)

    def _table(self, element: Element) -> None:
        self.open_items.clear()
        frame = single_cell(element)
        if frame is not None:
            self.body(frame, counts=False)
            return
        for row in children(element, w("tr")):
            if is_deleted_row(row):
                self.text.drop(row)
        rows = [row for row in table_rows(element, self._cell) if not all(map(is_blank, row))]
        if rows:
            paragraph = self.findings.paragraph
            places = [Locator(paragraph=paragraph, row=index) for index in range(1, len(rows) + 1)]
            self.builder.table(rows, places)

    def _cell(self, cell: Element) -> str:
        """Return a cell's text on one line; a table in a table becomes its rows, parted by semicolons."""
        parts = []
        for element in children(cell, w("p"), w("tbl")):
            if element.tag == w("p"):
                properties = element.find(w("pPr"))
                text = self.text.paragraph(element)
                printed = self.numbering.next(properties, value(properties, "pStyle"))
                parts.append(_labelled(printed, text) if text else "")
            else:
                rows = [[text for text in row if text] for row in table_rows(element, self._cell)]
                parts.append("; ".join(", ".join(row) for row in rows if row))
        return " ".join(part for part in parts if part)


def read(data: bytes, *, name: str, password: str | None = None) -> Document:
    """Read a Word file; tracked changes are accepted, and all that is left out is told."""
    file = open_word(data, name)
    styles = file.styles()
    lists = [root for _, root in file.roots(RELATIONSHIP_TYPE.NUMBERING)]
    numbering = read_numbering(lists[0] if lists else None, styles)
    builder = MarkdownBuilder()
    text = TextReader(file.relations, Findings())
    body = file.document.element.find(w("body"))
    if body is not None:
        bold = bold_lines(body, styles)
        Walk(styles, numbering, text, builder, bold, []).body(body)
        if bold:
            message = f"There are no heading styles; short bold lines were taken as headings: {len(bold)}."
            builder.notice("headings-guessed", message, "the document")
    add_notes(file, text, builder)
    tell_findings(file, text.findings, builder)
    tell_margins(file, builder)
    builder.metadata.update(file.properties())
    return builder.build(data, name=name, media_type=MEDIA_TYPE)


def _is_deleted(properties: Element | None) -> bool:
    """Tell whether the paragraph's end is deleted, so that it has no number of its own."""
    marks = properties.find(w("rPr")) if properties is not None else None
    return marks is not None and marks.find(w("del")) is not None


def _is_nested(item: Number, outer: Number) -> bool:
    if item.definition == outer.definition:
        return item.level > outer.level
    return item.indent > outer.indent


def _labelled(printed: Number | None, text: str) -> str:
    """Put an automatic number before the text, as it is printed."""
    return text if printed is None or printed.is_bullet or not printed.label else f"{printed.label} {text}"
