"""A section, its heading first, is a chunk; tiny siblings are joined, long ones cut under a parent."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pydantic import Field

from chunking.decisions import Decision, Evidence, decide
from chunking.model import BlockKind, Cut, Parent, Span
from chunking.prepare.prepared import Prepared
from chunking.recipe import Options
from chunking.strategies.atoms import Atom, atoms_of
from chunking.strategies.base import Limit, Strategy
from chunking.strategies.fit import context_size
from chunking.strategies.numbered_lines import is_contents_line
from chunking.strategies.parts import part_starts, plain_cost

_LINE_ENDS = re.compile(r"\n{0,2}")
_UNTITLED = "text before the first heading"


class SectionsOptions(Options):
    """Settings of the sections."""

    max_tokens: int = Field(
        500, ge=1, le=1_000_000, title="Max. tokens", description="A longer section is cut under a parent."
    )
    min_tokens: int = Field(
        60,
        ge=1,
        le=1_000_000,
        title="Min. tokens",
        description="Smaller sections are joined.",
    )
    heading_context: bool = Field(
        False,
        title="Repeat headings",
        description="Later parts of a long section repeat the headings above it; they count in the limit.",
    )


@dataclass(frozen=True, slots=True)
class _Section:
    """Headings without text between them, and all until the next heading."""

    span: Span
    level: int
    """Of its highest heading; 0 for text before the first."""
    title: str
    path: tuple[Span, ...]
    """The heading lines it stands under, its own last."""


def cut(prepared: Prepared, options: SectionsOptions) -> tuple[Cut, ...]:
    """Make a chunk of every section or of joined tiny ones; cut a long one into even parts."""
    cuts: list[Cut] = []
    for group in _joined(prepared, _sections(prepared), options):
        cuts += _group_cuts(prepared, group, options)
    return tuple(cuts)


def _limit(options: SectionsOptions) -> Limit:
    return Limit(options.max_tokens, "tokens")


def _sections(prepared: Prepared) -> list[_Section]:
    """Part the blocks before each heading that follows text; headings at the very end stand alone."""
    blocks = prepared.document.blocks
    headings = [_is_heading(prepared, index) for index in range(len(blocks))]
    text_until = max((index for index, heading in enumerate(headings) if not heading), default=-1)
    firsts = [
        index
        for index, heading in enumerate(headings)
        if index == 0 or (heading and (not headings[index - 1] or index > text_until))
    ]
    sections: list[_Section] = []
    path: list[tuple[int, Span]] = []
    for first, stop in zip(firsts, [*firsts[1:], len(blocks)], strict=True):
        own = [blocks[index] for index in range(first, stop) if headings[index]]
        for block in own:
            path = [entry for entry in path if entry[0] < block.level]
            path.append((block.level, block.span))
        title = _title(own[0].span.of(prepared.markdown)) if own else _UNTITLED
        span = Span(blocks[first].span.start, blocks[stop - 1].span.end)
        level = min((block.level for block in own), default=0)
        sections.append(_Section(span, level, title, tuple(heading for _, heading in path)))
    return sections


def _is_heading(prepared: Prepared, index: int) -> bool:
    block = prepared.document.blocks[index]
    return block.kind is BlockKind.HEADING and not is_contents_line(block.span.of(prepared.markdown))


def _title(heading: str) -> str:
    """Return a heading's words without its marks, shortened for a sentence."""
    text = " ".join(heading.strip("#=- \n").split())
    return text if len(text) <= 60 else text[:59] + "…"


def _joined(
    prepared: Prepared, sections: Sequence[_Section], options: SectionsOptions
) -> Iterator[list[_Section]]:
    """Yield groups of sections that make a chunk together: a tiny one with siblings or its parent."""
    group: list[_Section] = []
    for number, section in enumerate(sections):
        following = sections[number + 1] if number + 1 < len(sections) else None
        if group and _joins(prepared, group, section, following, options):
            group.append(section)
            continue
        if group:
            yield group
        group = [section]
    if group:
        yield group


