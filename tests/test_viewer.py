"""What the viewer sends to the browser: safe HTML, and offsets that lead back to the markdown exactly."""

import html
import re
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from chunking.assembly.assemble import Identity, assemble
from chunking.decisions import KINDS, Decision, decide
from chunking.model import (
    Block,
    BlockKind,
    ChunkSet,
    Cut,
    Document,
    Locator,
    Neighbour,
    Parent,
    Route,
    Span,
)
from chunking.prepare.prepared import prepare
from chunking.readers.builder import MarkdownBuilder
from pages._viewer import document_payload, overlay_payload
from pages._viewer.offsets import Excerpt, Utf16, utf16_length
from pages._viewer.payload import Payload
from pages._viewer.tables import row_cells
from tests.generators import documents

AT = Locator(page=1)
TAGS = {"p", "h1", "h2", "h3", "h4", "h5", "h6", "div", "span", "strong", "em", "code", "pre", "br"}
TAGS |= {"blockquote", "table", "colgroup", "col", "tbody", "tr", "th", "td"}
ATTRIBUTES = {"class", "style", "title", "data-from", "data-to"}
STYLE = re.compile(r"(--depth:\d+|--chars:\d+|width:[\d.]+%)")
REPLACED = re.compile(r"\\(.)|(&(?:#[xX]?[0-9a-fA-F]+|\w+);)", re.DOTALL)

PIECES = (
    "word", "two words", "é", "😀", "👩‍👧", " ", "  ", "\n", "  \n", "\\\n", "\n\n", "\t",
    "*", "**", "***", "_", "__", "`", "``", "` `", "~~", "!", "[", "]", "(", ")", "|", "\\|", "\\", "\\\\",
    "\\*", "\\a", "&", "&amp;", "&lt;", "&copy;", "&#35;", "&#x1F600;", "&#0;", "&nbsp;", "&NotEqualTilde;",
    "&unknown;", "[link *x*](http://a.b)", "[x](javascript:alert(1))", "![alt *y*](http://evil/x.png)",
    "[^1]: note", "<http://a.b>",
    "<b>", "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "$5$", ":red[x]",
    "# ", "- ", "(a) ", "12. ", "> ", "```", "---", "| --- |", "\r", "\u00a0", "\u200b",
)  # fmt: skip


