"""Preparing: sentences that lose nothing, exact tokens, vectors that do not depend on company."""

import numpy as np
import pytest
from hypothesis import given

from chunking.errors import ModelError
from chunking.model import Span, is_blank
from chunking.prepare.embedders import PACKAGED, Embedder, load_embedder
from chunking.prepare.sentences import sentence_spans
from chunking.prepare.tokens import TokenIndex, load_encoding
from tests.generators import paragraphs

CASES = [
    ("We grew. Costs fell by 3.5 % in Q4.", ["We grew.", "Costs fell by 3.5 % in Q4."]),
    (
        "See § 1003.5(b)(2) and § 1003.5(c) for the rule.",
        ["See § 1003.5(b)(2) and § 1003.5(c) for the rule."],
    ),
    ("It was sold to Acme Ltd. in 2024. Nobody knew.", ["It was sold to Acme Ltd. in 2024.", "Nobody knew."]),
    (
        "A line that was wrapped\nby its editor. And on.",
        ["A line that was wrapped\nby its editor.", "And on."],
    ),
    ("Assurance . . . . . . 43", ["Assurance . . . . . . 43"]),
    ("Items:\n- one\n- two", ["Items:", "- one", "- two"]),
]


def split(text: str) -> list[str]:
    """Return the sentences of a text that is one block."""
    return [span.of(text) for span in sentence_spans(text, Span(0, len(text)))]


@pytest.mark.parametrize(("text", "sentences"), CASES)
def test_a_text_is_split_where_a_reader_would(text: str, sentences: list[str]) -> None:
    assert split(text) == sentences


@given(text=paragraphs())
def test_sentences_hold_every_visible_character_in_order(text: str) -> None:
    position = 0
    for span in sentence_spans(text, Span(0, len(text))):
        assert is_blank(text[position : span.start])
        assert span.start < span.end
        position = span.end
    assert is_blank(text[position:])


@pytest.mark.parametrize(
    "text",
    [
        "..[111 111 111 111 111 111 111 111 111 111 ]",
        "A number.[123456789012345678901234567890] Next.",
        "word " * 20_000,
        "same sentence here. " * 5_000,
        "(see note. " * 4_000,
    ],
    ids=["brackets", "long number", "no end", "repeated", "unbalanced"],
)
def test_text_that_pysbd_never_finishes_is_split_all_the_same(text: str) -> None:
    assert "".join("".join(split(text)).split()) == "".join(text.split())


def test_special_tokens_in_a_text_are_only_text() -> None:
    text = "The marker <|endoftext|> is text."
    assert TokenIndex.of(text, "cl100k_base").count(0, len(text)) == 11


def test_a_run_without_blanks_is_counted_in_parts() -> None:
    text = "a" * 100_000
    assert 0 < TokenIndex.of(text, "cl100k_base").count(0, len(text)) <= 12_505


def test_an_unknown_vocabulary_is_refused_with_the_ones_there_are() -> None:
    with pytest.raises(ModelError, match="there is: cl100k_base"):
        load_encoding("gpt-9")


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    """The packaged model."""
    return load_embedder(PACKAGED)


def test_a_vector_does_not_depend_on_what_stands_beside_it(embedder: Embedder) -> None:
    texts = [f"Sentence number {number} about {'steam and heat ' * (number % 7)}." for number in range(40)]
    together = embedder.embed(texts)
    forget(embedder)
    alone = np.concatenate([embedder.embed([text]) for text in reversed(texts)])[::-1]
    assert (together == alone).all()


def test_the_end_of_a_long_text_changes_its_vector(embedder: Embedder) -> None:
    text = "The boiler burns gas. " * 200
    first, second = embedder.embed([text + "It stops in May.", text + "Bananas are yellow fruit, mostly."])
    assert not np.allclose(first, second)


def test_vectors_have_length_one(embedder: Embedder) -> None:
    vectors = embedder.embed(["One.", "Two or three words."])
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0)


def test_a_model_that_is_not_there_is_refused_with_the_way_out() -> None:
    with pytest.raises(ModelError, match=f"give {PACKAGED} or the path"):
        load_embedder("/no/such/folder")


def forget(embedder: Embedder) -> None:
    """Empty the embedder's memory, so that it has to compute again."""
    seen = getattr(embedder, "seen", None)
    assert isinstance(seen, dict)
    seen.clear()
