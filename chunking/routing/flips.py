"""What would change the route: the scores computed again with one number moved."""

import math
from collections.abc import Mapping
from typing import NamedTuple

from chunking.model import Profile
from chunking.routing.classify import CONTENT, FILE_NAME, LENGTH, without
from chunking.routing.rules import is_sheet, strategy_for
from chunking.routing.scoring import SHEET_TYPES, TEXT_TYPES, content_scores, length_scores


class Flip(NamedTuple):
    """A change to the document, and the strategy it would lead to ("no change" if none)."""

    change: str
    outcome: str


class Axis(NamedTuple):
    """A feature that can be imagined larger or smaller, and the strategy it speaks for."""

    strategy: str
    feature: str
    unit: float
    """The step in which a threshold is looked for."""
    limit: int
    """The largest value, in units."""


AXES: Mapping[str, Axis] = {
    "tables": Axis("tables", "table_share", 0.01, 100),
    "clauses": Axis("clauses", "clause_share", 0.002, 500),
    "sections": Axis("sections", "headings_per_1000", 0.1, 200),
    "windows": Axis("windows", "pages", 1, 400),
    "semantic": Axis("semantic", "long_paragraphs", 0.01, 100),
    "sentences": Axis("sentences", "filing_signs", 1, 8),
}
STRIDES = 25
"""A threshold is bracketed in this many strides before it is looked for step by step."""


def rescore(profile: Profile, changes: Mapping[str, float]) -> dict[str, float]:
    """Return the scores of a document that differs in some features; its name stays as it is."""
    features = {**profile.features, **changes}
    types = SHEET_TYPES if is_sheet(profile.scores) else TEXT_TYPES
    by_factor = {factor.name: factor.scores for factor in profile.factors}
    by_factor[CONTENT] = content_scores(features, types=types)
    if types == TEXT_TYPES:
        by_factor[LENGTH] = length_scores(features["pages"])
    return {
        name: sum(factor.weight * by_factor[factor.name].get(name, 0.0) for factor in profile.factors)
        for name in profile.scores
    }


def threshold(profile: Profile, axis: Axis) -> float | None:
    """Return the nearest value of an axis at which its strategy is taken, or is no longer.

    From a route that is not the axis' own the feature grows; from its own it shrinks to zero.
    None when no value changes anything.
    """
    taken = strategy_for(profile.scores) == axis.strategy
    start = profile.features.get(axis.feature, 0.0) / axis.unit
    steps = range(math.ceil(start) - 1, -1, -1) if taken else range(math.floor(start) + 1, axis.limit + 1)

    def changes(step: int) -> bool:
        scores = rescore(profile, {axis.feature: step * axis.unit})
        return (strategy_for(scores) == axis.strategy) != taken

    stride = max(len(steps) // STRIDES, 1)
    for first in range(0, len(steps), stride):
        stretch = steps[first : first + stride]
        if changes(stretch[-1]):
            return next(step for step in stretch if changes(step)) * axis.unit
    return None


def needed(profile: Profile, axis: Axis) -> float | None:
    """Return the smallest value of an axis that takes its strategy; None where it does not decide."""
    value = threshold(profile, axis)
    taken = strategy_for(profile.scores) == axis.strategy
    return value + axis.unit if taken and value is not None else value


def flips(profile: Profile) -> tuple[Flip, ...]:
    """Return what would change the route, computed by scoring the changed document."""
    rows = [] if is_sheet(profile.scores) else [*_table_flips(profile), *_length_flips(profile)]
    rows += [
        Flip(change, _outcome(profile, without(profile.factors, factor.name)))
        for factor, change in ((factor, _WITHOUT.get(factor.name)) for factor in profile.factors)
        if change and factor.weight
    ]
    if is_sheet(profile.scores):
        rows.append(Flip("Any other content: a spreadsheet is always cut by records", "no change"))
    return tuple(rows)


_WITHOUT = {FILE_NAME: "Another file name, one that says nothing", LENGTH: "Its length left out of account"}


def _outcome(profile: Profile, scores: Mapping[str, float]) -> str:
    strategy = strategy_for(scores)
    return "no change" if strategy == strategy_for(profile.scores) else strategy


def _table_flips(profile: Profile) -> list[Flip]:
    """Return the row about more tables, or fewer where tables already decide."""
    value = threshold(profile, AXES["tables"])
    share = profile.features["table_share"]
    shrink = strategy_for(profile.scores) == "tables"
    end = (0.0 if shrink else 1.0) if value is None else value
    change = (
        f"Tables {'shrink' if shrink else 'grow'} from {share * 100:.0f} % to {end * 100:.0f} % of the text"
    )
    return [Flip(change, _outcome(profile, rescore(profile, {"table_share": end})))]


_LENGTHS = (1, 2, 3, 5, 8, 12, 20, 30, 40, 60, 90, 120, 180, 240, 400)
"""Pages that are tried, from the document's own length outwards."""


def _length_flips(profile: Profile) -> list[Flip]:
    """Return the nearest shorter and longer length, of those tried, that change the route."""
    pages = profile.features["pages"]
    shorter = [length for length in reversed(_LENGTHS) if length < pages]
    longer = [length for length in _LENGTHS if length > pages]
    rows = []
    for words, lengths in (("Only", shorter), ("As many as", longer)):
        for length in lengths:
            outcome = _outcome(profile, rescore(profile, {"pages": length}))
            if outcome != "no change":
                rows.append(Flip(f"{words} {length} page{'s' * (length > 1)}, not {pages:.0f}", outcome))
                break
    return rows
