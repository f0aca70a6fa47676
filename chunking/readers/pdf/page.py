"""A page as text with places: what the layout rules work on."""

from dataclasses import dataclass

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from chunking.model import Locator
from chunking.readers.pdf.frame import Box, Frame
from chunking.readers.pdf.glyphs import MAX_GLYPHS, PageGlyphs, Segment, Wall, read_glyphs, segments
from chunking.readers.pdf.rulings import Rule, read_rules

UNREADABLE_SHARE = 0.05
UNKNOWN_SIZE = (595.0, 842.0)


@dataclass(frozen=True, slots=True)
class Page:
    """One page, turned so that most of its text runs from left to right."""

    index: int
    label: str | None
    frame: Frame
    """As the text is read."""
    shown: Frame
    """As a viewer shows the page; the boxes of locators are in this frame."""
    segments: tuple[Segment, ...]
    turned: tuple[Segment, ...]
    """Text that runs in another direction: stamps in the margin, vertical labels."""
    rules: tuple[Rule, ...]
    has_image: bool
    faults: tuple[str, ...]
    """Codes of `FAULTS`."""

    @property
    def width(self) -> float:
        """Return the width as read."""
        return self.frame.size[0]

    @property
    def height(self) -> float:
        """Return the height as read."""
        return self.frame.size[1]

    def locator(self, box: Box) -> Locator:
        """Return the place of a box of this page."""
        left, top, right, bottom = (round(edge, 1) for edge in self.shown.seen_from(box, self.frame))
        return Locator(page=self.index + 1, label=self.label, box=(left, top, right, bottom))


FAULTS = {
    "page-damaged": "damaged, so its text is missing",
    "unreadable-font": "a font does not say which letters it draws, so some of the text is unreadable",
    "text-capped": f"only the first {MAX_GLYPHS:,} characters were read",
    "lines-ignored": "the page draws too many lines, so tables were not found by their lines",
}


def read_page(pdf: pdfium.PdfDocument, index: int, label: str | None) -> Page:
    """Read characters and ruling lines of one page; one that cannot be loaded is empty and says so."""
    try:
        return _loaded_page(pdf, index, label)
    except pdfium.PdfiumError:
        frame = Frame(0.0, 0.0, *UNKNOWN_SIZE)
        return Page(index, label, frame, frame, (), (), (), has_image=False, faults=("page-damaged",))


def _loaded_page(pdf: pdfium.PdfDocument, index: int, label: str | None) -> Page:
    page = pdf[index]
    try:
        user = Frame(*page.get_bbox())
        glyphs = read_glyphs(page, user)
        frame = user.turned(glyphs.turn)
        rules = read_rules(page, frame)
        walls = [Wall(rule.at, rule.start, rule.end) for rule in rules or () if not rule.horizontal]
        text = segments(glyphs.by_turn.get(glyphs.turn, ()), walls)
        turned = [
            _moved(segment, frame, user.turned(turn))
            for turn, others in sorted(glyphs.by_turn.items())
            if turn != glyphs.turn
            for segment in segments(others)
        ]
        return Page(
            index=index,
            label=label,
            frame=frame,
            shown=user.turned(page.get_rotation() // 90),
            segments=tuple(text),
            turned=tuple(turned),
            rules=tuple(rules or ()),
            has_image=not text and not turned and _has_image(page),
            faults=tuple(_faults(glyphs, rules)),
        )
    finally:
        page.close()


def _moved(segment: Segment, frame: Frame, origin: Frame) -> Segment:
    """Return a segment of another frame as it lies in this one."""
    left, top, right, bottom = frame.seen_from(segment[:4], origin)
    return segment._replace(left=left, top=top, right=right, bottom=bottom)


def _has_image(page: pdfium.PdfPage) -> bool:
    kinds = [pdfium_c.FPDF_PAGEOBJ_IMAGE, pdfium_c.FPDF_PAGEOBJ_PATH, pdfium_c.FPDF_PAGEOBJ_SHADING]
    return next(iter(page.get_objects(filter=kinds, max_depth=3)), None) is not None


def _faults(glyphs: PageGlyphs, rules: list[Rule] | None) -> list[str]:
    faults = []
    if glyphs.unreadable > UNREADABLE_SHARE * max(1, glyphs.total):
        faults.append("unreadable-font")
    if glyphs.total > MAX_GLYPHS:
        faults.append("text-capped")
    if rules is None:
        faults.append("lines-ignored")
    return faults
