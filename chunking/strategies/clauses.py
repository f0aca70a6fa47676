"""One clause with its items is one chunk; a long one is cut at its inner parts, under a parent."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from pydantic import Field

from chunking.decisions import Decision, Evidence, decide
from chunking.model import Block, BlockKind, Cut, Parent, Span, is_blank, last_visible, trim
from chunking.prepare.prepared import Prepared
from chunking.recipe import Options
from chunking.strategies.atoms import Atom, atoms_of
from chunking.strategies.base import Limit, Strategy
from chunking.strategies.fit import size_of
from chunking.strategies.numbered_lines import is_contents_line
from chunking.strategies.numbering import ClauseStart, clause_starts
from chunking.strategies.parts import COSTS, part_starts, plain_cost

IMPLICIT_THRESHOLD = 0.35
"""Paragraphs without numbers that are less alike than this are clauses of their own.

Measured on seven numbered documents with their numbers hidden: a third of the clause boundaries lie
below it, and a quarter of the paragraphs that belong together. Similarity helps where numbers are
missing; it does not replace them.
"""

_SHORT_CHARS = 60
"""A shorter paragraph is a title or a remark: too little text to tell its topic."""

_SHORT_SHARE = 8
"""A logical part below an eighth of the limit does not stand alone."""

_PART_WORDS = re.compile(
    r"[#*_>\s]*(?P<name>(?:(?:reporting|compilation|disclosure|general|additional)\s+)?"
    r"(?:requirements?|recommendations?|guidance|guidelines|examples?|background|rationale|commentary|"
    r"explanatory notes?|notes?)"
    r"(?:\s+to\s+[\w.-]*\d[\w-]*|\b(?=[\s*_#]*(?:\d|$|[.:–—-]))))",
    re.IGNORECASE | re.MULTILINE,
)
"""How the logical parts of a clause begin, after the requirement itself."""

_ANCHOR = re.compile(r"</?a(?:\s[^<>]*)?>")
"""A place to jump to in HTML; it shows nothing."""

_PARAGRAPHS = (BlockKind.PARAGRAPH, BlockKind.QUOTE)

_ITEM_NAMES = {
    "item": "the next item",
    "subitem": "the next item",
    "whole": "the next table or code",
    "block": "the next paragraph",
    "line": "the next line",
    "sentence": "a sentence",
    "word": "a word",
}


class ClausesOptions(Options):
    """Settings of the clauses."""

    max_chars: int = Field(
        1000,
        ge=1,
        le=1_000_000,
        title="Max. characters",
        description="A longer clause is cut under a parent.",
    )
    implicit_boundaries: bool = Field(
        True,
        title="Implicit boundaries",
        description="Cut text without numbers where the similarity of its paragraphs drops.",
    )


@dataclass(frozen=True, slots=True)
class _Opening:
    """Where a clause, or a heading without a number, begins."""

    position: int
    decision: Decision
    level: int
    """The heading's level; 0 for a clause that begins in running text, or text before all others."""
    start: ClauseStart | None


@dataclass(frozen=True, slots=True)
class _Whole:
    """What is too long, and the limit."""

    number: str
    size: int
    limit: int


@dataclass(frozen=True, slots=True)
class _Unit:
    """A clause with the titles above it, or a stretch without numbers."""

    span: Span
    name: str
    """The clause's number, or the heading's words; empty for neither."""
    is_numbered: bool
    decision: Decision


def cut(prepared: Prepared, options: ClausesOptions) -> tuple[Cut, ...]:
    """Make a chunk of every clause; cut long ones under a parent, and unnumbered runs by similarity."""
    cuts: list[Cut] = []
    for unit in _units(prepared):
        implicit = options.implicit_boundaries and prepared.sums is not None and not unit.is_numbered
        for piece in _implicit_pieces(prepared, unit) if implicit else [unit]:
            cuts += _piece_cuts(prepared, piece, options)
    return tuple(cuts)


def _limit(options: ClausesOptions) -> Limit:
    return Limit(options.max_chars, "characters")


def _units(prepared: Prepared) -> Iterator[_Unit]:
    """Yield clauses and unnumbered stretches; an opening that only titles others goes with the first."""
    openings = _openings(prepared)
    stops = [*(opening.position for opening in openings[1:]), len(prepared.markdown)]
    begin: int | None = None
    for number, (opening, stop) in enumerate(zip(openings, stops, strict=True)):
        begin = opening.position if begin is None else begin
        following = openings[number + 1] if number + 1 < len(openings) else None
        if following is not None and _only_titles(prepared, opening, following):
            continue
        yield _Unit(Span(begin, stop), _name(opening), opening.start is not None, opening.decision)
        begin = None


def _name(opening: _Opening) -> str:
    """Return what the parts of a long unit call it."""
    heading = opening.decision.evidence.get("heading")
    if heading:
        return f"“{heading}”"
    return opening.start.number if opening.start else ""


