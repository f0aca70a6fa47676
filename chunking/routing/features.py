"""Measures a document's content from its own blocks, on parts sampled across all of it."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from chunking.model import Block, BlockKind, Document
from chunking.routing.numbered_lines import numbered_lines
from chunking.routing.vocabulary import count_groups, split_words

FIRST_PARTS = 3
"""The opening pages are always read: covers and contents say what a document is."""

MAX_PARTS = 24
PART_CHARS = 3000
"""How long a part is where the format has no pages; also the most that is read of one block."""

WORDS_A_PAGE = 450
LONG_PARAGRAPH_CHARS = 600

FILING_SIGNS: Mapping[str, re.Pattern[str]] = {
    "Securities and Exchange Commission": re.compile(r"(?i)securities\s+and\s+exchange\s+commission"),
    "form number": re.compile(
        r"(?i)\bform\s+(?:10-?[kq]|8-?k|6-?k|20-?f|40-?f|s-?[1348]|def ?14a)\b|\bschedule\s+1[34][dg]\b"
    ),
    "Commission file number": re.compile(r"(?i)commission\s+file\s+(?:number|no)"),
    "SEC header": re.compile(r"<SEC-HEADER>|ACCESSION NUMBER:|CENTRAL INDEX KEY:|CONFORMED SUBMISSION TYPE"),
    "registrant": re.compile(r"(?i)exact\s+name\s+of\s+registrant|name\s+of\s+(?:issuer|registrant)"),
    "Exchange Act": re.compile(r"(?i)securities\s+exchange\s+act\s+of\s+1934"),
    "Item 1A": re.compile(r"(?i)\bitem\s+(?:1a|7a|2\.02|9\.01|8\.01)\b"),
    "quarterly results": re.compile(
        r"(?i)\b(?:first|second|third|fourth)[- ]quarter\b[^.]{0,60}\b(?:results|earnings|revenue|net)\b"
    ),
}
"""What a filing shows on its cover."""

COVER_CHARS = 9000

_NUMBER = re.compile(r"[\s$€£¥(+\-–−<>~]*\d[\d\s,.'’]*(?:[eE][+-]?\d+)?\s*[%)*†‡a-zA-Z]{0,3}")
_FIELD = re.compile(r"(?m)^\*\*(.+?):\*\* (.*)$")
_SHEET = re.compile(r"^text/(?:csv|tab-separated-values)|spreadsheet|ms-excel")
_DIGIT = re.compile(r"\d")
_QUESTION_HEADER = re.compile(
    r"(?i)question|pregunta|frage|vraag|domanda|pergunta|întrebare|intrebare|query|prompt"
    r"|質問|问题|問題|질문|שאלה|^q(?:_|$)|faq"
)
_ANSWER_HEADER = re.compile(
    r"(?i)answer|respuesta|antwort|antwoord|réponse|reponse|risposta|resposta|răspuns|raspuns|response|reply"
    r"|答案|回答|답변|תשובה|^a(?:_|$)"
)
_QUESTION_MARK = re.compile(r"[?？؟]")

_PROSE_KINDS = (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.QUOTE, BlockKind.NOTE)


@dataclass(frozen=True, slots=True)
class Measures:
    """What was measured, and where it was seen most."""

    features: Mapping[str, float]
    pages: Mapping[str, int]
    """For a feature, the page where it is strongest; empty where the format has no pages."""
    parts_read: int
    parts: int
    signs: tuple[str, ...]
    """The signs of a filing that the cover shows."""


@dataclass(frozen=True, slots=True)
class Part:
    """A page, or a stretch of a document without pages."""

    page: int | None
    blocks: tuple[Block, ...]


def measure(document: Document) -> Measures:
    """Measure a document's content; numbered lines are counted in all of it, the rest in a sample."""
    parts = _parts(document)
    chosen = _sample(parts)
    tallies = [_tally(document.markdown, part) for part in chosen]
    total = sum(tallies, Counter())
    words = max(round(total["words"] * len(document.markdown) / max(total["chars"], 1)), 1)
    if len(chosen) == len(parts):
        words = total["words"]
    pages = float(document.page_count or max(1, words / WORDS_A_PAGE))
    cover = document.markdown[:COVER_CHARS]
    signs = tuple(name for name, pattern in FILING_SIGNS.items() if pattern.search(cover))
    clauses = _clause_measures(document, pages)
    features = {"pages": pages, "words": float(words), "filing_signs": float(len(signs))}
    features |= _rates(total) | clauses | _record_rates(total)
    where = _strongest(chosen, tallies) if document.page_count else {}
    return Measures(features, where, len(chosen), len(parts), signs)


