"""Words that tell types of text apart, in groups, and one pass that counts them all."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

from chunking.terms import load_terms

GROUPS: Mapping[str, tuple[str, ...]] = {
    "duty": (
        *("shall", "must", "may not", "required to", "prohibited", "doit", "doivent", "muss", "müssen"),
        *("darf", "dürfen", "hat zu", "haben zu", "debe", "deben", "deberá", "deberán", "deve", "devono"),
    ),
    "legal": (
        *("in accordance with", "pursuant to", "subject to", "notwithstanding", "without prejudice"),
        *("for the purposes of", "provided that", "herein", "hereby", "thereof", "hereinafter", "hereunder"),
        *("as defined in", "referred to in", "set forth in", "deemed", "whoever", "punishable", "repealed"),
        *("the organization shall", "requirements", "conformance", "normative", "compliance with"),
        *("this section", "this article", "this agreement", "this regulation", "paragraph", "subsection"),
        *("requisitos", "verificar", "vérifier", "verify that", "gemäß", "absatz", "conformément"),
    ),
    "conduct": (
        *("policy", "policies", "employee", "employees", "staff", "conduct", "handbook", "procedure"),
        *("procedures", "harassment", "workplace", "manager", "supervisor", "benefits", "leave", "volunteer"),
        *("volunteers", "violation", "violations", "report it", "acceptable use"),
        *("prohibited", "allowed", "responsible for", "expected to"),
    ),
    "finance": (
        *("net income", "net sales", "net revenue", "fiscal", "quarter", "gaap", "diluted", "per share"),
        *("stockholders", "shareholders", "registrant", "securities", "common stock", "operating income"),
        *("cash flows", "balance sheet", "forward-looking statements", "fiscal year", "earnings"),
    ),
    "narrative": (
        *("i", "me", "my", "he", "him", "his", "she", "her", "said", "ich", "mich", "er", "sagte"),
        *("je", "il", "elle", "lui", "dit", "mon", "yo", "él", "ella", "dijo"),
    ),
    "address": ("we", "us", "our", "you", "your", "wir", "unser", "unsere", "nous", "notre", "vous", "votre"),
    "research": (
        *("figure", "fig", "et al", "abstract", "references", "appendix", "executive summary", "chapter"),
        *("table of contents", "survey", "respondents", "findings", "recommendations", "stakeholders"),
        *("case study", "methodology", "results", "analysis", "annual report", "overview", "introduction"),
    ),
}

_WORD = re.compile(r"\w+(?:[-’']\w+)*")

_Index = Mapping[str, tuple[tuple[str, tuple[str, ...]], ...]]


def split_words(text: str) -> list[str]:
    """Return the words of a text in lower case."""
    return _WORD.findall(text.lower())


def count_groups(words: Sequence[str]) -> Counter[str]:
    """Count the phrases of every group; of phrases that begin at one word the longest counts."""
    index = _index()
    counts: Counter[str] = Counter()
    for position, word in enumerate(words):
        found = ""
        for group, phrase in index.get(word, ()):
            if group != found and tuple(words[position : position + len(phrase)]) == phrase:
                counts[group] += 1
                found = group
    return counts


@lru_cache(maxsize=1)
def _index() -> _Index:
    """Return for every first word its phrases, by group and the longest first."""
    phrases = {(group, phrase) for group, texts in GROUPS.items() for phrase in texts}
    phrases |= {("domain", term) for term in load_terms()}
    index: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    for group, text in sorted(phrases):
        split = tuple(split_words(text))
        if split:
            index.setdefault(split[0], []).append((group, split))
    return {
        first: tuple(sorted(entries, key=lambda entry: (entry[0], -len(entry[1]), entry[1])))
        for first, entries in index.items()
    }
