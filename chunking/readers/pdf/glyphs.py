"""Characters with their places, and the runs of text they form."""

import ctypes
import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from chunking.readers.pdf.frame import Box, Frame

MAX_GLYPHS = 60_000
"""A page; a hostile page of 100,000 words would hold up the reader for minutes."""

WORD_GAP = 0.24
SEGMENT_GAP = 1.25
FIGURE_GAP = 0.7
BASELINE_SHIFT = 0.6
BACKWARD_JUMP = 2.8
"""Multiples of the font size: a blank, another segment or figure, another line, a return to the left."""

_BOLD_NAME = re.compile(r"bold|black|heavy|semib|demi", re.IGNORECASE)
_BOLD_WEIGHT = 600
_FIGURE_ENDS = frozenset("0123456789)%—$€£")
_FIGURE_STARTS = frozenset("0123456789(-—$€£")
_LINE_END_HYPHENS = (0x02, 0xFFFE)
_PRINTED = str.maketrans(
    {
        "\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl", "\ufb05": "st",
        "\ufb06": "st", "\uf0b7": "•", "\uf0a7": "▪", "\uf0d8": "➢", "\uf076": "❖", "\uf0fc": "✓",
    }
)  # fmt: skip
"""Ligatures as letters; the private codes that symbol fonts use for bullets."""


class Glyph(NamedTuple):
    """One character; a blank has `char` " ", a line end "\\n"."""

    char: str
    box: Box
    size: float
    bold: bool


class Segment(NamedTuple):
    """A run of characters on one line without a wide gap."""

    left: float
    top: float
    right: float
    bottom: float
    text: str
    size: float
    bold: bool

    @property
    def middle(self) -> float:
        """Return the height of the line's middle."""
        return (self.top + self.bottom) / 2

    @property
    def weight(self) -> int:
        """Return the number of letters: columns of figures belong to a table."""
        return sum(map(str.isalpha, self.text))


class Wall(NamedTuple):
    """A vertical ruling line; no run of text crosses it."""

    x: float
    top: float
    bottom: float


class PageGlyphs(NamedTuple):
    """A page's characters by the quarter turns they are printed at, and what could not be read."""

    by_turn: dict[int, list[Glyph]]
    unreadable: int
    total: int

    @property
    def turn(self) -> int:
        """Return the quarter turns that most of the text is printed at."""
        sizes = {turn: len(glyphs) for turn, glyphs in self.by_turn.items()}
        return max(sizes, key=lambda turn: (sizes[turn], -turn), default=0)


class _Style(NamedTuple):
    size: float
    bold: bool
    turn: int
    mapped: bool
    """Whether the font says which letters it draws."""


def read_glyphs(page: pdfium.PdfPage, frame: Frame) -> PageGlyphs:
    """Read the page's characters, each in the frame in which its text runs from left to right."""
    textpage = page.get_textpage()
    try:
        total = textpage.count_chars()
        by_turn: dict[int, list[Glyph]] = {}
        frames = {turn: frame.turned(turn) for turn in range(4)}
        turn, unreadable = 0, 0
        for char, raw_box, style in _characters(textpage.raw, min(total, MAX_GLYPHS)):
            if style is None:
                # A blank or line end that is not printed belongs to the text before it.
                by_turn.setdefault(turn, []).append(Glyph(char, (0, 0, 0, 0), 0, False))
                continue
            turn = style.turn
            unreadable += not style.mapped or char == "\ufffd" or "\ue000" <= char <= "\uf8ff"
            glyph = Glyph(char, frames[turn].box(raw_box), style.size, style.bold)
            by_turn.setdefault(turn, []).append(glyph)
        return PageGlyphs(by_turn, unreadable, total)
    finally:
        textpage.close()


def segments(glyphs: Sequence[Glyph], walls: Sequence[Wall] = ()) -> list[Segment]:
    """Join the characters to runs, and drop a run printed twice at one place to look bold."""
    found: list[Segment] = []
    places: dict[tuple[str, int], float] = {}
    for run in _runs(glyphs, walls):
        segment = _segment(run)
        key = (segment.text, round(segment.top / 2))
        if abs(places.get(key, -9.0) - segment.left) >= 2:
            places[key] = segment.left
            found.append(segment)
    return found


def _characters(raw: ctypes.Structure, count: int) -> Iterator[tuple[str, Box, _Style | None]]:
    """Yield character, box in user space and style; style None where nothing is printed."""
    style_of = _Styles(raw)
    rectangle = pdfium_c.FS_RECTF()
    pointer = ctypes.byref(rectangle)
    high = 0
    for index in range(count):
        code = pdfium_c.FPDFText_GetUnicode(raw, index)
        if 0xD800 <= code < 0xDC00:
            high = code
            continue
        if 0xDC00 <= code < 0xE000:
            code = 0x10000 + ((high - 0xD800) << 10) + (code - 0xDC00) if high else 0xFFFD
        high = 0
        char = "-" if code in _LINE_END_HYPHENS else chr(code or 0xFFFD).translate(_PRINTED)
        textobject = pdfium_c.FPDFText_GetTextObject(raw, index)
        if not textobject or char.isspace():
            yield ("\n" if char in "\r\n" else " "), (0, 0, 0, 0), None
            continue
        pdfium_c.FPDFText_GetLooseCharBox(raw, index, pointer)
        box = rectangle.left, rectangle.bottom, rectangle.right, rectangle.top
        yield char, box, style_of(index, textobject)


