"""Inline markdown -> safe HTML of which every shown character knows its place in the markdown.

The parser of markdown-it gives no inline offsets, so its state is extended to note them. All HTML
comes from the fixed tags here; text reaches it only through `escape`.
"""

from html import escape
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from pages._viewer.offsets import Excerpt, Utf16, utf16_length

_PARSER = MarkdownIt("commonmark", {"html": False})
_PARSER.disable(["autolink", "html_inline"])
_PARSER.inline.ruler2.disable("fragments_join")

_TAGS = {
    "em_open": "<em>",
    "em_close": "</em>",
    "strong_open": "<strong>",
    "strong_close": "</strong>",
    "link_close": "</span>",
    "hardbreak": "<br>",
}


class BlockWriter:
    """Collect one block's HTML, and runs that lead from its shown text to the markdown."""

    def __init__(self, utf16: Utf16) -> None:
        self._utf16 = utf16
        self._html: list[str] = []
        self._length = 0
        self._drift: int | None = None
        self.runs: list[int] = []
        """Pairs of shown offset and markdown offset, both UTF-16, where their difference changes."""

    @property
    def html(self) -> str:
        """Return the HTML written so far."""
        return "".join(self._html)

    def tag(self, html: str) -> None:
        """Write a tag of our own; never text of the document."""
        self._html.append(html)

    def text(self, text: str, position: int) -> None:
        """Write text that stands in the markdown at `position` exactly as it is shown."""
        self._write(text, self._utf16.of(position))

    def replacement(self, text: str, position: int) -> None:
        """Write what an escape or an entity at `position` stands for."""
        self._drift = None
        self._write(text, self._utf16.of(position))
        self._drift = None

    def _write(self, text: str, position: int) -> None:
        if position - self._length != self._drift:
            self._drift = position - self._length
            self.runs += (self._length, position)
        self._html.append(escape(text, quote=False).replace("\r", "&#13;"))
        self._length += utf16_length(text)


def write_inline(writer: BlockWriter, excerpt: Excerpt) -> None:
    """Render an excerpt's inline markdown: emphasis, code, links as marked text, images as alt text."""
    for token in _parse(excerpt.text):
        at = token.meta.get("at", 0)
        if token.type in _TAGS:
            writer.tag(_TAGS[token.type])
        elif token.type == "link_open":
            writer.tag(f'<span class="link" title="{escape(str(token.attrs["href"]))}">')
        elif token.type == "text_special" and token.content != token.markup:
            writer.replacement(token.content, excerpt.position(at))
        elif token.type == "softbreak":
            _copy(writer, excerpt, at, 1)
        elif token.type == "code_inline":
            at += len(token.markup)
            shown = excerpt.text[at : at + len(token.content)].replace("\n", " ")
            writer.tag("<code>")
            _copy(writer, excerpt, at + (shown != token.content), len(token.content))
            writer.tag("</code>")
        elif token.type == "image":
            writer.tag('<span class="image">')
            _copy(writer, excerpt, at + 2, len(token.content))
            writer.tag("</span>")
        else:
            _copy(writer, excerpt, at, len(token.content))


def _copy(writer: BlockWriter, excerpt: Excerpt, start: int, length: int) -> None:
    for piece, position in excerpt.pieces(start, start + length):
        writer.text(piece, position)


def _parse(text: str) -> list[Token]:
    state = _PlacedState(text, _PARSER, {}, [])
    _PARSER.inline.tokenize(state)
    for rule in _PARSER.inline.ruler2.getRules(""):
        rule(state)
    return state.tokens


class _PlacedState(StateInline):
    """Note in each token's `meta["at"]` where it begins."""

    _pending_at = 0

    def append_pending(self, text: str) -> None:
        if not self.pending:
            self._pending_at = self.pos
        super().append_pending(text)

    def pushPending(self) -> Token:  # noqa: N802 (the parser's name)
        token = super().pushPending()
        token.meta["at"] = self._pending_at
        return token

    def push(self, ttype: str, tag: str, nesting: Literal[-1, 0, 1]) -> Token:
        token = super().push(ttype, tag, nesting)
        before = self.tokens[-2] if len(self.tokens) > 1 else None
        token.meta["at"] = self.pos
        # The markers of `***` are pushed one by one from the same place.
        if ttype == "text" and before is not None and before.meta["at"] >= self.pos:
            token.meta["at"] = before.meta["at"] + 1
        return token
