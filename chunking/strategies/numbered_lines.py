"""Lines that begin with a number, read but not yet judged; entries of a table of contents are left out."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from chunking.model import Block, BlockKind, Document

_CLAUSE_WORDS = (
    "article|art\\.|section|sec\\.|clause|rule|regulation|disclosure|requirement|principle|"
    "artikel|artículo|articolo"
)
_CONTAINER_WORDS = (
    "part|title|chapter|annex|appendix|schedule|standard|book|volume|division|teil|abschnitt|kapitel|anhang|annexe|"
    "titre|chapitre"
)
_DASH = r"\-–‑"

_START = re.compile(
    rf"""(?mx)^(?P<marks>[ \t]*(?:[>#]+[ \t]*|[-+*•][ \t]+)*[*_\\]*(?:<a[ ][^<>\n]*>(?:</a>)?[ \t]*)*)
    (?:
      (?P<word>(?i:{_CONTAINER_WORDS}|{_CLAUSE_WORDS})(?=[ \t\u00a0])|§+)[ \t\u00a0]*
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
OPENING_MARKS = "\"“„«‘'([*_\\"
_FIRST_WORD = re.compile(r"[\s,;.)]")
_SENTENCE_END = re.compile(r"[.;:,!?]$")
_UNITS = frozenset(
    (
        *("t", "kg", "g", "mg", "kt", "Mt", "Gt", "tCO2e", "tCO2", "CO2", "CO2e", "CO₂", "ppm", "ha", "h"),
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

_Key = tuple[tuple[int, ...], str]
"""A number with the beginning of its title."""

_LISTED_CHARS = 120
"""Between two titles of one list, a third that wraps or has no number may stand."""

_BARE_CHARS = 15
"""More characters than this between titles, on the average, are text of theirs."""


@dataclass(frozen=True, slots=True)
class NumberedLine:
    """A line that begins with a number."""

    position: int
    """Of its first visible character."""
    end: int
    block: int
    """Index of its block."""
    level: int
    """Of the heading; 0 for other lines."""
    kind: str
    """"heading", "block" for the first line of another block, or "line"."""
    form: str
    """"word" (Article 5), "code" (1.2, 306-3), "plain" (1) or "letter" (A, IV)."""
    number: str
    """As printed, with its word."""
    path: tuple[int, ...]
    """The number's parts; letters and roman numerals count."""
    system: str
    """What the number is counted in: its word or letters, and its dash."""
    stop: str
    """The mark after the number."""
    rest: str
    """What follows."""
    is_container: bool
    """Whether its word names a part that holds clauses: "Annex B"."""

    @property
    def is_title(self) -> bool:
        """Tell whether what follows is a title rather than a sentence."""
        is_short = len(self.rest) <= _TITLE_CHARS and not _SENTENCE_END.search(self.rest)
        return self.kind == "heading" or is_short

    @property
    def follows(self) -> str:
        """Tell what follows: "nothing", "text", "prose" that runs on from before, or a "quantity"."""
        rest = self.rest.lstrip(OPENING_MARKS)
        if not rest:
            return "nothing"
        first = _FIRST_WORD.split(rest, maxsplit=1)[0]
        if self.form in ("plain", "code") and not self.stop and first in _UNITS:
            return "quantity"
        if first[:1].isalpha() and not first[:1].islower():
            return "text"
        return "prose"


def numbered_lines(document: Document) -> list[NumberedLine]:
    """Return the lines of running text that begin with a number, without those of a contents list."""
    return _without_listing(_without_contents(list(_lines(document))))


def is_contents_line(text: str) -> bool:
    """Tell whether a line of text is an entry of a table of contents: a title, a leader, a page."""
    return _CONTENTS.search(text.rstrip()) is not None


def _lines(document: Document) -> Iterator[NumberedLine]:
    """Yield every line of running text that begins with a number and could go on as a clause."""
    blocks = document.blocks
    ends = [block.span.end for block in blocks]
    for match in _START.finditer(document.markdown):
        index = bisect_right(ends, match.start())
        if index == len(blocks) or blocks[index].kind not in _CLAUSE_KINDS:
            continue
        line = _line(match, blocks[index], index)
        if line is not None:
            yield line


def _line(match: re.Match[str], block: Block, index: int) -> NumberedLine | None:
    """Read one line; None if its number is glued to what follows."""
    form = next(name for name in ("word", "code", "plain", "letter") if match[name])
    rest = match["rest"].strip()
    if rest and not (match["gap"] or match["stop"]):
        return None
    printed = match["named"] or match[form]
    container = form == "word" and re.fullmatch(_CONTAINER_WORDS, match["word"], re.IGNORECASE) is not None
    kind = "heading" if block.kind is BlockKind.HEADING else "line"
    if kind == "line" and match.start() <= block.span.start:
        kind = "block"
    word = match["word"] or ""
    prefix = _LETTERS.match(printed)
    letters = prefix[0] if prefix else ""
    dash = "-" if re.search(rf"\d[{_DASH}]", printed) else ""
    numeric = form in ("code", "plain") and not letters and not dash
    return NumberedLine(
        position=match.start() + len(match["marks"]) - len(match["marks"].lstrip()),
        end=match.end(),
        block=index,
        level=block.level if kind == "heading" else 0,
        kind=kind,
        form=form,
        number=f"{word} {printed}".strip() + match["deeper"],
        path=_path(printed),
        system="numeric" if numeric else f"{form}:{word.lower()}{letters}{dash}",
        stop=match["stop"],
        rest=rest,
        is_container=container,
    )


def _path(printed: str) -> tuple[int, ...]:
    """Return a number's parts as integers: 306-3 is (306, 3), 294A is (294, 1), IV is (4,), B is (2,)."""
    digits = re.findall(r"\d+|(?<=\d)[A-Za-z]", printed)
    if digits:
        return tuple(int(part) if part.isdigit() else ord(part.upper()) - ord("A") + 1 for part in digits)
    if len(printed) > 1 or printed in "IVX":
        return (_roman(printed),)
    return (ord(printed) - ord("A") + 1,)


def _roman(text: str) -> int:
    values = [{"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}[letter] for letter in text]
    return sum(
        -value if value < following else value
        for value, following in zip(values, [*values[1:], 0], strict=True)
    )


def _without_contents(lines: list[NumberedLine]) -> list[NumberedLine]:
    """Drop entries of a table of contents: those with a leader, and runs of lines that end with pages."""
    kept: list[NumberedLine] = []
    run: list[NumberedLine] = []
    last_page = 0
    for line in lines:
        page = _ENDS_WITH_PAGE.search(line.rest)
        follows = bool(run) and line.position - run[-1].end <= 4
        if page is not None and (not run or (follows and int(page[1]) >= last_page)):
            run.append(line)
        else:
            kept += run if len(run) < 3 else []
            run = [line] if page is not None else []
            kept += [] if page is not None else [line]
        last_page = int(page[1]) if page is not None else 0
    kept += run if len(run) < 3 else []
    return [line for line in kept if not is_contents_line(line.rest)]


def _without_listing(lines: Sequence[NumberedLine]) -> list[NumberedLine]:
    """Drop titles that are only listed: most of a run come again further down, with text."""
    keys = [_title_key(line) for line in lines]
    last = {key: index for index, key in enumerate(keys)}
    kept: list[NumberedLine] = []
    for run in _close_runs(lines, keys):
        again = [index for index in run if lines[index].rest and last[keys[index]] >= run.stop]
        listed = range(again[0], again[-1] + 1) if len(again) > 1 else range(0)
        between = sum(lines[index + 1].position - lines[index].end for index in listed[:-1])
        if len(again) * 2 < len(listed) or between > len(listed) * _BARE_CHARS:
            listed = range(0)
        kept += [lines[index] for index in run if index not in listed]
    return kept


def _close_runs(lines: Sequence[NumberedLine], keys: Sequence[_Key]) -> Iterator[range]:
    """Yield runs of different titles with too little between them for a text of their own."""
    first = 0
    seen: set[_Key] = set()
    for index, key in enumerate(keys):
        is_far = index > 0 and lines[index].position - lines[index - 1].end > _LISTED_CHARS
        if index > first and (is_far or key in seen):
            yield range(first, index)
            first, seen = index, set()
        seen.add(key)
    yield range(first, len(lines))


def _title_key(line: NumberedLine) -> _Key:
    letters = (character for character in line.rest.casefold() if character.isalnum())
    return line.path, "".join(islice(letters, 12))
