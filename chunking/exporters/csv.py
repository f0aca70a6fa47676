"""CSV for spreadsheets: one chunk a row; no cell that a spreadsheet would run."""

import csv
import io
import re
from collections.abc import Sequence

from chunking.exporters.base import Export, Exporter
from chunking.exporters.records import chunk_record, to_json
from chunking.model import METADATA_FIELDS, Chunk

HEADING_JOINER = " > "

_FORMULA = re.compile(r"[=+\-@\t\r]")
_NUMBER = re.compile(r"[+-][\d.,]+%?")


def export_csv(export: Export) -> bytes:
    """Write a header row and one row a chunk; lists are JSON text, headings are joined by " > "."""
    chunks = export.chunk_set.chunks
    extra = sorted({name for chunk in chunks for name in chunk.metadata} - set(METADATA_FIELDS))
    names = (*METADATA_FIELDS, *extra)
    table = io.StringIO(newline="")
    writer = csv.writer(table, lineterminator="\r\n")
    titles = [*METADATA_FIELDS, *(f"metadata.{name}" for name in extra)]
    writer.writerow([*_FIELDS, "reason", "because", "evidence", *titles])
    writer.writerows(_row(chunk, names) for chunk in chunks)
    # A file's name may hold half a surrogate pair, which UTF-8 cannot.
    return table.getvalue().encode("utf-8", "backslashreplace")


_FIELDS = (
    *("id", "uid", "index", "role", "start", "end", "overlap", "context", "text", "sha256", "token_count"),
    *("page_range", "heading_path", "parent_chunk_id", "part", "prev_chunk_id", "next_chunk_id"),
)


def _row(chunk: Chunk, names: Sequence[str]) -> list[str]:
    record = chunk_record(chunk)
    record |= {"context": to_json(record["context"]), "heading_path": HEADING_JOINER.join(chunk.heading_path)}
    decision = chunk.decision
    cells = [
        *(record[field] for field in _FIELDS),
        decision.reason,
        decision.sentence(),
        to_json(dict(decision.evidence)),
        *(chunk.metadata.get(name) for name in names),
    ]
    return ["" if cell is None else safe_cell(str(cell)) for cell in cells]


def safe_cell(text: str) -> str:
    """Put an apostrophe before what a spreadsheet would take for a formula; a plain number stays."""
    return f"'{text}" if _FORMULA.match(text) and not _NUMBER.fullmatch(text) else text


CSV = Exporter("csv", "CSV", ".csv", "text/csv", export_csv)
