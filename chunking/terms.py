"""What must not be cut apart: domain terms, and patterns of numbers, dates and identifiers."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from chunking.model import Span

MARGIN_CHARS = 50
"""How far around a boundary to look, on each side."""

_PATTERNS = {
    "date": r"\d{1,2}[ .]\s?(?:January|February|March|April|May|June|July|August|September|October|November"
    r"|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.?(?:,?\s\d{4})?"
    r"|(?:January|February|March|April|May|June|July|August|September|October|November|December)\s\d{1,2}"
    r"(?:,\s\d{4})?|\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}|(?:FY|Q[1-4]|H[12])\s?\d{2,4}",
    "number with unit": r"[$€£¥]\s?[-−–]?\d[\d.,]*(?:\s(?:million|billion|thousand|m|bn))?"
    r"|[-−–+]?\d[\d.,]*\s?(?:%|‰|°C|t\s?CO[2₂]\s?e?|tCO[2₂]e|kgCO[2₂]e|[kMGT]?Wh|[kMG]W|[GTPM]J|m[23²³]|km|kg"
    r"|tonnes?|tons?|million|billion|thousand|percent|per cent|hectares?|ha|litres?|l|t|EUR|USD|GBP|CHF)\b",
    "identifier": r"\b[A-Z][A-Za-z]*[- ]?\d+(?:[-.]\d+)+[a-z]?\b|\b[A-Z]{1,6}-?\d{1,6}[A-Z]?\b"
    r"|\b[A-Z]{2,6} \d+(?:[-.]\d+)*"
    r"|(?:§§?|(?i:Sec\.|Section|Article|Art\.|Note|Item|Clause|Disclosure|Table|Figure|Scope|Annex|Category))\s"
    r"\d+[A-Za-z]?(?:[-.]\d+)*(?:\([a-z0-9]+\))*",
    "number": r"[-−–+]?\d[\d.,]*\d|\d+(?:[-.]\d+)+",
}
_PROTECTED = re.compile("|".join(f"(?P<k{i}>{p})" for i, p in enumerate(_PATTERNS.values())))
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Protected:
    """A stretch that a cut must not part."""

    span: Span
    kind: str
    """"term", or the name of a pattern."""


@lru_cache
def load_terms() -> tuple[str, ...]:
    """Load the packaged domain terms."""
    lines = (files("chunking") / "terms.txt").read_text(encoding="utf-8").splitlines()
    return tuple(line.strip() for line in lines if line.strip() and not line.startswith("#"))


def clear_of_terms(markdown: str, position: int, *, floor: int) -> int:
    """Move a position back to where it parts nothing, or forward if that would reach `floor`."""
    start = position
    while (parted := protected_at(markdown, start)) is not None:
        start = parted.span.start
    if start > floor:
        return start
    while (parted := protected_at(markdown, position)) is not None:
        position = parted.span.end
    return position


def protected_at(markdown: str, position: int) -> Protected | None:
    """Return the widest protected stretch that a cut at `position` would part, if there is one."""
    start = max(0, position - MARGIN_CHARS)
    text = markdown[start : position + MARGIN_CHARS]
    found = [
        Protected(Span(start + left, start + right), kind)
        for left, right, kind in (*_find_patterns(text), *_find_terms(text, _index(load_terms())))
        if start + left < position < start + right
    ]
    return max(found, key=lambda item: (item.span.end - item.span.start, item.kind), default=None)


def _find_patterns(text: str) -> Iterator[tuple[int, int, str]]:
    for match in _PROTECTED.finditer(text):
        name = list(_PATTERNS)[int((match.lastgroup or "k0")[1:])]
        yield match.start(), match.end(), name


def _find_terms(text: str, index: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[int, int, str]]:
    """Yield the terms in `text`; a line break or a run of blanks counts as the one blank in a term."""
    plain = re.sub(r"\s", " ", text)
    if len(plain.lower()) == len(plain):  # a few capitals grow when lowered, which would move offsets
        plain = plain.lower()
    for word in _WORD.finditer(plain):
        for term in index.get(word.group(), ()):
            end = word.start() + len(term)
            if plain.startswith(term, word.start()) and not plain[end : end + 1].isalnum():
                yield word.start(), end, "term"


@lru_cache
def _index(terms: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    """Group terms of more than one word, or with a digit, by their first word in lower case."""
    groups: dict[str, list[str]] = {}
    for term in terms:
        first = _WORD.match(term)
        if first is not None and first.group() != term:
            groups.setdefault(first.group().lower(), []).append(term.lower())
    return {word: tuple(group) for word, group in groups.items()}
