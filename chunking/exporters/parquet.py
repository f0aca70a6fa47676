"""Parquet for data frames and vector stores: one chunk a row, typed columns."""

import io
from typing import Any

from chunking.exporters.base import Export, Exporter
from chunking.exporters.records import chunk_record, set_sha256, to_json


def export_parquet(export: Export) -> bytes:
    """Write typed columns; the decision's evidence and the metadata are JSON text."""
    # A second of import: only those who export to Parquet pay for it.
    import pyarrow
    import pyarrow.parquet

    rows = [_row(chunk_record(chunk)) for chunk in export.chunk_set.chunks]
    about = {"document_sha256": export.chunk_set.document.sha256, "set_sha256": set_sha256(export.chunk_set)}
    table = pyarrow.Table.from_pylist(rows, schema=_schema().with_metadata(about))
    buffer = io.BytesIO()
    pyarrow.parquet.write_table(
        table, buffer, version="2.6", compression="zstd", compression_level=3, data_page_version="1.0"
    )
    return buffer.getvalue()


def _row(record: dict[str, Any]) -> dict[str, Any]:
    decision = record.pop("decision")
    return {
        **record,
        "reason": decision["reason"],
        "evidence": to_json(decision["evidence"]),
        "metadata": to_json(record["metadata"]),
    }


def _schema() -> Any:
    import pyarrow as pa

    text, whole = pa.string(), pa.int64()
    span = pa.struct([("start", whole), ("end", whole)])
    columns = {
        "id": text,
        "uid": text,
        "index": whole,
        "role": text,
        "start": whole,
        "end": whole,
        "overlap": whole,
        "context": pa.list_(span),
        "text": text,
        "sha256": text,
        "token_count": whole,
        "page_range": text,
        "heading_path": pa.list_(text),
        "parent_chunk_id": text,
        "part": whole,
        "prev_chunk_id": text,
        "next_chunk_id": text,
        "reason": text,
        "evidence": text,
        "metadata": text,
    }
    return pa.schema(list(columns.items()))


PARQUET = Exporter("parquet", "Parquet", ".parquet", "application/vnd.apache.parquet", export_parquet)