def is_spreadsheet(document: Document) -> bool:
    """Tell whether a document is CSV or Excel, or made of records like one."""
    return _SHEET.search(document.media_type) is not None or any(
        block.kind is BlockKind.RECORD for block in document.blocks
    )


def _parts(document: Document) -> list[Part]:
    """Group blocks by page, or into stretches of about `PART_CHARS`."""
    parts: list[Part] = []
    current: list[Block] = []
    page: int | None = None
    size = 0
    for block, its_page in zip(document.blocks, _pages(document), strict=True):
        full = its_page != page if document.page_count else size >= PART_CHARS
        if full and current:
            parts.append(Part(page, tuple(current)))
            current, size = [], 0
        page = its_page
        current.append(block)
        size += block.span.end - block.span.start
    parts.append(Part(page, tuple(current)))
    return parts


def _pages(document: Document) -> Iterator[int | None]:
    """Yield the page that each block begins on; a block without one is on the page before it."""
    starts = [origin.span.start for origin in document.origins]
    page: int | None = None
    for block in document.blocks:
        index = max(bisect_right(starts, block.span.start) - 1, 0)
        for origin in document.origins[index : index + 2]:
            if origin.span.end > block.span.start and origin.locator.page is not None:
                page = origin.locator.page
                break
        yield page


