"""The zip package of a Word or Excel file, opened with every limit on and passed on as safe bytes."""

import io
import posixpath
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
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

_PARSED = (".xml", ".rels")
"""The parts that hold text; of all others, such as pictures, only the name is passed on."""

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

    def text(self, part: str) -> bytes:
        """Inflate a part of XML; one with a DTD is refused, Strict namespaces become the usual ones."""
        data = self.read(part)
        if _has_dtd(data):
            message = f"{self.name} holds a document type definition, which Office files never have"
            raise ReadError(f"{message}; it is refused for safety. Save it again with Office.", code="dtd")
        if _STRICT in data:
            data = _STRICT_NAMES.sub(lambda match: _modern(match[1]), data)
        return data

    def root(self, part: str) -> Element:
        """Parse a part; a damaged one is refused by name."""
        return parse(self.text(part), part, self.name)

    def open(self, part: str) -> IO[bytes]:
        """Return a part's bytes as a file, for parsing row by row."""
        return io.BytesIO(self.text(part))

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
    entries = {_part_name(info).lower(): info for info in infos}
    return Package(name, archive, entries=entries)


def parse(data: bytes, part: str, name: str) -> Element:
    """Parse the XML of a part; `part` and the file's `name` are for the message."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        return etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        message = f"{name} is damaged: its part {part} cannot be parsed ({error.msg}). Save it again."
        raise ReadError(message, code="damaged") from error


def safe_bytes(data: bytes, name: str) -> bytes:
    """Return the package written anew from what was really unpacked, for a library to open.

    It holds no part twice, no DTD, no Strict namespace, and no relation to a part that is missing.
    """
    package = open_package(data, name)
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as target:
        for part, info in package.entries.items():
            content = b""
            if part.endswith(".rels"):
                content = _linked(package, part)
            elif part.endswith(_PARSED):
                content = package.text(part)
            target.writestr(_part_name(info), content)
    return written.getvalue()


def _linked(package: Package, part: str) -> bytes:
    """Return a part of relations without those that lead nowhere; names ignore case, as Office does."""
    root = package.root(part)
    folder = posixpath.dirname(posixpath.dirname(part))
    for link in list(root):
        if link.get("TargetMode") == "External":
            continue
        target = posixpath.normpath(posixpath.join("/", folder, link.get("Target", ""))).lstrip("/")
        info = package.entries.get(target.lower())
        if info is None:
            root.remove(link)
        else:
            link.set("Target", f"/{_part_name(info)}")
    return etree.tostring(root)


def _part_name(info: zipfile.ZipInfo) -> str:
    return info.filename.replace("\\", "/").lstrip("/")


def _has_dtd(data: bytes) -> bool:
    """Tell whether a definition stands before the root, in whichever encoding."""
    start = etree.iterparse(
        io.BytesIO(data), events=("start",), resolve_entities=False, no_network=True, load_dtd=False
    )
    try:
        return any(root.getroottree().docinfo.internalDTD is not None for _, root in islice(start, 1))
    except etree.XMLSyntaxError:
        return b"<!DOCTYPE" in data


def _modern(strict: bytes) -> bytes:
    return b"http://schemas.openxmlformats.org/" + _TRANSITIONAL[strict]
