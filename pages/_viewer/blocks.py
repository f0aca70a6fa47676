"""Document -> display blocks: HTML with runs, small enough for the browser to show by the windowful."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from chunking.model import Block, BlockKind, Document, Span, is_blank
from pages._viewer.inline import BlockWriter, write_inline
from pages._viewer.offsets import Excerpt, Utf16
from pages._viewer.tables import Table, table_parts

LONG_BLOCK_CHARS = 6000
"""A paragraph over this is shown in several; the text stays the same."""
LINES_A_BLOCK = 60
"""Of code."""

_ATX = re.compile(r"[ \t]{0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$")
_UNDERLINE = re.compile(r"[ \t]*(=+|-+)[ \t]*$")
_MARKER = re.compile(r"[ \t]*([-+*•–]|\(?\w{1,6}[.)])[ \t]+")
_QUOTE = re.compile(r"[ \t]{0,3}(>[ \t]?)+")
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})")
_RULE = re.compile(r"[ \t]*([-*_])([ \t]*\1){2,}[ \t]*$")


@dataclass(frozen=True, slots=True)
class DisplayBlock:
    """What the browser shows of one span; offsets and runs in UTF-16."""

    html: str
    start: int
    end: int
    runs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """The markdown with its offset table: what every block's renderer reads."""

    markdown: str
    utf16: Utf16

    def lines(self, span: Span) -> list[Span]:
        """Return the span's lines, each with its line end."""
        lines, start = [], span.start
        while start < span.end:
            end = self.markdown.find("\n", start, span.end) + 1 or span.end
            lines.append(Span(start, end))
            start = end
        return lines

    def show(self, span: Span, write: Callable[[BlockWriter], None]) -> DisplayBlock:
        """Return a display block with what `write` writes."""
        writer = BlockWriter(self.utf16)
        write(writer)
        return DisplayBlock(
            writer.html, self.utf16.of(span.start), self.utf16.of(span.end), tuple(writer.runs)
        )

    def inline(self, writer: BlockWriter, spans: Sequence[Span]) -> None:
        """Write the spans' inline markdown as one text."""
        write_inline(writer, Excerpt.of(self.markdown, spans))


Renderer = Callable[[Page, Block], Iterator[DisplayBlock]]


def display_blocks(document: Document) -> list[DisplayBlock]:
    """Render every block; plain text is shown as it stands, markdown as what it means."""
    page = Page(document.markdown, Utf16(document.markdown))
    verbatim = document.media_type == "text/plain"
    return [
        shown
        for block in document.blocks
        for shown in (_verbatim if verbatim else _RENDERERS[block.kind])(page, block)
    ]


def _verbatim(page: Page, block: Block) -> Iterator[DisplayBlock]:
    name = "plain " + block.kind.value
    for span in _portions(page.markdown, block.span):
        yield page.show(span, partial(_write_plain, page=page, span=span, name=name))


def _write_plain(writer: BlockWriter, *, page: Page, span: Span, name: str) -> None:
    writer.tag(f'<p class="{name}">')
    writer.text(span.of(page.markdown), span.start)
    writer.tag("</p>")


def _paragraph(page: Page, block: Block) -> Iterator[DisplayBlock]:
    rule = _RULE.match(block.span.of(page.markdown))
    name = "rule" if rule else block.kind.value
    for span in _portions(page.markdown, block.span):
        yield page.show(span, partial(_wrap, page=page, tag=f'p class="{name}"', spans=[span]))


def _heading(page: Page, block: Block) -> Iterator[DisplayBlock]:
    text = block.span.of(page.markdown)
    match = _ATX.match(text)
    if match:
        body = [Span(block.span.start + match.start(1), block.span.start + match.end(1))]
    else:
        lines = page.lines(block.span)
        underlined = len(lines) > 1 and _UNDERLINE.match(lines[-1].of(page.markdown))
        body = lines[:-1] if underlined else lines
    tag = f"h{min(max(block.level, 1), 6)}"
    yield page.show(block.span, partial(_wrap, page=page, tag=tag, spans=body))


def _list_item(page: Page, block: Block) -> Iterator[DisplayBlock]:
    first, *rest = page.lines(block.span)
    marker = _MARKER.match(first.of(page.markdown))
    width = marker.end() if marker else 0
    body = [
        Span(first.start + width, first.end),
        *(_dedent(page.markdown, line, width) for line in rest),
    ]

    def write(writer: BlockWriter) -> None:
        writer.tag(f'<div class="item" style="--depth:{block.level}">')
        if marker and not marker[1][0].isalnum() and marker[1][0] != "(":
            writer.tag('<span class="bullet"></span>')
        elif marker:
            writer.tag('<span class="marker">')
            writer.text(marker[1], first.start + marker.start(1))
            writer.tag("</span>")
        writer.tag('<div class="body">')
        _flow(writer, page, body)
        writer.tag("</div></div>")

    yield page.show(block.span, write)


