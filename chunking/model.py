"""The values that flow from a document to its chunks. All are frozen; offsets are code points.

Every offset is half-open into `Document.markdown`, carried from the reader on and never searched for.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from chunking.decisions import Decision

BLANK = re.compile(r"[\s\u200b\u2060\ufeff]*")
"""White space as people see it: Unicode white space and the zero-width characters."""

METADATA_FIELDS = (
    "company",
    "ticker",
    "cik",
    "document_type",
    "filing_date",
    "fiscal_period",
    "section",
    "sector",
    "geography",
    "source_url",
    "source_path",
)
"""What every chunk inherits from its document, in the order of the exports."""


def is_blank(text: str) -> bool:
    """Tell whether nothing in `text` can be seen."""
    match = BLANK.match(text)
    return match is not None and match.end() == len(text)


def trim(text: str, start: int, end: int) -> tuple[int, int]:
    """Move `start` and `end` inwards over blank characters; an all-blank span becomes empty."""
    match = BLANK.match(text, start, end)
    start = match.end() if match else start
    while end > start and is_blank(text[end - 1]):
        end -= 1
    return start, end


def last_visible(text: str, position: int) -> str:
    """Return the last character before `position` that can be seen, or nothing."""
    while position > 0 and is_blank(text[position - 1]):
        position -= 1
    return text[position - 1 : position]


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open range of the markdown."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """Return the text that the span covers."""
        return text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Locator:
    """A place in the source file, as its reader would name it."""

    page: int | None = None
    label: str | None = None
    paragraph: int | None = None
    sheet: str | None = None
    row: int | None = None
    box: tuple[float, float, float, float] | None = None
    """Left, top, right, bottom in page units (points, origin at the top left)."""

    def in_words(self) -> str:
        """Return the place as in a sentence: "page 3", "sheet 'Q3', row 7"."""
        parts = []
        if self.page is not None:
            parts.append(f"page {self.page}")
        if self.sheet is not None:
            parts.append(f"sheet '{self.sheet}'")
        if self.row is not None:
            parts.append(f"row {self.row}")
        if self.paragraph is not None:
            parts.append(f"paragraph {self.paragraph}")
        return ", ".join(parts) or "the document"


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a span of the markdown comes from."""

    span: Span
    locator: Locator


class BlockKind(StrEnum):
    """What a block of the markdown is; boundaries between blocks are known, not guessed."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST_ITEM = "list_item"
    TABLE = "table"
    CODE = "code"
    QUOTE = "quote"
    RECORD = "record"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Block:
    """A structural part of the markdown; blocks are sorted, disjoint and cover all that is not blank."""

    kind: BlockKind
    span: Span
    level: int = 0
    """Heading: 1 to 6. List item: depth from 1. Otherwise 0."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the reader of the result should know; `code` is stable, `where` a place in words."""

    code: str
    message: str
    where: str


@dataclass(frozen=True, slots=True)
class Removed:
    """Text that was left out of the markdown, and why."""

    reason: str
    text: str
    where: str


@dataclass(frozen=True, slots=True)
class Document:
    """A file as markdown, with the place each part came from and all that was left out."""

    id: str
    name: str
    media_type: str
    sha256: str
    """Of the file's bytes."""
    markdown: str
    blocks: tuple[Block, ...]
    origins: tuple[Origin, ...]
    """Sorted by span; a character without an origin is one the reader added."""
    removed: tuple[Removed, ...] = ()
    notices: tuple[Notice, ...] = ()
    metadata: Mapping[str, str] = field(default_factory=dict)
    page_count: int | None = None
    """Physical pages, where the format has them."""

    def origins_of(self, span: Span) -> tuple[Origin, ...]:
        """Return the origins that overlap `span`, in order."""
        first = bisect_right(self.origins, span.start, key=lambda origin: origin.span.end)
        last = bisect_left(self.origins, span.end, key=lambda origin: origin.span.start)
        return self.origins[first:last]

    def block_index(self, position: int) -> int:
        """Return the index of the block that holds `position`, or else of the next one."""
        return bisect_right(self.blocks, position, key=lambda block: block.span.end)