def _openings(prepared: Prepared) -> list[_Opening]:
    """Return the document's start, every clause, and every heading that no clause holds, in order."""
    starts = clause_starts(prepared.document)
    numbered = {start.block for start in starts}
    headings = [
        block
        for index, block in enumerate(prepared.document.blocks)
        if block.kind is BlockKind.HEADING and index not in numbered
    ]
    openings = [_Opening(0, decide("document-start"), 0, None)]
    founds: list[ClauseStart | Block] = [*starts, *headings]
    for found in sorted(founds, key=_position):
        if isinstance(found, ClauseStart):
            level = prepared.document.blocks[found.block].level
            openings.append(_Opening(found.position, _why_clause(prepared, found), level, found))
        elif not _is_inside(prepared, found, openings[-1]):
            heading = _words(found.span.of(prepared.markdown))
            openings.append(_Opening(found.span.start, decide("heading", heading=heading), found.level, None))
    first_is_empty = len(openings) > 1 and is_blank(prepared.markdown[: openings[1].position])
    return openings[1:] if first_is_empty else openings


def _why_clause(prepared: Prepared, start: ClauseStart) -> Decision:
    """Say that a clause begins; what holds clauses, as "Annex B", is a heading."""
    if not start.is_container:
        return decide("clause", number=start.number)
    line_end = prepared.markdown.find("\n", start.position)
    line = prepared.markdown[start.position : line_end if line_end > 0 else None]
    return decide("heading", heading=_words(line))


def _position(found: ClauseStart | Block) -> int:
    return found.position if isinstance(found, ClauseStart) else found.span.start


def _is_inside(prepared: Prepared, heading: Block, opening: _Opening) -> bool:
    """Tell whether a heading without a number belongs to the clause before it."""
    text = heading.span.of(prepared.markdown)
    if is_contents_line(text):
        return True
    if opening.start is None or opening.start.is_container:
        return False
    is_deeper = prepared.document.blocks[opening.start.block].kind is BlockKind.HEADING
    return (is_deeper and heading.level > opening.level) or _PART_WORDS.match(text) is not None


def _words(heading: str) -> str:
    """Return a heading's words without its marks, shortened for a sentence."""
    text = " ".join(_ANCHOR.sub("", heading).strip("#=- \n").split())
    return text if len(text) <= 60 else text[:59] + "…"


def _only_titles(prepared: Prepared, opening: _Opening, following: _Opening) -> bool:
    """Tell whether there is nothing but titles up to the next opening, so that it is the first below."""
    blocks = prepared.document.blocks
    first = prepared.document.block_index(opening.position)
    last = bisect_left(blocks, following.position, key=lambda block: block.span.start)
    within = [block for block in blocks[first:last] if block.span.end > opening.position]
    if all(block.kind is BlockKind.HEADING or _is_unseen(prepared, block) for block in within):
        return True
    start, below = opening.start, following.start
    text = prepared.markdown[opening.position : following.position].strip()
    if start is None or not start.is_title or "\n" in text:
        return False
    is_below = below is not None and below.system == start.system and _lies_under(below.path, start.path)
    return start.is_container or is_below


def _lies_under(path: tuple[int, ...], above: tuple[int, ...]) -> bool:
    return len(path) > len(above) and path[: len(above)] == above


def _is_unseen(prepared: Prepared, block: Block) -> bool:
    """Tell whether a block shows nothing, as an anchor before a heading."""
    size = block.span.end - block.span.start
    return size <= 200 and is_blank(_ANCHOR.sub("", block.span.of(prepared.markdown)))


def _implicit_pieces(prepared: Prepared, unit: _Unit) -> Iterator[_Unit]:
    """Part a stretch without numbers before each paragraph that is unlike the one before."""
    paragraphs = _paragraphs(prepared, unit.span)
    begin = unit
    for before, paragraph in pairwise(paragraphs):
        similarity = prepared.similarity(before, paragraph) / 1_000_000
        if similarity >= IMPLICIT_THRESHOLD:
            continue
        decision = decide("implicit-boundary", similarity=similarity, threshold=IMPLICIT_THRESHOLD)
        yield replace(begin, span=Span(begin.span.start, paragraph.start))
        begin = _Unit(Span(paragraph.start, unit.span.end), "", False, decision)
    yield begin


def _paragraphs(prepared: Prepared, span: Span) -> list[Span]:
    """Return the paragraphs of a stretch; headings, short lines and lead-ins go with what follows."""
    blocks = prepared.document.blocks
    text = prepared.markdown
    starts = [span.start]
    for index in range(prepared.document.block_index(span.start), len(blocks)):
        block = blocks[index]
        if block.span.start >= span.end:
            break
        if block.kind not in _PARAGRAPHS or block.span.start <= span.start:
            continue
        own = block.span.end - block.span.start
        is_led_in = blocks[index - 1].kind is BlockKind.HEADING or last_visible(text, block.span.start) == ":"
        if own >= _SHORT_CHARS and block.span.start - starts[-1] >= _SHORT_CHARS and not is_led_in:
            starts.append(block.span.start)
    return [Span(start, stop) for start, stop in zip(starts, [*starts[1:], span.end], strict=True)]


