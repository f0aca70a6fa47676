"""The cheapest way to part a run of vectors into stretches, under limits on their size.

Everything that is compared is an integer, similarities in parts per million, so that a tie is a tie on
every machine; the earlier boundary wins it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from chunking.prepare.prepared import Vectors

PPM = 1_000_000
_TOO_SMALL = 1_000_000 * PPM
"""Cost of a stretch below the minimum: above all that similarity can gain, so it is a last resort."""

Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Sizes:
    """Sizes of all stretches of a run, from those of its elements alone and of neighbours joined."""

    alone: Integers
    through: Integers
    """Of the run up to and with each element."""

    @classmethod
    def of(cls, alone: Sequence[int], joined: Sequence[int]) -> "Sizes":
        """Take the size of each element, and of each with the next: joining may add or save a token."""
        added = [pair - left for pair, left in zip(joined, alone, strict=False)]
        through = np.cumsum([alone[0], *added]) if alone else np.zeros(0)
        return cls(np.array(alone, np.int64), through.astype(np.int64))

    def ending_at(self, last: int, *, first: int) -> Integers:
        """Return the sizes of the stretches that end with element `last` and start at `first` or later."""
        starts = slice(first, last + 1)
        sizes: Integers = self.through[last] - self.through[starts] + self.alone[starts]
        return sizes


def unit_rows(vectors: Vectors) -> Vectors:
    """Scale each row to length 1; an empty row stays empty."""
    norms = np.sqrt(np.einsum("ij,ij->i", vectors, vectors))
    rows: Vectors = vectors / np.where(norms > 0, norms, 1.0)[:, None]
    return rows


def gap_similarities(rows: Vectors, *, width: int = 1) -> Integers:
    """Return, for each gap, the cosine between the mean of `width` rows before it and after it."""
    gaps = np.arange(1, len(rows))
    sums = np.zeros((len(rows) + 1, rows.shape[1]))
    np.cumsum(rows, axis=0, out=sums[1:])
    before = sums[gaps] - sums[np.maximum(gaps - width, 0)]
    after = sums[np.minimum(gaps + width, len(rows))] - sums[gaps]
    dots = np.einsum("ij,ij->i", unit_rows(before), unit_rows(after))
    similarities: Integers = np.rint(dots * PPM).astype(np.int64)
    return similarities


def valley_depths(similarities: Integers) -> Integers:
    """Return how far each valley lies below the peaks of both sides, in sum; 0 where there is no valley.

    The first gap of a level valley stands for it.
    """
    values: list[int] = similarities.tolist()
    left = _peaks(values)
    right = _peaks(values[::-1])[::-1]
    level_end = len(values) - 1
    while level_end > 0 and values[level_end - 1] == values[level_end]:
        level_end -= 1
    depths = np.zeros(len(values), np.int64)
    for gap, value in enumerate(values):
        falls = gap == 0 or values[gap - 1] > value
        rises = right[gap] > value or gap >= level_end
        if falls and rises:
            depths[gap] = left[gap] + right[gap] - 2 * value
    return depths


def _peaks(values: Sequence[int]) -> list[int]:
    """Return, for each place, the peak reached by climbing towards the start."""
    peaks: list[int] = []
    for place, value in enumerate(values):
        peaks.append(peaks[-1] if place > 0 and values[place - 1] >= value else value)
    return peaks


def best_starts(
    sizes: Sizes, *, cut_costs: Integers, minimum: int, maximum: int, rows: Vectors | None = None
) -> list[int]:
    """Return the elements at which the stretches of the cheapest parting start; the first is 0.

    A stretch costs the `cut_costs` of its first element and, with `rows`, its scatter: the sum of squared
    distances to its mean. Every stretch of more than one element is within `maximum`.
    """
    count = len(sizes.alone)
    scatter = None if rows is None else _Scatter(rows)
    best = np.zeros(count + 1, np.int64)
    origins = [0] * count
    first = 0
    for last in range(count):
        lengths = sizes.ending_at(last, first=first)
        while first < last and lengths[0] > maximum:
            first, lengths = first + 1, lengths[1:]
        costs = best[first : last + 1] + cut_costs[first : last + 1] + _TOO_SMALL * (lengths < minimum)
        if scatter is not None:
            costs += scatter.ending_at(last, first=first)
        origin = int(np.argmin(costs))
        best[last + 1] = costs[origin]
        origins[last] = first + origin
    starts: list[int] = []
    stop = count
    while stop > 0:
        stop = origins[stop - 1]
        starts.append(stop)
    return starts[::-1]


class _Scatter:
    """Scatter of all stretches that end with one element, kept up to date while that element moves on."""

    def __init__(self, rows: Vectors) -> None:
        self.rows = rows
        self.within = np.zeros(len(rows), np.int64)
        """Sum of all similarities inside the stretch from each element to the last one seen."""
        self.own = np.zeros(len(rows) + 1, np.int64)
        self.own[1:] = np.cumsum(np.rint(np.einsum("ij,ij->i", rows, rows) * PPM))

    def ending_at(self, last: int, *, first: int) -> Integers:
        """Return the scatter in parts per million for each start from `first` to `last`."""
        starts = slice(first, last + 1)
        similar = np.rint(self.rows[starts] @ self.rows[last] * PPM).astype(np.int64)
        to_last = np.cumsum(similar[::-1])[::-1]
        self.within[starts] += 2 * to_last - similar[-1]
        lengths = np.arange(last + 1 - first, 0, -1)
        scatter: Integers = self.own[last + 1] - self.own[starts] - self.within[starts] // lengths
        return scatter


def gain(rows: Vectors, first: int, middle: int, stop: int) -> int:
    """Return by how much a boundary at `middle` lowers the scatter of `rows[first:stop]`, in ppm."""
    left, right = rows[first:middle].sum(axis=0), rows[middle:stop].sum(axis=0)
    whole = left + right
    parts = left @ left / (middle - first) + right @ right / (stop - middle)
    return round(float(parts - whole @ whole / (stop - first)) * PPM)
