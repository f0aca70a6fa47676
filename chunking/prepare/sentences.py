"""Sentence spans: pysbd's boundaries, used for their offsets only, with guards for what it cannot do."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from chunking.model import Span, is_blank, trim

LANGUAGES = (
    *("am", "ar", "bg", "da", "de", "el", "en", "es", "fa", "fr", "hi", "hy"),
    *("it", "ja", "kk", "mr", "my", "nl", "pl", "ru", "sk", "ur", "zh"),
)
"""What pysbd has rules for; another language is split by its English rules."""

LONG_CHARS = 4_000
"""pysbd's time grows with the square of its input, so longer text is parted first by the plain rule."""

_PLAIN_END = re.compile(r"[.!?…。！？]+[\"'”’)\]]*\s+|\n")
_HARD_FOR_PYSBD = re.compile(r"[.∯]\s?\[[\d,\s-]{9,}|\[\s*\d{9,}|['\"(]\S{0,40}(?:\s\S{0,40}){0,3}['\"(]{4,}")
_LEADER = re.compile(r"\.\s\.$")
_ITEM_START = re.compile(r"\s*(?:[-*+•–]|\(?(?:\d{1,3}|[a-zA-Z]|[ivxlc]{1,5})[.)])\s")


def sentence_spans(markdown: str, span: Span, *, language: str = "en") -> list[Span]:
    """Return the sentences of one block, trimmed, in order; together they hold all that is visible."""
    sentences = []
    for start, end in _lines(markdown, span):
        text = markdown[start:end].replace("\n", " ")
        for left, right in _split(text, language):
            left, right = trim(markdown, start + left, start + right)
            if left < right:
                sentences.append(Span(left, right))
    return sentences


def _lines(markdown: str, span: Span) -> Iterator[tuple[int, int]]:
    """Yield runs of lines that read on: a line break parts text only before an item or a short line."""
    lines = []
    start = span.start
    while start < span.end:
        end = markdown.find("\n", start, span.end)
        end = span.end if end < 0 else end
        lines.append((start, end))
        start = end + 1
    widest = max((end - start for start, end in lines), default=0)
    run_start: int | None = None
    for number, (start, end) in enumerate(lines):
        run_start = start if run_start is None else run_start
        following = lines[number + 1] if number + 1 < len(lines) else None
        if following is None or _breaks(markdown, (start, end), following, widest):
            yield run_start, end
            run_start = None


def _breaks(markdown: str, line: tuple[int, int], following: tuple[int, int], widest: int) -> bool:
    """Tell whether the line break between two lines was meant, rather than made by wrapping."""
    text = markdown[slice(*following)]
    if is_blank(text) or is_blank(markdown[slice(*line)]) or _ITEM_START.match(text):
        return True
    return line[1] - line[0] < 0.6 * widest


def _split(text: str, language: str) -> Iterator[tuple[int, int]]:
    """Yield sentence ranges of one line; every character belongs to exactly one."""
    for start, end in _manageable(text):
        part = text[start:end]
        ends = _plain_ends(part) if _HARD_FOR_PYSBD.search(part) else _pysbd_ends(part, language)
        left = 0
        for right in ends:
            if right < len(part) and _is_inside_leader(part, right):
                continue
            yield start + left, start + right
            left = right


def _is_inside_leader(text: str, position: int) -> bool:
    """Tell whether a boundary lies in or right after the spaced dots of a contents line."""
    before = text[max(0, position - 12) : position].rstrip()
    return bool(_LEADER.search(before)) or text[position:].lstrip().startswith(".")


def _manageable(text: str) -> Iterator[tuple[int, int]]:
    """Part a very long line at plain sentence ends, else at spaces, into at most LONG_CHARS."""
    start = 0
    while len(text) - start > LONG_CHARS:
        window = text[start : start + LONG_CHARS]
        ends = [match.end() for match in _PLAIN_END.finditer(window)]
        cut = ends[-1] if ends else window.rfind(" ") + 1 or LONG_CHARS
        yield start, start + cut
        start += cut
    if start < len(text):
        yield start, len(text)


@lru_cache(maxsize=20_000)
def _pysbd_ends(text: str, language: str) -> tuple[int, ...]:
    """Return where pysbd's sentences end. Its sentences are found again with a cursor, never trusted:

    it is known to alter text, so a sentence that does not stand there word for word is joined to the
    one before. A boundary without white space ("§ 1003.5|(b)") is dropped.
    """
    if not re.search(r"[.!?…。！？।]\S*\s|[a-z0-9]\)\s", text):
        return (len(text),)
    ends = []
    cursor = 0
    for sentence in _segmenter(language).segment(text):
        found = text.find(sentence.strip(), cursor)
        if found < 0:
            continue
        cursor = found + len(sentence.strip())
        if cursor < len(text) and text[cursor].isspace():
            ends.append(cursor)
    return (*ends, len(text))


def _plain_ends(text: str) -> tuple[int, ...]:
    """Return where the plain rule ends sentences; used where pysbd would run for ever."""
    return (*(match.end() for match in _PLAIN_END.finditer(text) if match.end() < len(text)), len(text))


@lru_cache
def _segmenter(language: str) -> Any:
    import pysbd

    return pysbd.Segmenter(language=language if language in LANGUAGES else "en", clean=False)
