"""What a PDF says of itself, by pypdf: outline, printed page numbers, properties.

pypdf's text is not used: it glues words where a font has no space glyph. PDFium gives the text.
"""

import io
import logging
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pypdf import PdfReader
from pypdf.errors import PyPdfError

PROPERTIES = {"/Company": "company"}
"""Document properties that say what a chunk inherits; a title or an author names no such thing."""

DAMAGED = (
    PyPdfError,
    ArithmeticError,
    AttributeError,
    LookupError,
    OSError,
    RecursionError,
    TypeError,
    ValueError,
)
"""What pypdf raises on files whose objects are not what they should be; PDFium may still read them."""


class OutlineEntry(NamedTuple):
    """A bookmark: its title, its depth from 1, and the index of the page it leads to."""

    title: str
    level: int
    page: int


class Catalogue(NamedTuple):
    """Everything that is known before a page is read."""

    outline: tuple[OutlineEntry, ...]
    labels: tuple[str, ...]
    """One a page; empty where the file prints no numbers of its own."""
    properties: dict[str, str]


def read_catalogue(data: bytes, *, password: str | None) -> Catalogue | None:
    """Read the catalogue; None when the file is too damaged for it."""
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        reader = PdfReader(io.BytesIO(data), strict=False)
        if reader.is_encrypted and not reader.decrypt(""):
            reader.decrypt(password or "")
        return Catalogue(tuple(_entries(reader, reader.outline, 1)), _labels(reader), _properties(reader))
    except DAMAGED:
        return None


def _entries(reader: PdfReader, outline: Sequence[Any], level: int) -> Iterator[OutlineEntry]:
    """Yield the bookmarks that lead to a page; a nested list holds the children of the one before."""
    for entry in outline:
        if isinstance(entry, list):
            yield from _entries(reader, entry, level + 1)
            continue
        page = reader.get_destination_page_number(entry)
        if page is not None and entry.title:
            yield OutlineEntry(str(entry.title), level, page)


def _labels(reader: PdfReader) -> tuple[str, ...]:
    return tuple(reader.page_labels) if "/PageLabels" in reader.root_object else ()


def _properties(reader: PdfReader) -> dict[str, str]:
    information: Mapping[str, Any] = reader.metadata or {}
    found = {field: str(information.get(key) or "").strip() for key, field in PROPERTIES.items()}
    return {field: value for field, value in found.items() if value}
