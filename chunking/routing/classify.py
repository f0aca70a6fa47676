"""Document -> Profile: three factors, every score and all that was seen."""

from collections.abc import Mapping

from chunking.model import Document, Factor, Profile
from chunking.routing.features import Measures, is_spreadsheet, measure
from chunking.routing.names import SAYS, NameFindings, read_name
from chunking.routing.scoring import (
    CONTENT_WEIGHT,
    LENGTH_WEIGHT,
    NAME_WEIGHT,
    SHEET_TYPES,
    TEXT_TYPES,
    USUAL_PAGES,
    combine,
    confidence,
    content_scores,
    length_scores,
    rank,
)

FILE_NAME, LENGTH, CONTENT = "File name", "Length", "Content"

FEATURE_LABELS: Mapping[str, tuple[str, str]] = {
    "table_share": ("Share of text in tables", "share"),
    "numeric_cells": ("Cells that are numbers", "share"),
    "digit_share": ("Digits among all characters", "share"),
    "clause_count": ("Numbered lines", "count"),
    "clauses_per_page": ("Numbered lines per page", "rate"),
    "duty_per_1000": ("“Shall” and “must” per 1,000 words", "rate"),
    "legal_per_1000": ("Legal phrases per 1,000 words", "rate"),
    "conduct_per_1000": ("Words of a policy per 1,000 words", "rate"),
    "headings_per_1000": ("Headings per 1,000 words", "rate"),
    "finance_per_1000": ("Words of finance per 1,000 words", "rate"),
    "research_per_1000": ("Words of research per 1,000 words", "rate"),
    "domain_per_1000": ("Domain terms per 1,000 words", "rate"),
    "narrative_per_1000": ("Words of story per 1,000 words", "rate"),
    "address_per_1000": ("“We” and “you” per 1,000 words", "rate"),
    "paragraph_chars": ("Characters in a paragraph", "count"),
    "long_paragraphs": ("Text in long paragraphs", "share"),
    "question_share": ("Paragraphs that ask", "share"),
    "qa_headers": ("Records with question and answer", "share"),
    "question_records": ("Records that ask", "share"),
    "numeric_values": ("Values that are numbers", "share"),
    "value_chars": ("Characters in a value", "count"),
}
"""How each feature is named and written on the page, in this order."""


def classify(document: Document) -> Profile:
    """Tell the type of a document from its name, its length and its content."""
    measures = measure(document)
    types = SHEET_TYPES if is_spreadsheet(document) else TEXT_TYPES
    factors = _with_alternatives(
        (
            _name_factor(read_name(document.name, types=types), types),
            _length_factor(document, measures, types),
            _content_factor(measures, types),
        )
    )
    scores = combine(factors)
    first, second, margin = rank(scores)
    return Profile(
        document_type=first,
        confidence=confidence(margin),
        runner_up=second,
        scores=scores,
        factors=factors,
        features=measures.features,
    )


def written(value: float, form: str) -> str:
    """Write a measured number as on the page: a share as "31 %", a rate as "6.1", a count as "1,164"."""
    if form == "share":
        return f"{value * 100:.0f} %"
    return f"{value:,.0f}" if form == "count" or value >= 10 else f"{value:.1f}"


def without(factors: tuple[Factor, ...], name: str) -> dict[str, float]:
    """Return the scores as they were if one factor did not exist."""
    return combine([factor for factor in factors if factor.name != name])


def _name_factor(findings: NameFindings, types: tuple[str, ...]) -> Factor:
    """A name without a telling word is silent: it has no weight."""
    ordered = sorted(findings.found.items(), key=lambda item: (-item[1][1], item[0]))
    rows = [(f"“{words}”", SAYS[name]) for name, (words, _) in ordered]
    if findings.year:
        rows.append((f"“{findings.year}”", "a year, says nothing alone"))
    if not ordered:
        rows.append(("Telling words", "none: the name does not count"))
    scores = {name: findings.found.get(name, ("", 0.0))[1] for name in types}
    return Factor(FILE_NAME, NAME_WEIGHT if ordered else 0.0, scores, tuple(rows))


def _length_factor(document: Document, measures: Measures, types: tuple[str, ...]) -> Factor:
    """For a spreadsheet the length is silent: a list of three and one of thousands are the same type."""
    words = ("Words", f"{measures.features['words']:,.0f}")
    if types == SHEET_TYPES:
        records = sum(block.kind == "record" for block in document.blocks)
        rows = (("Records", f"{records:,}"), words, ("In a spreadsheet", "length does not count"))
        return Factor(LENGTH, 0.0, dict.fromkeys(types, 0.0), rows)
    pages = measures.features["pages"]
    counted = document.page_count is not None
    row = ("Pages", f"{pages:,.0f}") if counted else ("Pages, from the words", f"about {max(pages, 1):,.0f}")
    return Factor(LENGTH, LENGTH_WEIGHT, length_scores(pages), (row, words))


def _content_factor(measures: Measures, types: tuple[str, ...]) -> Factor:
    read = f"{measures.parts_read} of {measures.parts}"
    rows = [("Pages read" if measures.pages else "Parts read", read)]
    for feature, (label, form) in FEATURE_LABELS.items():
        value = measures.features.get(feature)
        if not value:
            continue
        page = measures.pages.get(feature)
        rows.append((label, written(value, form) + (f" · p. {page}" if page else "")))
    if types == TEXT_TYPES:
        rows.append(("Signs of a filing on the cover", ", ".join(measures.signs) or "none"))
    return Factor(CONTENT, CONTENT_WEIGHT, content_scores(measures.features, types=types), tuple(rows))


def _with_alternatives(factors: tuple[Factor, ...]) -> tuple[Factor, ...]:
    """Add to each factor that speaks what the type would be without it."""
    total = sum(factor.weight for factor in factors)
    leader = rank(combine(factors))[0]
    return tuple(
        Factor(
            factor.name,
            factor.weight / total,
            factor.scores,
            factor.evidence + _alternative(factors, factor, leader),
        )
        for factor in factors
    )


def _alternative(factors: tuple[Factor, ...], factor: Factor, leader: str) -> tuple[tuple[str, str], ...]:
    """Return the last rows of a factor: what leaders usually have, and the result without it."""
    if not factor.weight or factor.name == CONTENT:
        return ()
    rows: list[tuple[str, str]] = []
    if factor.name == LENGTH:
        usual = USUAL_PAGES[leader]
        rows.append(("Usual for this type", f"{usual.low:g}–{usual.high:g} pages"))
    others = without(factors, factor.name)
    first, _, _ = rank(others)
    same = "still " if first == leader else ""
    rows.append((f"Without the {factor.name.lower()}", f"{same}{first}, {others[first]:.2f}"))
    return tuple(rows)
