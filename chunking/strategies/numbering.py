"""Clause numbers: which of the numbered lines begin a clause.

A number alone proves nothing: "306-3 and split by operation" is a wrapped reference, "1.5 t" a
quantity, "2.1 Boundary .... 4" a line of the contents. So a number is judged by what follows it, by
where it stands, and by the numbers before and after it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from chunking.model import Document, last_visible
from chunking.strategies.numbered_lines import OPENING_MARKS, NumberedLine, numbered_lines

_FAR = 20
"""Numbers that may be missing before one is no longer taken for the next, where its form is certain."""

_NEAR = 2
"""The same inside a paragraph."""

_ITEM_CHARS = 60
"""Numbered paragraphs closer together than this are items of a list, not clauses."""


@dataclass(frozen=True, slots=True)
class ClauseStart:
    """Where a clause begins."""

    position: int
    """Of its line's first visible character."""
    number: str
    """As printed, with its word: "306-3", "Article 5", "§ 12"."""
    path: tuple[int, ...]
    """The number's parts; letters and roman numerals count."""
    system: str
    """What the number is counted in: its word or letters, and its dash."""
    level: int
    """The heading's level, or the number of parts."""
    block: int
    """Index of its block."""
    is_container: bool
    """Whether it names a part of the document that holds clauses: "Annex B"."""
    is_title: bool
    """Whether its line is a title rather than the clause's text."""


def clause_starts(document: Document) -> tuple[ClauseStart, ...]:
    """Return where clauses begin, in order."""
    lines = numbered_lines(document)
    reading = _Reading(document.markdown, lines, frozenset(line.end for line in lines if line.is_title))
    return tuple(_start(line) for index, line in enumerate(lines) if reading.accepts(index, line))


def _start(line: NumberedLine) -> ClauseStart:
    return ClauseStart(
        position=line.position,
        number=line.number,
        path=line.path,
        system=line.system,
        level=line.level or len(line.path),
        block=line.block,
        is_container=line.is_container,
        is_title=line.is_title,
    )


def missing_numbers(starts: Sequence[ClauseStart]) -> tuple[str, ...]:
    """Return the numbers that are skipped between two clauses that stand side by side."""
    missing: list[str] = []
    latest: dict[tuple[str, tuple[int, ...]], ClauseStart] = {}
    for start in starts:
        siblings = (start.system, start.path[:-1])
        before = latest.get(siblings)
        if before is not None and 1 < start.path[-1] - before.path[-1] <= _FAR:
            stem = re.sub(r"(?:\d+|[IVXLC]+|[A-Z])[a-zA-Z]?$", "", start.number)
            missing += [f"{stem}{number}" for number in range(before.path[-1] + 1, start.path[-1])]
        latest = {key: value for key, value in latest.items() if not _is_below(key, start)}
        latest[siblings] = start
    return tuple(missing)


def _is_below(siblings: tuple[str, tuple[int, ...]], start: ClauseStart) -> bool:
    system, stem = siblings
    return start.is_container or (system == start.system and len(stem) >= len(start.path))


