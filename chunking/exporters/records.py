"""Chunks as plain values and as canonical lines, which every format and the set's hash are made from."""

import hashlib
import json
from typing import Any

from chunking.decisions import Decision
from chunking.model import Chunk, ChunkSet

_LINE_ENDS = {mark: f"\\u{ord(mark):04x}" for mark in "\x85\u2028\u2029"}
"""Line ends that JSON allows inside a string, and at which some readers of lines would break it."""


def chunk_record(chunk: Chunk) -> dict[str, Any]:
    """Return a chunk as plain values, by the names and in the order of the model."""
    return {
        "id": chunk.id,
        "uid": chunk.uid,
        "index": chunk.index,
        "role": chunk.role.value,
        "start": chunk.start,
        "end": chunk.end,
        "overlap": chunk.overlap,
        "context": [{"start": span.start, "end": span.end} for span in chunk.context],
        "text": chunk.text,
        "sha256": chunk.sha256,
        "token_count": chunk.token_count,
        "page_range": chunk.page_range,
        "heading_path": list(chunk.heading_path),
        "parent_chunk_id": chunk.parent_chunk_id,
        "part": chunk.part,
        "prev_chunk_id": chunk.prev_chunk_id,
        "next_chunk_id": chunk.next_chunk_id,
        "decision": decision_record(chunk.decision),
        "metadata": dict(chunk.metadata),
    }


def decision_record(decision: Decision) -> dict[str, Any]:
    """Return a decision as its code and numbers; the words may be improved, these stay."""
    return {"reason": decision.reason, "evidence": dict(decision.evidence)}


def to_json(value: Any) -> str:
    """Return a value as one line of JSON."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for mark, escaped in _LINE_ENDS.items():
        text = text.replace(mark, escaped)
    return text


def to_bytes(text: str) -> bytes:
    """Encode as UTF-8; half a surrogate pair, as a file's name may hold, becomes its JSON escape."""
    return text.encode("utf-8", "backslashreplace")


def chunk_lines(chunk_set: ChunkSet) -> list[str]:
    """Return one line of JSON a chunk, in document order."""
    return [to_json(chunk_record(chunk)) for chunk in chunk_set.chunks]


def set_sha256(chunk_set: ChunkSet) -> str:
    """Hash all chunks: the SHA-256 of the JSON Lines export."""
    return hashlib.sha256(to_bytes(joined(chunk_lines(chunk_set)))).hexdigest()


def joined(lines: list[str]) -> str:
    """End each line with a line feed."""
    return "".join(f"{line}\n" for line in lines)
