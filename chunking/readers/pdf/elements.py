"""What the layout rules find on a page, in reading order."""

from dataclasses import dataclass
from typing import NamedTuple

from chunking.readers.pdf.frame import Box
from chunking.readers.pdf.lines import Line


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of one or more lines."""

    lines: tuple[Line, ...]
    level: int


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines of running text."""

    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class ListItem:
    """An item of a list; its first line starts with the marker as printed, empty in a table of contents."""

    lines: tuple[Line, ...]
    marker: str
    depth: int


class Row(NamedTuple):
    """A table's row: one text a cell, and where it lies."""

    cells: tuple[str, ...]
    box: Box
    page: int


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of equal width; takes part in the reading order as one box."""

    left: float
    top: float
    right: float
    bottom: float
    page: int
    """Of its last row."""
    rows: tuple[Row, ...]
    repeated: tuple[Row, ...] = ()
    """Its header as it stands again on the pages after the first."""

    @property
    def weight(self) -> int:
        """Return the number of letters, as for text."""
        return sum(map(str.isalpha, "".join(cell for row in self.rows for cell in row.cells)))


Element = Heading | Paragraph | ListItem | Table
