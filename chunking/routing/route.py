"""Profile -> Route: the strategy with its full settings, the reason, and the rules passed over."""

import math
from collections.abc import Mapping

from chunking.decisions import Decision, decide
from chunking.model import BlockKind, Document, PassedOver, Profile, Route
from chunking.recipe import Recipe, make_options
from chunking.routing.flips import AXES, needed
from chunking.routing.rules import RULES, Rule, counted, is_sheet, rule_for, strategy_for
from chunking.routing.scoring import UNSURE_MARGIN, rank
from chunking.strategies import find_strategy
from chunking.strategies.numbering import clause_starts

MIN_CLAUSES = 3
"""Fewer numbered clauses are not worth naming as the reason."""


def route(profile: Profile, document: Document, recipe: Recipe) -> Route:
    """Choose the strategy by the document's type, or take the recipe's; every setting is resolved."""
    automatic = strategy_for(profile.scores)
    strategy = automatic if recipe.strategy == "auto" else recipe.strategy
    options = make_options(find_strategy(strategy).options, recipe.options)
    return Route(
        strategy=strategy,
        options=options.model_dump(),
        decision=_decision(profile, document) if strategy == automatic else _override(automatic),
        passed_over=tuple(
            PassedOver(rule.strategy, decide("passed-over", because=_why_not(rule, profile)))
            for rule in RULES
            if rule.strategy not in (strategy, automatic)
        ),
    )


def _override(automatic: str) -> Decision:
    return decide("route-override", instead=automatic)


def _decision(profile: Profile, document: Document) -> Decision:
    """Return why the router takes its strategy, with the sentence's two halves."""
    first, _, margin = rank(profile.scores)
    sheet = is_sheet(profile.scores)
    if margin < UNSURE_MARGIN and not sheet:
        return decide("route-unsure", document_type=first, margin=margin, limit=UNSURE_MARGIN)
    rule = rule_for(first, sheet=sheet)
    because = _counted(rule, document) or rule.because(profile.features)
    return decide("route-type", because=because, rule=rule.text, document_type=first, margin=margin)


def _counted(rule: Rule, document: Document) -> str:
    """Return how many of the rule's own units the document has; empty where they say nothing."""
    if rule.strategy == "rows":
        records = sum(block.kind is BlockKind.RECORD for block in document.blocks)
        return counted(records, "record") + " in a spreadsheet"
    if rule.strategy == "clauses":
        clauses = sum(not start.is_container for start in clause_starts(document))
        return counted(clauses, "numbered clause") if clauses >= MIN_CLAUSES else ""
    return ""


def _why_not(rule: Rule, profile: Profile) -> str:
    """Return the number that kept a rule from being taken, beside the one it needs."""
    if is_sheet(profile.scores):
        return "A spreadsheet is cut by its records"
    if rule.strategy == "rows":
        return "Not a spreadsheet"
    fact, unit = _measured(rule.strategy, profile.features)
    if fact == _NO_FILING:
        return fact
    value = needed(profile, AXES[rule.strategy])
    if value is not None:
        only = "Only " if fact[0].isdigit() else ""
        return f"{only}{fact}; {_wanted(rule.strategy, value, profile.features)}{unit} needed"
    name, leader = rule.types[0], profile.document_type
    if name == leader:
        return f"{fact}; {name} leads, but by less than {UNSURE_MARGIN:.2f}"
    score = profile.scores[name]
    return f"{fact}; score of {name} {score:.2f}, {profile.scores[leader] - score:.2f} behind {leader}"


def _measured(strategy: str, features: Mapping[str, float]) -> tuple[str, str]:
    """Return what was measured of the thing a strategy needs, and the unit of what is needed."""
    pages = counted(features["pages"], "page")
    measured = {
        "tables": (f"{features['table_share'] * 100:.0f} % of the text is in tables", " %"),
        "clauses": (f"{counted(features['clause_count'], 'numbered line')} in {pages}", ""),
        "sections": (f"{features['headings_per_1000']:.1f} headings in 1,000 words", ""),
        "windows": (pages, ""),
        "semantic": (f"{features['long_paragraphs'] * 100:.0f} % of the text is in long paragraphs", " %"),
        "sentences": (_signs(features), ""),
    }
    return measured[strategy]


_NO_FILING = "No filing cover page, no form number"


def _signs(features: Mapping[str, float]) -> str:
    found = features["filing_signs"]
    return counted(found, "sign") + " of a filing" if found else _NO_FILING


def _wanted(strategy: str, value: float, features: Mapping[str, float]) -> str:
    """Write what is needed in the measure that `_measured` uses."""
    if strategy == "clauses":
        return f"{math.ceil(value * features['text_blocks']):,}"
    if strategy == "sections":
        return f"{value:.1f}"
    return f"{value * 100:.0f}" if AXES[strategy].unit < 1 else f"{value:,.0f}"
