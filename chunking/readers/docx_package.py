"""A Word file as python-docx opens it: its parts, its styles and its properties."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import cast

from docx.document import Document as WordDocument
from docx.exceptions import PythonDocxError
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.opc.exceptions import OpcError
from docx.opc.part import Part, PartFactory, XmlPart
from docx.opc.rel import Relationships
from docx.package import Package
from docx.parts.document import DocumentPart
from lxml import etree

from chunking.errors import ReadError
from chunking.readers.docx_styles import Styles, w
from chunking.readers.ooxml import Element, open_package, parse, safe_bytes

for _kind in (
    "application/vnd.ms-word.document.macroEnabled.main+xml",
    "application/vnd.ms-word.template.macroEnabledTemplate.main+xml",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml",
):
    PartFactory.part_type_for[_kind] = DocumentPart  # python-docx itself knows plain documents only

_UNREADABLE = (
    PythonDocxError,
    OpcError,
    etree.LxmlError,
    KeyError,
    IndexError,
    ValueError,
    TypeError,
    AttributeError,
    RecursionError,
)
"""What python-docx raises for packages that are not as it expects them."""

_PROPERTIES = ("title", "author", "subject")


@dataclass(frozen=True, slots=True)
class WordFile:
    """An open Word file."""

    name: str
    """Of the file, for messages."""
    document: WordDocument

    @property
    def relations(self) -> Relationships:
        """Return what the main part links to, by id."""
        return cast(Relationships, self.document.part.rels)

    def roots(self, kind: str) -> list[tuple[Relationships, Element]]:
        """Return relations and root of the parts that the main part has of this kind, in order of name."""
        found = {
            link.target_part
            for link in self.relations.values()
            if link.reltype == kind and not link.is_external
        }
        return [(part.rels, self._root(part)) for part in sorted(found, key=lambda part: part.partname)]

    def styles(self) -> Styles:
        """Return the styles; python-docx would lend a file without any those of its own template."""
        roots = self.roots(RELATIONSHIP_TYPE.STYLES)
        if not roots:
            return Styles(())
        for element in roots[0][1].iterfind(w("style")):
            if element.get(w("type")) is None:  # means a paragraph style, which python-docx does not know
                element.set(w("type"), "paragraph")
        with _told_as_damage(self.name):
            return Styles(self.document.styles)

    def properties(self) -> dict[str, str]:
        """Return title, author and subject, where the file has them."""
        package = self.document.part.package
        kinds = [link.reltype for link in package.rels.values()] if package is not None else []
        if RELATIONSHIP_TYPE.CORE_PROPERTIES not in kinds:  # else python-docx makes up some of its own
            return {}
        with _told_as_damage(self.name):
            core = self.document.core_properties
            found = {key: " ".join(getattr(core, key).split()) for key in _PROPERTIES}
        return {key: words for key, words in found.items() if words}

    def _root(self, part: Part) -> Element:
        """Return a part's root; python-docx parses only kinds that it can edit."""
        if isinstance(part, XmlPart):
            return cast(Element, part.element)
        return parse(part.blob, part.partname.membername, self.name)


def open_word(data: bytes, name: str) -> WordFile:
    """Open a document or a template, with macros or without."""
    safe = safe_bytes(data, name)
    with _told_as_damage(name):
        try:
            main = Package.open(io.BytesIO(safe)).main_document_part
        except etree.XMLSyntaxError:
            _name_broken_part(safe, name)
            raise
        return WordFile(name, cast(DocumentPart, main).document)


def _name_broken_part(safe: bytes, name: str) -> None:
    """Raise the error of the part that python-docx could not parse, as it does not say which."""
    package = open_package(safe, name)
    for part in package.entries:
        if part.endswith(".xml"):
            package.root(part)


@contextmanager
def _told_as_damage(name: str) -> Iterator[None]:
    try:
        yield
    except _UNREADABLE as error:
        message = f"{name} is damaged: its parts are not put together as in a Word file. Save it again."
        raise ReadError(message, code="damaged") from error
