"""Bytes -> text: find the encoding, then normalise once; every later offset is into that text."""

import codecs
import re
from collections.abc import Callable
from dataclasses import dataclass

from charset_normalizer import from_bytes

from chunking.model import Notice

WHERE = "the document"

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # begins like UTF-16's mark, so it is looked for first
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

_LATIN = re.compile(
    r"(cp(125[02478]|437|775|850|852|858|86[0135])|latin_1|iso8859_(1|2|3|4|9|1[03456])|mac_\w+)$"
)
_SIGN_IN_WORD = re.compile(r"[^\W\d_][¡-¿×÷][^\W\d_]")
_SAMPLE_BYTES = 65_536
_DAMAGED_PER_CHARACTER = 1 / 50

_ANSI_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_SPREAD_BY_NULS = re.compile(r"(?:\w\x00){2,}\w?")
_CONTROL = r"[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ufeff]"
_CONTROL_IN_WORDS = re.compile(rf"(?<=\w){_CONTROL}+(?=\w)")
_CONTROLS = re.compile(rf"{_CONTROL}+")


@dataclass(frozen=True, slots=True)
class DecodedText:
    """Text with plain line ends and no controls; `notices` tells what was guessed or removed.

    Its letters stay as they stand, decomposed ones too: a text file is quoted code point by code point.
    """

    text: str
    notices: tuple[Notice, ...]


def decode(data: bytes, *, page_end: str = "\n") -> DecodedText:
    """Decode and normalise; `page_end` stands for form feeds and vertical tabs."""
    raw, notices = _decoded(data)
    text = raw.replace("\r\n", "\n").replace("\r", "\n")
    text = text.replace("\f", page_end).replace("\v", page_end)
    cleaned = _without_controls(text)
    if len(cleaned) < len(text):
        count = len(text) - len(cleaned)
        message = (
            "One control character was removed."
            if count == 1
            else f"{count} control characters were removed."
        )
        notices.append(Notice("controls-removed", message, WHERE))
    return DecodedText(cleaned, tuple(notices))


def looks_like_utf16(data: bytes) -> str | None:
    """Return the byte order of UTF-16 without a mark, seen by NULs in every other byte."""
    sample = data[:4096]
    if len(sample) < 4:
        return None
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    half = len(sample) // 2
    if odd > 0.7 * half and even < 0.05 * half:
        return "utf-16-le"
    if even > 0.7 * half and odd < 0.05 * half:
        return "utf-16-be"
    return None


def _decoded(data: bytes) -> tuple[str, list[Notice]]:
    """Try a byte order mark, UTF-8, bare UTF-16, damaged UTF-8; guess last."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _strict_or_marked(data[len(mark) :], encoding)
    bare = looks_like_utf16(data)
    if bare is not None:
        text, notices = _strict_or_marked(data, bare)
        return text, [_guessed(bare), *notices]
    try:
        return data.decode("utf-8"), []
    except UnicodeDecodeError:
        pass
    if _is_damaged_utf8(data):
        return _strict_or_marked(data, "utf-8")
    encoding = _guess(data)
    text, notices = _strict_or_marked(data, encoding)
    return text, [_guessed(encoding), *notices]


def _strict_or_marked(data: bytes, encoding: str) -> tuple[str, list[Notice]]:
    """Decode; bytes that do not fit become U+FFFD and are told."""
    try:
        return data.decode(encoding), []
    except UnicodeDecodeError:
        text = data.decode(encoding, errors="replace")
        message = f"{text.count(chr(0xFFFD))} places are not valid {encoding.upper()} and show as U+FFFD."
        return text, [Notice("undecodable-bytes", message, WHERE)]


def _guessed(encoding: str) -> Notice:
    name = {"cp1252": "Windows-1252", "latin_1": "ISO 8859-1"}.get(
        encoding, encoding.replace("_", "-").upper()
    )
    return Notice("encoding-guessed", f"The file does not say its encoding; it was read as {name}.", WHERE)


def _is_damaged_utf8(data: bytes) -> bool:
    """Tell UTF-8 with a few broken bytes from another encoding: most non-ASCII sequences are whole."""
    text = data.decode("utf-8", errors="replace")
    broken = text.count("\ufffd")
    whole = sum(1 for character in text if character > "\x7f") - broken
    return whole >= 4 * broken and broken <= len(text) * _DAMAGED_PER_CHARACTER


def _guess(data: bytes) -> str:
    """Guess; Windows-1252 goes before other Latin code pages, which short texts are mistaken for."""
    sample = data[:_SAMPLE_BYTES]
    if len(data) > _SAMPLE_BYTES:
        sample = sample[: sample.rfind(b"\n") + 1] or sample
    best = from_bytes(sample).best()
    guess = best.encoding if best is not None else "cp1252"
    try:
        western = data.decode("cp1252")
    except UnicodeDecodeError:
        return guess if guess != "cp1252" else "latin_1"
    is_latin = _LATIN.match(guess) is not None
    return "cp1252" if is_latin and not _SIGN_IN_WORD.search(western) else guess


def _without_controls(text: str) -> str:
    """Remove controls; words that only a control parted stay parted."""
    rules: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
        (_ANSI_COLOUR, ""),
        (_SPREAD_BY_NULS, lambda match: match[0].replace("\x00", "")),
        (_CONTROL_IN_WORDS, " "),
        (_CONTROLS, ""),
    )
    for pattern, replacement in rules:
        text = pattern.sub(replacement, text)
    return text