def _piece_cuts(prepared: Prepared, unit: _Unit, options: ClausesOptions) -> Iterator[Cut]:
    """Cut a clause once, or in few even parts; parts of one clause, section or paragraph share a parent."""
    limit = _limit(options)
    size = size_of(prepared, unit.span.start, unit.span.end, limit)
    if size <= limit.size:
        yield Cut(unit.span.start, unit.decision)
        return
    atoms = atoms_of(prepared, unit.span, limit)
    starts = _part_starts(prepared, atoms, limit)
    whole = _Whole(unit.name or "without a number", size, limit.size)
    parent = None
    if len(starts) > 1 and (unit.name or _is_one_block(prepared, unit.span)):
        parent = Parent(unit.span, decide("clause-parent", number=whole.number, size=size, limit=limit.size))
    yield Cut(unit.span.start, unit.decision, parent=parent)
    for index in starts[1:]:
        decision = _why_here(prepared, atoms, index, whole)
        yield Cut(atoms[index].span.start, decision, context=atoms[index].context, parent=parent)


def _part_starts(prepared: Prepared, atoms: Sequence[Atom], limit: Limit) -> list[int]:
    """Return which atoms open a part: logical parts stay whole if they fit, others are cut evenly."""
    starts: list[int] = []
    for part in _logical_parts(prepared, atoms, limit):
        inside = atoms[part.start : part.stop]

        def cost(index: int, first: int = part.start) -> int:
            return _cost(prepared, atoms, first + index)

        starts += [part.start + index for index in part_starts(prepared, inside, limit, cost=cost)]
    return starts


def _logical_parts(prepared: Prepared, atoms: Sequence[Atom], limit: Limit) -> Iterator[range]:
    """Yield the requirement, its guidance and its examples, those together that fit together.

    What is too short to stand alone goes with what it follows, or opens.
    """
    edges = [index for index in range(1, len(atoms)) if _part_name(prepared, atoms[index])]
    first = 0
    for edge, following in pairwise([*edges, len(atoms)]):
        start = atoms[first].span.start
        before = size_of(prepared, start, atoms[edge - 1].span.end, limit)
        after = size_of(prepared, atoms[edge].span.start, atoms[following - 1].span.end, limit)
        together = size_of(prepared, start, atoms[following - 1].span.end, limit)
        if together > limit.size and min(before, after) * _SHORT_SHARE >= limit.size:
            yield range(first, edge)
            first = edge
    yield range(first, len(atoms))


def _is_one_block(prepared: Prepared, span: Span) -> bool:
    start, end = trim(prepared.markdown, span.start, span.end)
    return prepared.document.block_index(start) == prepared.document.block_index(end - 1)


def _cost(prepared: Prepared, atoms: Sequence[Atom], index: int) -> int:
    """Return what a cut before the atom costs: nothing at a logical part, less at an item or a drop."""
    atom = atoms[index]
    if _part_name(prepared, atom):
        return 0
    cost = plain_cost(prepared, atoms, index)
    if atom.opens == "item":
        return cost // 2
    if atom.opens == "sentence" and prepared.sums is not None:
        alike = max(0, prepared.similarity(atoms[index - 1].span, atom.span))
        return cost - COSTS["sentence"] // 2 + alike * COSTS["sentence"] // 1_000_000
    return cost


def _part_name(prepared: Prepared, atom: Atom) -> str:
    """Return the words that open a logical part of a clause, as "Guidance", or nothing."""
    if atom.opens not in ("heading", "block"):
        return ""
    match = _PART_WORDS.match(prepared.markdown, atom.span.start, atom.span.end)
    return match["name"] if match else ""


def _why_here(prepared: Prepared, atoms: Sequence[Atom], index: int, whole: _Whole) -> Decision:
    """Say why a later part begins with this atom."""
    atom = atoms[index]
    if atom.opens == "character":
        return decide("oversize-unit", unit="word", size=whole.size, measure="characters", limit=whole.limit)
    if atom.opens == "row":
        evidence: dict[str, Evidence] = {"context_dropped": 1} if atom.context_dropped else {}
        return decide("between-rows", size=whole.size, limit=whole.limit, measure="characters", **evidence)
    if atom.opens == "sentence" and prepared.sums is not None:
        similarity = prepared.similarity(atoms[index - 1].span, atom.span) / 1_000_000
        return decide(
            "clause-drop", number=whole.number, size=whole.size, limit=whole.limit, similarity=similarity
        )
    words = _heading_or_part(prepared, atom)
    label = atom.label.rstrip(".")
    item = f"“{words}”" if words else f"item {label}" if label else _ITEM_NAMES[atom.opens]
    return decide("clause-part", number=whole.number, size=whole.size, limit=whole.limit, item=item)


def _heading_or_part(prepared: Prepared, atom: Atom) -> str:
    """Return the heading or the lead word that the atom begins with."""
    if atom.opens == "heading":
        return _words(prepared.block_of(prepared.unit_at(atom.span.start)).span.of(prepared.markdown))
    return _part_name(prepared, atom)


STRATEGY = Strategy(
    name="clauses",
    title="Clauses",
    summary="Rule documents: a clause with its items is one chunk; a long one is cut under a parent.",
    options=ClausesOptions,
    cut=cut,
    limit=_limit,
    needs_vectors=lambda options: options.implicit_boundaries,
)
