"""Ruling lines of a page, and the grids of cells that they draw."""

import ctypes
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from chunking.readers.pdf.frame import Box, Frame

MAX_PATHS = 6_000
"""A page; drawings have more, tables do not."""

MAX_PATH_POINTS = 400
MAX_RULES = 3_000
MAX_CELLS = 20_000
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


class Grid(NamedTuple):
    """Ruled cells: column edges, row edges, and the cells as (row, column) groups of grid squares."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    cells: tuple[tuple[tuple[int, int], ...], ...]

    @property
    def box(self) -> Box:
        """Return the outline."""
        return self.xs[0], self.ys[0], self.xs[-1], self.ys[-1]


def read_rules(page: pdfium.PdfPage, frame: Frame) -> list[Rule] | None:
    """Return the page's ruling lines, None when it has more paths than are looked at."""
    width, height = frame.turned(0).size
    rules: list[Rule] = []
    for number, path in enumerate(page.get_objects(filter=[pdfium_c.FPDF_PAGEOBJ_PATH], max_depth=3)):
        if number >= MAX_PATHS:
            return None
        if _is_drawn(path):
            rules += _rules_of(path, width, height)
    return merged([_seen(rule, frame) for rule in rules])


def merged(rules: Iterable[Rule]) -> list[Rule]:
    """Draw lines that lie on each other, or continue each other, as one."""
    found: list[Rule] = []
    for horizontal in (True, False):
        same = sorted(rule for rule in rules if rule.horizontal is horizontal)
        heights = _positions(rule.at for rule in same)
        lanes: dict[float, list[Rule]] = {}
        for rule in same:
            lanes.setdefault(nearest(heights, rule.at), []).append(rule)
        for at, lane in lanes.items():
            found += _joined(horizontal, at, sorted(lane, key=lambda rule: rule.start))
    return [rule for rule in found if rule.end - rule.start >= MIN_LENGTH]


def grids(rules: Sequence[Rule]) -> list[Grid]:
    """Return the grids of at least two rows and two columns, top down."""
    if not 4 <= len(rules) <= MAX_RULES:
        return []
    found = [grid for group in _connected(rules) if (grid := _grid(group)) is not None]
    return sorted(found, key=lambda grid: (grid.ys[0], grid.xs[0]))


def nearest(values: Sequence[float], value: float) -> float:
    """Return the member of sorted `values` that lies nearest."""
    index = bisect_left(values, value)
    return min(values[max(0, index - 1) : index + 1], key=lambda other: abs(other - value))


def _is_drawn(path: pdfium.PdfObject) -> bool:
    """Tell whether a path is painted at all; many only clip."""
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    if not pdfium_c.FPDFPath_GetDrawMode(path.raw, ctypes.byref(fill), ctypes.byref(stroke)):
        return False
    return bool(fill.value or stroke.value)


def _rules_of(path: pdfium.PdfObject, page_width: float, page_height: float) -> Iterator[Rule]:
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
        if count > 6:
            yield from _straights(path, min(count, MAX_PATH_POINTS))
        elif not (width > page_width * 0.95 and height > page_height * 0.9):
            yield from (Rule(True, at, left, right) for at in (bottom, top))
            yield from (Rule(False, at, bottom, top) for at in (left, right))


def _bounds(path: pdfium.PdfObject) -> Box:
    """Return a path's box on the page, also from inside a form."""
    left, bottom, right, top = path.get_bounds()
    corners = [_placed(path.container, x, y) for x in (left, right) for y in (bottom, top)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs), min(ys), max(xs), max(ys)


def _placed(form: pdfium.PdfObject | None, x: float, y: float) -> Point:
    """Return a point of a form's content on the page."""
    while form is not None:
        x, y = form.get_matrix().on_point(x, y)
        form = form.container
    return x, y


def _straights(path: pdfium.PdfObject, count: int) -> Iterator[Rule]:
    """Yield the upright and level parts of a polyline."""
    matrix = path.get_matrix()
    x, y = ctypes.c_float(), ctypes.c_float()
    before: Point | None = None
    for index in range(count):
        segment = pdfium_c.FPDFPath_GetPathSegment(path.raw, index)
        pdfium_c.FPDFPathSegment_GetPoint(segment, ctypes.byref(x), ctypes.byref(y))
        point = _placed(path.container, *matrix.on_point(x.value, y.value))
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


