"""Sections: a heading with its text, tiny siblings joined, long ones in even parts under a parent."""

import pytest

from chunking.assembly.assemble import Identity, assemble
from chunking.decisions import decide
from chunking.errors import SettingsError
from chunking.model import Chunk, ChunkSet, Role, Route
from chunking.prepare.prepared import prepare
from chunking.readers import markdown as reader
from chunking.recipe import Scalar, make_options
from chunking.strategies.sections import STRATEGY, SectionsOptions

SENTENCE = "The site keeps a record of every litre that it takes. "


def chunk(markdown: str, **settings: Scalar) -> ChunkSet:
    """Read markdown and chunk it by sections; nothing is joined unless `min_tokens` says so."""
    prepared = prepare(reader.read(markdown.encode(), name="policy.md"))
    options = make_options(SectionsOptions, {"min_tokens": 1, **settings})
    route = Route("sections", options.model_dump(), decide("route-override", instead="auto"))
    return assemble(prepared, STRATEGY.cut(prepared, options), Identity(route, "", "policy", {}))


def texts(markdown: str, **settings: Scalar) -> list[str]:
    return [leaf.text for leaf in chunk(markdown, **settings).leaves]


def parents(chunk_set: ChunkSet) -> list[Chunk]:
    return [one for one in chunk_set.chunks if one.role is Role.PARENT]


def test_each_section_is_a_chunk_that_begins_with_its_heading() -> None:
    assert texts("# A\n\nOne.\n\n## B\n\nTwo.") == ["# A\n\nOne.", "## B\n\nTwo."]


def test_a_setext_heading_opens_a_section_too() -> None:
    assert texts("A\n===\n\nOne.\n\nB\n---\n\nTwo.") == ["A\n===\n\nOne.", "B\n---\n\nTwo."]


def test_text_before_the_first_heading_is_a_chunk_with_an_empty_path() -> None:
    first, second = chunk("Before.\n\n# A\n\nOne.", min_tokens=60).leaves
    assert (first.text, first.heading_path, first.decision.reason) == ("Before.", (), "document-start")
    assert second.heading_path == ("A",)


def test_a_heading_without_text_goes_with_what_follows() -> None:
    assert texts("# A\n\n## B\n\nTwo.\n\n# C\n\n## D\n\nFour.") == [
        "# A\n\n## B\n\nTwo.",
        "# C\n\n## D\n\nFour.",
    ]


def test_no_chunk_ends_with_a_heading_even_below_a_higher_one() -> None:
    assert texts("# A\n\nOne.\n\n### Empty\n\n# B\n\nTwo.") == ["# A\n\nOne.", "### Empty\n\n# B\n\nTwo."]


def test_levels_may_be_skipped() -> None:
    leaves = chunk("### Low\n\nZero.\n\n# A\n\n### B\n\nTwo.\n\n### C\n\nThree.").leaves
    assert [leaf.heading_path for leaf in leaves] == [("Low",), ("A", "B"), ("A", "C")]


def test_a_document_of_headings_alone_still_gives_chunks() -> None:
    assert texts("# A\n\n## B\n\n## C\n\n# D", min_tokens=60) == ["# A\n\n## B\n\n## C\n\n# D"]
    assert texts("# A\n\n## B\n\n# C") == ["# A", "## B", "# C"]


def test_a_document_without_headings_is_one_section() -> None:
    assert texts("One.\n\nTwo.") == ["One.\n\nTwo."]


def test_tiny_siblings_are_joined_until_they_are_large_enough() -> None:
    markdown = "# A\n\n" + "\n\n".join(f"## B{number}\n\nShort text here." for number in range(6))
    joined = chunk(markdown, min_tokens=20).leaves
    assert len(joined) < 4
    assert all(leaf.token_count >= 20 for leaf in joined)
    assert "sections are joined here" in joined[0].decision.sentence()
    assert joined[0].heading_path == ("A",)


def test_a_tiny_section_is_never_joined_across_a_higher_heading() -> None:
    markdown = f"# A\n\n{SENTENCE * 9}\n\n## A1\n\nOne.\n\n# B\n\nTwo."
    assert [text[:4].strip() for text in texts(markdown, min_tokens=50, max_tokens=112)] == [
        "# A",
        "## A",
        "# B",
    ]


def test_a_tiny_last_section_is_joined_with_the_one_before() -> None:
    markdown = f"# A\n\n{SENTENCE * 9}\n\n## A1\n\nOne.\n\n# B\n\n{SENTENCE * 9}"
    assert [text.count("#") for text in texts(markdown, min_tokens=50)] == [3, 1]


def test_joining_never_exceeds_the_limit() -> None:
    markdown = "\n\n".join(f"# B{number}\n\n{SENTENCE * 3}" for number in range(9))
    leaves = chunk(markdown, min_tokens=100, max_tokens=100).leaves
    assert all(leaf.token_count <= 100 for leaf in leaves)
    assert len(leaves) == 5


