"""What the browser gets: the document once, and the chunks over it as integers, in UTF-16 offsets."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from chunking.decisions import Decision
from chunking.model import Chunk, ChunkSet, Document, Neighbour, Role, Span, trim
from pages._viewer.blocks import display_blocks
from pages._viewer.offsets import Utf16, utf16_length
from pages._viewer.tables import row_cells

Payload = dict[str, Any]

METERS = (
    ("similarity", "threshold"),
    ("depth", "threshold"),
    ("gain", "threshold"),
    ("size", "limit"),
    ("tokens", "limit"),
    ("tokens", "target"),
)
"""Evidence that is shown as a bar: a value beside its limit, the first pair that is there."""


def document_payload(document: Document) -> Payload:
    """Return the document as blocks of safe HTML with their places; computed once per document."""
    blocks = display_blocks(document)
    return {
        "document": _document_key(document),
        "source": document.markdown,
        "html": [block.html for block in blocks],
        "starts": [block.start for block in blocks],
        "ends": [block.end for block in blocks],
        "runs": [block.runs for block in blocks],
        "length": utf16_length(document.markdown),
    }


def overlay_payload(chunk_set: ChunkSet, neighbours: Sequence[Neighbour] | None = None) -> Payload:
    """Return the chunks as arrays over the leaves, with reasons, parents and merges.

    Its `version` changes exactly when something drawn changes.
    """
    markdown = chunk_set.document.markdown
    utf16 = Utf16(markdown)
    leaves = chunk_set.leaves
    reasons = _Reasons()
    overlay = {
        "starts": [utf16.of(leaf.start) for leaf in leaves],
        "ends": [utf16.of(leaf.end) for leaf in leaves],
        "cores": [utf16.of(_core(markdown, leaf)) for leaf in leaves],
        "numbers": [leaf.index for leaf in leaves],
        "tokens": [leaf.token_count for leaf in leaves],
        "sizes": [len(leaf.text) for leaf in leaves],
        "overlaps": [leaf.overlap for leaf in leaves],
        "parts": [leaf.part or 0 for leaf in leaves],
        "why": [reasons.add(leaf.decision) for leaf in leaves],
        "parents": [_parent(chunk, utf16) for chunk in chunk_set.chunks if chunk.role is Role.PARENT]
        or list(_sections(leaves, utf16)),
        "joins": [*_joins(chunk_set.trace.merged, "merged", utf16), *_suggestions(neighbours or (), utf16)],
        "contexts": list(_contexts(markdown, leaves)),
        "reasons": reasons.entries,
    }
    key = _document_key(chunk_set.document)
    return {"version": _digest(key, repr(overlay)), "document": key, **overlay}


def _document_key(document: Document) -> str:
    return _digest(document.media_type, document.markdown)


def _core(markdown: str, leaf: Chunk) -> int:
    """Return where the first visible character that only this leaf and later ones hold stands."""
    return trim(markdown, leaf.start + leaf.overlap, leaf.end)[0]


class _Reasons:
    """Each sentence once; a decision becomes its number."""

    def __init__(self) -> None:
        self.entries: list[Payload] = []
        self._numbers: dict[tuple[str, str], int] = {}

    def add(self, decision: Decision) -> int:
        sentence = decision.sentence()
        number = self._numbers.setdefault((decision.kind, sentence), len(self.entries))
        if number == len(self.entries):
            self.entries.append(
                {"kind": decision.kind, "sentence": sentence, "meter": _meter(decision.evidence)}
            )
        return number


def _meter(evidence: Mapping[str, int | float | str]) -> list[float] | None:
    for value, limit in METERS:
        if value in evidence and limit in evidence:
            return [float(evidence[value]), float(evidence[limit])]
    return None


def _parent(chunk: Chunk, utf16: Utf16) -> Payload:
    number = chunk.decision.evidence.get("number")
    title = f"Clause {number}" if number else chunk.heading_path[-1] if chunk.heading_path else "Whole"
    return {
        "start": utf16.of(chunk.start),
        "end": utf16.of(chunk.end),
        "label": f"{title} · parent {chunk.index}",
        "number": chunk.index,
    }


def _sections(leaves: Sequence[Chunk], utf16: Utf16) -> Iterable[Payload]:
    """Yield a bracket for each run of leaves under the same outer heading."""
    start = 0
    for at in range(1, len(leaves) + 1):
        path = leaves[start].heading_path[:1]
        if at < len(leaves) and leaves[at].heading_path[:1] == path:
            continue
        if path:
            first, last = leaves[start], leaves[at - 1]
            yield {
                "start": utf16.of(first.start + first.overlap),
                "end": utf16.of(last.end),
                "label": path[0],
                "number": None,
            }
        start = at


def _joins(neighbours: Iterable[Neighbour], state: str, utf16: Utf16) -> Iterable[Payload]:
    for neighbour in neighbours:
        yield {
            "position": utf16.of(neighbour.position),
            "state": state,
            "label": _label(neighbour, state),
            "sentence": neighbour.decision.sentence(),
        }


def _suggestions(neighbours: Iterable[Neighbour], utf16: Utf16) -> Iterable[Payload]:
    """Yield the pairs that would be merged, and those just missed."""
    for reason, state in (("merge", "merge"), ("near-miss", "miss")):
        yield from _joins((n for n in neighbours if n.decision.reason == reason), state, utf16)


def _label(neighbour: Neighbour, state: str) -> str:
    threshold = neighbour.decision.evidence.get("threshold")
    if state == "miss" and threshold is not None:
        return f"{neighbour.similarity:.2f} < {float(threshold):.2f}"
    return f"{neighbour.similarity:.2f}"


def _contexts(markdown: str, leaves: Sequence[Chunk]) -> Iterable[Payload]:
    """Yield what leaves repeat: a table's header as cells, anything else as a line of text."""
    for at, leaf in enumerate(leaves):
        lines = "".join(span.of(markdown) for span in leaf.context).strip().splitlines()
        if lines:
            is_row = lines[0].startswith("|")
            yield {"leaf": at, "cells": _cells(lines[0]) if is_row else None, "text": " ".join(lines)}


def _cells(line: str) -> list[str]:
    cells = row_cells(line, Span(0, len(line)))
    return ["".join(span.of(line) for span in cell).replace("**", "") for cell in cells]


def _digest(*texts: str) -> str:
    digest = hashlib.sha256()
    for text in texts:
        digest.update(text.encode("utf-8", "replace") + b"\0")
    return digest.hexdigest()[:16]
