"""Profile -> Route: the strategy with its full settings, the reason, and the rules passed over."""

import math
from collections.abc import Callable, Mapping

from chunking.decisions import Decision, decide
from chunking.model import BlockKind, Document, PassedOver, Profile, Route
from chunking.recipe import Recipe, make_options
from chunking.routing.flips import AXES, threshold
from chunking.routing.rules import RULES, Rule, is_sheet, rule_for, strategy_for
from chunking.routing.scoring import UNSURE_MARGIN, rank
from chunking.strategies import find_strategy


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
    because = rule.because(profile.features)
    if sheet:
        records = sum(block.kind is BlockKind.RECORD for block in document.blocks)
        because = f"{records:,} record{'s' if records != 1 else ''} in a spreadsheet"
    return decide("route-type", because=because, rule=rule.text, document_type=first, margin=margin)


def _why_not(rule: Rule, profile: Profile) -> str:
    """Return the number that kept a rule from being taken, beside the one it needs."""
    if is_sheet(profile.scores):
        return "A spreadsheet is cut by its records"
    if rule.strategy == "rows":
        return "Not a spreadsheet"
    axis = AXES[rule.strategy]
    needed = threshold(profile, axis)
    sentence = _SENTENCES[rule.strategy](profile.features, needed)
    return sentence or _by_score(rule, profile)


def _by_score(rule: Rule, profile: Profile) -> str:
    name = rule.types[0]
    behind = profile.scores[profile.document_type] - profile.scores[name]
    return (
        f"{name.capitalize()} scores {profile.scores[name]:.2f}, {behind:.2f} behind {profile.document_type}"
    )


Sentence = Callable[[Mapping[str, float], float | None], str | None]


def _tables(features: Mapping[str, float], needed: float | None) -> str | None:
    if needed is None:
        return None
    return f"Only {features['table_share'] * 100:.0f} % of the text is in tables; {_up(needed)} % needed"


def _clauses(features: Mapping[str, float], needed: float | None) -> str | None:
    if needed is None:
        return None
    count, pages = round(features["clause_count"]), max(round(features["pages"]), 1)
    lines = f"{count:,} numbered line{'s' if count != 1 else ''}"
    wanted = math.ceil(needed * features["text_blocks"])
    return f"{lines} in {pages:,} page{'s' if pages > 1 else ''}; {wanted:,} needed"


def _sections(features: Mapping[str, float], needed: float | None) -> str | None:
    if needed is None:
        return None
    return f"{features['headings_per_1000']:.1f} headings in 1,000 words; {needed:.1f} needed"


def _windows(features: Mapping[str, float], needed: float | None) -> str | None:
    if needed is None:
        return None
    pages = max(round(features["pages"]), 1)
    return f"Only {pages:,} page{'s' if pages > 1 else ''}; {math.ceil(needed):,} needed"


def _sentences(features: Mapping[str, float], needed: float | None) -> str | None:
    if not features["filing_signs"]:
        return "No filing cover page, no form number"
    return f"{features['filing_signs']:.0f} signs of a filing; {math.ceil(needed)} needed" if needed else None


def _semantic(features: Mapping[str, float], needed: float | None) -> str | None:
    if needed is None:
        return None
    share = f"{features['long_paragraphs'] * 100:.0f} %"
    return f"Only {share} of the text is in long paragraphs; {_up(needed)} % needed"


def _up(share: float) -> int:
    return math.ceil(share * 100)


_SENTENCES: Mapping[str, Sentence] = {
    "tables": _tables,
    "clauses": _clauses,
    "sections": _sections,
    "windows": _windows,
    "sentences": _sentences,
    "semantic": _semantic,
}