def test_a_long_section_becomes_even_parts_under_a_parent() -> None:
    chunk_set = chunk(f"# A\n\n{SENTENCE * 10}\n\n# B\n\nTwo.", max_tokens=100)
    (parent,) = parents(chunk_set)
    *parts, last = chunk_set.leaves
    assert [part.parent_chunk_id for part in parts] == [parent.id, parent.id]
    assert [part.part for part in parts] == [1, 2]
    assert abs(parts[0].token_count - parts[1].token_count) <= 12
    assert (parent.start, parent.end) == (parts[0].start, parts[-1].end)
    assert last.parent_chunk_id is None
    assert parts[1].decision.sentence() == "The section “A” is longer than the limit: 123 of 100 tokens."


def test_parts_begin_at_sentences() -> None:
    for text in texts(f"# A\n\n{SENTENCE * 40}", max_tokens=60)[1:]:
        assert text.startswith("The site")


def test_a_part_prefers_to_begin_at_a_paragraph() -> None:
    markdown = f"# A\n\n{SENTENCE * 6}\n\n{SENTENCE.replace('The', 'Each') * 4}"
    first, second = texts(markdown, max_tokens=100)
    assert second.startswith("Each")
    assert "Each" not in first


def test_a_lead_in_stays_with_its_list() -> None:
    items = "\n".join(f"- {SENTENCE}" for _ in range(4))
    _, second = texts(f"# A\n\n{SENTENCE * 4}\n\nIt states the following:\n\n{items}", max_tokens=70)
    assert second.startswith("It states the following:")


def test_a_table_that_fits_is_kept_whole() -> None:
    table = "| site | litres |\n| --- | --- |\n" + "\n".join(f"| S{row} | {row} |" for row in range(8))
    leaves = texts(f"# A\n\n{SENTENCE * 4}\n\n{table}\n\n{SENTENCE * 4}", max_tokens=100)
    assert sum(table in leaf for leaf in leaves) == 1


def test_a_longer_table_is_cut_between_rows_under_its_header() -> None:
    header = "| site | litres |\n| --- | --- |\n"
    rows = [f"| Site {row} | {row * 7} |" for row in range(40)]
    chunk_set = chunk("# A\n\n" + header + "\n".join(rows), max_tokens=100)
    for leaf in chunk_set.leaves[1:]:
        assert leaf.text.startswith(header + "| Site")
        assert leaf.decision.reason == "between-rows"
    assert all(leaf.token_count <= 100 for leaf in chunk_set.leaves)
    together = "".join(chunk_set.document.markdown[leaf.start : leaf.end] for leaf in chunk_set.leaves)
    assert all(together.count(row) == 1 for row in rows)


def test_headings_are_repeated_when_asked_for_and_count_in_the_limit() -> None:
    markdown = f"# Water\n\n## Intake\n\n{SENTENCE * 20}"
    leaves = chunk(markdown, max_tokens=80, heading_context=True).leaves
    assert all(leaf.text.startswith("# Water\n\n## Intake\n\nThe site") for leaf in leaves)
    assert all(leaf.token_count <= 80 for leaf in leaves)
    assert not any(leaf.context for leaf in chunk(markdown, max_tokens=80).leaves)


def test_headings_too_long_to_repeat_are_left_out_and_it_is_said() -> None:
    leaves = chunk(f"# {'Water ' * 30}\n\n{SENTENCE * 20}", max_tokens=50, heading_context=True).leaves
    assert all(leaf.token_count <= 50 for leaf in leaves)
    assert "left out" in leaves[-1].decision.sentence()


def test_a_heading_longer_than_the_limit_is_cut_and_nothing_is_lost() -> None:
    leaves = chunk(f"# {'word ' * 300}\n\nThe end.", max_tokens=50).leaves
    assert all(leaf.token_count <= 50 for leaf in leaves)
    assert leaves[-1].text.endswith("The end.")


def test_a_long_sentence_begins_in_its_headings_chunk() -> None:
    first, *_ = texts(f"# Water\n\n{'litres ' * 200}.", max_tokens=50)
    assert first.startswith("# Water\n\nlitres")


def test_one_huge_word_is_named() -> None:
    leaves = chunk(f"# A\n\n{'x' * 4000}", max_tokens=50).leaves
    assert all(leaf.token_count <= 50 for leaf in leaves)
    assert leaves[-1].decision.reason == "oversize-unit"


def test_entries_of_a_contents_page_are_no_sections() -> None:
    markdown = "# Contents\n\n## 1 Purpose ........ 3\n\n## 2 Scope ........ 4\n\n# 1 Purpose\n\nWhy."
    assert texts(markdown) == [markdown.split("\n\n# 1")[0], "# 1 Purpose\n\nWhy."]


@pytest.mark.parametrize("settings", [{"min_tokens": 0}, {"max_tokens": 0}, {"max_tokens": 1_000_001}])
def test_settings_out_of_range_are_refused(settings: dict[str, Scalar]) -> None:
    with pytest.raises(SettingsError, match="tokens"):
        chunk("# A\n\nOne.", **settings)
