"""Clause numbers: which lines begin with one, and which of those begin a clause.

A number alone proves nothing: "306-3 and split by operation" is a wrapped reference, "1.5 t" a
quantity, "2.1 Boundary .... 4" a line of the contents. So a number is judged by what follows it, by
where it stands, and by the numbers before and after it.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from chunking.model import Block, BlockKind, Document, last_visible

_CLAUSE_WORDS = (
    "article|art\\.|section|sec\\.|clause|rule|regulation|disclosure|requirement|principle|standard|"
    "artikel|artículo|articolo"
)
_CONTAINER_WORDS = "part|title|chapter|annex|appendix|schedule|book|volume|division|kapitel|anhang|annexe"
_DASH = r"\-–‑"

_START = re.compile(
    rf"""(?mx)^(?P<marks>[ \t]*(?:[>#]+[ \t]*|[-+*•][ \t]+)*[*_\\]*)
    (?:
      (?P<word>(?i:{_CONTAINER_WORDS}|{_CLAUSE_WORDS})|§+)[ \t\u00a0]*
      (?P<named>[A-Z]{{0,4}}[ .-]?\d{{1,4}}[a-zA-Z]?(?:[.{_DASH}]\d{{1,3}})*(?![\w])|[IVXLC]+\b|[A-Z]\b)
    | (?P<code>(?:[A-Z]{{1,6}}[ .-]?)?\d{{1,4}}[A-Z]?(?:[.{_DASH}]\d{{1,3}})+(?![\w{_DASH}]))
    | (?P<plain>\d{{1,3}}[A-Z]?(?![\w,%°]|\.\d))
    | (?P<letter>[IVXLC]{{1,6}}|[A-Z])(?=[.)])
    )
    (?P<deeper>(?:\([A-Za-z0-9]{{1,4}}\))*)
    (?P<stop>[.:)]?)[*_]*
    (?P<gap>[ \t\u00a0]*(?:[—–:-](?=\s))?[ \t\u00a0]*)
    (?P<rest>.*)$"""
)

_CONTENTS = re.compile(r"(?:\.{3,}|(?:\.[ \t]){2,}|…|\t|\s{3,})[ \t]*(?:\d{1,4}|[ivxlc]{1,5})[ \t]*$")
_ENDS_WITH_PAGE = re.compile(r"[^\d.,–-][ \t]+(\d{1,4})$")
_LETTERS = re.compile(r"[A-Z]*(?=[ .-]?\d)")
_OPENING_MARKS = "\"“„«‘'([*_\\"
_SENTENCE_END = re.compile(r"[.;:,!?]$")
_UNITS = frozenset(
    (
        *(
            "t",
            "kg",
            "g",
            "mg",
            "kt",
            "Mt",
            "Gt",
            "tCO2e",
            "tCO2",
            "CO2",
            "CO2e",
            "CO₂",
            "ppm",
            "ha",
            "l",
            "h",
        ),
        *("m", "km", "m²", "m³", "W", "kW", "MW", "GW", "kWh", "MWh", "GWh", "TWh", "MJ", "GJ", "TJ", "PJ"),
        *("EUR", "USD", "GBP", "CHF", "€", "$", "£", "bn", "mn", "Million", "Billion", "K", "°C", "%", "‰"),
        *("January", "February", "March", "April", "May", "June", "July", "August", "September", "October"),
        *("November", "December", "Jan", "Feb", "Mar", "Apr", "Jun", "Jul", "Aug", "Sep", "Sept", "Oct"),
        *("Nov", "Dec", "Januar", "Februar", "März", "Mai", "Juni", "Juli", "Oktober", "Dezember"),
    )
)
"""What makes a number a quantity or a date, also with a capital letter."""

_TITLE_CHARS = 120
_CLAUSE_KINDS = (BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.QUOTE)
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


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A line that begins with a number, before it is judged."""

    start: ClauseStart
    end: int
    """Of the line."""
    kind: str
    """"heading", "block" for the first line of another block, or "line"."""
    form: str
    """"word", "code", "plain" or "letter"."""
    stop: str
    rest: str


def clause_starts(document: Document) -> tuple[ClauseStart, ...]:
    """Return where clauses begin, in order."""
    candidates = _without_contents(list(_candidates(document)))
    title_ends = frozenset(candidate.end for candidate in candidates if candidate.start.is_title)
    reading = _Reading(document.markdown, candidates, title_ends)
    return tuple(
        candidate.start for index, candidate in enumerate(candidates) if reading.accepts(index, candidate)
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


def is_contents_line(text: str) -> bool:
    """Tell whether a line of text is an entry of a table of contents: a title, a leader, a page."""
    return _CONTENTS.search(text.rstrip()) is not None


def _candidates(document: Document) -> Iterator[_Candidate]:
    """Yield every line of running text that begins with a number and could go on as a clause."""
    blocks = document.blocks
    ends = [block.span.end for block in blocks]
    for match in _START.finditer(document.markdown):
        index = bisect_right(ends, match.start())
        if index == len(blocks) or blocks[index].kind not in _CLAUSE_KINDS:
            continue
        candidate = _candidate(match, blocks[index], index)
        if candidate is not None:
            yield candidate


def _candidate(match: re.Match[str], block: Block, index: int) -> _Candidate | None:
    """Read one line; None if its number is glued to what follows."""
    form = next(name for name in ("word", "code", "plain", "letter") if match[name])
    rest = match["rest"].strip()
    if rest and not (match["gap"] or match["stop"]):
        return None
    printed = match["named"] or match[form]
    container = form == "word" and re.fullmatch(_CONTAINER_WORDS, match["word"], re.IGNORECASE) is not None
    path = _path(printed)
    kind = "heading" if block.kind is BlockKind.HEADING else "line"
    if kind == "line" and match.start() <= block.span.start:
        kind = "block"
    word = match["word"] or ""
    prefix = _LETTERS.match(printed)
    letters = prefix[0] if prefix else ""
    dash = "-" if re.search(rf"\d[{_DASH}]", printed) else ""
    numeric = form in ("code", "plain") and not letters and not dash
    system = "numeric" if numeric else f"{form}:{word.lower()}{letters}{dash}"
    start = ClauseStart(
        position=match.start() + len(match["marks"]) - len(match["marks"].lstrip()),
        number=f"{word} {printed}".strip() + match["deeper"],
        path=path,
        system=system,
        level=block.level if kind == "heading" else len(path),
        block=index,
        is_container=container,
        is_title=kind == "heading" or not (_SENTENCE_END.search(rest) or len(rest) > _TITLE_CHARS),
    )
    return _Candidate(start, match.end(), kind, form, match["stop"], rest)


def _path(printed: str) -> tuple[int, ...]:
    """Return a number's parts as integers: 306-3 is (306, 3), IV is (4,), B is (2,)."""
    digits = re.findall(r"\d+", printed)
    if digits:
        return tuple(int(part) for part in digits)
    if len(printed) > 1 or printed in "IVX":
        return (_roman(printed),)
    return (ord(printed) - ord("A") + 1,)


def _roman(text: str) -> int:
    values = [{"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}[letter] for letter in text]
    return sum(
        -value if value < following else value
        for value, following in zip(values, [*values[1:], 0], strict=True)
    )


def _without_contents(candidates: list[_Candidate]) -> list[_Candidate]:
    """Drop entries of a table of contents: those with a leader, and runs of lines that end with pages."""
    kept: list[_Candidate] = []
    run: list[_Candidate] = []
    last_page = 0
    for candidate in candidates:
        page = _ENDS_WITH_PAGE.search(candidate.rest)
        follows = bool(run) and candidate.start.position - run[-1].end <= 4
        if page is not None and (not run or (follows and int(page[1]) >= last_page)):
            run.append(candidate)
        else:
            kept += run if len(run) < 3 else []
            run = [candidate] if page is not None else []
            kept += [] if page is not None else [candidate]
        last_page = int(page[1]) if page is not None else 0
    kept += run if len(run) < 3 else []
    return [candidate for candidate in kept if not is_contents_line(candidate.rest)]


@dataclass
class _Reading:
    """Judges candidates in order and remembers how far each system has counted."""

    markdown: str
    candidates: Sequence[_Candidate]
    title_ends: frozenset[int]
    """Where the lines of titles end."""
    last: dict[str, tuple[int, ...]] = field(default_factory=dict)
    inside: bool = False
    """Whether a clause that can hold numbered items is open."""
    items: int = 0
    """The last number of a list inside a clause."""

    def accepts(self, index: int, candidate: _Candidate) -> bool:
        """Judge the next candidate; an accepted one moves the count."""
        if not self._is_clause(index, candidate):
            return False
        start = candidate.start
        if start.is_container:
            self.last = {start.system: start.path}
        self.last[start.system] = start.path
        self.inside = not start.is_container and (candidate.form != "plain" or candidate.kind == "heading")
        self.items = 0
        return True

    def _is_clause(self, index: int, candidate: _Candidate) -> bool:
        follows = _what_follows(candidate)
        if follows == "quantity":
            return False
        if candidate.kind == "heading":
            return self._is_numbered_heading(index, candidate)
        if candidate.form == "letter" or follows == "prose":
            return False
        if candidate.kind == "line" and not self._may_stand_in_paragraph(candidate):
            return False
        if candidate.form == "plain":
            return self._is_plain_clause(index, candidate)
        if candidate.form == "word":
            return self._is_named_clause(candidate)
        certain = len(candidate.start.path) > 2 or candidate.start.system != "numeric"
        return certain or self._in_sequence(index, candidate, _FAR)

    def _is_numbered_heading(self, index: int, candidate: _Candidate) -> bool:
        """A heading's number need only be in sequence where it could be a year or a count."""
        if candidate.form in ("word", "code"):
            return True
        return self._in_sequence(index, candidate, _FAR if candidate.stop else _NEAR)

    def _may_stand_in_paragraph(self, candidate: _Candidate) -> bool:
        """A line inside a paragraph begins a clause if the line before was finished and it is the next."""
        line_start = self.markdown.rfind("\n", 0, candidate.start.position) + 1
        finished = line_start - 1 in self.title_ends or last_visible(self.markdown, line_start) in ".;:!?"
        return finished and _continues(self.last.get(candidate.start.system), candidate.start.path, _NEAR)

    def _is_named_clause(self, candidate: _Candidate) -> bool:
        """A title ("Section 4 Boundary") begins a clause; a sentence only if its number is the next."""
        if candidate.start.is_title or candidate.stop:
            return True
        return _continues(self.last.get(candidate.start.system), candidate.start.path, _NEAR)

    def _is_plain_clause(self, index: int, candidate: _Candidate) -> bool:
        """Tell a clause "2. Scope" from the second item of a list."""
        path = candidate.start.path
        if self._has_child(index, path):
            return self._in_sequence(index, candidate, _FAR)
        if self.items and path == (self.items + 1,):
            self.items += 1
            return False
        led_in = last_visible(self.markdown, candidate.start.position) == ":"
        if path == (1,) and (led_in or self.inside or not self._is_long_run(index)):
            self.items = 1
            return False
        if not candidate.stop and not candidate.start.is_title:
            return False
        return self._in_sequence(index, candidate, _NEAR)

    def _has_child(self, index: int, path: tuple[int, ...]) -> bool:
        """Tell whether the next number of the same system lies below this one."""
        following = self._following(index)
        return following is not None and following[: len(path)] == path and len(following) > len(path)

    def _is_long_run(self, index: int) -> bool:
        """Tell whether the next number is the second of its kind and stands well below."""
        candidate = self.candidates[index]
        for other in self.candidates[index + 1 : index + 30]:
            if other.form == "plain" and other.start.path == (2,):
                between = self.markdown[candidate.end : other.start.position].lstrip(_OPENING_MARKS + "\n #>")
                titled = candidate.start.is_title and between[:1].isupper()
                return titled or other.start.position - candidate.start.position >= _ITEM_CHARS
        return False

    def _following(self, index: int) -> tuple[int, ...] | None:
        system = self.candidates[index].start.system
        for other in self.candidates[index + 1 : index + 30]:
            if other.start.system == system and _what_follows(other) not in ("quantity", "prose"):
                return other.start.path
        return None

    def _in_sequence(self, index: int, candidate: _Candidate, reach: int) -> bool:
        """Tell whether the number goes on from the last one, or the next one goes on from it."""
        path = candidate.start.path
        last = self.last.get(candidate.start.system)
        if _continues(last, path, reach):
            return True
        following = self._following(index)
        return following is not None and last is None and _continues(path, following, _NEAR)


def _what_follows(candidate: _Candidate) -> str:
    """Tell what stands after a number: "nothing", "text", "prose" that runs on, or a "quantity"."""
    rest = candidate.rest.lstrip(_OPENING_MARKS)
    if not rest:
        return "nothing"
    first = re.split(r"[\s,;.)]", rest, maxsplit=1)[0]
    if candidate.form in ("plain", "code") and not candidate.stop and first in _UNITS:
        return "quantity"
    if (
        candidate.form == "plain"
        and len(candidate.start.path) == 1
        and 1900 <= candidate.start.path[0] <= 2100
    ):
        return "quantity"
    if first[:1].isalpha() and not first[:1].islower():
        return "text"
    return "nothing" if rest[:1].isdigit() and candidate.kind == "heading" else "prose"


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
