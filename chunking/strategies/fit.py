"""Parts that fit a limit: at unit ends if possible, else between words, else between graphemes."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import regex

from chunking.model import Span, trim
from chunking.prepare.prepared import Prepared
from chunking.strategies.base import Limit

_GRAPHEME = regex.compile(r"\X")
_WORD_START = regex.compile(r"(?<=\s)(?=\S)")


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch that fits."""

    span: Span
    unit: str
    """What the part ends with: "unit", "word" or "character"."""

    @property
    def oversize(self) -> bool:
        """Tell whether even one word was too large, so that the part ends inside it."""
        return self.unit == "character"


def size_of(prepared: Prepared, start: int, end: int, limit: Limit) -> int:
    """Return the size of the trimmed span in the limit's measure."""
    start, end = trim(prepared.markdown, start, end)
    return prepared.token_count(start, end) if limit.measure == "tokens" else end - start


def context_size(prepared: Prepared, context: Sequence[Span], limit: Limit) -> int:
    """Return the size that repeated spans add to a chunk's text.

    In tokens one more is counted, since two texts joined may have a token more than both apart.
    """
    text = "".join(span.of(prepared.markdown) for span in context)
    if not text or limit.measure == "characters":
        return len(text)
    return prepared.tokens.count_text(text) + 1


def split_to_fit(
    prepared: Prepared, span: Span, limit: Limit, *, context: Sequence[Span] = ()
) -> tuple[Part, ...]:
    """Part `span` so that each part, trimmed and with `context` before it, is within `limit`.

    Parts tile the span. Context that leaves no room is the caller's to drop.
    """
    parts = []
    start = span.start
    while start < span.end:
        part = first_part(prepared, Span(start, span.end), limit, context=context)
        parts.append(part)
        start = part.span.end
    return tuple(parts)


def first_part(prepared: Prepared, rest: Span, limit: Limit, *, context: Sequence[Span] = ()) -> Part:
    """Return the longest part that fits at the start of `rest`, by the coarsest kind of end."""
    room = Limit(max(1, limit.size - context_size(prepared, context, limit)), limit.measure)
    size = partial(size_of, prepared, rest.start, limit=room)
    if size(rest.end) <= room.size:
        return Part(rest, "unit")
    first = bisect_right(prepared.starts, rest.start)
    last = bisect_left(prepared.starts, rest.end)
    end = _last_fitting(prepared.starts[first:last], size, room.size)
    if end is not None:
        return Part(Span(rest.start, end), "unit")
    start, stop = trim(prepared.markdown, rest.start, min(rest.end, rest.start + _reach(room)))
    words = [match.start() for match in _WORD_START.finditer(prepared.markdown, start + 1, stop)]
    end = _last_fitting(words, size, room.size)
    if end is not None:
        return Part(Span(rest.start, end), "word")
    return Part(Span(rest.start, _grapheme_end(prepared, rest, room)), "character")


def _reach(room: Limit) -> int:
    """Return how many characters can matter: no token of cl100k_base is longer than 128."""
    return room.size + 1 if room.measure == "characters" else room.size * 128 + 128


def _last_fitting(ends: Sequence[int], size: partial[int], room: int) -> int | None:
    """Return the last end whose size fits; sizes grow with the end but for a token at the edge."""
    index = bisect_right(ends, room, key=size)
    while index > 0 and size(ends[index - 1]) > room:
        index -= 1
    return ends[index - 1] if index > 0 else None


def _grapheme_end(prepared: Prepared, rest: Span, room: Limit) -> int:
    """Return the last grapheme boundary that fits; one grapheme is taken however large it is."""
    ends = list(_grapheme_ends(prepared.markdown, rest, _reach(room)))
    if room.measure == "characters":
        fitting = bisect_right(ends, rest.start + room.size)
        return ends[max(fitting - 1, 0)]
    size = partial(size_of, prepared, rest.start, limit=room)
    return _last_fitting(ends, size, room.size) or ends[0]


def _grapheme_ends(markdown: str, rest: Span, reach: int) -> Iterator[int]:
    stop = min(rest.end, rest.start + min(reach, 20_000))
    for match in _GRAPHEME.finditer(markdown, rest.start, rest.end):
        yield match.end()
        if match.end() >= stop:
            return


def grapheme_floor(text: str, position: int) -> int:
    """Return the grapheme boundary at or before `position`; far from any, `position` itself."""
    if position <= 0 or position >= len(text):
        return max(0, min(position, len(text)))
    start = max(0, position - 64)
    boundaries = [match.start() for match in _GRAPHEME.finditer(text, start, position + 1)]
    return boundaries[-1] if boundaries and boundaries[-1] > start else position
