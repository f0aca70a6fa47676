"""Plain text stays as it stands; paragraphs come from blank lines, headings from their look."""

import re
from collections.abc import Iterator, Sequence

from chunking.model import Block, BlockKind, Document, Span, is_blank
from chunking.readers.builder import MarkdownBuilder
from chunking.readers.decode import decode

_UNWRAPPED_CHARS = 120
"""A longer line was not wrapped by hand; where such lines hold a quarter, each line is a paragraph."""

_HEADING_CHARS = 100
_NUMBER = r"(?:\d+(?:\.\d+)*[A-Z]?|[IVXLCDM]+|[A-Z])"
_TITLE = r"(?:\s*[.:–—-]?\s+[^\W_a-z].*)?"
_HEADINGS = (
    (re.compile(rf"(?:PART|Part|BOOK|Book|VOLUME|Volume)\s+{_NUMBER}[.:]?{_TITLE}"), 1),
    (
        re.compile(
            r"(?:CHAPTER|Chapter|ITEM|Item|ARTICLE|Article|ANNEX|Annex|APPENDIX|Appendix|SCHEDULE|Schedule)"
            rf"\s+{_NUMBER}[.:]?{_TITLE}"
        ),
        2,
    ),
    (re.compile(rf"(?:SECTION|Section|CLAUSE|Clause|RULE|Rule)\s+{_NUMBER}[.:]?{_TITLE}"), 3),
    (re.compile(r"(?:DISCLOSURE|Disclosure)\s+\d+[-–‑]\d+\s+[A-Z].*"), 3),
)
"""Words that name a part, and the level they stand for."""

_MARKED = re.compile(r"(#{1,6})\s+\S")
_NUMBERED = re.compile(r"(?P<number>\d{1,2}(?:\.\d{1,2}){0,5})\.?\s+(?P<title>[^\W\d_].*)")
_CONTENTS_LINE = re.compile(r"\.{4,}|(?:\. ){3,}|\t\s*\d+$|\s{3,}\d+$")
_SENTENCE_END = re.compile(r"[.,;:!?]$")
_BULLET = re.compile(r"\s*[-*•–‣▪◦]\s+\S")

_SEC_HEADER_CHARS = 20_000
_SEC_FIELDS = (
    ("COMPANY CONFORMED NAME", "company"),
    ("CENTRAL INDEX KEY", "cik"),
    ("CONFORMED SUBMISSION TYPE", "document_type"),
    ("CONFORMED PERIOD OF REPORT", "fiscal_period"),
    ("FILED AS OF DATE", "filing_date"),
    ("STANDARD INDUSTRIAL CLASSIFICATION", "sector"),
    ("STATE", "geography"),
)


def read(data: bytes, *, name: str, password: str | None = None) -> Document:
    """Read plain text; nothing but the encoding and line ends changes."""
    decoded = decode(data)
    builder = MarkdownBuilder(notices=list(decoded.notices))
    builder.metadata.update(_sec_header(decoded.text))
    builder.adopt(decoded.text, tuple(_blocks(decoded.text)))
    return builder.build(data, name=name, media_type="text/plain")


def heading_level(line: str) -> int:
    """Return the level that a line standing alone has as a heading, or 0."""
    line = line.strip()
    if len(line) > _HEADING_CHARS or _CONTENTS_LINE.search(line):
        return 0
    marked = _MARKED.match(line)
    if marked:
        return len(marked[1])
    words = len(line.split())
    for pattern, level in _HEADINGS:
        if pattern.fullmatch(line) and (words <= 12 or not _SENTENCE_END.search(line)):
            return level
    if _SENTENCE_END.search(line):
        return 0
    numbered = _NUMBERED.fullmatch(line)
    if numbered and numbered["title"][0].isupper() and words <= 12:
        return min(6, 2 + numbered["number"].count("."))
    letters = [character for character in line if character.isalpha()]
    is_capitals = len(letters) >= 4 and line == line.upper() != line.lower() and not line.startswith("<")
    return 2 if is_capitals and len(letters) * 2 > len(line.replace(" ", "")) else 0


def _blocks(text: str) -> Iterator[Block]:
    """Yield the blocks of each run of lines between blank ones."""
    run: list[Span] = []
    start = 0
    for line in (*text.split("\n"), ""):
        end = start + len(line)
        if is_blank(line):
            yield from _run(text, run)
            run = []
        else:
            run.append(Span(start, end))
        start = end + 1


def _run(text: str, run: Sequence[Span]) -> Iterator[Block]:
    if not run:
        return
    sizes = [line.end - line.start for line in run]
    unwrapped = sum(size for size in sizes if size > _UNWRAPPED_CHARS)
    if len(run) == 1 or unwrapped * 4 > sum(sizes):
        for line in run:
            yield _line_block(text, line)
        return
    bullets = [number for number, line in enumerate(run) if _BULLET.match(line.of(text))]
    if not bullets or (bullets[0] > 0 and len(bullets) < 2):
        yield Block(BlockKind.PARAGRAPH, _trimmed(text, run[0].start, run[-1].end))
        return
    starts = sorted({0, *bullets})
    for first, following in zip(starts, [*starts[1:], len(run)], strict=True):
        kind, level = (BlockKind.LIST_ITEM, 1) if first in bullets else (BlockKind.PARAGRAPH, 0)
        yield Block(kind, _trimmed(text, run[first].start, run[following - 1].end), level)


def _line_block(text: str, line: Span) -> Block:
    span = _trimmed(text, line.start, line.end)
    level = heading_level(span.of(text))
    if level:
        return Block(BlockKind.HEADING, span, level)
    if _BULLET.match(line.of(text)):
        return Block(BlockKind.LIST_ITEM, span, 1)
    return Block(BlockKind.PARAGRAPH, span)


def _trimmed(text: str, start: int, end: int) -> Span:
    """Drop blank characters at the end; the indent is part of the text."""
    while end > start and is_blank(text[end - 1]):
        end -= 1
    return Span(start, end)


def _sec_header(text: str) -> dict[str, str]:
    """Return what the header of an SEC submission says, dates as ISO 8601."""
    head = text[:_SEC_HEADER_CHARS]
    found: dict[str, str] = {}
    if "CONFORMED" not in head:
        return found
    for label, field in _SEC_FIELDS:
        match = re.search(rf"(?m)^\s*{label}:[ \t]*(\S.*?)[ \t]*$", head)
        if match:
            found[field] = re.sub(r"^(\d{4})(\d\d)(\d\d)$", r"\1-\2-\3", match[1])
    return found
