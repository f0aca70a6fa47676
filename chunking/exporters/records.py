"""Chunks as plain values and as canonical lines, which every format and the set's hash are made from."""

import hashlib
import json
import re
from typing import Any

from chunking.decisions import Decision
from chunking.model import Chunk, ChunkSet

_ESCAPED = re.compile("[\x85\u2028\u2029\ud800-\udfff]")
"""What JSON allows inside a string though readers of lines break there, or no encoding can hold it."""


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
    """Return a value as one line of JSON that every encoding of Unicode can hold."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return _ESCAPED.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def chunk_lines(chunk_set: ChunkSet) -> list[str]:
    """Return one line of JSON a chunk, in document order."""
    return [to_json(chunk_record(chunk)) for chunk in chunk_set.chunks]


def set_sha256(chunk_set: ChunkSet) -> str:
    """Hash all chunks: the SHA-256 of the JSON Lines export."""
    return hashlib.sha256(joined(chunk_lines(chunk_set))).hexdigest()


def joined(lines: list[str]) -> bytes:
    """End each line with a line feed."""
    return "".join(f"{line}\n" for line in lines).encode()
