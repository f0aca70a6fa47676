"""Automatic numbers as Word prints them: "4.3", "(a)", "Article II"."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from chunking.readers.docx_styles import Styles, is_on, number, value, w
from chunking.readers.ooxml import Element

_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"),
    (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_MAX_LETTERS = 40
"""Word repeats the letter: 27 is aa. A damaged start value must not repeat it a million times."""


@dataclass(frozen=True, slots=True)
class Level:
    """How one level of a list counts and prints."""

    format: str
    text: str
    start: int
    restart: int | None
    """Restarts after this level (from 1); 0 never; None after any level above."""
    style_id: str | None
    indent: int
    is_legal: bool
    """Whether all numbers in its text are written as plain digits."""


@dataclass(frozen=True, slots=True)
class Number:
    """The printed number of a paragraph, and where its list stands."""

    label: str
    definition: str
    level: int
    """From 0."""
    indent: int
    """In twentieths of a point; it tells how lists of different definitions are nested."""
    is_bullet: bool


@dataclass(frozen=True, slots=True)
class List:
    """One use of a list definition, with what it overrides."""

    definition: str
    levels: Mapping[int, Level]
    starts: Mapping[int, int]


@dataclass
class Numbering:
    """Counts through the document; ask once for every paragraph, in order."""

    lists: Mapping[str, List]
    styles: Styles
    counts: dict[str, dict[int, int]] = field(default_factory=dict)
    """Per list definition, the current number of each level."""
    started: set[tuple[str, int]] = field(default_factory=set)

    def next(self, properties: Element | None, style_id: str | None) -> Number | None:
        """Advance for a paragraph and return its number; None if it has none."""
        list_id, level = self._place(properties, style_id)
        used = self.lists.get(list_id or "")
        if list_id is None or used is None or level not in used.levels:
            return None
        counts = self.counts.setdefault(used.definition, {})
        self._advance(counts, used, list_id, level)
        printed = used.levels[level]
        if printed.format == "bullet":
            return Number("-", used.definition, level, printed.indent, is_bullet=True)
        label = re.sub(
            r"%([1-9])", lambda match: _shown(counts, used, printed, int(match[1]) - 1), printed.text
        )
        return Number(label.strip(), used.definition, level, printed.indent, is_bullet=False)

    def _place(self, properties: Element | None, style_id: str | None) -> tuple[str | None, int]:
        """Return list and level: the paragraph's own, else the first in its chain of styles."""
        own = properties.find(w("numPr")) if properties is not None else None
        list_id, level = value(own, "numId"), number(value(own, "ilvl"))
        for style in self.styles.chain(style_id):
            if list_id is None:
                list_id = style.numbering_id
                level = style.numbering_level if level is None else level
            used = self.lists.get(list_id or "")
            if level is None and used is not None:
                bound = [index for index, item in used.levels.items() if item.style_id == style.id]
                level = bound[0] if bound else None
        return list_id, level or 0

    def _advance(self, counts: dict[int, int], used: List, list_id: str, level: int) -> None:
        """Count one up; levels below begin anew unless they say otherwise."""
        if (list_id, level) not in self.started:
            self.started.add((list_id, level))
            if level in used.starts:
                counts[level] = used.starts[level] - 1
        counts[level] = counts.get(level, used.levels[level].start - 1) + 1
        for below in [index for index in counts if index > level]:
            restart = used.levels[below].restart if below in used.levels else None
            if restart is None or level < restart:
                del counts[below]


def read_numbering(root: Element | None, styles: Styles) -> Numbering:
    """Read the numbering part; None for a document without one."""
    if root is None:
        return Numbering({}, styles)
    definitions: dict[str, dict[int, Level]] = {}
    links: dict[str, str] = {}
    for element in root.iterfind(w("abstractNum")):
        definition = element.get(w("abstractNumId"), "")
        definitions[definition] = _levels(element)
        link = value(element, "numStyleLink")
        if link:
            links[definition] = link
    uses = {element.get(w("numId"), ""): element for element in root.iterfind(w("num"))}
    lists = {}
    for list_id, element in uses.items():
        definition = value(element, "abstractNumId") or ""
        if definition in links:
            definition = _linked(links[definition], styles, uses) or definition
        lists[list_id] = _list(element, definition, definitions.get(definition, {}))
    return Numbering(lists, styles)


def _linked(style_id: str, styles: Styles, uses: Mapping[str, Element]) -> str | None:
    """Return the definition behind a numbering style."""
    for style in styles.chain(style_id):
        if style.numbering_id is not None and style.numbering_id in uses:
            return value(uses[style.numbering_id], "abstractNumId")
    return None


def _list(element: Element, definition: str, levels: Mapping[int, Level]) -> List:
    own = dict(levels)
    starts: dict[int, int] = {}
    for override in element.iterfind(w("lvlOverride")):
        index = number(override.get(w("ilvl"))) or 0
        own |= _levels(override)
        start = number(value(override, "startOverride"))
        if start is not None:
            starts[index] = start
            if index in own:
                own[index] = replace(own[index], start=start)
    return List(definition, own, starts)


def _levels(parent: Element) -> dict[int, Level]:
    found = {}
    for element in parent.iterfind(w("lvl")):
        start = number(value(element, "start"))
        found[number(element.get(w("ilvl"))) or 0] = Level(
            format=value(element, "numFmt") or "decimal",
            text=value(element, "lvlText") or "",
            start=1 if start is None else start,
            restart=number(value(element, "lvlRestart")),
            style_id=value(element, "pStyle"),
            indent=_indent(element),
            is_legal=is_on(element, "isLgl"),
        )
    return found


def _indent(level: Element) -> int:
    """Return a level's left indent; Strict files call the left side the start."""
    indent = level.find(f"{w('pPr')}/{w('ind')}")
    left = indent.get(w("left"), indent.get(w("start"))) if indent is not None else None
    return number(left) or 0


def _shown(counts: Mapping[int, int], used: List, printed: Level, index: int) -> str:
    """Return one level's number as it stands in a label; a level not yet counted shows its start."""
    level = used.levels.get(index)
    if level is None:
        return ""
    count = counts.get(index, level.start)
    return str(count) if printed.is_legal else format_number(count, level.format)


def format_number(count: int, style: str) -> str:
    """Write a number in one of Word's formats; an unknown format gives digits."""
    if style in ("lowerLetter", "upperLetter") and count > 0:
        letters = chr(97 + (count - 1) % 26) * min(_MAX_LETTERS, (count - 1) // 26 + 1)
        return letters if style == "lowerLetter" else letters.upper()
    if style in ("lowerRoman", "upperRoman") and 0 < count < 4000:
        roman = ""
        for unit, sign in _ROMAN:
            roman += sign * (count // unit)
            count %= unit
        return roman if style == "lowerRoman" else roman.upper()
    if style == "ordinal":
        last = "th" if 10 < count % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(count % 10, "th")
        return f"{count}{last}"
    return {"decimalZero": f"{count:02d}", "none": ""}.get(style, str(count))
