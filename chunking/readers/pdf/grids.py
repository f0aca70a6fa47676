"""Grids of cells that ruling lines draw."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from chunking.readers.pdf.frame import Box
from chunking.readers.pdf.rulings import TOLERANCE, Rule, nearest, positions

MAX_CELLS = 20_000
MIN_SHARED_EDGES = 3
SHARED_EDGES = 0.7
MAX_COLUMN_GAP = 24.0
"""Shaded columns of one table: row edges in all, the share that agrees, and points between them."""

Square = tuple[int, int]
"""Row and column in a grid."""

Cell = tuple[Square, ...]
"""The squares of one cell; the first holds its text."""


class Grid(NamedTuple):
    """Ruled cells: column edges, row edges, and the cells as groups of squares."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    cells: tuple[Cell, ...]

    @property
    def box(self) -> Box:
        """Return the outline."""
        return self.xs[0], self.ys[0], self.xs[-1], self.ys[-1]

    def cut_at(self, added: Sequence[float]) -> "Grid":
        """Return the grid with more column edges; the cells keep their outlines."""
        xs = tuple(sorted({*self.xs, *added}))
        first = [xs.index(x) for x in self.xs]
        cells = tuple(
            tuple((row, new) for row, column in cell for new in range(first[column], first[column + 1]))
            for cell in self.cells
        )
        return Grid(xs, self.ys, cells)


def grids(rules: Sequence[Rule]) -> list[Grid]:
    """Return the grids of at least two rows and two columns, top down."""
    groups = _side_by_side(_connected(rules))
    found = [grid for group in groups if (grid := _grid(group.rules)) is not None]
    return sorted(found, key=lambda grid: (grid.ys[0], grid.xs[0]))


class _Group(NamedTuple):
    """Rules that touch, directly or through others."""

    left: float
    right: float
    edges: tuple[float, ...]
    """Heights of the level rules."""
    rules: list[Rule]


def _connected(rules: Sequence[Rule]) -> list[_Group]:
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
    return [_group(members) for members in groups.values()]


def _group(rules: list[Rule]) -> _Group:
    levels = [rule for rule in rules if rule.horizontal]
    lefts = [rule.start if rule.horizontal else rule.at for rule in rules]
    rights = [rule.end if rule.horizontal else rule.at for rule in rules]
    return _Group(min(lefts), max(rights), tuple(sorted({rule.at for rule in levels})), rules)


def _side_by_side(groups: Iterable[_Group]) -> list[_Group]:
    """Join groups beside each other with the same rows: shaded cells with a gap between columns."""
    found: list[_Group] = []
    for group in sorted(groups):
        partner = next((index for index, other in enumerate(found) if _same_rows(other, group)), None)
        if partner is None:
            found.append(group)
        else:
            other = found[partner]
            right = max(other.right, group.right)
            found[partner] = _Group(other.left, right, other.edges, other.rules + group.rules)
    return found


def _same_rows(left: _Group, right: _Group) -> bool:
    """Tell whether two groups share their row edges and stand close together."""
    few, many = sorted((left.edges, right.edges), key=len)
    if len(few) < MIN_SHARED_EDGES or not 0 < right.left - left.right <= MAX_COLUMN_GAP:
        return False
    shared = sum(abs(nearest(many, edge) - edge) <= TOLERANCE for edge in few)
    return shared >= SHARED_EDGES * len(many)


def _grid(rules: Sequence[Rule]) -> Grid | None:
    """Return the grid of connected rules; a side left open is closed where the lines end."""
    levels = [rule for rule in rules if rule.horizontal]
    uprights = [rule for rule in rules if not rule.horizontal]
    if len(rules) < 4 or not levels or not uprights:
        return None
    ends = [(rule.start, rule.end) for rule in levels], [(rule.start, rule.end) for rule in uprights]
    xs = positions([rule.at for rule in uprights] + [end for pair in ends[0] for end in pair])
    ys = positions([rule.at for rule in levels] + [end for pair in ends[1] for end in pair])
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


def _cells(xs: Sequence[float], ys: Sequence[float], uprights: Drawn, levels: Drawn) -> tuple[Cell, ...]:
    """Join grid squares that no line parts, and return the groups in reading order."""
    owner = {(row, column): (row, column) for row in range(len(ys) - 1) for column in range(len(xs) - 1)}

    def root(square: Square) -> Square:
        while owner[square] != square:
            square = owner[square]
        return square

    for row, column in list(owner):
        middle_x, middle_y = (xs[column] + xs[column + 1]) / 2, (ys[row] + ys[row + 1]) / 2
        if column + 2 < len(xs) and not _covered(uprights.get(xs[column + 1], ()), middle_y):
            first, second = sorted((root((row, column)), root((row, column + 1))))
            owner[second] = first
        if row + 2 < len(ys) and not _covered(levels.get(ys[row + 1], ()), middle_x):
            first, second = sorted((root((row, column)), root((row + 1, column))))
            owner[second] = first
    groups: dict[Square, list[Square]] = {}
    for square in owner:
        groups.setdefault(root(square), []).append(square)
    return tuple(tuple(sorted(group)) for _, group in sorted(groups.items()))


def _covered(rules: Iterable[Rule], position: float) -> bool:
    """Tell whether a line runs past the position."""
    return any(rule.start - TOLERANCE <= position <= rule.end + TOLERANCE for rule in rules)