def _joins(
    prepared: Prepared,
    group: Sequence[_Section],
    section: _Section,
    following: _Section | None,
    options: SectionsOptions,
) -> bool:
    """Tell whether a section goes to the group before it; a tiny one rather waits for what follows."""
    if group[0].level == 0 or section.level < group[0].level:
        return False
    if _tokens(prepared, group[0], section) > options.max_tokens:
        return False
    if _tokens(prepared, group[0], group[-1]) < options.min_tokens:
        return True
    if _tokens(prepared, section, section) >= options.min_tokens:
        return False
    goes_on = (
        following is not None
        and following.level >= section.level
        and _tokens(prepared, section, following) <= options.max_tokens
    )
    return not goes_on


def _tokens(prepared: Prepared, first: _Section, last: _Section) -> int:
    return prepared.token_count(first.span.start, last.span.end)


def _group_cuts(prepared: Prepared, group: Sequence[_Section], options: SectionsOptions) -> Iterator[Cut]:
    """Cut one chunk's sections once, or one long section in parts."""
    section = group[0]
    joined: dict[str, Evidence] = {}
    if len(group) > 1:
        joined = {"joined_sections": len(group), "min_tokens": options.min_tokens}
    opening = decide("section", heading=section.title, **joined)
    if section.level == 0:
        opening = decide("document-start")
    tokens = _tokens(prepared, section, group[-1])
    if tokens <= options.max_tokens:
        yield Cut(section.span.start, opening)
    else:
        yield from _part_cuts(prepared, section, opening, options)


def _part_cuts(
    prepared: Prepared, section: _Section, opening: Decision, options: SectionsOptions
) -> Iterator[Cut]:
    """Cut a long section into few even parts under a parent."""
    limit = _limit(options)
    tokens = _tokens(prepared, section, section)
    headings = _heading_context(prepared, section) if options.heading_context else ()
    size = context_size(prepared, headings, limit)
    dropped = size > limit.size // 2
    headings, room = ((), limit) if dropped else (headings, Limit(limit.size - size, limit.measure))
    atoms = atoms_of(prepared, section.span, room)
    starts = part_starts(prepared, atoms, room, cost=lambda index: plain_cost(prepared, atoms, index))
    parent = Parent(
        section.span, decide("section-parent", heading=section.title, tokens=tokens, limit=limit.size)
    )
    shared = parent if len(starts) > 1 else None
    yield Cut(section.span.start, opening, parent=shared)
    for index in starts[1:]:
        atom = atoms[index]
        decision = _why_here(prepared, atom, section, limit, dropped=dropped or atom.context_dropped)
        yield Cut(atom.span.start, decision, context=(*headings, *atom.context), parent=shared)


def _heading_context(prepared: Prepared, section: _Section) -> tuple[Span, ...]:
    """Return the heading lines with up to two line ends after each."""
    ends = (_LINE_ENDS.match(prepared.markdown, heading.end) for heading in section.path)
    return tuple(
        Span(heading.start, match.end() if match else heading.end)
        for heading, match in zip(section.path, ends, strict=True)
    )


def _why_here(prepared: Prepared, atom: Atom, section: _Section, limit: Limit, *, dropped: bool) -> Decision:
    """Say why a later part begins with this atom."""
    tokens = prepared.token_count(section.span.start, section.span.end)
    evidence: dict[str, Evidence] = {"context_dropped": 1} if dropped else {}
    if atom.opens == "character":
        return decide("oversize-unit", unit="word", size=tokens, measure="tokens", limit=limit.size)
    if atom.opens == "row":
        return decide("between-rows", size=tokens, limit=limit.size, measure="tokens", **evidence)
    return decide("section-split", heading=section.title, tokens=tokens, limit=limit.size, **evidence)


STRATEGY = Strategy(
    name="sections",
    title="Sections",
    summary="Policies and documents with headings: a section is a chunk, a heading stays with its text.",
    options=SectionsOptions,
    cut=cut,
    limit=_limit,
)
