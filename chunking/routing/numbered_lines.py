"""Lines that begin with a clause's number: 1.2.3, Article 4, § 5, Disclosure 2-1.

A quick look at each line by itself, to tell a document's type by their density. Which of them begin
a clause is decided by the clauses strategy, which also looks at the numbers before and after.
"""

import re
from collections.abc import Iterator

from chunking.model import Block, BlockKind

_CAPITAL = r"[\"“„«(\[*_]*[^\W\d_a-zß-öø-ÿ]"
"""How a clause's text begins: a capital or a letter without case, after quotes or brackets."""

_WORDS = (
    r"(?:article|section|sec\.|clause|rule|regulation|disclosure|requirement|schedule|annex|artikel"
    r"|art\.|artículo|articolo|chapter)\s+(?:[a-z]{1,4}[- ]?)?(?:\d|[ivxlc]+\b)"
)
_CLAUSE = re.compile(
    rf"(?:(?i:{_WORDS})|§+\s*\d|[A-Z]{{0,4}}[-.]?\d{{1,3}}(?:[.-]\d{{1,3}}){{1,4}}[.):]?\s+{_CAPITAL}"
    rf"|\d{{1,4}}[A-Z]{{0,2}}[.)]\s*[—–-]?\s*{_CAPITAL})"
)
_CODE = re.compile(r"(?:[A-Z]{1,4}[-.]?\d{1,3}(?:[.-]\d{1,3})+|\d{1,3}(?:[.-]\d{1,3}){2,4})\.?")
_DECIMAL = re.compile(r"\d{1,3}[.-]\d{1,3}\.?")
_SENTENCE_CHARS = 40
_MARKS = "#*_->\\ \t"
_CONTENTS = re.compile(r"(?:\.{3,}|\. \. |…|\t|\s{2,})\s*\d{1,4}\s*$")
_CLAUSE_KINDS = (BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.QUOTE)


def is_numbered(line: str) -> bool:
    """Tell whether a line opens a numbered clause; lines of a table of contents do not."""
    line = line.lstrip(_MARKS)[:400]
    return _CLAUSE.match(line) is not None and _CONTENTS.search(line) is None


def numbered_lines(markdown: str, block: Block) -> Iterator[int]:
    """Yield where numbered lines begin in a block: in a table, rows that begin with a code."""
    position = block.span.start
    in_table = block.kind is BlockKind.TABLE
    if not in_table and block.kind not in _CLAUSE_KINDS:
        return
    while position < block.span.end:
        end = markdown.find("\n", position, block.span.end)
        end = block.span.end if end < 0 else end
        line = markdown[position : min(end, position + 400)]
        if _is_code_row(line) if in_table else is_numbered(line):
            yield position
        position = end + 1


def _is_code_row(row: str) -> bool:
    """Tell whether a table row is numbered like a clause: a code, or a plain number beside a sentence."""
    first, _, rest = row.strip().strip("|").partition("|")
    number = first.strip().strip("*")
    return _CODE.fullmatch(number) is not None or (
        _DECIMAL.fullmatch(number) is not None and len(rest.split("|")[0].strip()) >= _SENTENCE_CHARS
    )
