"""The table of formats. A new reader is one module with `read`, and one row here."""

from dataclasses import dataclass
from importlib import import_module
from typing import Protocol, cast

from chunking.model import Document


class Reader(Protocol):
    """What every reader module offers."""

    def read(self, data: bytes, *, name: str, password: str | None = None) -> Document:
        """Turn the bytes into a document."""
        ...


@dataclass(frozen=True, slots=True)
class Format:
    """One kind of file that can be read."""

    name: str
    title: str
    suffixes: tuple[str, ...]
    """In lower case, with the dot; the first is the usual one."""
    media_type: str
    module: str
    """Under `chunking.readers`; imported when it is needed, as some are heavy."""
    in_child: bool
    """Whether it is read in a limited process: its library parses a complex binary format."""
    summary: str
    """What becomes of such a file, in one line for the README."""

    def read(self, data: bytes, *, name: str, password: str | None = None) -> Document:
        """Turn the bytes into a document, in this process."""
        reader = cast(Reader, import_module(f"chunking.readers.{self.module}"))
        return reader.read(data, name=name, password=password)


_ROWS = (
    Format(
        name="pdf",
        title="PDF",
        suffixes=(".pdf",),
        media_type="application/pdf",
        module="pdf",
        in_child=True,
        summary="Text in reading order with headings, lists and tables; places are pages with boxes.",
    ),
    Format(
        name="docx",
        title="Word",
        suffixes=(".docx", ".docm", ".dotx", ".dotm"),
        media_type="application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        module="docx",
        in_child=True,
        summary="Headings, numbers as printed, lists, tables, text boxes, notes; places are paragraphs.",
    ),
    Format(
        name="xlsx",
        title="Excel",
        suffixes=(".xlsx", ".xlsm", ".xltx", ".xltm"),
        media_type="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        module="sheets",
        in_child=True,
        summary="One record a row, values as the sheet shows them; places are sheets and rows.",
    ),
    Format(
        name="csv",
        title="CSV",
        suffixes=(".csv", ".tsv", ".tab"),
        media_type="text/csv",
        module="csv",
        in_child=False,
        summary="One record a row, cells as they stand; encoding and delimiter are found; places are rows.",
    ),
    Format(
        name="markdown",
        title="Markdown",
        suffixes=(".md", ".markdown", ".mdown", ".mkd"),
        media_type="text/markdown",
        module="markdown",
        in_child=False,
        summary="As it stands; front matter becomes metadata; places are paragraphs.",
    ),
    Format(
        name="text",
        title="Text",
        suffixes=(".txt", ".text"),
        media_type="text/plain",
        module="text",
        in_child=False,
        summary="As it stands; paragraphs by blank lines, headings by their look; places are paragraphs.",
    ),
)

FORMATS: dict[str, Format] = {row.name: row for row in _ROWS}
"""Every format by name."""
