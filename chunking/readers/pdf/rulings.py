"""Ruling lines of a page."""

import ctypes
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from chunking.readers.pdf.frame import Box, Frame

MAX_PATHS = 6_000
"""A page; drawings have more, tables do not."""

MAX_RULES = 3_000
MAX_PATH_POINTS = 400
MAX_FORMS = 3
RECTANGLE_POINTS = 6
THICKNESS = 3.0
MIN_LENGTH = 6.0
TOLERANCE = 3.0
"""Points: a thicker bar is an area, a shorter line a stroke of a sign, ends this near to a line touch it."""

Point = tuple[float, float]


class Rule(NamedTuple):
    """A straight line: `at` is its y (horizontal) or x, from `start` to `end` along the other axis."""

    horizontal: bool
    at: float
    start: float
    end: float


def read_rules(page: pdfium.PdfPage, frame: Frame) -> list[Rule] | None:
    """Return the page's ruling lines, None when it draws more than is looked at."""
    width, height = frame.turned(0).size
    rules: list[Rule] = []
    for number, path in enumerate(_paths(page.raw, ())):
        if number >= MAX_PATHS:
            return None
        rules += _rules_of(path, width, height)
    found = merged([_seen(rule, frame) for rule in rules])
    return found if len(found) <= MAX_RULES else None


def merged(rules: Iterable[Rule]) -> list[Rule]:
    """Draw lines that lie on each other, or continue each other, as one."""
    found: list[Rule] = []
    for horizontal in (True, False):
        same = sorted(rule for rule in rules if rule.horizontal is horizontal)
        heights = positions(rule.at for rule in same)
        lanes: dict[float, list[Rule]] = {}
        for rule in same:
            lanes.setdefault(nearest(heights, rule.at), []).append(rule)
        for at, lane in lanes.items():
            found += _joined(horizontal, at, sorted(lane, key=lambda rule: rule.start))
    return [rule for rule in found if rule.end - rule.start >= MIN_LENGTH]


def positions(values: Iterable[float], tolerance: float = TOLERANCE) -> list[float]:
    """Return sorted values, those nearer than the tolerance to the one before taken as one."""
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > tolerance:
            found.append(value)
    return found


def nearest(values: Sequence[float], value: float) -> float:
    """Return the member of sorted `values` that lies nearest."""
    index = bisect_left(values, value)
    return min(values[max(0, index - 1) : index + 1], key=lambda other: abs(other - value))


class _Path(NamedTuple):
    """A painted path, and the matrices of the forms around it, innermost first."""

    raw: ctypes.Structure
    forms: tuple[pdfium_c.FS_MATRIX, ...]

    def placed(self, x: float, y: float) -> Point:
        """Return a point of the innermost form on the page."""
        for form in self.forms:
            x, y = _mapped(form, x, y)
        return x, y


def _paths(raw: ctypes.Structure, forms: tuple[pdfium_c.FS_MATRIX, ...]) -> Iterator[_Path]:
    """Yield what is painted on a page or in a form."""
    is_page = not forms
    count = pdfium_c.FPDFPage_CountObjects if is_page else pdfium_c.FPDFFormObj_CountObjects
    get = pdfium_c.FPDFPage_GetObject if is_page else pdfium_c.FPDFFormObj_GetObject
    for index in range(count(raw)):
        item = get(raw, index)
        kind = pdfium_c.FPDFPageObj_GetType(item)
        if kind == pdfium_c.FPDF_PAGEOBJ_PATH and _is_drawn(item):
            yield _Path(item, forms)
        elif kind == pdfium_c.FPDF_PAGEOBJ_FORM and len(forms) < MAX_FORMS:
            yield from _paths(item, (_matrix(item), *forms))


def _is_drawn(path: ctypes.Structure) -> bool:
    """Tell whether a path is painted at all; many only clip."""
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    if not pdfium_c.FPDFPath_GetDrawMode(path, ctypes.byref(fill), ctypes.byref(stroke)):
        return False
    return bool(fill.value or stroke.value)


