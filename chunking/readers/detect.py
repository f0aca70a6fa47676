"""Which format a file has: its content decides, and its name only among kinds of text."""

import codecs
import io
import re
import zipfile
from pathlib import PurePosixPath

from chunking.errors import PasswordError, ReadError, UnsupportedFormatError
from chunking.readers.decode import looks_like_utf16
from chunking.readers.formats import FORMATS, Format

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED_PACKAGE = "EncryptedPackage".encode("utf-16-le")
_ZIP = b"PK\x03\x04"
_PDF = re.compile(rb"%PDF-\d")
_PDF_HEAD_BYTES = 1024
"""A PDF may have other bytes before its mark, up to here."""

_TEXT_SAMPLE_BYTES = 8192
_CONTROLS = bytes(set(range(32)) - {7, 8, 9, 10, 11, 12, 13, 26, 27})
_BINARY_SHARE = 0.1
_FOREIGN_SHARE = 0.02
"""Of control characters, from which on bytes are no text: in UTF-8, and in what is not UTF-8."""

_OFFICE_FOLDERS = (("word/", "docx"), ("xl/", "xlsx"))
_OTHER_PACKAGES = (
    ("xl/workbook.bin", "a binary workbook (.xlsb); save it as .xlsx"),
    ("ppt/", "a presentation (.pptx); export it as PDF"),
    ("content.xml", "an OpenDocument file; save it as .docx or .xlsx"),
    ("META-INF/container.xml", "an e-book (.epub); export it as PDF or text"),
)
_OTHER_MARKS = (
    (b"\x89PNG", "a picture (PNG)"),
    (b"\xff\xd8\xff", "a picture (JPEG)"),
    (b"GIF8", "a picture (GIF)"),
    (b"II*\x00", "a picture (TIFF)"),
    (b"MM\x00*", "a picture (TIFF)"),
    (b"{\\rtf", "a rich text file (.rtf); save it as .docx"),
    (b"\x1f\x8b", "a compressed file (.gz); unpack it first"),
    (b"7z\xbc\xaf", "an archive (.7z); unpack it first"),
    (b"Rar!", "an archive (.rar); unpack it first"),
    (b"PAR1", "a Parquet file; export it as CSV"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90", "a program"),
)


def detect(data: bytes, name: str) -> Format:
    """Return the format; what cannot be read is refused with the way out."""
    suffix = PurePosixPath(name).suffix.lower()
    if _is_pdf(data, suffix):
        return FORMATS["pdf"]
    if data.startswith(_OLE):
        raise _old_office(data, name)
    if data.startswith(_ZIP):
        return _in_zip(data, name)
    for mark, kind in _OTHER_MARKS:
        if data.startswith(mark):
            raise _unsupported(name, kind)
    if _is_binary(data):
        raise _unsupported(name, "a binary file of a kind that is not known here")
    return _by_name(name, suffix)


def named_format(name: str) -> Format | None:
    """Return the format that the name alone promises."""
    suffix = PurePosixPath(name).suffix.lower()
    return next((row for row in FORMATS.values() if suffix in row.suffixes), None)


def _is_pdf(data: bytes, suffix: str) -> bool:
    if _PDF.match(data.lstrip()[:8]):
        return True
    head = data[:_PDF_HEAD_BYTES]
    return _PDF.search(head) is not None and (suffix == ".pdf" or _is_binary(data))


def _in_zip(data: bytes, name: str) -> Format:
    """Tell Word from Excel by the folders of the package."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            members = [member.replace("\\", "/") for member in package.namelist()]
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
        message = f"{name} is damaged: it begins like a Word or Excel file, but its parts cannot be found. "
        raise ReadError(message + "Save it again, or download it again.", code="damaged") from error
    for member, kind in _OTHER_PACKAGES:
        if any(part == member or (member.endswith("/") and part.startswith(member)) for part in members):
            raise _unsupported(name, kind)
    for folder, format_name in _OFFICE_FOLDERS:
        if any(part.lower().lstrip("/").startswith(folder) for part in members):
            return FORMATS[format_name]
    raise _unsupported(name, "a zip archive; unpack it first")


def _old_office(data: bytes, name: str) -> ReadError:
    if _ENCRYPTED_PACKAGE in data:
        return PasswordError(
            f"{name} is locked with a password, and locked Office files cannot be opened here; "
            "save a copy without the password."
        )
    return _unsupported(name, "an old Office file (.doc, .xls or .ppt); save it as .docx or .xlsx")


def _by_name(name: str, suffix: str) -> Format:
    """Choose among the kinds of text; an unknown suffix is plain text."""
    named = named_format(name)
    if named is None:
        return FORMATS["text"]
    if named.in_child:
        message = f"{name} is not a {named.title} file: it holds plain text, as after a failed download. "
        raise UnsupportedFormatError(message + f"Get it again, or name it .txt instead of {suffix}.")
    return named


def _is_binary(data: bytes) -> bool:
    """Tell foreign bytes from text by the share of control characters."""
    sample = data[:_TEXT_SAMPLE_BYTES]
    if sample.startswith((b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")) or looks_like_utf16(data):
        return False
    controls = len(sample) - len(sample.translate(None, _CONTROLS))
    share = _BINARY_SHARE if _is_utf8(sample) else _FOREIGN_SHARE
    return controls > len(sample) * share


def _is_utf8(sample: bytes) -> bool:
    try:
        codecs.getincrementaldecoder("utf-8")().decode(sample)
    except UnicodeDecodeError:
        return False
    return True


def _unsupported(name: str, kind: str) -> UnsupportedFormatError:
    known = ", ".join(row.title for row in FORMATS.values())
    return UnsupportedFormatError(f"{name} is {kind}. Files that can be read: {known}.")
