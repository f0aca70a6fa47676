"""Paragraph styles: what a paragraph inherits, followed up the chain of `basedOn`."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from docx.styles.style import BaseStyle, CharacterStyle

from chunking.readers.ooxml import Element

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
BODY_LEVEL = 9
"""The outline level of text that is no heading."""

_HEADING_NAME = re.compile(r"heading ([1-9])$", re.IGNORECASE)


def w(name: str) -> str:
    """Return a name in Word's namespace as lxml writes it."""
    return W + name


def value(parent: Element | None, name: str) -> str | None:
    """Return `w:val` of the child called `name`; an empty text if the child has none."""
    child = parent.find(w(name)) if parent is not None else None
    return None if child is None else child.get(w("val"), "")


def number(text: str | None) -> int | None:
    """Return the text as an integer, or None; files hold all kinds of text where a number should be."""
    return int(text) if text is not None and re.fullmatch(r"-?\d{1,9}", text) else None


def is_on(parent: Element | None, name: str) -> bool:
    """Tell whether a switch such as `w:vanish` is set."""
    return value(parent, name) not in (None, "0", "false", "off")


@dataclass(frozen=True, slots=True)
class Style:
    """What one style says itself."""

    id: str
    name: str
    based_on: str | None
    outline_level: int | None
    numbering_id: str | None
    numbering_level: int | None


class Styles:
    """The styles of a document by id."""

    def __init__(self, styles: Iterable[BaseStyle]) -> None:
        """Take over the styles that python-docx found; each is asked for often, so it is read once."""
        self._styles = {style.id: style for style in map(_style, styles)}

    def chain(self, style_id: str | None) -> Iterator[Style]:
        """Yield the style and those it is based on; a circle ends where it closes."""
        seen = set()
        while style_id is not None and style_id in self._styles and style_id not in seen:
            seen.add(style_id)
            yield self._styles[style_id]
            style_id = self._styles[style_id].based_on

    def heading_level(self, style_id: str | None, own_level: int | None) -> int:
        """Return 1 to 6 for a heading, 0 for text; the paragraph's own outline level wins."""
        if own_level is not None:
            return _as_heading(own_level)
        for style in self.chain(style_id):
            if style.name.lower() == "title":
                return 1
            if style.outline_level is not None:
                return _as_heading(style.outline_level)
            named = _HEADING_NAME.match(style.name)
            if named:
                return _as_heading(int(named[1]) - 1)
        return 0


def _as_heading(outline_level: int) -> int:
    return min(6, outline_level + 1) if 0 <= outline_level < BODY_LEVEL else 0


def _style(style: BaseStyle) -> Style:
    base = style.base_style if isinstance(style, CharacterStyle) else None  # paragraph styles are such
    properties = style.element.find(w("pPr"))
    numbering = properties.find(w("numPr")) if properties is not None else None
    return Style(
        id=style.style_id or "",
        name=style.name or "",
        based_on=None if base is None else base.style_id,
        outline_level=number(value(properties, "outlineLvl")),
        numbering_id=value(numbering, "numId"),
        numbering_level=number(value(numbering, "ilvl")),
    )
