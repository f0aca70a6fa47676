"""Few parts of like size: where a unit that is too long is cut between its atoms."""

from collections.abc import Callable, Sequence

from chunking.model import last_visible
from chunking.prepare.prepared import Prepared
from chunking.strategies.atoms import Atom
from chunking.strategies.base import Limit
from chunking.strategies.fit import context_size, size_of

COSTS = {
    "heading": 0,
    "whole": 150,
    "item": 250,
    "block": 250,
    "subitem": 400,
    "row": 500,
    "line": 500,
    "sentence": 800,
    "word": 1500,
    "character": 2000,
}
"""What a cut before such an atom costs, beside 1000 for being a whole limit away from an even share."""

AFTER_COLON = 600
"""More, if the text before announces what follows."""


def part_starts(
    prepared: Prepared, atoms: Sequence[Atom], limit: Limit, *, cost: Callable[[int], int]
) -> list[int]:
    """Return which atoms open a part: the fewest parts that fit, even in size, cut where it costs least."""
    repeated = [context_size(prepared, atom.context, limit) if atom.context else 0 for atom in atoms]

    def size(first: int, stop: int) -> int:
        return repeated[first] + size_of(prepared, atoms[first].span.start, atoms[stop - 1].span.end, limit)

    earliest = _earliest(len(atoms), lambda first, stop: size(first, stop) <= limit.size)
    starts = [0]
    for number, low in enumerate(earliest):
        stop = earliest[number + 1] if number + 1 < len(earliest) else len(atoms)
        share = size(starts[-1], len(atoms)) // (len(earliest) - number + 1)
        best, best_cost = low, 0
        for index in range(low, stop):
            grown = size(starts[-1], index)
            if grown > limit.size and index > low:
                break
            total = cost(index) + ((grown - share) * 1000 // limit.size) ** 2 // 1000
            if index == low or total < best_cost:
                best, best_cost = index, total
        starts.append(best)
    return starts


def _earliest(count: int, fits: Callable[[int, int], bool]) -> list[int]:
    """Return, for each cut, the first atom at which what follows still takes no more parts.

    Every start from one bound up to the next reaches the next, so any choice between them works.
    """
    bounds: list[int] = []
    stop = count
    while stop > 0:
        first = stop - 1
        while first > 0 and fits(first - 1, stop):
            first -= 1
        if first == 0:
            break
        bounds.append(first)
        stop = first
    return bounds[::-1]


def plain_cost(prepared: Prepared, atoms: Sequence[Atom], index: int) -> int:
    """Return what a cut before the atom costs by what begins there and what was said before."""
    announced = last_visible(prepared.markdown, atoms[index].span.start) == ":"
    return COSTS[atoms[index].opens] + AFTER_COLON * announced