def _sample(parts: Sequence[Part]) -> list[Part]:
    """Return the first parts, and others evenly spread over the rest."""
    if len(parts) <= MAX_PARTS:
        return list(parts)
    rest = len(parts) - FIRST_PARTS
    spread = MAX_PARTS - FIRST_PARTS
    chosen = [FIRST_PARTS + (2 * number + 1) * rest // (2 * spread) for number in range(spread)]
    return [*parts[:FIRST_PARTS], *(parts[index] for index in chosen)]


def _tally(markdown: str, part: Part) -> Counter[str]:
    """Count in one part all that the rates are made of."""
    counts: Counter[str] = Counter()
    texts: list[str] = []
    for block in part.blocks:
        text = markdown[block.span.start : min(block.span.end, block.span.start + PART_CHARS)]
        counts["chars"] += len(text)
        counts[f"{block.kind}_blocks"] += 1
        texts.append(text)
        if block.kind is BlockKind.TABLE:
            _tally_table(counts, text)
        elif block.kind is BlockKind.RECORD:
            _tally_record(counts, text)
        elif block.kind in _PROSE_KINDS:
            _tally_prose(counts, text, size=block.span.end - block.span.start)
    joined = "\n".join(texts)
    words = split_words(joined)
    counts["words"] = len(words)
    counts["digits"] = len(_DIGIT.findall(joined))
    return counts + count_groups(words)


def _tally_table(counts: Counter[str], text: str) -> None:
    for line in text.split("\n"):
        cells = [cell for cell in (part.strip() for part in line.strip().strip("|").split("|")) if cell]
        if all(set(cell) <= set("-:") for cell in cells):
            continue
        counts["table_chars"] += sum(map(len, cells))
        counts["cells"] += len(cells)
        counts["number_cells"] += sum(_NUMBER.fullmatch(cell) is not None for cell in cells)


def _tally_record(counts: Counter[str], text: str) -> None:
    fields = _FIELD.findall(text)
    counts["records"] += 1
    counts["values"] += len(fields)
    counts["value_chars"] += sum(len(value) for _, value in fields)
    counts["number_values"] += sum(_NUMBER.fullmatch(value.strip()) is not None for _, value in fields)
    counts["question_records"] += any(_QUESTION_MARK.search(value) for _, value in fields)
    asks = any(_QUESTION_HEADER.search(header) for header, _ in fields)
    answers = any(_ANSWER_HEADER.search(header) for header, _ in fields)
    counts["asking_records"] += asks and answers


def _tally_prose(counts: Counter[str], text: str, *, size: int) -> None:
    counts["paragraphs"] += 1
    counts["prose_chars"] += len(text)
    counts["paragraph_chars"] += size
    counts["long_chars"] += len(text) if size >= LONG_PARAGRAPH_CHARS else 0
    counts["question_paragraphs"] += text.rstrip().endswith(("?", "？"))


def _rates(total: Counter[str]) -> dict[str, float]:
    """Turn the counts of text into shares and rates per 1,000 words."""
    thousand = max(total["words"], 1) / 1000
    text_chars = max(total["table_chars"] + total["prose_chars"], 1)
    rates = {
        "table_share": total["table_chars"] / text_chars,
        "numeric_cells": total["number_cells"] / max(total["cells"], 1),
        "digit_share": total["digits"] / max(total["chars"], 1),
        "paragraph_chars": total["paragraph_chars"] / max(total["paragraphs"], 1),
        "long_paragraphs": total["long_chars"] / max(total["prose_chars"], 1),
        "question_share": total["question_paragraphs"] / max(total["paragraphs"], 1),
        "headings_per_1000": total["heading_blocks"] / thousand,
    }
    rates["binding_per_1000"] = (total["duty"] + total["legal"]) / thousand
    groups = ("duty", "legal", "conduct", "finance", "narrative", "address", "research", "domain")
    return rates | {f"{group}_per_1000": total[group] / thousand for group in groups}


def _record_rates(total: Counter[str]) -> dict[str, float]:
    """Turn the counts of records into shares; nothing for a document without records."""
    if not total["records"]:
        return {}
    return {
        "records": float(total["records"]),
        "qa_headers": total["asking_records"] / total["records"],
        "question_records": total["question_records"] / total["records"],
        "numeric_values": total["number_values"] / max(total["values"], 1),
        "value_chars": total["value_chars"] / max(total["values"], 1),
    }


def _clause_measures(document: Document, pages: float) -> dict[str, float]:
    """Count the numbered lines of the whole document, so that the number can be told as it is."""
    texts = sum(block.kind is not BlockKind.RECORD for block in document.blocks)
    count = sum(1 for block in document.blocks for _ in numbered_lines(document.markdown, block))
    return {
        "clause_count": float(count),
        "text_blocks": float(texts),
        "clauses_per_page": count / pages,
        "clause_share": min(count / max(texts, 1), 1.0),
    }


_PER_PART = {
    "table_share": ("table_chars", "chars"),
    "headings_per_1000": ("heading_blocks", "words"),
    "duty_per_1000": ("duty", "words"),
    "legal_per_1000": ("legal", "words"),
    "domain_per_1000": ("domain", "words"),
    "finance_per_1000": ("finance", "words"),
    "conduct_per_1000": ("conduct", "words"),
}
"""Features whose strongest page is told, with the counts that show it."""

_MIN_WORDS = 60
"""A page with fewer words is not named as the strongest: its rates are noise."""


def _strongest(parts: Sequence[Part], tallies: Sequence[Counter[str]]) -> dict[str, int]:
    """Return for each feature the sampled page where it is strongest."""
    where = {}
    for feature, (count, base) in _PER_PART.items():
        rates = [
            (tally[count] / max(tally[base], 1), part.page)
            for part, tally in zip(parts, tallies, strict=True)
            if tally["words"] >= _MIN_WORDS and part.page is not None
        ]
        best = max(rates, key=lambda rate: rate[0], default=(0.0, None))
        if best[0] > 0 and best[1] is not None:
            where[feature] = best[1]
    return where
