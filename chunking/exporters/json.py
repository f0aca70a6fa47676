"""JSON: the whole result as one object, or one chunk a line."""

import hashlib
from typing import Any

from pydantic import TypeAdapter

from chunking.exporters.base import Export, Exporter
from chunking.exporters.records import chunk_lines, joined, to_json
from chunking.model import ChunkSet, Profile, Route

SCHEMA = 1
"""Of the JSON export; it rises when a field changes its meaning."""

_PROFILE = TypeAdapter(Profile)
_ROUTE = TypeAdapter(Route)


def export_json(export: Export) -> bytes:
    """Write one object, a field or a chunk to a line so that two exports can be compared by eye."""
    chunk_set = export.chunk_set
    lines = chunk_lines(chunk_set)
    fields = {
        "schema": SCHEMA,
        "document": document_record(export),
        "profile": _PROFILE.dump_python(export.profile, mode="json"),
        "route": _ROUTE.dump_python(chunk_set.route, mode="json"),
        "recipe": {"fingerprint": chunk_set.fingerprint, **export.recipe.model_dump(mode="json")},
        "coverage": coverage_record(chunk_set),
        "set_sha256": hashlib.sha256(joined(lines)).hexdigest(),
    }
    head = "".join(f'"{name}":{to_json(value)},\n' for name, value in fields.items())
    return ("{" + head + '"chunks":[\n' + ",\n".join(lines) + "\n]}\n").encode()


def export_jsonl(export: Export) -> bytes:
    """Write one chunk a line, all fields."""
    return joined(chunk_lines(export.chunk_set))


def document_record(export: Export) -> dict[str, Any]:
    """Return what is said of the document; its metadata is what every chunk inherits."""
    document = export.chunk_set.document
    inherited = next((chunk.metadata for chunk in export.chunk_set.chunks), document.metadata)
    return {
        "id": export.recipe.document_id or document.id,
        "name": document.name,
        "media_type": document.media_type,
        "sha256": document.sha256,
        "page_count": document.page_count,
        "metadata": dict(inherited),
        "notices": [
            {"code": notice.code, "message": notice.message, "where": notice.where}
            for notice in document.notices
        ],
        "removed": [
            {"reason": removed.reason, "text": removed.text, "where": removed.where}
            for removed in document.removed
        ],
        "markdown": document.markdown,
    }


def coverage_record(chunk_set: ChunkSet) -> dict[str, Any]:
    """Return how many of the non-blank characters lie in chunks."""
    coverage = chunk_set.coverage
    return {"covered": coverage.covered, "total": coverage.total, "share": coverage.share}


JSON = Exporter("json", "JSON", ".json", "application/json", export_json)
JSONL = Exporter("jsonl", "JSON Lines", ".jsonl", "application/x-ndjson", export_jsonl)
