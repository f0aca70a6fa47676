"""Writes the elements of a PDF as markdown, every line with its place."""

from collections.abc import Sequence
from functools import singledispatchmethod

from chunking.model import Locator
from chunking.readers.builder import MarkdownBuilder, Piece
from chunking.readers.pdf.elements import Element, Heading, ListItem, Paragraph, Table
from chunking.readers.pdf.lines import BULLETS, Line, Words, union
from chunking.readers.pdf.page import Page


def write(builder: MarkdownBuilder, elements: Sequence[Element], pages: Sequence[Page], words: Words) -> None:
    """Append all elements to the document."""
    writer = _Writer(builder, pages, words)
    for element in elements:
        writer.add(element)


class _Writer:
    """Knows where pages and words are looked up."""

    def __init__(self, builder: MarkdownBuilder, pages: Sequence[Page], words: Words) -> None:
        self._builder = builder
        self._pages = pages
        self._words = words

    @singledispatchmethod
    def add(self, element: Element) -> None:
        """Append one element."""
        raise TypeError(element)

    @add.register
    def _(self, element: Heading) -> None:
        lines = [line for line in element.lines if line.page == element.lines[0].page]
        place = self._pages[lines[0].page].locator(union(line.box for line in lines))
        self._builder.heading(self._words.join([line.text for line in element.lines]), element.level, place)

    @add.register
    def _(self, element: Paragraph) -> None:
        self._builder.paragraph(self._pieces(element.lines))

    @add.register
    def _(self, element: ListItem) -> None:
        first, *others = element.lines
        text = first.text[len(element.marker) :].lstrip()
        marker = "-" if element.marker in BULLETS + "-–*o" else element.marker
        pieces = self._pieces([first._replace(text=text), *others])
        self._builder.list_item(pieces, marker=marker, depth=element.depth)

    @add.register
    def _(self, element: Table) -> None:
        places = [self._pages[row.page].locator(row.box) for row in element.rows]
        self._builder.table([[self._words.plain(cell) for cell in row.cells] for row in element.rows], places)
        for row in element.repeated:
            place: Locator = self._pages[row.page].locator(row.box)
            self._builder.leave_out("repeated table header", " | ".join(row.cells), place.in_words())

    def _pieces(self, lines: Sequence[Line]) -> list[Piece]:
        """Return lines as they join in running text, each with its own place."""
        texts = self._words.pieces([line.text for line in lines])
        places = [self._pages[line.page].locator(line.box) for line in lines]
        return list(zip(texts, places, strict=True))
