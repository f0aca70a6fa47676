"""The routing rules: which type goes to which strategy, and the sentence that says so."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from chunking.routing.scoring import SHEET_TYPES, UNSURE_MARGIN, rank

Features = Mapping[str, float]

UNSURE_STRATEGY = "windows"
"""Suits any text, so it is used when no type leads clearly."""


class Rule(NamedTuple):
    """One row of the table of routes."""

    strategy: str
    types: tuple[str, ...]
    text: str
    """What the strategy does, the second half of the reason."""
    because: Callable[[Features], str]
    """What was measured, the first half of the reason."""


def counted(number: float, noun: str) -> str:
    """Write a number with its noun: "1 page", "1,164 pages"."""
    return f"{number:,.0f} {noun}{'' if round(number) == 1 else 's'}"


def _rows(features: Features) -> str:
    return "A spreadsheet"


def _clauses(features: Features) -> str:
    if features["clause_count"]:
        return counted(features["clause_count"], "numbered line")
    return f"“Shall” and “must” {features['duty_per_1000']:.1f} times in 1,000 words"


def _tables(features: Features) -> str:
    share = features["table_share"]
    if share >= 0.2:
        return f"{share * 100:.0f} % of the text is in tables"
    return f"{features['digit_share'] * 100:.0f} % of all characters are digits"


def _windows(features: Features) -> str:
    pages = round(features["pages"])
    return f"Long and mixed, {pages:,} pages" if pages >= 10 else "Mixed text of a report"


def _sentences(features: Features) -> str:
    if features["filing_signs"]:
        return counted(features["filing_signs"], "sign") + " of a filing on the cover"
    return f"{features['finance_per_1000']:.0f} words of finance in 1,000"


def _sections(features: Features) -> str:
    headings = features["headings_per_1000"]
    if headings >= 2:
        return f"{headings:.1f} headings in 1,000 words"
    return f"{features['conduct_per_1000']:.0f} words of a policy in 1,000"


def _semantic(features: Features) -> str:
    paragraphs = "Long paragraphs" if features["long_paragraphs"] >= 0.5 else "Running text"
    few = features["headings_per_1000"] < 3
    return f"{paragraphs}, few headings" if few else f"{paragraphs}, no clauses or tables"


RULES: tuple[Rule, ...] = (
    Rule("rows", SHEET_TYPES, "one record is one chunk", _rows),
    Rule("clauses", ("rules",), "one clause with its (a)–(d) is one chunk", _clauses),
    Rule("sections", ("policy",), "one section is one chunk, long ones cut between sentences", _sections),
    Rule("tables", ("tables",), "keep them whole, else cut between rows", _tables),
    Rule("windows", ("report",), "windows of one size, no term or number cut", _windows),
    Rule("sentences", ("filing",), "whole sentences up to the target size", _sentences),
    Rule("semantic", ("prose",), "cut where the topic changes", _semantic),
)


def is_sheet(scores: Mapping[str, float]) -> bool:
    """Tell whether scores are those of a spreadsheet's types."""
    return "faq" in scores


def rule_for(document_type: str, *, sheet: bool) -> Rule:
    """Return the rule of a type; all types of a spreadsheet share one."""
    return RULES[0] if sheet else next(rule for rule in RULES[1:] if document_type in rule.types)


def strategy_for(scores: Mapping[str, float]) -> str:
    """Return the strategy that scores lead to; without a clear leader the one that suits any text."""
    first, _, margin = rank(scores)
    if is_sheet(scores):
        return RULES[0].strategy
    return UNSURE_STRATEGY if margin < UNSURE_MARGIN else rule_for(first, sheet=False).strategy
