"""Where a chunk lies: its pages, and the headings it stands under."""

import html
import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from chunking.model import BlockKind, Document, Span

_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")


def page_range(document: Document, span: Span) -> str | None:
    """Return "45" or "45-46" from the physical pages under a span; None where there are no pages."""
    pages = [origin.locator.page for origin in document.origins_of(span) if origin.locator.page is not None]
    if not pages:
        return None
    first, last = min(pages), max(pages)
    return str(first) if first == last else f"{first}-{last}"


@dataclass(frozen=True, slots=True)
class HeadingPaths:
    """For every block, the headings it stands under, outermost first."""

    document: Document
    paths: Sequence[tuple[str, ...]]

    @classmethod
    def of(cls, document: Document) -> "HeadingPaths":
        """Walk the headings once; a deeper level than the last one nests, whatever was skipped."""
        stack: list[tuple[int, str]] = []
        paths = []
        for block in document.blocks:
            if block.kind is BlockKind.HEADING:
                stack = [entry for entry in stack if entry[0] < block.level]
                stack.append((block.level, plain_heading(block.span.of(document.markdown))))
            paths.append(tuple(text for level, text in stack))
        return cls(document, paths)

    def shared(self, span: Span) -> tuple[str, ...]:
        """Return the headings that all text in `span` shares; a heading alone counts as its own."""
        blocks = self.document.blocks
        first = self.document.block_index(span.start)
        last = bisect_left(blocks, span.end, key=lambda block: block.span.start)
        within = range(first, max(last, first + 1)) if first < len(blocks) else range(0)
        bodies = [self.paths[i] for i in within if blocks[i].kind is not BlockKind.HEADING]
        levels = zip(*(bodies or [self.paths[i] for i in within]), strict=False)
        return tuple(level[0] for level in takewhile(lambda level: len(set(level)) == 1, levels))


def plain_heading(text: str) -> str:
    """Return a heading's words without the marks that make it one."""
    lines = text.strip().splitlines()
    if len(lines) > 1 and not lines[-1].strip("=- "):
        lines = lines[:-1]
    line = " ".join(" ".join(lines).split())
    if line.startswith("#"):
        line = line.lstrip("#").strip().rstrip("#").strip()
    return html.unescape(_ESCAPE.sub(r"\1", line.replace("**", "")))