def _positions(values: Iterable[float], tolerance: float = TOLERANCE) -> list[float]:
    """Return sorted values, those nearer than the tolerance to the one before taken as one."""
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > tolerance:
            found.append(value)
    return found


def _joined(horizontal: bool, at: float, lane: Sequence[Rule]) -> Iterator[Rule]:
    """Yield the rules of one lane, touching ones as one."""
    start, end = lane[0].start, lane[0].end
    for rule in lane[1:]:
        if rule.start > end + TOLERANCE:
            yield Rule(horizontal, at, start, end)
            start = rule.start
        end = max(end, rule.end)
    yield Rule(horizontal, at, start, end)


def _connected(rules: Sequence[Rule]) -> list[list[Rule]]:
    """Group rules that cross or touch, directly or through others."""
    group = list(range(len(rules)))

    def root(index: int) -> int:
        while group[index] != index:
            group[index] = group[group[index]]
            index = group[index]
        return index

    uprights = sorted((rule.at, index) for index, rule in enumerate(rules) if not rule.horizontal)
    for index, level in enumerate(rules):
        if not level.horizontal:
            continue
        first = bisect_left(uprights, (level.start - TOLERANCE, -1))
        last = bisect_right(uprights, (level.end + TOLERANCE, len(rules)))
        for _, other in uprights[first:last]:
            if rules[other].start - TOLERANCE <= level.at <= rules[other].end + TOLERANCE:
                group[root(index)] = root(other)
    groups: dict[int, list[Rule]] = {}
    for index, rule in enumerate(rules):
        groups.setdefault(root(index), []).append(rule)
    return list(groups.values())


def _grid(rules: Sequence[Rule]) -> Grid | None:
    """Return the grid of connected rules; a side left open is closed where the lines end."""
    levels = [rule for rule in rules if rule.horizontal]
    uprights = [rule for rule in rules if not rule.horizontal]
    if len(rules) < 4 or not levels or not uprights:
        return None
    ends = [(rule.start, rule.end) for rule in levels], [(rule.start, rule.end) for rule in uprights]
    xs = _positions([rule.at for rule in uprights] + [end for pair in ends[0] for end in pair])
    ys = _positions([rule.at for rule in levels] + [end for pair in ends[1] for end in pair])
    rows, columns = len(ys) - 1, len(xs) - 1
    if rows < 2 or columns < 2 or rows * columns > MAX_CELLS:
        return None
    cells = _cells(xs, ys, _drawn(uprights, xs), _drawn(levels, ys))
    return Grid(tuple(xs), tuple(ys), cells) if len(cells) >= 4 else None


Drawn = dict[float, list[Rule]]


def _drawn(rules: Sequence[Rule], positions: Sequence[float]) -> Drawn:
    """Return the rules by the grid line that they lie on."""
    lanes: Drawn = {}
    for rule in rules:
        lanes.setdefault(nearest(positions, rule.at), []).append(rule)
    return lanes


def _cells(
    xs: Sequence[float], ys: Sequence[float], uprights: Drawn, levels: Drawn
) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Join grid squares that no line parts, and return the groups in reading order."""
    owner = {(row, column): (row, column) for row in range(len(ys) - 1) for column in range(len(xs) - 1)}

    def root(square: tuple[int, int]) -> tuple[int, int]:
        while owner[square] != square:
            square = owner[square]
        return square

    for row, column in list(owner):
        middle_x, middle_y = (xs[column] + xs[column + 1]) / 2, (ys[row] + ys[row + 1]) / 2
        if column + 2 < len(xs) and not _covered(uprights.get(xs[column + 1], ()), middle_y):
            owner[max(root((row, column)), root((row, column + 1)))] = min(
                root((row, column)), root((row, column + 1))
            )
        if row + 2 < len(ys) and not _covered(levels.get(ys[row + 1], ()), middle_x):
            owner[max(root((row, column)), root((row + 1, column)))] = min(
                root((row, column)), root((row + 1, column))
            )
    groups: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for square in owner:
        groups.setdefault(root(square), []).append(square)
    return tuple(tuple(sorted(group)) for _, group in sorted(groups.items()))


def _covered(rules: Iterable[Rule], position: float) -> bool:
    """Tell whether a line runs past the position."""
    return any(rule.start - TOLERANCE <= position <= rule.end + TOLERANCE for rule in rules)
