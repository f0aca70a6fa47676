"""CSV: one row is one record, and a cell stays the text that stands in the file.

The fields are cut by a rule of our own and not by the `csv` module, which drops stray quotes and
lets one of them swallow the rest of the file. On well-formed files both agree.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence

from chunking.errors import LimitError
from chunking.model import Document, Locator
from chunking.readers.builder import MarkdownBuilder
from chunking.readers.decode import WHERE, decode
from chunking.readers.records import Row, add_records, find_header, rows_in_words

MAX_ROWS = 1_000_000

_DELIMITERS = ",;\t|"
_SAMPLE_CHARS = 65_536
_CONSISTENT = 0.6
"""Share of rows with the usual number of columns from which on a delimiter is believed."""


def read(data: bytes, *, name: str, password: str | None = None) -> Document:
    """Read delimited text; encoding and delimiter are found, no cell is interpreted."""
    decoded = decode(data, page_end=" ")
    builder = MarkdownBuilder(notices=list(decoded.notices))
    delimiter = find_delimiter(decoded.text)
    rows = []
    for row in parse(decoded.text, delimiter):
        if row.number > MAX_ROWS:
            raise LimitError(
                f"{name} has more than {MAX_ROWS:,} rows, the most that are read; split the file."
            )
        if row.filled:
            rows.append(row)
    _tell_stray_quotes(builder, rows)
    if not unicodedata.is_normalized("NFC", decoded.text):
        message = "Letters with separate accents were joined (NFC); offsets and hashes are of that text."
        builder.notice("nfc-applied", message, WHERE)
    header = find_header(rows)
    builder.paragraph(
        [
            (("\n" * (index > 0)) + delimiter.join(row.cells).strip(f" {delimiter}"), Locator(row=row.number))
            for index, row in enumerate(rows[: header.preamble])
        ]
    )
    add_records(builder, rows, header)
    return builder.build(data, name=name, media_type="text/csv")


def find_delimiter(text: str) -> str:
    """Return the delimiter that gives the rows the same number of columns; a comma if none does.

    One that would tear quoted text apart goes behind those that do not.
    """
    sample = text[:_SAMPLE_CHARS]
    if len(text) > _SAMPLE_CHARS:
        sample = sample[: sample.rfind("\n") + 1] or sample
    best, best_rank = _DELIMITERS[0], (False, 0.0, 0)
    for delimiter in _DELIMITERS:
        sampled = [row for row in parse(sample, delimiter) if row.filled]
        counts = Counter(len(row.cells) for row in sampled)
        columns, rows = max(counts.items(), key=lambda item: (item[1], item[0]), default=(0, 0))
        share = rows / max(1, counts.total())
        rank = (
            not any(_is_torn(cell) for row in sampled for cell in row.cells),
            round(share, 1),
            columns,
        )
        if columns > 1 and share >= _CONSISTENT and rank > best_rank:
            best, best_rank = delimiter, rank
    return best


def parse(text: str, delimiter: str) -> Iterator[Row]:
    """Yield the rows, blank ones too, numbered as a spreadsheet would.

    A field is quoted only if its closing quote ends it; any other quote is a character.
    """
    blank = " " if delimiter == "\t" else " \t"
    end = rf"(?={re.escape(delimiter)}|\n|\Z)"
    field = re.compile(rf'[{blank}]*+"((?:[^"]|"")*+)"[{blank}]*+{end}|([^{re.escape(delimiter)}\n]*+)')
    cells: list[str] = []
    number, position = 1, 0
    while position < len(text):
        match = field.match(text, position)
        if match is None:  # the second branch matches anything, the empty text too
            raise AssertionError(position)
        quoted, plain = match.groups()
        cells.append(plain if quoted is None else quoted.replace('""', '"'))
        position = match.end() + 1
        if match.end() == len(text) or text[match.end()] == "\n":
            yield Row(number, tuple(cells))
            cells = []
            number += 1
    if text.endswith(delimiter) and cells:
        yield Row(number, (*cells, ""))


def _tell_stray_quotes(builder: MarkdownBuilder, rows: Sequence[Row]) -> None:
    """Name the rows where a quote opens and is never closed."""
    stray = [
        row.number
        for row in rows
        if any(cell.lstrip().startswith('"') and _is_torn(cell) for cell in row.cells)
    ]
    if stray:
        message = f"{rows_in_words(stray)} a quotation mark that is not closed; it was kept as it is."
        builder.notice("stray-quote", message, Locator(row=stray[0]).in_words())


def _is_torn(cell: str) -> bool:
    """Tell whether a quote in the cell has no partner."""
    return cell.count('"') % 2 == 1