def _matrix(raw: ctypes.Structure) -> pdfium_c.FS_MATRIX:
    matrix = pdfium_c.FS_MATRIX()
    pdfium_c.FPDFPageObj_GetMatrix(raw, ctypes.byref(matrix))
    return matrix


def _mapped(matrix: pdfium_c.FS_MATRIX, x: float, y: float) -> Point:
    return matrix.a * x + matrix.c * y + matrix.e, matrix.b * x + matrix.d * y + matrix.f


def _rules_of(path: _Path, page_width: float, page_height: float) -> Iterator[Rule]:
    """Yield the lines of one path in user space: a thin bar, a box's edges, a polyline's straights."""
    left, bottom, right, top = _bounds(path)
    width, height = right - left, top - bottom
    if width > page_width * 1.2 or height > page_height * 1.2:
        return
    if height <= THICKNESS and width >= MIN_LENGTH:
        yield Rule(True, (bottom + top) / 2, left, right)
    elif width <= THICKNESS and height >= MIN_LENGTH:
        yield Rule(False, (left + right) / 2, bottom, top)
    elif min(width, height) > MIN_LENGTH:
        count = pdfium_c.FPDFPath_CountSegments(path.raw)
        if count > RECTANGLE_POINTS:
            yield from _straights(path, min(count, MAX_PATH_POINTS))
        elif not (width > page_width * 0.95 and height > page_height * 0.9):
            yield from (Rule(True, at, left, right) for at in (bottom, top))
            yield from (Rule(False, at, bottom, top) for at in (left, right))


def _bounds(path: _Path) -> Box:
    """Return a path's box on the page."""
    edges = [ctypes.c_float() for _ in range(4)]
    pdfium_c.FPDFPageObj_GetBounds(path.raw, *map(ctypes.byref, edges))
    left, bottom, right, top = (edge.value for edge in edges)
    corners = [path.placed(x, y) for x in (left, right) for y in (bottom, top)]
    xs, ys = zip(*corners, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _straights(path: _Path, count: int) -> Iterator[Rule]:
    """Yield the upright and level parts of a polyline."""
    matrix = _matrix(path.raw)
    x, y = ctypes.c_float(), ctypes.c_float()
    before: Point | None = None
    for index in range(count):
        segment = pdfium_c.FPDFPath_GetPathSegment(path.raw, index)
        pdfium_c.FPDFPathSegment_GetPoint(segment, ctypes.byref(x), ctypes.byref(y))
        point = path.placed(*_mapped(matrix, x.value, y.value))
        if before and pdfium_c.FPDFPathSegment_GetType(segment) == pdfium_c.FPDF_SEGMENT_LINETO:
            across, along = sorted((before[0], point[0])), sorted((before[1], point[1]))
            if along[1] - along[0] < 1 and across[1] - across[0] > MIN_LENGTH:
                yield Rule(True, along[0], *across)
            elif across[1] - across[0] < 1 and along[1] - along[0] > MIN_LENGTH:
                yield Rule(False, across[0], *along)
        before = point


def _seen(rule: Rule, frame: Frame) -> Rule:
    """Return a rule of user space as it lies in the frame."""
    if rule.horizontal:
        left, top, right, bottom = frame.box((rule.start, rule.at, rule.end, rule.at))
    else:
        left, top, right, bottom = frame.box((rule.at, rule.start, rule.at, rule.end))
    if rule.horizontal == (frame.turns % 2 == 0):
        return Rule(True, top, left, right)
    return Rule(False, left, top, bottom)


def _joined(horizontal: bool, at: float, lane: Sequence[Rule]) -> Iterator[Rule]:
    """Yield the rules of one lane, touching ones as one."""
    start, end = lane[0].start, lane[0].end
    for rule in lane[1:]:
        if rule.start > end + TOLERANCE:
            yield Rule(horizontal, at, start, end)
            start = rule.start
        end = max(end, rule.end)
    yield Rule(horizontal, at, start, end)
