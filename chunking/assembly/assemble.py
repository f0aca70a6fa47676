"""Cuts -> ChunkSet: the one place that writes text, ids, hashes, overlap, links, parents and pages."""

import hashlib
import re
import uuid
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from chunking.assembly.places import HeadingPaths, page_range
from chunking.decisions import Decision
from chunking.errors import CoverageError
from chunking.model import (
    BLANK,
    METADATA_FIELDS,
    Chunk,
    ChunkSet,
    Coverage,
    Cut,
    Document,
    Neighbour,
    Notice,
    Parent,
    Role,
    Route,
    Span,
    Trace,
    is_blank,
    trim,
)
from chunking.prepare.prepared import Prepared

_NAMESPACE = uuid.UUID("6f1d6c1e-6b0e-5b57-9d0e-9c2f5a1f7c31")
"""Of this product's UUIDv5 names; it must never change."""

_BLANKS = re.compile(BLANK.pattern.replace("*", "+"))


@dataclass(frozen=True, slots=True)
class Identity:
    """What the ids and the inherited metadata are made from."""

    route: Route
    fingerprint: str
    document_id: str
    metadata: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _Piece:
    """A leaf before it is a chunk: its span, and the cut that began it."""

    cut: Cut
    start: int
    end: int
    overlap: int


@dataclass(frozen=True, slots=True)
class _Slot:
    """A chunk-to-be at its index: a leaf with its piece, or a parent without."""

    span: Span
    decision: Decision
    piece: _Piece | None
    parent_index: int | None = None
    part: int | None = None

    @property
    def core(self) -> Span:
        """Return the span less its overlap."""
        return Span(self.span.start + (self.piece.overlap if self.piece else 0), self.span.end)


def assemble(
    prepared: Prepared, cuts: Sequence[Cut], identity: Identity, *, merged: tuple[Neighbour, ...] = ()
) -> ChunkSet:
    """Make the chunks and check the laws: coverage, order, progress, exact text."""
    pieces = _pieces(prepared.markdown, cuts)
    chunks = tuple(_chunks(prepared, _slots(prepared.markdown, pieces), identity))
    coverage = _coverage(prepared.document, pieces)
    _check_order(pieces)
    trace = Trace(tuple(piece.cut for piece in pieces), merged)
    document = replace(prepared.document, notices=(*prepared.document.notices, *_notices(chunks)))
    return ChunkSet(document, identity.route, identity.fingerprint, chunks, coverage, trace)


def _pieces(markdown: str, cuts: Sequence[Cut]) -> list[_Piece]:
    """Trim each stretch between two cuts and lay its overlap before it; blank stretches vanish."""
    pieces: list[_Piece] = []
    for number, cut in enumerate(cuts):
        stop = cuts[number + 1].position if number + 1 < len(cuts) else len(markdown)
        start, end = trim(markdown, cut.position if pieces else 0, stop)
        if start == end:
            continue
        cut = replace(cut, position=start)
        overlap = 0
        if pieces and cut.overlap_from is not None:
            begin, _ = trim(markdown, cut.overlap_from, start)
            if pieces[-1].start < begin < pieces[-1].end:
                start, overlap = begin, pieces[-1].end - begin
            else:
                cut = replace(cut, overlap_from=None)
        pieces.append(_Piece(cut, start, end, overlap))
    return pieces


def _slots(markdown: str, pieces: Sequence[_Piece]) -> list[_Slot]:
    """Lay leaves and parents out in document order, a parent before its first child."""
    slots: list[_Slot] = []
    parent_indexes: dict[Parent, int] = {}
    parts: Counter[Parent] = Counter()
    for piece in pieces:
        parent = piece.cut.parent
        span = Span(piece.start, piece.end)
        if parent is None:
            slots.append(_Slot(span, piece.cut.decision, piece))
            continue
        if parent not in parent_indexes:
            parent_indexes[parent] = len(slots)
            whole = Span(*trim(markdown, parent.span.start, parent.span.end))
            slots.append(_Slot(whole, parent.decision, None))
        parts[parent] += 1
        slots.append(_Slot(span, piece.cut.decision, piece, parent_indexes[parent], parts[parent]))
    return slots