@dataclass(frozen=True, slots=True)
class Factor:
    """One of the three things looked at to tell a document's type."""

    name: str
    weight: float
    scores: Mapping[str, float]
    """Per document type, 0 to 1."""
    evidence: tuple[tuple[str, str], ...]
    """What was seen and what it says, as rows for the page."""

    def score(self, document_type: str) -> float:
        """Return what this factor alone gives the type."""
        return self.scores.get(document_type, 0.0)


@dataclass(frozen=True, slots=True)
class Profile:
    """The detected type, with every score behind it."""

    document_type: str
    confidence: float
    runner_up: str
    scores: Mapping[str, float]
    factors: tuple[Factor, ...]
    features: Mapping[str, float]
    """Measured content features by name; the routing questions are answered from these."""


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A strategy that the router did not take, and why."""

    strategy: str
    decision: Decision


@dataclass(frozen=True, slots=True)
class Route:
    """The chosen strategy with its full settings, and the reason."""

    strategy: str
    options: Mapping[str, int | float | str | bool]
    decision: Decision
    passed_over: tuple[PassedOver, ...] = ()


@dataclass(frozen=True, slots=True)
class Parent:
    """A unit that was too long for one chunk: the whole of it, kept beside its parts."""

    span: Span
    decision: Decision


@dataclass(frozen=True, slots=True)
class Cut:
    """Where a chunk begins, and why."""

    position: int
    decision: Decision
    overlap_from: int | None = None
    """Start of the text carried over from before `position`; None without overlap."""
    context: tuple[Span, ...] = ()
    """Spans repeated on purpose before the chunk: header rows, a heading path, a record's key."""
    parent: Parent | None = None


class Role(StrEnum):
    """Leaves tile the document; a parent spans its children and can be left out of an index."""

    LEAF = "leaf"
    PARENT = "parent"


@dataclass(frozen=True, slots=True)
class Chunk:
    """A part of the document: text = context + markdown[start:end]."""

    id: str
    uid: str
    index: int
    role: Role
    start: int
    end: int
    overlap: int
    """Leading characters of the span that the previous leaf also holds."""
    context: tuple[Span, ...]
    text: str
    sha256: str
    token_count: int
    page_range: str | None
    heading_path: tuple[str, ...]
    parent_chunk_id: str | None
    part: int | None
    """From 1, among the parts of one parent."""
    prev_chunk_id: str | None
    next_chunk_id: str | None
    decision: Decision
    """Why the chunk starts here; the next leaf's decision says why it ends."""
    metadata: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Coverage:
    """Non-blank characters in the chunks' cores, of those in the markdown."""

    covered: int
    total: int

    @property
    def share(self) -> float:
        """Return covered / total; 1.0 for an empty document."""
        return self.covered / self.total if self.total else 1.0


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Two leaves side by side: how alike they are, and whether they belong together."""

    position: int
    """Start of the later leaf's core: the boundary that a merge removes."""
    left_id: str
    right_id: str
    similarity_ppm: int
    """Cosine of the pooled vectors in parts per million, an integer so that no machine disagrees."""
    joined_tokens: int
    decision: Decision

    @property
    def similarity(self) -> float:
        """Return the cosine as a fraction."""
        return self.similarity_ppm / 1_000_000


@dataclass(frozen=True, slots=True)
class Trace:
    """The stages between document and chunks, kept for inspection."""

    cuts: tuple[Cut, ...]
    merged: tuple[Neighbour, ...] = ()
    """Boundaries that were removed by merging, with the similarity that removed them."""


@dataclass(frozen=True, slots=True)
class ChunkSet:
    """All chunks of one document under one recipe, in document order, a parent before its children."""

    document: Document
    route: Route
    fingerprint: str
    """Of the resolved recipe: strategy, settings, tokenizer, model."""
    chunks: tuple[Chunk, ...]
    coverage: Coverage
    trace: Trace

    @property
    def leaves(self) -> tuple[Chunk, ...]:
        """Return the chunks that tile the document."""
        return tuple(chunk for chunk in self.chunks if chunk.role is Role.LEAF)
