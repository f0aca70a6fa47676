"""Why: a stable code with numbers, and one table that turns both into a sentence."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

Evidence = int | float | str


class Template(NamedTuple):
    """How a reason is shown: the icon's kind on the page, and a sentence filled from the evidence."""

    kind: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Decision:
    """One choice: a stable reason code, and the numbers that led to it beside their limits."""

    reason: str
    evidence: Mapping[str, Evidence] = field(hash=False)

    def sentence(self) -> str:
        """Return the choice in words, from the one table of templates."""
        parts = [REASONS[self.reason].sentence]
        parts += [text for key, text in SUPPLEMENTS.items() if key in self.evidence]
        return " ".join(parts).format(**self.evidence)

    def with_evidence(self, **evidence: Evidence) -> "Decision":
        """Return the same choice with further evidence."""
        return Decision(self.reason, {**self.evidence, **evidence})

    @property
    def kind(self) -> str:
        """Return the icon's kind, one of `KINDS`."""
        return REASONS[self.reason].kind


def decide(reason: str, **evidence: Evidence) -> Decision:
    """Make a decision; a reason outside the table is a KeyError at once, not when it is shown."""
    if reason not in REASONS:
        raise KeyError(reason)
    return Decision(reason, evidence)


KINDS = (
    "start",
    "heading",
    "topic",
    "size",
    "clause",
    "item",
    "row",
    "record",
    "route",
    "merge",
)
"""Families of reasons, each with an icon of its own."""

REASONS: dict[str, Template] = {
    "document-start": Template("start", "The document starts here."),
    # sentences, windows, sections, semantic: sizes
    "target-reached": Template(
        "size", "The next sentence would make {tokens} tokens, above the target of {target}."
    ),
    "long-sentence": Template(
        "size",
        "A sentence of {tokens} tokens stands alone: it is above the target of {target}, and within {limit}.",
    ),
    "after-long-sentence": Template(
        "size", "The sentence before was too long for a chunk; whole sentences go on here."
    ),
    "kept-whole": Template(
        "row", "The {unit} that begins here has {size} characters: it is kept whole, so the chunk ends."
    ),
    "word-window": Template(
        "size", "A sentence of {tokens} tokens is above the limit of {limit}: cut between words."
    ),
    "size-limit": Template(
        "size", "The next {unit} would make {size} {measure}, above the limit of {limit}."
    ),
    "oversize-unit": Template(
        "size",
        "One {unit} of {size} {measure} does not fit the limit of {limit}: cut inside it, "
        "between characters.",
    ),
    "inside-unit": Template(
        "size",
        "One {unit} of {size} {measure} is above the limit of {limit}: cut inside it, between {ends}.",
    ),
    "window-end": Template("size", "The window of {limit} characters ends here, at a {snap} end."),
    "term-protected": Template(
        "size",
        "“{term}” ({kind}) lay on the boundary of {limit} characters: the cut moved by {moved}, "
        "to a {snap} end.",
    ),
    "fixed-size": Template("size", "A plain cut after {limit} characters."),
    "separator": Template(
        "size", "Cut at the {separator}, the strongest separator within {limit} characters."
    ),
    # headings and sections
    "heading": Template("heading", "The heading “{heading}” begins here."),
    "section": Template("heading", "The section “{heading}” begins here."),
    "section-split": Template(
        "size", "The section “{heading}” is longer than the limit: {tokens} of {limit} tokens."
    ),
    "section-parent": Template(
        "heading", "The whole section “{heading}”: {tokens} tokens, above the limit of {limit}."
    ),
    # tables and records
    "table": Template("row", "A table begins here, and a table is not mixed with other text."),
    "after-table": Template("row", "The table before ends here."),
    "between-rows": Template(
        "row",
        "The table is longer than the limit: the next row would make {size} of {limit} "
        "{measure}, so it is cut between rows.",
    ),
    "record": Template("record", "A record begins here: {where}."),
    "record-part": Template("size", "The record is longer than the limit: {size} of {limit} {measure}."),
    # clauses
    "clause": Template("clause", "Clause {number} begins here."),
    "clause-part": Template(
        "item",
        "Clause {number} is longer than the limit, {size} of {limit} characters: cut before {item}.",
    ),
    "clause-drop": Template(
        "topic",
        "Clause {number} is longer than the limit, {size} of {limit} characters: cut where "
        "similarity is lowest, {similarity:.2f}.",
    ),
    "clause-parent": Template(
        "clause", "The whole clause {number}: {size} characters, above the limit of {limit}."
    ),
    "implicit-boundary": Template(
        "topic",
        "No number, but similarity drops to {similarity:.2f}, below {threshold:.2f}: "
        "a new paragraph of rules.",
    ),
    # semantic
    "topic-drop": Template("topic", "Similarity {similarity:.2f}, below the threshold of {threshold:.2f}."),
    "topic-depth": Template(
        "topic",
        "A valley {depth:.2f} deep in the similarity, over the threshold of {threshold:.2f}.",
    ),
    "topic-fit": Template(
        "topic", "Best fit: a boundary here gains {gain:.2f}, over its penalty of {threshold:.2f}."
    ),
    # merging
    "merge": Template(
        "merge",
        "Similarity {similarity:.2f}, at or above {threshold:.2f}, and {tokens} tokens together, "
        "within {limit}: they belong together.",
    ),
    "near-miss": Template(
        "merge", "Similarity {similarity:.2f}, just below the threshold of {threshold:.2f}."
    ),
    "not-similar": Template("merge", "Similarity {similarity:.2f}, below the threshold of {threshold:.2f}."),
    "too-large-to-merge": Template(
        "merge",
        "Similarity {similarity:.2f} is enough, but together they have {tokens} tokens, "
        "above the limit of {limit}.",
    ),
    "kept-apart": Template(
        "merge", "Similarity {similarity:.2f}, but parts of a long unit are kept apart on purpose."
    ),
    # routing
    "route-type": Template("route", "{because}: {rule}."),
    "route-unsure": Template(
        "route",
        "Not sure of the type: {document_type} leads by {margin:.2f} only, {limit:.2f} needed. "
        "Windows suit any text.",
    ),
    "route-override": Template("route", "Chosen by hand, instead of {instead}."),
    "passed-over": Template("route", "{because}."),
}
"""Every reason in the product. Codes are stable and written into exports: add freely, never reuse."""

SUPPLEMENTS: dict[str, str] = {
    "overlap_wanted": "The overlap is {overlap} of {overlap_wanted} {overlap_measure}: more would not fit.",
    "context_dropped": "The repeated header is left out: with it the part would not fit.",
    "joined_sections": "{joined_sections} sections are joined here: one alone has less than "
    "{min_tokens} tokens.",
}
"""Sentences that follow when a decision has this piece of evidence."""
