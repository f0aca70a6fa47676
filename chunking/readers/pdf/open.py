"""Opens a PDF: password, damage, page limit."""

from collections.abc import Iterator
from contextlib import contextmanager

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from chunking.errors import LimitError, PasswordError, ReadError

MAX_PAGES = 2_000


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