@dataclass
class _Reading:
    """Judges lines in order and remembers how far each system has counted."""

    markdown: str
    lines: Sequence[NumberedLine]
    title_ends: frozenset[int]
    """Where the lines of titles end."""
    last: dict[str, tuple[int, ...]] = field(default_factory=dict)
    inside: bool = False
    """Whether a clause that can hold numbered items is open."""
    items: int = 0
    """The last number of a list inside a clause."""

    def accepts(self, index: int, line: NumberedLine) -> bool:
        """Judge the next line; an accepted one moves the count."""
        if not self._is_clause(index, line):
            return False
        if line.is_container:
            self.last = {}
        self.last[line.system] = line.path
        self.inside = not line.is_container and (line.form != "plain" or line.kind == "heading")
        self.items = 0
        return True

    def _is_clause(self, index: int, line: NumberedLine) -> bool:
        follows = line.follows
        if follows == "quantity":
            return False
        if line.kind == "heading":
            return self._is_numbered_heading(index, line)
        if line.form == "plain" and self.items and line.path == (self.items + 1,):
            return self._is_after_items(index, line)
        if line.form == "letter" or follows == "prose":
            return False
        if line.kind == "line" and not self._may_stand_in_paragraph(line):
            return False
        if line.form == "plain":
            return self._is_plain_clause(index, line)
        if line.form == "word":
            return self._is_named_clause(line)
        certain = len(line.path) > 2 or line.system != "numeric"
        return certain or self._is_alone(index, line) or self._in_sequence(index, line, _FAR)

    def _is_numbered_heading(self, index: int, line: NumberedLine) -> bool:
        """A heading's number need only be in sequence where it could be a year or a count."""
        if line.form in ("word", "code"):
            return True
        return self._in_sequence(index, line, _FAR if line.stop else _NEAR)

    def _may_stand_in_paragraph(self, line: NumberedLine) -> bool:
        """A line inside a paragraph begins a clause if the line before was finished and it is the next."""
        line_start = self.markdown.rfind("\n", 0, line.position) + 1
        finished = line_start - 1 in self.title_ends or last_visible(self.markdown, line_start) in ".;:!?"
        return finished and _continues(self.last.get(line.system), line.path, _NEAR)

    def _is_named_clause(self, line: NumberedLine) -> bool:
        """A title ("Section 4 Boundary") begins a clause; a sentence only if its number is the next."""
        if line.is_title or line.stop:
            return True
        return _continues(self.last.get(line.system), line.path, _NEAR)

    def _is_plain_clause(self, index: int, line: NumberedLine) -> bool:
        """Tell a clause "2. Scope" from the second item of a list."""
        path = line.path
        if self._has_child(index, path):
            return self._in_sequence(index, line, _FAR)
        led_in = last_visible(self.markdown, line.position) == ":"
        if path == (1,) and (led_in or self.inside or not self._is_long_run(index)):
            self.items = 1
            return False
        if not line.stop and not (line.is_title and line.rest):
            return False
        if self.inside:
            last = self.last.get(line.system)
            return last is not None and _continues(last, path, _NEAR)
        return self._in_sequence(index, line, _NEAR)

    def _is_after_items(self, index: int, line: NumberedLine) -> bool:
        """Count on in a list of items, unless the number has clauses below it."""
        if self._has_child(index, line.path):
            return self._in_sequence(index, line, _FAR)
        self.items += 1
        return False

    def _has_child(self, index: int, path: tuple[int, ...]) -> bool:
        """Tell whether the next number of the same system lies below this one."""
        following = self._following(index)
        return following is not None and following[: len(path)] == path and len(following) > len(path)

    def _is_long_run(self, index: int) -> bool:
        """Tell whether the next number is the second of its kind and stands well below."""
        line = self.lines[index]
        for other in self.lines[index + 1 : index + 30]:
            if other.form == "plain" and other.path == (2,):
                between = self.markdown[line.end : other.position].lstrip(OPENING_MARKS + "\n #>")
                titled = line.is_title and between[:1].isupper()
                return titled or other.position - line.position >= _ITEM_CHARS
        return False

    def _following(self, index: int) -> tuple[int, ...] | None:
        system = self.lines[index].system
        for other in self.lines[index + 1 : index + 30]:
            if other.system == system and other.follows not in ("quantity", "prose"):
                return other.path
        return None

    def _is_alone(self, index: int, line: NumberedLine) -> bool:
        """Tell whether a title has the only number of its kind, so that no neighbour can speak against it."""
        return line.is_title and line.system not in self.last and self._following(index) is None

    def _in_sequence(self, index: int, line: NumberedLine, reach: int) -> bool:
        """Tell whether the number goes on from the last one, or the next one goes on from it."""
        path = line.path
        last = self.last.get(line.system)
        if _continues(last, path, reach):
            return True
        following = self._following(index)
        return following is not None and last is None and _continues(path, following, _NEAR)


def _continues(last: tuple[int, ...] | None, path: tuple[int, ...], reach: int) -> bool:
    """Tell whether `path` is the next number after `last`: a sibling, a first child, a parent's sibling.

    A count that starts again at one is a new count.
    """
    if all(part <= 1 for part in path):
        return True
    if last is None:
        return len(path) > 1 and all(part <= 1 for part in path[1:]) and path[0] <= reach
    for depth, part in enumerate(path):
        before = last[depth] if depth < len(last) else 0
        if part != before:
            return 0 < part - before <= reach and all(later <= 1 for later in path[depth + 1 :])
    return False
