"""What a file's name says about its type: plain words, none of them taken from one known file."""

import re
from collections.abc import Mapping
from pathlib import PurePath
from typing import NamedTuple


class NameWord(NamedTuple):
    """Words in a file's name, the type they speak for, and how strongly (0 to 1)."""

    document_type: str
    strength: float
    pattern: re.Pattern[str]


def _words(document_type: str, strength: float, *alternatives: str) -> NameWord:
    joined = "|".join(alternatives)
    return NameWord(document_type, strength, re.compile(rf"(?<![^\W_])(?:{joined})(?![^\W_])"))


NAME_WORDS: tuple[NameWord, ...] = (
    _words(
        *("report", 0.95),
        *(r"(?:annual|sustainability|esg|csr|integrated|impact|climate|final|progress|research) report",),
        *(r"sustainability statement", r"annual review", r"white ?paper", r"gesch[aä]ftsbericht"),
        *(r"nachhaltigkeitsbericht", r"rapport annuel", r"informe anual"),
    ),
    _words("report", 0.75, "report", "review", "study", "evaluation", "rapport", "bericht", "informe"),
    _words("report", 0.6, "analysis", "strategy", "plan", "guide", "paper", "survey"),
    _words(
        *("tables", 0.9),
        *("datasheet", "data ?sheet", "data table", "fact ?sheet", "inventory", "statistics", "stats"),
        *(r"(?:emissions?|conversion) factors?", "spreadsheet", "timetable"),
    ),
    _words("tables", 0.7, "data", "table", "tables", "figures", "kpis?", "index", "prices?"),
    _words(
        *("rules", 0.95),
        *("regulations?", "directive", "act", "statutes?", "constitution", "bylaws", "by laws"),
        *("(?:penal|civil|criminal|building|commercial|tax) code", r"terms of (?:service|use)"),
        *("gri", "iso", "ifrs", "esrs", "gesetz", "verordnung", "r[eè]glement", "reglamento", "ley", "loi"),
    ),
    _words("rules", 0.8, "rules?", "rulebook", "standards?", "specification", "requirements", "terms"),
    _words("rules", 0.6, "contract", "agreement", "law", "code"),
    _words(
        *("filing", 0.95),
        *(r"10[- ]?[kq]", r"8[- ]?k", r"6[- ]?k", r"20[- ]?f", r"40[- ]?f", "def ?14a", r"sc[- ]?13[dg]"),
        *(r"form ?(?:10[- ]?[kq]|8[- ]?k|6[- ]?k|20[- ]?f)", r"\d{10} \d{2} \d{6}", "sec filing"),
    ),
    _words("filing", 0.75, "earnings", "filing", "prospectus", "proxy statement", "ex ?99"),
    _words(
        *("policy", 0.95),
        *("policy", "policies", r"code of (?:conduct|ethics)", "handbook"),
        *("richtlinie", "politique", "pol[ií]tica"),
    ),
    _words("policy", 0.7, "guidelines?", "procedures?", "manual"),
    _words(
        *("prose", 0.9),
        *("letter", "speech", "essay", "novel", "story", "memoir", "interview", "sermon", "inaugural"),
        *("book", "transcript", "address", "diary", "poems?", "chapter"),
    ),
    _words("prose", 0.6, "article", "blog", "opinion", "notes?", "minutes"),
    _words("faq", 0.95, "faqs?", r"q ?(?:&|and|n) ?a", "questions?", "questions and answers"),
    _words("records", 0.8, "list", "register", "customers", "contacts", "catalogu?e?", "records", "log"),
)

_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
SAYS = {
    "report": "says report",
    "tables": "says tables",
    "rules": "says rules",
    "filing": "says filing",
    "policy": "says policy",
    "prose": "says prose",
    "faq": "says questions and answers",
    "records": "says records",
}


class NameFindings(NamedTuple):
    """What a name says: the strongest word for each type, and the year in it."""

    found: Mapping[str, tuple[str, float]]
    """For a type, the words as written and their strength."""
    year: str | None


def read_name(name: str, *, types: tuple[str, ...]) -> NameFindings:
    """Look for telling words of `types` in a file's name, without its folders and extension."""
    stem = PurePath(name.replace("\\", "/")).stem
    plain = _spaced(stem)
    found: dict[str, tuple[str, float]] = {}
    for word in NAME_WORDS:
        match = word.pattern.search(plain) if word.document_type in types else None
        if match and word.strength > found.get(word.document_type, ("", 0.0))[1]:
            found[word.document_type] = (match.group(), word.strength)
    year = _YEAR.search(plain)
    return NameFindings(found, year.group() if year else None)


def _spaced(stem: str) -> str:
    """Return a name in lower case with blanks for its joints: "AnnualReport_2025" -> annual report 2025."""
    stem = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", stem)
    return re.sub(r"[\s_.+-]+", " ", stem).lower()
