"""Builds markdown and remembers where each part came from: offsets are made here, never found later."""

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from chunking.errors import EmptyDocumentError
from chunking.model import (
    Block,
    BlockKind,
    Document,
    Locator,
    Notice,
    Origin,
    Removed,
    Span,
    is_blank,
)

Piece = tuple[str, Locator]

_LINE_START = re.compile(
    r"(?m)^([^\S\n]*)"
    r"(#{1,6}(?=\s|$)|[-+*](?=\s|$)|>|```|~~~|=+[ \t]*$|(?:_[ \t]*){3,}$|[|:-](?=[|:\- \t]*$)(?=[^\n]*-))"
)
"""What begins a block or turns the line above into one: headings, rules, lists, quotes, fences, tables."""

_BACKSLASH = re.compile(r"\\(?=[!-/:-@\[-`{-~])")
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff]")


def clean(text: str) -> str:
    """Normalise line ends and to NFC, and drop controls; never NFKC, which turns m² into m2."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return unicodedata.normalize("NFC", _CONTROLS.sub("", text))


def escape(text: str) -> str:
    """Escape what would change the markdown's structure; a number at a line's start stays."""
    return _LINE_START.sub(r"\1\\\2", escape_inline(text))


def escape_inline(text: str) -> str:
    """Escape only what changes text inside a line: a mark that has a partner, a backslash that acts."""
    text = _BACKSLASH.sub(r"\\\\", text)
    for mark in "*`":
        if text.count(mark) > 1:
            text = text.replace(mark, "\\" + mark)
    return text


def slug(name: str) -> str:
    """Return an id from a file's name with its extension: "Annual Report.pdf" -> annual-report-pdf."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    plain = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    return plain or "document-" + hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()[:8]


@dataclass
class MarkdownBuilder:
    """Append blocks with their places; `build` returns the frozen document."""

    parts: list[str] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    origins: list[Origin] = field(default_factory=list)
    removed: list[Removed] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    metadata: dict[str, str] = field(default_factory=dict)
    size: int = 0
    ending: str = "\n"

    def heading(self, text: str, level: int, at: Locator) -> None:
        """Add a heading of level 1 to 6; line breaks in it become blanks."""
        line = escape(" ".join(clean(text).split()))
        self._block(BlockKind.HEADING, [("#" * level + " ", None), (line, at)], level=level)

    def paragraph(self, pieces: Sequence[Piece]) -> None:
        """Add a paragraph from pieces that each keep their own place (its lines on their pages)."""
        self._block(BlockKind.PARAGRAPH, [(escape(clean(text)), at) for text, at in pieces])

    def list_item(self, pieces: Sequence[Piece], *, marker: str = "-", depth: int = 1) -> None:
        """Add a list item; `marker` is as printed: "-", "1.", "(a)"."""
        head = "  " * (depth - 1) + marker + " "
        body: list[tuple[str, Locator | None]] = [(escape(clean(text)), at) for text, at in pieces]
        self._block(BlockKind.LIST_ITEM, [(head, None), *body], level=depth, tight=True)

    def table(self, rows: Sequence[Sequence[str]], places: Sequence[Locator]) -> None:
        """Add a table; the first row is the header, `places` has one place a row."""
        width = max(len(row) for row in rows)
        lines: list[tuple[str, Locator | None]] = []
        for number, (row, at) in enumerate(zip(rows, places, strict=True)):
            cells = [_cell(cell) for cell in row] + [""] * (width - len(row))
            rule = "\n" + "|" + " --- |" * width if number == 0 else ""
            lines.append(("\n" * (number > 0) + "| " + " | ".join(cells) + " |" + rule, at))
        self._block(BlockKind.TABLE, lines)

    def code(self, text: str, at: Locator) -> None:
        """Add a fenced code block."""
        fence = "```"
        while fence in text:
            fence += "`"
        self._block(BlockKind.CODE, [(f"{fence}\n{clean(text).rstrip()}\n{fence}", at)])

    def note(self, label: str, pieces: Sequence[Piece]) -> None:
        """Add a footnote's definition, `[^label]: text`."""
        body: list[tuple[str, Locator | None]] = [(escape(clean(text)), at) for text, at in pieces]
        self._block(BlockKind.NOTE, [(f"[^{label}]: ", None), *body])

    def record(self, fields: Iterable[tuple[str, str]], at: Locator) -> None:
        """Add one record as `**Header:** value` lines; empty values are left out."""
        lines = [
            f"**{escape_inline(' '.join(clean(header).split()))}:** {_value(clean(value))}"
            for header, value in fields
            if not is_blank(value)
        ]
        self._block(BlockKind.RECORD, [("\n".join(lines), at)])

    def verbatim(self, kind: BlockKind, text: str, at: Locator) -> None:
        """Add text that is markdown already, as it stands."""
        self._block(kind, [(text, at)])

    def adopt(self, markdown: str, blocks: Sequence[Block]) -> None:
        """Take a whole text as it stands, with its blocks; each is one numbered paragraph of the source."""
        self.parts, self.size, self.ending = [markdown], len(markdown), ""
        self.blocks = list(blocks)
        self.origins = [
            Origin(block.span, Locator(paragraph=number)) for number, block in enumerate(blocks, start=1)
        ]

    def notice(self, code: str, message: str, where: str) -> None:
        """Tell the user something about a place; the same notice is told once."""
        notice = Notice(code, message, where)
        if notice not in self.notices:
            self.notices.append(notice)

    def leave_out(self, reason: str, text: str, where: str) -> None:
        """Remember text that does not enter the markdown."""
        self.removed.append(Removed(reason, text, where))

    def build(self, data: bytes, *, name: str, media_type: str, page_count: int | None = None) -> Document:
        """Freeze the document; one without any text is refused."""
        if not self.blocks:
            raise EmptyDocumentError(f"{name} is empty: it holds no text, so there is nothing to chunk.")
        return Document(
            id=slug(name),
            name=name,
            media_type=media_type,
            sha256=hashlib.sha256(data).hexdigest(),
            markdown="".join(self.parts) + self.ending,
            blocks=tuple(self.blocks),
            origins=tuple(self.origins),
            removed=tuple(self.removed),
            notices=tuple(self.notices),
            metadata=_known(self.metadata),
            page_count=page_count,
        )

    def _block(
        self,
        kind: BlockKind,
        pieces: Sequence[tuple[str, Locator | None]],
        *,
        level: int = 0,
        tight: bool = False,
    ) -> None:
        """Append one block after a blank line, or a line end between items of one list."""
        if all(is_blank(text) for text, at in pieces if at is not None):
            return
        after_item = bool(self.blocks) and self.blocks[-1].kind is BlockKind.LIST_ITEM
        if self.blocks:
            self._append("\n" if tight and after_item else "\n\n")
        start = self.size
        for text, at in pieces:
            if at is not None and text:
                self.origins.append(Origin(Span(self.size, self.size + len(text)), at))
            self._append(text)
        self.blocks.append(Block(kind, Span(start, self.size), level))

    def _append(self, text: str) -> None:
        self.parts.append(text)
        self.size += len(text)


def _value(text: str) -> str:
    """Escape a value that follows its name on the first line."""
    first, line_end, rest = escape_inline(text).partition("\n")
    return first + line_end + _LINE_START.sub(r"\1\\\2", rest)


def _cell(text: str) -> str:
    """Return a table cell on one line, its bars escaped."""
    return escape_inline(" ".join(clean(text).split())).replace("|", "\\|")


def _known(metadata: Mapping[str, str]) -> dict[str, str]:
    return {key: value for key, value in metadata.items() if not is_blank(value)}
