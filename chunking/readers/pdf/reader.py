"""Reads a PDF from bytes to a document."""

from collections.abc import Iterable, Sequence
from itertools import groupby

import pypdfium2 as pdfium

from chunking.errors import ReadError, ScannedError
from chunking.model import Document
from chunking.readers.builder import MarkdownBuilder
from chunking.readers.pdf.catalogue import Catalogue, OutlineEntry, read_catalogue
from chunking.readers.pdf.elements import Element
from chunking.readers.pdf.flow import in_one_flow
from chunking.readers.pdf.furniture import without_furniture
from chunking.readers.pdf.headings import heading_styles
from chunking.readers.pdf.layout import Layout, elements_of, page_blocks, usual_steps
from chunking.readers.pdf.lines import Words
from chunking.readers.pdf.markdown import write
from chunking.readers.pdf.open import opened
from chunking.readers.pdf.page import FAULTS, Page, read_page

MEDIA_TYPE = "application/pdf"


def read(data: bytes, *, name: str, password: str | None = None) -> Document:
    """Read a PDF; a page's text, tables and headings keep their places on it."""
    builder = MarkdownBuilder()
    try:
        with opened(data, name=name, password=password) as pdf:
            catalogue = read_catalogue(data, password=password) or _without_catalogue(builder)
            pages = _pages(pdf, catalogue.labels)
    except pdfium.PdfiumError as error:
        raise ReadError(f"{name} is damaged: {error}. Open it in a viewer and save it again.") from error
    builder.metadata.update(catalogue.properties)
    _tell_faults(builder, pages, name)
    kept, furniture = without_furniture(pages)
    words = Words(segment.text for page in kept for segment in page.segments)
    write(builder, _elements(kept, catalogue.outline, words), kept, words)
    for item in furniture:
        builder.leave_out(item.reason, item.text, page_words(item.pages))
    return builder.build(data, name=name, media_type=MEDIA_TYPE, page_count=len(pages))


def page_words(indexes: Iterable[int]) -> str:
    """Return page indexes in words: "page 2", "pages 3-7, 9"."""
    numbers = sorted({index + 1 for index in indexes})
    ranges = []
    for _, run in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        members = [number for _, number in run]
        ranges.append(f"{members[0]}-{members[-1]}" if len(members) > 1 else str(members[0]))
    return ("page " if len(numbers) == 1 else "pages ") + ", ".join(ranges)


def _pages(pdf: pdfium.PdfDocument, labels: Sequence[str]) -> list[Page]:
    printed = [*labels, *[None] * len(pdf)]
    return [read_page(pdf, index, printed[index]) for index in range(len(pdf))]


def _without_catalogue(builder: MarkdownBuilder) -> Catalogue:
    builder.notice(
        "catalogue-damaged",
        "The file's own outline and page numbers cannot be read; headings are told by their look.",
        "the document",
    )
    return Catalogue((), (), {})


def _elements(pages: Sequence[Page], entries: Sequence[OutlineEntry], words: Words) -> list[Element]:
    """Lay out all pages by what the whole document says about headings and line distances."""
    blocks = [block for page in pages for block in page_blocks(page, words)]
    layout = Layout(heading_styles(pages, entries), words, usual_steps(blocks))
    return in_one_flow(list(elements_of(block, layout)) for block in blocks)


def _tell_faults(builder: MarkdownBuilder, pages: Sequence[Page], name: str) -> None:
    """Notice pages that could not be read in full; a document of images alone is refused."""
    scans = [page.index for page in pages if page.has_image]
    texts = [page.index for page in pages if page.segments or page.turned]
    damaged = [page.index for page in pages if "page-damaged" in page.faults]
    if damaged and not texts:
        raise ReadError(f"{name} is damaged: no text can be read. Open it in a viewer and save it again.")
    if scans and not texts:
        raise ScannedError(
            f"{name} has no text: its pages are images. Run text recognition (OCR) on it first."
        )
    blanks = [page.index for page in pages if page.index not in {*scans, *texts, *damaged}]
    _tell(builder, "page-image", scans, "no text, only an image: run text recognition (OCR) to have it read")
    _tell(builder, "page-blank", blanks, "blank")
    for code, fault in FAULTS.items():
        _tell(builder, code, [page.index for page in pages if code in page.faults], fault)


def _tell(builder: MarkdownBuilder, code: str, indexes: Sequence[int], fault: str) -> None:
    if indexes:
        where = page_words(indexes)
        builder.notice(code, f"{where.capitalize()}: {fault}.", where)
