"""Hypothesis generators, small to large: words, sentences, blocks, documents."""

from hypothesis import strategies as st

from chunking.model import Document, Locator
from chunking.readers.builder import MarkdownBuilder

NASTY = (
    "e\u0301",
    "👩‍👩‍👧‍👦",
    "🇩🇪",
    "日本語の文。",
    "שלום",
    "x" * 700,
    "<|endoftext|>",
    "\u200b",
    "a\u00a0b",
    "**bold**",
    "| bar |",
    "1,234.56",
    "Scope 3 emissions",
    "306-3",
    "—",
    "§ 1003.5(b)(2)",
)


def words() -> st.SearchStrategy[str]:
    """Words as people write them, and the ones that break programs."""
    plain = st.text("abcdefghijklmnopqrstuvwxyzABCÄÖéß0123456789", min_size=1, max_size=12)
    return st.one_of(plain, st.sampled_from(NASTY))


def sentences() -> st.SearchStrategy[str]:
    """One to thirty words with an end; some without, as people forget it."""
    ends = st.sampled_from((".", ".", "?", "!", ";", ""))
    return st.builds(
        lambda parts, end: " ".join(parts) + end, st.lists(words(), min_size=1, max_size=30), ends
    )


def paragraphs() -> st.SearchStrategy[str]:
    """One to eight sentences, sometimes with line breaks inside."""
    return st.builds(
        lambda parts, glue: glue.join(parts),
        st.lists(sentences(), min_size=1, max_size=8),
        st.sampled_from((" ", " ", "\n", "  ")),
    )


@st.composite
def documents(draw: st.DrawFn) -> Document:
    """A document of one to fifteen blocks of every kind, built as the readers build it."""
    builder = MarkdownBuilder()
    builder.paragraph([(draw(words()), Locator(page=1))])
    for number in range(draw(st.integers(0, 14))):
        at = Locator(page=1 + number // 3)
        add_block(draw, builder, draw(st.sampled_from(BLOCKS)), at)
    if not builder.blocks:
        builder.paragraph([("Only this.", Locator(page=1))])
    return builder.build(b"bytes", name="Generated document.txt", media_type="text/plain")


BLOCKS = ("heading", "paragraph", "paragraph", "clause", "item", "table", "code", "record", "note")


def add_block(draw: st.DrawFn, builder: MarkdownBuilder, kind: str, at: Locator) -> None:
    """Add one block of the kind with drawn text."""
    match kind:
        case "heading":
            builder.heading(draw(sentences()), draw(st.integers(1, 6)), at)
        case "paragraph":
            builder.paragraph([(draw(paragraphs()), at)])
        case "clause":
            number = f"{draw(st.integers(1, 9))}.{draw(st.integers(1, 30))}"
            builder.paragraph([(f"{number} {draw(paragraphs())}", at)])
        case "item":
            builder.list_item(
                [(draw(sentences()), at)], marker=draw(st.sampled_from(("-", "(a)", "(b)", "1.")))
            )
        case "table":
            width = draw(st.integers(1, 4))
            rows = draw(st.lists(st.lists(words(), min_size=width, max_size=width), min_size=2, max_size=12))
            builder.table(rows, [at] * len(rows))
        case "code":
            builder.code(draw(paragraphs()), at)
        case "record":
            builder.record([("Key", draw(words())), ("Value", draw(paragraphs()))], at)
        case "note":
            builder.note("1", [(draw(sentences()), at)])
