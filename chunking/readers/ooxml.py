"""The zip package of a Word or Excel file: parts and relations, opened with every limit on."""

import io
import posixpath
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import IO

from lxml import etree

from chunking.errors import LimitError, ReadError

MAX_ENTRIES = 5_000
MAX_INFLATED_BYTES = 500_000_000
MAX_RATIO = 200
_RATIO_FROM_BYTES = 10_000_000
_STEP_BYTES = 1 << 16

_STRICT = b"http://purl.oclc.org/ooxml/"
_TRANSITIONAL = {
    b"wordprocessingml/main": b"wordprocessingml/2006/main",
    b"spreadsheetml/main": b"spreadsheetml/2006/main",
    b"drawingml/main": b"drawingml/2006/main",
    b"drawingml/wordprocessingDrawing": b"drawingml/2006/wordprocessingDrawing",
    b"drawingml/chart": b"drawingml/2006/chart",
    b"drawingml/diagram": b"drawingml/2006/diagram",
    b"officeDocument/relationships": b"officeDocument/2006/relationships",
    b"officeDocument/math": b"officeDocument/2006/math",
}
"""The namespaces of ISO 29500 Strict, and those that nearly all files use."""

_STRICT_NAMES = re.compile(re.escape(_STRICT) + rb"(" + b"|".join(_TRANSITIONAL) + rb")")

_DUBLIN_CORE = "{http://purl.org/dc/elements/1.1/}"
_PROPERTIES = {"title": "title", "creator": "author", "subject": "subject"}

Element = etree._Element


@dataclass(frozen=True, slots=True)
class Relation:
    """A link from one part to another; `kind` is the last word of its type."""

    kind: str
    target: str
    is_external: bool


@dataclass
class Package:
    """An open package; parts are inflated when asked for, and all of them together are limited."""

    name: str
    """Of the file, for messages."""
    archive: zipfile.ZipFile
    inflated_bytes: int = 0
    entries: Mapping[str, zipfile.ZipInfo] = field(default_factory=dict)

    def __contains__(self, part: str) -> bool:
        """Tell whether the package has the part; names ignore case, as Office does."""
        return part.lower() in self.entries

    def read(self, part: str) -> bytes:
        """Inflate a part, counting real bytes and not those that the package declares."""
        return b"".join(self._chunks(part))

    def root(self, part: str) -> Element:
        """Parse a part; a damaged one is refused by name, one with a DTD too."""
        data = self.read(part)
        self._refuse_dtd(data)
        if _STRICT in data:
            data = _STRICT_NAMES.sub(lambda match: _modern(match[1]), data)
        parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
        try:
            root = etree.fromstring(data, parser)
        except etree.XMLSyntaxError as error:
            message = (
                f"{self.name} is damaged: its part {part} cannot be parsed ({error.msg}). Save it again."
            )
            raise ReadError(message, code="damaged") from error
        if root.getroottree().docinfo.internalDTD is not None:
            self._refuse_dtd(b"<!DOCTYPE")
        return root

    def open(self, part: str) -> IO[bytes]:
        """Return a part's bytes as a file, for parsing row by row."""
        data = self.read(part)
        self._refuse_dtd(data)
        return io.BytesIO(data)

    def relations(self, part: str) -> dict[str, Relation]:
        """Return the part's relations by id; the package's own for an empty name."""
        folder, base = posixpath.split(part)
        links = posixpath.join(folder, "_rels", f"{base}.rels")
        if links not in self:
            return {}
        found = {}
        for link in self.root(links):
            target = link.get("Target", "")
            is_external = link.get("TargetMode") == "External"
            if not is_external:
                target = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
            found[link.get("Id", "")] = Relation(link.get("Type", "").rsplit("/", 1)[-1], target, is_external)
        return found

    def parts_of_kind(self, part: str, kind: str) -> list[str]:
        """Return the existing parts that `part` links to by this kind of relation, in order of name."""
        found = {
            relation.target
            for relation in self.relations(part).values()
            if relation.kind == kind and not relation.is_external and relation.target in self
        }
        return sorted(found)

    def main_part(self) -> str:
        """Return the document or workbook part."""
        parts = self.parts_of_kind("", "officeDocument")
        if not parts:
            message = f"{self.name} is damaged: the package does not say where its text is. Save it again."
            raise ReadError(message, code="damaged")
        return parts[0]

    def properties(self) -> dict[str, str]:
        """Return title, author and subject, where the file has them."""
        found = {}
        for part in self.parts_of_kind("", "core-properties"):
            root = self.root(part)
            for tag, field_name in _PROPERTIES.items():
                words = " ".join((root.findtext(_DUBLIN_CORE + tag) or "").split())
                if words:
                    found[field_name] = words
        return found

    def _chunks(self, part: str) -> Iterator[bytes]:
        entry = self.entries.get(part.lower())
        if entry is None:
            raise ReadError(f"{self.name} is damaged: its part {part} is missing.", code="damaged")
        own = 0
        try:
            with self.archive.open(entry) as stream:
                while chunk := stream.read(_STEP_BYTES):
                    own += len(chunk)
                    self.inflated_bytes += len(chunk)
                    self._check_size(own, entry.compress_size)
                    yield chunk
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError) as error:
            message = f"{self.name} is damaged: its part {part} cannot be unpacked. Save it again."
            raise ReadError(message, code="damaged") from error
        except RuntimeError as error:
            raise ReadError(f"{self.name} is an encrypted zip; save it without a password.") from error

    def _check_size(self, own: int, packed: int) -> None:
        if self.inflated_bytes > MAX_INFLATED_BYTES:
            limit = MAX_INFLATED_BYTES // 1_000_000
            raise LimitError(f"{self.name} unpacks to more than {limit} MB, which is the limit; split it.")
        if own > _RATIO_FROM_BYTES and own > MAX_RATIO * max(1, packed):
            message = f"{self.name} unpacks to more than {MAX_RATIO} times its size, like a zip bomb"
            raise LimitError(f"{message}; save it again with Word or Excel if it is genuine.")

    def _refuse_dtd(self, data: bytes) -> None:
        if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
            message = f"{self.name} holds a document type definition, which Office files never have"
            raise ReadError(f"{message}; it is refused for safety. Save it again with Office.", code="dtd")


def open_package(data: bytes, name: str) -> Package:
    """Open the zip; its directory is checked before anything is unpacked."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
        raise ReadError(
            f"{name} is damaged: it is not a whole Office file. Save it again.", code="damaged"
        ) from error
    infos = archive.infolist()
    if len(infos) > MAX_ENTRIES:
        raise LimitError(f"{name} has {len(infos):,} parts, more than the {MAX_ENTRIES:,} that are read.")
    entries = {info.filename.replace("\\", "/").lstrip("/").lower(): info for info in infos}
    return Package(name, archive, entries=entries)


def _modern(strict: bytes) -> bytes:
    return b"http://schemas.openxmlformats.org/" + _TRANSITIONAL[strict]
