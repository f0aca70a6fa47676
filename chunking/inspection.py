"""What a result says in words: for the command line, and for machines."""

from collections.abc import Iterator
from statistics import median
from typing import Any

from chunking.errors import SettingsError
from chunking.model import Chunk, ChunkSet, Document, Profile
from chunking.pipeline import Result


def describe(result: Result) -> str:
    """Say what the file is, which strategy was chosen and why, and what came out."""
    return "\n".join(
        (*_document_lines(result), "", *_route_lines(result), "", *_chunk_lines(result.chunk_set))
    )


def explain(chunk_set: ChunkSet, index: int) -> str:
    """Say why one chunk starts and ends where it does; an index out of range is refused."""
    if not 0 <= index < len(chunk_set.chunks):
        last = len(chunk_set.chunks) - 1
        raise SettingsError(f"There is no chunk {index}: {chunk_set.document.name} has chunks 0 to {last}.")
    chunk = chunk_set.chunks[index]
    lines = [
        f"Chunk {chunk.index} ({chunk.role}), {chunk.id}",
        f"  characters {chunk.start:,} to {chunk.end:,}, {chunk.token_count:,} tokens{_pages(chunk)}",
        f"  starts: {chunk.decision.sentence()}",
        f"  ends:   {why_it_ends(chunk_set, chunk)}",
    ]
    if chunk.overlap:
        lines.append(f"  overlap: {chunk.overlap} characters are also in the chunk before")
    if chunk.context:
        lines.append(f"  repeats: {len(chunk.context)} span(s) before its own text")
    if chunk.parent_chunk_id is not None:
        lines.append(f"  part {chunk.part} of {chunk.parent_chunk_id}")
    if chunk.heading_path:
        lines.append(f"  under: {' › '.join(chunk.heading_path)}")
    return "\n".join(lines)


def why_it_ends(chunk_set: ChunkSet, chunk: Chunk) -> str:
    """Return the next leaf's reason to start, which is this chunk's reason to end."""
    following = next((leaf for leaf in chunk_set.leaves if leaf.start >= chunk.end), None)
    if chunk.next_chunk_id is not None:
        following = next(leaf for leaf in chunk_set.leaves if leaf.id == chunk.next_chunk_id)
    return "The document ends here." if following is None else following.decision.sentence()


def length_of(document: Document) -> str:
    """Return the document's length as its reader counts: pages, rows or paragraphs."""
    if document.page_count is not None:
        return _count(document.page_count, "page")
    rows = {(o.locator.sheet, o.locator.row) for o in document.origins if o.locator.row is not None}
    if rows:
        return _count(len(rows), "row")
    return _count(len(document.blocks), "paragraph")


def inspection_record(result: Result) -> dict[str, Any]:
    """Return what `describe` says as values."""
    chunk_set = result.chunk_set
    sizes = [leaf.token_count for leaf in chunk_set.leaves]
    return {
        "document": {
            "id": chunk_set.document.id,
            "name": chunk_set.document.name,
            "media_type": chunk_set.document.media_type,
            "sha256": chunk_set.document.sha256,
            "length": length_of(chunk_set.document),
            "metadata": dict(chunk_set.document.metadata),
        },
        "type": _type_record(result.profile),
        "route": {
            "strategy": chunk_set.route.strategy,
            "options": dict(chunk_set.route.options),
            "why": chunk_set.route.decision.sentence(),
            "passed_over": {p.strategy: p.decision.sentence() for p in chunk_set.route.passed_over},
        },
        "counts": {
            "leaves": len(sizes),
            "parents": len(chunk_set.chunks) - len(sizes),
            "tokens": {"min": min(sizes), "median": median(sizes), "max": max(sizes)},
        },
        "coverage": chunk_set.coverage.share,
        "notices": [[n.code, n.message, n.where] for n in chunk_set.document.notices],
        "removed": len(chunk_set.document.removed),
    }


def _type_record(profile: Profile) -> dict[str, Any]:
    return {
        "document_type": profile.document_type,
        "confidence": profile.confidence,
        "runner_up": profile.runner_up,
        "scores": dict(profile.scores),
        "factors": [
            {
                "name": factor.name,
                "weight": factor.weight,
                "score": factor.score(profile.document_type),
                "evidence": dict(factor.evidence),
            }
            for factor in profile.factors
        ],
    }


def _document_lines(result: Result) -> Iterator[str]:
    document, profile = result.chunk_set.document, result.profile
    yield f"{document.name}: {length_of(document)}, {len(document.markdown):,} characters of markdown"
    yield f"Type: {profile.document_type}, confidence {profile.confidence:.2f} (next: {profile.runner_up})"
    for factor in profile.factors:
        seen = "; ".join(f"{what}: {said}" for what, said in factor.evidence)
        yield f"  {factor.name} {factor.score(profile.document_type):.2f}, weight {factor.weight:g}: {seen}"


def _route_lines(result: Result) -> Iterator[str]:
    route = result.chunk_set.route
    settings = ", ".join(f"{key}={value}" for key, value in route.options.items())
    yield f"Strategy: {route.strategy} ({settings})"
    yield f"  {route.decision.sentence()}"
    for passed in route.passed_over:
        yield f"  not {passed.strategy}: {passed.decision.sentence()}"


def _chunk_lines(chunk_set: ChunkSet) -> Iterator[str]:
    sizes = [leaf.token_count for leaf in chunk_set.leaves]
    parents = len(chunk_set.chunks) - len(sizes)
    counts = f"{_count(len(sizes), 'chunk')}, {_count(parents, 'parent')}"
    yield f"{counts}; coverage {chunk_set.coverage.share:.0%}"
    yield f"  tokens: {min(sizes):,} to {max(sizes):,}, median {median(sizes):,.0f}"
    removed = len(chunk_set.document.removed)
    yield f"  left out: {_count(removed, 'text')}; {_count(len(chunk_set.document.notices), 'notice')}"
    for notice in chunk_set.document.notices:
        yield f"  {notice.where}: {notice.message}"


def _pages(chunk: Chunk) -> str:
    return "" if chunk.page_range is None else f", p. {chunk.page_range}"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