class Shown(HTMLParser):
    """Read a block's HTML as a browser does: its text, its tags, its attributes."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.text = ""
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.text += data


def document_of(kind: BlockKind, text: str, media_type: str = "text/markdown") -> Document:
    """Make a document of one block, as a reader of verbatim markdown would."""
    return Document("d", "d", media_type, "0", text, (Block(kind, Span(0, len(text)), 1),), ())


def build(*paragraphs: str) -> Document:
    builder = MarkdownBuilder()
    for text in paragraphs:
        builder.paragraph([(text, AT)])
    return builder.build(b"x", name="x.md", media_type="text/markdown")


def chunked(document: Document, cuts: Sequence[Cut], merged: Sequence[Neighbour] = ()) -> ChunkSet:
    route = Route("semantic", {}, decide("route-override", instead="windows"))
    identity = Identity(route, "f", document.id, {})
    return assemble(prepare(document), cuts, identity, merged=tuple(merged))


def cut(document: Document, words: str, decision: Decision, overlap: str | None = None) -> Cut:
    """Cut before `words`, carrying over from `overlap`."""
    at = document.markdown.index(words)
    start = None if overlap is None else document.markdown.index(overlap)
    return Cut(at, decision, start)


def units(text: str) -> list[bytes]:
    """Split into UTF-16 code units, as JavaScript indexes a string."""
    data = text.encode("utf-16-le", "surrogatepass")
    return [data[at : at + 2] for at in range(0, len(data), 2)]


def text_of(code_units: Sequence[bytes]) -> str:
    return b"".join(code_units).decode("utf-16-le", "surrogatepass")


def runs_of(payload: Payload) -> Iterator[tuple[str, str, str]]:
    """Yield per run: what is shown, the markdown at its place, and the markdown up to the next run."""
    source = units(payload["source"])
    for block, end, runs in zip(payload["html"], payload["ends"], payload["runs"], strict=True):
        shown = units(Shown(block).text)
        assert bool(shown) == bool(runs)
        stops = [*zip(runs[2::2], runs[3::2], strict=True), (len(shown), end)][: len(runs) // 2]
        for at, start, (next_at, next_start) in zip(runs[::2], runs[1::2], stops, strict=True):
            length = next_at - at
            yield (
                text_of(shown[at:next_at]),
                text_of(source[start : start + length]),
                text_of(source[start:next_start]),
            )


def assert_every_run_leads_to_its_text(payload: Payload) -> None:
    for shown, source, whole in runs_of(payload):
        if shown == source:
            continue
        written = REPLACED.match(whole)
        assert written, (shown, whole)
        assert shown == (written[1] or html.unescape(written[2]))


def assert_only_our_tags(payload: Payload) -> None:
    for block in payload["html"]:
        read = Shown(block)
        assert set(read.tags) <= TAGS
        assert {name for name, _ in read.attributes} <= ATTRIBUTES
        assert all(STYLE.fullmatch(value or "") for name, value in read.attributes if name == "style")


@given(st.sampled_from(BlockKind), st.lists(st.sampled_from(PIECES), min_size=1, max_size=14).map("".join))
@example(BlockKind.PARAGRAPH, "a *** b ***c** d")
@example(BlockKind.PARAGRAPH, "a ` x ` and `` ` `` here")
def test_every_shown_character_stands_in_the_markdown_where_its_run_says(kind: BlockKind, text: str) -> None:
    payload = document_payload(document_of(kind, text))
    assert_every_run_leads_to_its_text(payload)
    for runs in payload["runs"]:
        assert all(one < other for one, other in pairwise(runs[::2]))
        assert all(one < other for one, other in pairwise(runs[1::2]))


@given(st.sampled_from(BlockKind), st.lists(st.sampled_from(PIECES), min_size=1, max_size=14).map("".join))
def test_the_document_s_text_never_becomes_html(kind: BlockKind, text: str) -> None:
    assert_only_our_tags(document_payload(document_of(kind, text)))


@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=14).map("".join))
def test_plain_text_is_shown_as_it_stands(text: str) -> None:
    payload = document_payload(document_of(BlockKind.PARAGRAPH, text, "text/plain"))
    assert "".join(Shown(block).text for block in payload["html"]) == text
    assert_only_our_tags(payload)


@given(documents())
def test_blocks_of_any_document_are_in_order_and_lead_to_their_text(document: Document) -> None:
    payload = document_payload(document)
    assert_every_run_leads_to_its_text(payload)
    assert all(start < end for start, end in zip(payload["starts"], payload["ends"], strict=True))
    assert all(end <= start for end, start in zip(payload["ends"], payload["starts"][1:], strict=False))


@given(st.text(), st.data())
def test_an_offset_in_utf_16_cuts_the_text_where_the_code_point_offset_does(
    text: str, data: st.DataObject
) -> None:
    offset = data.draw(st.integers(0, len(text)))
    assert text_of(units(text)[: Utf16(text).of(offset)]) == text[:offset]
    assert utf16_length(text) == len(units(text))


@given(st.text(min_size=1), st.data())
def test_an_excerpt_s_pieces_are_its_text_and_stand_where_they_say(text: str, data: st.DataObject) -> None:
    marks = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=8)))
    spans = [Span(*pair) for pair in zip(marks[::2], marks[1::2], strict=False)]
    excerpt = Excerpt.of(text, spans)
    pieces = list(excerpt.pieces(0, len(excerpt.text)))
    assert "".join(piece for piece, _ in pieces) == excerpt.text
    assert all(text.startswith(piece, at) for piece, at in pieces)


def test_a_link_goes_nowhere_and_names_its_target() -> None:
    payload = document_payload(document_of(BlockKind.PARAGRAPH, '[a](https://x.org/"onclick=1) <a href=y>'))
    read = Shown(payload["html"][0])
    assert "a" not in read.tags
    assert ("title", "https://x.org/%22onclick=1") in read.attributes


def test_inline_code_is_shown_without_its_padding() -> None:
    payload = document_payload(document_of(BlockKind.PARAGRAPH, "a ` x<y ` b"))
    assert payload["html"] == ['<p class="paragraph">a <code>x&lt;y</code> b</p>']


def test_an_image_shows_its_alt_text_and_asks_for_nothing() -> None:
    payload = document_payload(document_of(BlockKind.PARAGRAPH, "![a chart](http://evil/x.png)"))
    assert payload["html"] == ['<p class="paragraph"><span class="image">a chart</span></p>']


def test_a_long_table_is_shown_in_blocks_of_rows_with_one_layout() -> None:
    builder = MarkdownBuilder()
    builder.table([["No", "Name"], *([str(n), f"row {n}"] for n in range(3000))], [AT] * 3001)
    payload = document_payload(builder.build(b"x", name="t.csv", media_type="text/csv"))
    assert len(payload["html"]) == 121
    assert len({re.search(r"<colgroup>.*</colgroup>", block)[0] for block in payload["html"]}) == 1  # type: ignore[index]
    assert sum(block.count("<tr") for block in payload["html"]) == 3001
    assert all(end == start for end, start in zip(payload["ends"], payload["starts"][1:], strict=False))


def test_an_escaped_bar_stays_in_its_cell() -> None:
    line = r"|  a \| b | \*c | |"
    cells = row_cells(line, Span(0, len(line)))
    assert ["".join(span.of(line) for span in cell) for cell in cells] == ["a | b", r"\*c", ""]


@pytest.mark.parametrize("marker", ["(a)", "1.", "iv)"])
def test_a_list_item_s_own_marker_is_part_of_its_text(marker: str) -> None:
    payload = document_payload(document_of(BlockKind.LIST_ITEM, f"  {marker} first\n      second"))
    assert Shown(payload["html"][0]).text == f"{marker}first\nsecond"


def test_chunks_behind_an_emoji_are_sent_in_utf_16() -> None:
    document = build("😀 First. Second one here.")
    overlay = overlay_payload(
        chunked(
            document,
            [Cut(0, decide("document-start")), cut(document, "Second", decide("fixed-size", limit=9))],
        )
    )
    assert overlay["starts"] == [0, 10]
    assert overlay["ends"][-1] == utf16_length(document.markdown.rstrip())
    assert document_payload(document)["document"] == overlay["document"]


def test_a_core_begins_at_the_first_character_that_is_seen_after_the_overlap() -> None:
    document = build("One is here. Two is here. Three is here.")
    set_ = chunked(
        document,
        [
            Cut(0, decide("document-start")),
            cut(document, "Three", decide("fixed-size", limit=9), overlap="Two"),
        ],
    )
    overlay = overlay_payload(set_)
    assert overlay["starts"] == [0, document.markdown.index("Two")]
    assert overlay["cores"] == [0, document.markdown.index("Three")]
    assert overlay["overlaps"] == [leaf.overlap for leaf in set_.leaves]
    assert overlay["sizes"] == [len(leaf.text) for leaf in set_.leaves]


def test_each_sentence_is_sent_once_with_its_value_beside_the_limit() -> None:
    document = build("One is here.", "Two is here.", "Three is here.")
    drop = decide("topic-drop", similarity=0.31, threshold=0.42)
    cuts = [Cut(0, decide("document-start")), cut(document, "Two", drop), cut(document, "Three", drop)]
    overlay = overlay_payload(chunked(document, cuts))
    assert overlay["why"] == [0, 1, 1]
    assert overlay["reasons"][1] == {"kind": "topic", "sentence": drop.sentence(), "meter": [0.31, 0.42]}


def test_the_version_changes_with_what_is_drawn_and_only_then() -> None:
    document = build("One is here.", "Two is here.")
    whole = chunked(document, [Cut(0, decide("document-start"))])
    parted = chunked(
        document, [Cut(0, decide("document-start")), cut(document, "Two", decide("fixed-size", limit=9))]
    )
    assert overlay_payload(whole)["version"] == overlay_payload(whole)["version"]
    assert overlay_payload(whole)["version"] != overlay_payload(parted)["version"]


def test_merges_and_near_misses_are_marked_with_their_similarity() -> None:
    document = build("One is here.", "Two is here.", "Three is here.")
    merge = decide("merge", similarity=0.81, threshold=0.72, tokens=9, limit=100)
    miss = decide("near-miss", similarity=0.69, threshold=0.72)
    apart = decide("not-similar", similarity=0.2, threshold=0.72)
    two, three = (document.markdown.index(words) for words in ("Two", "Three"))
    done = Neighbour(two, "a", "b", 810_000, 9, merge)
    near = [Neighbour(three, "b", "c", 690_000, 9, miss), Neighbour(three, "b", "c", 200_000, 9, apart)]
    overlay = overlay_payload(chunked(document, [Cut(0, decide("document-start"))], [done]), near)
    drawn = [(join["position"], join["state"], join["label"]) for join in overlay["joins"]]
    assert drawn == [(two, "merged", "0.81"), (three, "miss", "0.69 < 0.72")]


def test_a_repeated_header_is_sent_as_cells_and_any_other_context_as_text() -> None:
    builder = MarkdownBuilder()
    builder.table([["Site", "Fuel"], ["Orrin", "Gas"], ["Saltby", "Peat"]], [AT] * 3)
    document = builder.build(b"x", name="t.md", media_type="text/markdown")
    header = Span(0, document.markdown.index("| Orrin"))
    key = Span(document.markdown.index("Orrin"), document.markdown.index("Orrin") + 5)
    at = document.markdown.index("| Saltby")
    start = Cut(0, decide("document-start"))
    rows = overlay_payload(chunked(document, [start, Cut(at, decide("table"), None, (header,))]))
    other = overlay_payload(chunked(document, [start, Cut(at, decide("table"), None, (key,))]))
    assert rows["contexts"][0]["cells"] == ["Site", "Fuel"]
    assert other["contexts"] == [{"leaf": 1, "cells": None, "text": "Orrin"}]


def test_a_parent_is_a_bracket_with_its_clause_s_number() -> None:
    document = build("4.3 One is here.", "Two is here.")
    whole = Parent(
        Span(0, len(document.markdown)), decide("clause-parent", number="4.3", size=664, limit=600)
    )
    cuts = [
        Cut(0, decide("document-start"), parent=whole),
        Cut(18, decide("fixed-size", limit=9), parent=whole),
    ]
    overlay = overlay_payload(chunked(document, cuts))
    assert [(parent["label"], parent["number"]) for parent in overlay["parents"]] == [
        ("Clause 4.3 · parent 0", 0)
    ]
    assert overlay["numbers"] == [1, 2]
    assert overlay["parts"] == [1, 2]


def test_without_parents_the_brackets_are_the_outermost_headings() -> None:
    builder = MarkdownBuilder()
    for title in ("One", "Two"):
        builder.heading(title, 2, AT)
        builder.paragraph([("A sentence is here.", AT)])
    document = builder.build(b"x", name="x.md", media_type="text/markdown")
    starts = [block.span.start for block in document.blocks]
    overlay = overlay_payload(chunked(document, [Cut(at, decide("fixed-size", limit=9)) for at in starts]))
    assert [parent["label"] for parent in overlay["parents"]] == ["One", "Two"]


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "route"])
def test_every_kind_of_reason_has_a_mark_in_the_margin(kind: str) -> None:
    icons = Path(__file__).parents[1] / "pages" / "_viewer" / "icons.js"
    assert f"\n  {kind}: {{" in icons.read_text(encoding="utf-8")