def _quote(page: Page, block: Block) -> Iterator[DisplayBlock]:
    body = []
    for line in page.lines(block.span):
        mark = _QUOTE.match(line.of(page.markdown))
        body.append(Span(line.start + (mark.end() if mark else 0), line.end))

    def write(writer: BlockWriter) -> None:
        writer.tag("<blockquote>")
        _flow(writer, page, body)
        writer.tag("</blockquote>")

    yield page.show(block.span, write)


def _code(page: Page, block: Block) -> Iterator[DisplayBlock]:
    lines = page.lines(block.span)
    body = _inside_fence(page.markdown, lines)
    for at in range(0, max(len(body), 1), LINES_A_BLOCK):
        part = body[at : at + LINES_A_BLOCK]
        start = part[0].start if at else block.span.start
        end = part[-1].end if at + LINES_A_BLOCK < len(body) else block.span.end
        yield page.show(Span(start, end), partial(_pre, page=page, lines=part))


def _table(page: Page, block: Block) -> Iterator[DisplayBlock]:
    table = Table.of(page.markdown, page.lines(block.span))
    for span, write in table_parts(table, page.utf16):
        yield page.show(span, write)


_RENDERERS: dict[BlockKind, Renderer] = {
    BlockKind.HEADING: _heading,
    BlockKind.PARAGRAPH: _paragraph,
    BlockKind.LIST_ITEM: _list_item,
    BlockKind.TABLE: _table,
    BlockKind.CODE: _code,
    BlockKind.QUOTE: _quote,
    BlockKind.RECORD: _paragraph,
    BlockKind.NOTE: _paragraph,
}


def _wrap(writer: BlockWriter, *, page: Page, tag: str, spans: Sequence[Span]) -> None:
    writer.tag(f"<{tag}>")
    page.inline(writer, spans)
    writer.tag(f"</{tag.split()[0]}>")


def _pre(writer: BlockWriter, *, page: Page, lines: Sequence[Span]) -> None:
    writer.tag("<pre><code>")
    for line in lines:
        writer.text(line.of(page.markdown), line.start)
    writer.tag("</code></pre>")


def _flow(writer: BlockWriter, page: Page, lines: Sequence[Span]) -> None:
    """Write paragraphs and fenced code, as they stand inside a list item or a quote."""
    at = 0
    while at < len(lines):
        text = lines[at].of(page.markdown)
        fence = _FENCE.match(text)
        stop = at + 1
        if is_blank(text):
            at = stop
            continue
        while stop < len(lines):
            line = lines[stop].of(page.markdown)
            stop += 1
            if fence and line.strip().startswith(fence[1]):
                break
            if not fence and (is_blank(line) or _FENCE.match(line)):
                stop -= 1
                break
        if fence:
            _pre(writer, page=page, lines=_inside_fence(page.markdown, lines[at:stop]))
        else:
            _wrap(writer, page=page, tag="p", spans=_without_last_line_end(page.markdown, lines[at:stop]))
        at = stop


def _inside_fence(markdown: str, lines: Sequence[Span]) -> Sequence[Span]:
    """Leave out the fence's own lines; indented code has none."""
    opening = _FENCE.match(lines[0].of(markdown)) if lines else None
    if opening is None:
        return lines
    closed = len(lines) > 1 and lines[-1].of(markdown).strip().startswith(opening[1])
    return lines[1:-1] if closed else lines[1:]


def _without_last_line_end(markdown: str, lines: Sequence[Span]) -> list[Span]:
    last = lines[-1]
    stripped = len(last.of(markdown).rstrip("\n"))
    return [*lines[:-1], Span(last.start, last.start + stripped)]


def _dedent(markdown: str, line: Span, width: int) -> Span:
    """Take away up to `width` leading blanks."""
    text = line.of(markdown)
    indent = len(text) - len(text.lstrip(" \t"))
    return Span(line.start + min(indent, width), line.end)


def _portions(markdown: str, span: Span) -> Iterator[Span]:
    """Cut a very long paragraph for display, at a line end, a sentence end or a blank."""
    start = span.start
    while span.end - start > LONG_BLOCK_CHARS:
        window = (start + LONG_BLOCK_CHARS // 2, start + LONG_BLOCK_CHARS)
        ends = (markdown.rfind(mark, *window) + len(mark) for mark in ("\n", ". ", " "))
        stop = next((end for end in ends if end > window[0]), window[1])
        yield Span(start, stop)
        start = stop
    yield Span(start, span.end)
