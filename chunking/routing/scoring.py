"""The weights: how far each measured number speaks for or against a type, in two tables."""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from chunking.model import Factor

TEXT_TYPES = ("report", "tables", "rules", "filing", "policy", "prose")
SHEET_TYPES = ("faq", "records", "tables")

NAME_WEIGHT, LENGTH_WEIGHT, CONTENT_WEIGHT = 0.2, 0.2, 0.6
"""Of the three factors; one that is silent hands its weight to the others."""

UNSURE_MARGIN = 0.1
"""The leading type needs this much more than the next one, or the type counts as unsure."""


class Signal(NamedTuple):
    """A feature says nothing at `low` and all it can at `high` (which may be the lower number)."""

    feature: str
    low: float
    high: float
    points: Mapping[str, float]
    """What it adds to the score of a type at `high`; negative speaks against."""
    only_with: tuple[str, float, float] | None = None
    """Another feature that must be there too, and from where to where it lets this one speak."""


BASE: Mapping[str, float] = {
    "report": 0.35,
    "tables": 0.1,
    "rules": 0.15,
    "filing": 0.05,
    "policy": 0.2,
    "prose": 0.3,
    "faq": 0.1,
    "records": 0.45,
}
"""Where every type starts before any signal."""

SIGNALS: tuple[Signal, ...] = (
    Signal("table_share", 0.15, 0.6, {"tables": 0.7, "prose": -0.4, "policy": -0.3}),
    Signal("table_share", 0.3, 0.6, {"report": -0.5}),
    Signal("numeric_cells", 0.1, 0.5, {"tables": 0.15}),
    Signal("digit_share", 0.04, 0.15, {"tables": 0.3, "prose": -0.2, "policy": -0.2}),
    Signal(
        "clause_share",
        *(0.03, 0.2),
        {"rules": 0.4, "prose": -0.25, "report": -0.15, "policy": -0.05},
        only_with=("binding_per_1000", 0.5, 3.0),
    ),
    Signal("duty_per_1000", 2.0, 10.0, {"rules": 0.25, "policy": 0.15, "prose": -0.15, "report": -0.15}),
    Signal("legal_per_1000", 2.0, 10.0, {"rules": 0.25, "prose": -0.1, "report": -0.1}),
    Signal("conduct_per_1000", 3.0, 15.0, {"policy": 0.35, "prose": -0.1}),
    Signal("headings_per_1000", 1.0, 6.0, {"policy": 0.2, "prose": -0.25}),
    Signal("filing_signs", 0.5, 3.0, {"filing": 0.85, "report": -0.25, "rules": -0.2, "tables": -0.2}),
    Signal("finance_per_1000", 4.0, 14.0, {"filing": 0.3, "policy": -0.2, "prose": -0.1}),
    Signal("research_per_1000", 1.0, 6.0, {"report": 0.2, "prose": -0.1}),
    Signal("domain_per_1000", 2.0, 12.0, {"report": 0.2, "prose": -0.15}),
    Signal("narrative_per_1000", 8.0, 40.0, {"prose": 0.3, "rules": -0.2, "report": -0.2, "policy": -0.1}),
    Signal("address_per_1000", 8.0, 40.0, {"prose": 0.2, "policy": 0.1, "rules": -0.2, "report": -0.1}),
    Signal("long_paragraphs", 0.2, 0.8, {"prose": 0.25}),
)

SHEET_SIGNALS: tuple[Signal, ...] = (
    Signal("qa_headers", 0.2, 0.8, {"faq": 0.6, "records": -0.2}),
    Signal("question_records", 0.1, 0.6, {"faq": 0.4, "records": -0.15, "tables": -0.2}),
    Signal("numeric_values", 0.15, 0.5, {"tables": 0.5, "records": -0.25, "faq": -0.3}),
    Signal("digit_share", 0.04, 0.12, {"tables": 0.3, "records": -0.05, "faq": -0.1}),
    Signal("value_chars", 15, 60, {"records": 0.2, "faq": 0.1, "tables": -0.2}),
)


class Usual(NamedTuple):
    """How many pages documents of a type usually have."""

    low: float
    high: float


USUAL_PAGES: Mapping[str, Usual] = {
    "report": Usual(20, 240),
    "tables": Usual(0.2, 6),
    "rules": Usual(6, 240),
    "filing": Usual(3, 200),
    "policy": Usual(1.5, 12),
    "prose": Usual(1, 40),
}

LENGTH_FADE = 8.0
"""A length this many times outside the usual range scores nothing."""


def content_scores(features: Mapping[str, float], *, types: Sequence[str]) -> dict[str, float]:
    """Score every type from the measured content alone."""
    signals = SHEET_SIGNALS if types == SHEET_TYPES else SIGNALS
    scores = {name: BASE[name] for name in types}
    for signal in signals:
        strength = ramp(features.get(signal.feature, 0.0), signal.low, signal.high)
        if signal.only_with:
            other, low, high = signal.only_with
            strength *= ramp(features.get(other, 0.0), low, high)
        for name, points in signal.points.items():
            scores[name] += points * strength
    return {name: min(max(score, 0.0), 1.0) for name, score in scores.items()}


def length_scores(pages: float) -> dict[str, float]:
    """Score every type of text from its length alone: 1 within the usual range, less outside."""
    scores = {}
    for name, usual in USUAL_PAGES.items():
        times = max(usual.low / max(pages, 0.01), pages / usual.high, 1.0)
        scores[name] = max(0.0, 1.0 - math.log(times) / math.log(LENGTH_FADE))
    return scores


def combine(factors: Sequence[Factor]) -> dict[str, float]:
    """Add the factors' scores by weight; the weights of those that speak are stretched to sum 1."""
    total = sum(factor.weight for factor in factors)
    types = {name for factor in factors for name in factor.scores}
    return {
        name: sum(factor.weight * factor.score(name) for factor in factors) / total for name in sorted(types)
    }


def rank(scores: Mapping[str, float]) -> tuple[str, str, float]:
    """Return the leading type, the next one, and the margin between them."""
    first, second = sorted(scores, key=lambda name: (-scores[name], name))[:2]
    return first, second, scores[first] - scores[second]


def confidence(margin: float) -> float:
    """Turn a margin into how often such a margin was right when it was measured."""
    low, high = 0.5, 0.95
    return low + (high - low) * ramp(margin, 0.0, 0.35)


def ramp(value: float, low: float, high: float) -> float:
    """Return 0 at `low`, 1 at `high`, linear between and flat outside; `high` may be the lower."""
    return min(max((value - low) / (high - low), 0.0), 1.0)
