"""Document -> Prepared: everything a cut needs, as arrays, computed once per document.

A unit is the smallest thing a strategy keeps together: a sentence, a table row (the header row with
its rule line), a code line, a heading. No unit crosses a block.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from chunking.model import Block, BlockKind, Document, Span, is_blank
from chunking.prepare.embedders import Embedder
from chunking.prepare.sentences import sentence_spans
from chunking.prepare.tokens import TokenIndex

Vectors = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A document with its units, exact token counts, and unit vectors when asked for."""

    document: Document
    starts: tuple[int, ...]
    """Of the units, strictly rising."""
    ends: tuple[int, ...]
    unit_blocks: tuple[int, ...]
    """For each unit, the index of its block."""
    first_units: tuple[int, ...]
    """For each block, the index of its first unit; one more entry closes the last block."""
    tokens: TokenIndex
    sums: Vectors | None = None
    """Prefix sums of token-weighted unit vectors, shape (units + 1, dimensions), float64."""

    def __len__(self) -> int:
        """Return the number of units."""
        return len(self.starts)

    @property
    def markdown(self) -> str:
        """Return the document's markdown."""
        return self.document.markdown

    def block_of(self, unit: int) -> Block:
        """Return the block that holds the unit."""
        return self.document.blocks[self.unit_blocks[unit]]

    def units_of(self, block_index: int) -> range:
        """Return the units of a block."""
        return range(self.first_units[block_index], self.first_units[block_index + 1])

    def unit_at(self, position: int) -> int:
        """Return the unit that holds `position`, or else the next one after it."""
        unit = bisect_right(self.starts, position) - 1
        return unit if unit >= 0 and position < self.ends[unit] else unit + 1

    def token_count(self, start: int, end: int) -> int:
        """Return exactly how many tokens `markdown[start:end]` has, without encoding it again."""
        return self.tokens.count(start, end)

    def similarity(self, left: Span, right: Span) -> int:
        """Return the cosine of two spans' pooled vectors in parts per million (see `neighbours`)."""
        return cosine_ppm(self.pooled(left), self.pooled(right))

    def pooled(self, span: Span) -> Vectors:
        """Return the token-weighted sum of the vectors of the units that begin in `span`."""
        if self.sums is None:
            raise ValueError("the document was prepared without vectors")
        first = bisect_left(self.starts, span.start)
        last = bisect_left(self.starts, span.end)
        if first == last:
            first, last = max(first - 1, 0), max(first, 1)
        pooled: Vectors = self.sums[last] - self.sums[first]
        return pooled


def cosine_ppm(left: Vectors, right: Vectors) -> int:
    """Return the cosine as an integer in parts per million; 0 when a vector is empty."""
    norm = float(np.sqrt((left @ left) * (right @ right)))
    return round(float(left @ right) / norm * 1_000_000) if norm > 0 else 0


def prepare(document: Document, *, tokenizer: str = "cl100k_base", language: str = "en") -> Prepared:
    """Split the document into units and count tokens; see `with_vectors` for embeddings."""
    starts: list[int] = []
    ends: list[int] = []
    unit_blocks: list[int] = []
    first_units: list[int] = []
    for index, block in enumerate(document.blocks):
        first_units.append(len(starts))
        for span in _units(document.markdown, block, language):
            starts.append(span.start)
            ends.append(span.end)
            unit_blocks.append(index)
    first_units.append(len(starts))
    return Prepared(
        document,
        tuple(starts),
        tuple(ends),
        tuple(unit_blocks),
        tuple(first_units),
        TokenIndex.of(document.markdown, tokenizer),
    )


def with_vectors(
    prepared: Prepared,
    embedder: Embedder,
    *,
    progress: Callable[[float], None] | None = None,
) -> Prepared:
    """Embed every unit once; `progress` is called with the share done, 0 to 1."""
    if prepared.sums is not None:
        return prepared
    texts = [prepared.markdown[a:b] for a, b in zip(prepared.starts, prepared.ends, strict=True)]
    vectors = embedder.embed(texts, progress=progress).astype(np.float64)
    weights = [prepared.token_count(a, b) for a, b in zip(prepared.starts, prepared.ends, strict=True)]
    weighted = vectors * np.asarray(weights, dtype=np.float64)[:, None]
    sums = np.zeros((len(texts) + 1, weighted.shape[1]))
    np.cumsum(weighted, axis=0, out=sums[1:])
    return replace(prepared, sums=sums)


def _units(markdown: str, block: Block, language: str) -> Sequence[Span]:
    """Split one block: table rows, code lines, one unit for a heading, else sentences."""
    if block.kind is BlockKind.HEADING:
        return (block.span,)
    if block.kind is BlockKind.TABLE:
        return _join_table_head(markdown, _line_spans(markdown, block.span))
    if block.kind is BlockKind.CODE:
        return _line_spans(markdown, block.span)
    if block.kind is BlockKind.RECORD:
        lines = _line_spans(markdown, block.span)
        return [part for line in lines for part in sentence_spans(markdown, line, language=language)]
    return sentence_spans(markdown, block.span, language=language)


def _line_spans(markdown: str, span: Span) -> list[Span]:
    """Return the non-blank lines of a span."""
    spans = []
    start = span.start
    while start < span.end:
        end = markdown.find("\n", start, span.end)
        end = span.end if end < 0 else end
        if not is_blank(markdown[start:end]):
            spans.append(Span(start, end))
        start = end + 1
    return spans


def _join_table_head(markdown: str, rows: list[Span]) -> list[Span]:
    """Make the header row and the rule line under it one unit, so that nothing parts them."""
    if len(rows) > 1 and is_rule_line(rows[1].of(markdown)):
        return [Span(rows[0].start, rows[1].end), *rows[2:]]
    return rows


def is_rule_line(line: str) -> bool:
    """Tell whether a line is the `| --- |` line under a table's header."""
    return "-" in line and not line.strip().strip("|:- \t")