def _chunks(prepared: Prepared, slots: Sequence[_Slot], identity: Identity) -> Iterator[Chunk]:
    """Give every slot its text, hash, ids and links; links join leaves and skip parents."""
    paths = HeadingPaths.of(prepared.document)
    metadata = _inherited(prepared.document, identity.metadata)
    ids = [f"{identity.document_id}_chunk_{index:04d}" for index in range(len(slots))]
    leaves = [index for index, slot in enumerate(slots) if slot.piece is not None]
    before = {right: left for left, right in pairwise(leaves)}
    after = dict(pairwise(leaves))
    occurrences: Counter[str] = Counter()
    for index, slot in enumerate(slots):
        context = slot.piece.cut.context if slot.piece is not None else ()
        text = "".join(part.of(prepared.markdown) for part in (*context, slot.span))
        digest = hashlib.sha256(text.encode()).hexdigest()
        yield Chunk(
            id=ids[index],
            uid=_uid(identity, digest, occurrences[digest]),
            index=index,
            role=Role.PARENT if slot.piece is None else Role.LEAF,
            start=slot.span.start,
            end=slot.span.end,
            overlap=slot.core.start - slot.span.start,
            context=context,
            text=text,
            sha256=digest,
            token_count=_token_count(prepared, slot.span, context, text),
            page_range=page_range(prepared.document, slot.span),
            heading_path=paths.shared(slot.core),
            parent_chunk_id=None if slot.parent_index is None else ids[slot.parent_index],
            part=slot.part,
            prev_chunk_id=ids[before[index]] if index in before else None,
            next_chunk_id=ids[after[index]] if index in after else None,
            decision=slot.decision,
            metadata=metadata,
        )
        occurrences[digest] += 1


def _token_count(prepared: Prepared, span: Span, context: Sequence[Span], text: str) -> int:
    if context:
        return prepared.tokens.count_text(text)
    return prepared.token_count(span.start, span.end)


def _uid(identity: Identity, digest: str, occurrence: int) -> str:
    """Return a vector-point id: it survives edits elsewhere, and equal texts are told apart."""
    name = "\n".join((identity.document_id, identity.fingerprint, digest, str(occurrence)))
    return str(uuid.uuid5(_NAMESPACE, name))


def _notices(chunks: Sequence[Chunk]) -> Iterator[Notice]:
    """Name the units that fit no chunk: the first place, and how often it happened."""
    for reason in ("inside-unit", "oversize-unit"):
        cut = [chunk for chunk in chunks if chunk.decision.reason == reason]
        if cut:
            often = f" This happens {len(cut):,} times." if len(cut) > 1 else ""
            where = f"chunk {cut[0].index}" + (f", page {cut[0].page_range}" if cut[0].page_range else "")
            yield Notice(reason, cut[0].decision.sentence() + often, where)


def _inherited(document: Document, given: Mapping[str, str]) -> Mapping[str, str]:
    """Return the document's metadata under what was given, in the order of the exports."""
    known = {**document.metadata, **given}
    known.setdefault("source_path", document.name)
    ordered = [field for field in METADATA_FIELDS if field in known]
    return {field: known[field] for field in (*ordered, *sorted(set(known) - set(ordered)))}


def _coverage(document: Document, pieces: Sequence[_Piece]) -> Coverage:
    """Count non-blank characters in cores; one that is missed is a fault of the program."""
    text = document.markdown
    position = 0
    for piece in pieces:
        core = piece.start + piece.overlap
        if not is_blank(text[position:core]):
            raise CoverageError(f"{document.name}: characters {position} to {core} are in no chunk.")
        position = piece.end
    if not is_blank(text[position:]):
        raise CoverageError(f"{document.name}: characters from {position} on are in no chunk.")
    total = len(_BLANKS.sub("", text))
    return Coverage(total, total)


def _check_order(pieces: Sequence[_Piece]) -> None:
    """Refuse cores that overlap, and starts or ends that do not rise."""
    for before, piece in pairwise(pieces):
        core = piece.start + piece.overlap
        if not (before.start < piece.start and before.end <= core < piece.end):
            raise CoverageError(f"The chunk at {piece.start} does not follow the one at {before.start}.")
