"""Offsets between three texts: the markdown, pieces taken out of it, and what JavaScript counts."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from chunking.model import Span

_ASTRAL = re.compile("[\U00010000-\U0010ffff]")


class Utf16:
    """Convert code point offsets of one text to UTF-16 code units, which JavaScript counts."""

    def __init__(self, text: str) -> None:
        self._astral = [match.start() for match in _ASTRAL.finditer(text)]

    def of(self, offset: int) -> int:
        """Return the offset in UTF-16 code units."""
        return offset + bisect_left(self._astral, offset) if self._astral else offset


def utf16_length(text: str) -> int:
    """Return how many UTF-16 code units `text` has."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Text joined from spans of the markdown; it knows where each of its characters stood."""

    text: str
    joints: tuple[tuple[int, int], ...]
    """Where each span begins: in `text`, and in the markdown."""

    @classmethod
    def of(cls, markdown: str, spans: Sequence[Span]) -> "Excerpt":
        """Join the spans' text; spans rise and do not overlap."""
        joints: list[tuple[int, int]] = []
        size = 0
        for span in spans:
            joints.append((size, span.start))
            size += span.end - span.start
        return cls("".join(span.of(markdown) for span in spans), tuple(joints))

    def position(self, offset: int) -> int:
        """Return where the character at `offset` stands in the markdown."""
        at, source = self.joints[self._joint(offset)]
        return source + offset - at

    def pieces(self, start: int, end: int) -> Iterator[tuple[str, int]]:
        """Cut `text[start:end]` where the markdown jumps; yield each piece with its place there."""
        joint = self._joint(start)
        while start < end:
            stop = self.joints[joint + 1][0] if joint + 1 < len(self.joints) else end
            stop = min(stop, end)
            if stop > start:
                yield self.text[start:stop], self.position(start)
            start, joint = stop, joint + 1

    def _joint(self, offset: int) -> int:
        return max(bisect_right(self.joints, offset, key=lambda joint: joint[0]) - 1, 0)
