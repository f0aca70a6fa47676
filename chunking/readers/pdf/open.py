"""Opens a PDF: password, page limit, outline, labels and properties."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from chunking.errors import LimitError, PasswordError, ReadError

MAX_PAGES = 2_000

PROPERTIES = {"Company": "company"}
"""Document properties that say what a chunk inherits; a title or an author names no such thing."""


class OutlineEntry(NamedTuple):
    """A bookmark: its title, its depth from 1, and the index of the page it leads to."""

    title: str
    level: int
    page: int


@contextmanager
def opened(data: bytes, *, name: str, password: str | None) -> Iterator[pdfium.PdfDocument]:
    """Open the file, first without the password; close it at the end."""
    if not data.strip():
        raise ReadError(f"{name} is an empty file; upload it again from its source.")
    pdf = _load(data, name, password)
    try:
        if len(pdf) > MAX_PAGES:
            raise LimitError(
                f"{name} has {len(pdf):,} pages and the limit is {MAX_PAGES:,}; split it into parts."
            )
        if len(pdf) == 0:
            raise ReadError(f"{name} has no pages that can be read; save it again as PDF.")
        yield pdf
    finally:
        pdf.close()


def outline(pdf: pdfium.PdfDocument) -> list[OutlineEntry]:
    """Return the bookmarks that lead to a page."""
    entries = []
    for bookmark in pdf.get_toc():
        destination = bookmark.get_dest()
        page = destination.get_index() if destination else None
        if page is not None:
            entries.append(OutlineEntry(bookmark.get_title(), bookmark.level + 1, page))
    return entries


def labels(pdf: pdfium.PdfDocument) -> list[str | None]:
    """Return the printed number of each page, None where the file gives none."""
    return [pdf.get_page_label(index) or None for index in range(len(pdf))]


def properties(pdf: pdfium.PdfDocument) -> dict[str, str]:
    """Return the document properties that chunks inherit."""
    found = {field: pdf.get_metadata_value(key).strip() for key, field in PROPERTIES.items()}
    return {field: value for field, value in found.items() if value}


def _load(data: bytes, name: str, password: str | None) -> pdfium.PdfDocument:
    """Try without a password, then with the given one."""
    try:
        return pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        if error.err_code != pdfium_c.FPDF_ERR_PASSWORD:
            raise ReadError(
                f"{name} is not a PDF, or it is damaged beyond repair; open it in a viewer and save it again."
            ) from error
    if not password:
        raise PasswordError(f"{name} is locked with a password; type the password to read it.")
    try:
        return pdfium.PdfDocument(data, password=password)
    except pdfium.PdfiumError as error:
        raise PasswordError(
            f"{name} is locked, and the password does not open it; type the password again."
        ) from error
