"""Bytes -> Document, whatever the format."""

import re
import unicodedata
from dataclasses import replace

from chunking.errors import EmptyDocumentError, LimitError
from chunking.model import Document, Notice
from chunking.readers.detect import detect, named_format
from chunking.readers.formats import FORMATS, Format

__all__ = ["FORMATS", "MAX_BYTES", "Format", "base_name", "detect", "read_document"]

MAX_BYTES = 100_000_000
MAX_NAME_BYTES = 180

_UNSAFE = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def read_document(data: bytes, *, name: str, password: str | None = None) -> Document:
    """Read a file, in a limited child process where its format asks for one.

    `name` is shown and says which kind of text it is; no path is opened or kept.
    """
    name = base_name(name)
    if len(data) > MAX_BYTES:
        size, limit = len(data) / 1e6, MAX_BYTES // 1_000_000
        raise LimitError(f"{name} has {size:,.0f} MB, more than the {limit} MB that are read; split it.")
    if not data.strip():
        raise EmptyDocumentError(f"{name} is empty, so there is nothing to chunk.")
    found = detect(data, name)
    if found.in_child:
        from chunking.readers.sandbox import read_in_child

        document = read_in_child(data, name=name, password=password, format_name=found.name)
    else:
        document = found.read(data, name=name, password=password)
    named = named_format(name)
    if named is None or named is found:
        return document
    message = f"The name says {named.title}, the content is {found.title}; it was read as {found.title}."
    return replace(document, notices=(Notice("format-mismatch", message, "the document"), *document.notices))


def base_name(name: str) -> str:
    """Return the last part of a path as a name to show: no folder, no controls, not too long."""
    parts = [part for part in re.split(r"[/\\]", _UNSAFE.sub("", name)) if part.strip(". ")]
    base = unicodedata.normalize("NFC", parts[-1]).strip() if parts else "document"
    stem, dot, suffix = base.rpartition(".")
    room = MAX_NAME_BYTES - len(f"{dot}{suffix}".encode())
    if not stem or room <= 0:
        return base.encode()[:MAX_NAME_BYTES].decode(errors="ignore")
    return stem.encode()[:room].decode(errors="ignore") + dot + suffix