class _Styles:
    """Looks up styles: a text object has one, though some files make an object of every letter."""

    def __init__(self, raw: ctypes.Structure) -> None:
        self._raw = raw
        self._matrix = pdfium_c.FS_MATRIX()
        self._name = ctypes.create_string_buffer(256)
        self._flags = ctypes.c_int()
        self._styles: dict[int | None, _Style] = {}
        self._bold: dict[int | None, bool] = {}

    def __call__(self, index: int, textobject: ctypes.Structure) -> _Style:
        """Return the style of the character at `index`."""
        address = ctypes.cast(textobject, ctypes.c_void_p).value
        style = self._styles.get(address)
        if style is None:
            style = self._styles[address] = self._read(index, textobject)
        return style

    def _read(self, index: int, textobject: ctypes.Structure) -> _Style:
        pdfium_c.FPDFText_GetMatrix(self._raw, index, ctypes.byref(self._matrix))
        scale = math.hypot(self._matrix.c, self._matrix.d) or 1.0
        size = round(pdfium_c.FPDFText_GetFontSize(self._raw, index) * scale * 2) / 2
        # The angle is clockwise; turning the page back by it makes the text run from left to right.
        turn = -round(math.degrees(pdfium_c.FPDFText_GetCharAngle(self._raw, index)) / 90) % 4
        font = ctypes.cast(pdfium_c.FPDFTextObj_GetFont(textobject), ctypes.c_void_p).value
        if font not in self._bold:
            self._bold[font] = self._is_bold(index)
        mapped = pdfium_c.FPDFText_HasUnicodeMapError(self._raw, index) != 1
        return _Style(max(size, 1.0), self._bold[font], turn, mapped)

    def _is_bold(self, index: int) -> bool:
        length = pdfium_c.FPDFText_GetFontInfo(self._raw, index, self._name, 256, ctypes.byref(self._flags))
        name = self._name.raw[: max(0, min(length, 256) - 1)].decode("latin-1")
        return bool(_BOLD_NAME.search(name)) or (
            pdfium_c.FPDFText_GetFontWeight(self._raw, index) >= _BOLD_WEIGHT
        )


def _runs(glyphs: Sequence[Glyph], walls: Sequence[Wall]) -> Iterator[list[Glyph]]:
    """Yield runs of printed characters with single blanks between words."""
    run: list[Glyph] = []
    blank = False
    for glyph in glyphs:
        if glyph.char == "\n":
            if run:
                yield run
            run, blank = [], False
        elif glyph.char == " ":
            blank = bool(run)
        else:
            if run and _parted(run[-1], glyph, walls):
                yield run
                run, blank = [], False
            if run and (blank or glyph.box[0] - run[-1].box[2] > WORD_GAP * glyph.size):
                run.append(Glyph(" ", run[-1].box, run[-1].size, run[-1].bold))
            run.append(glyph)
            blank = False
    if run:
        yield run


def _parted(before: Glyph, after: Glyph, walls: Sequence[Wall]) -> bool:
    """Tell whether two characters that follow each other in the file stand apart on the page."""
    size = max(before.size, 1.0)
    gap = after.box[0] - before.box[2]
    widest = FIGURE_GAP if before.char in _FIGURE_ENDS and after.char in _FIGURE_STARTS else SEGMENT_GAP
    if gap > widest * size or gap < -BACKWARD_JUMP * size:
        return True
    shift = abs(before.box[3] - after.box[3])
    if shift > BASELINE_SHIFT * size:
        return True
    if shift > 0.15 * size and abs(before.size - after.size) > 0.15 * size:
        return True  # raised or lowered: a mark for a note must not become part of a number
    if gap <= 0.1 * size or not walls:
        return False
    height = (after.box[1] + after.box[3]) / 2
    start, end = before.box[2] - 0.5, after.box[0] + 0.5
    return any(start <= wall.x <= end and wall.top <= height <= wall.bottom for wall in walls)


def _segment(run: Sequence[Glyph]) -> Segment:
    sizes = Counter(glyph.size for glyph in run)
    return Segment(
        left=min(glyph.box[0] for glyph in run),
        top=min(glyph.box[1] for glyph in run),
        right=max(glyph.box[2] for glyph in run),
        bottom=max(glyph.box[3] for glyph in run),
        text="".join(glyph.char for glyph in run),
        size=max(sizes, key=lambda size: (sizes[size], size)),
        bold=sum(glyph.bold for glyph in run) * 2 > len(run),
    )
