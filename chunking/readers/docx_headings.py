"""Headings in Word files: by style or outline level, else by bold lines that stand alone."""

from chunking.readers.docx_styles import Styles, is_on, number, value, w
from chunking.readers.docx_tables import children
from chunking.readers.ooxml import Element

MAX_HEADING_CHARS = 300
"""A longer paragraph with an outline level is text that someone wanted in the contents."""

_BOLD_CHARS = 100
_BOLD_SHARE = 0.35
"""Where more of the paragraphs are bold, bold is how the text is set."""

BOLD_LEVEL = 2
"""Of a bold line: below a title, as nothing tells them apart."""

_SENTENCE_ENDS = (".", ",", ";")


def styled_level(paragraph: Element, styles: Styles) -> int:
    """Return the level that style or outline give, 1 to 6, or 0."""
    properties = paragraph.find(w("pPr"))
    return styles.heading_level(value(properties, "pStyle"), number(value(properties, "outlineLvl")))


def bold_lines(body: Element, styles: Styles) -> frozenset[Element]:
    """Return the paragraphs to take as headings in a document that has no heading styles."""
    paragraphs = [item for item in children(body, w("p")) if _plain(item)]
    if any(styled_level(paragraph, styles) for paragraph in paragraphs):
        return frozenset()
    bold = [paragraph for paragraph in paragraphs if _is_bold_line(paragraph)]
    return frozenset(bold) if len(bold) <= _BOLD_SHARE * len(paragraphs) else frozenset()


def _is_bold_line(paragraph: Element) -> bool:
    """Tell whether a paragraph is one short line, all bold, and no sentence."""
    text = _plain(paragraph)
    if len(text) > _BOLD_CHARS or text.endswith(_SENTENCE_ENDS) or not any(map(str.isalpha, text)):
        return False
    runs = [run for run in paragraph.iter(w("r")) if (run.findtext(w("t")) or "").strip()]
    return bool(runs) and all(is_on(run.find(w("rPr")), "b") for run in runs)


def _plain(paragraph: Element) -> str:
    return "".join(node.text or "" for node in paragraph.iter(w("t"))).strip()
