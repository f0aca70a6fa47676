"""Clauses: which numbers begin one, what stays together, and how a long one is cut."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest

from chunking.assembly.assemble import Identity, assemble
from chunking.decisions import decide
from chunking.errors import SettingsError
from chunking.model import ChunkSet, Document, Role, Route
from chunking.prepare.prepared import Prepared, prepare
from chunking.readers import markdown as markdown_reader
from chunking.readers import text as text_reader
from chunking.recipe import Scalar, make_options
from chunking.strategies.clauses import STRATEGY, ClausesOptions
from chunking.strategies.numbering import clause_starts, missing_numbers

SENTENCE = "The organization states the weight of each stream in tons. "
TOPICS = {"tax": (1.0, 0.0), "sea": (0.0, 1.0)}


def markdown(text: str) -> Document:
    return markdown_reader.read(text.encode(), name="rules.md")


def plain(text: str) -> Document:
    return text_reader.read(text.encode(), name="rules.txt")


def numbers(document: Document) -> list[str]:
    return [start.number for start in clause_starts(document)]


def chunk(document: Document | Prepared, **settings: Scalar) -> ChunkSet:
    prepared = prepare(document) if isinstance(document, Document) else document
    options = make_options(ClausesOptions, settings)
    route = Route("clauses", options.model_dump(), decide("route-override", instead="auto"))
    return assemble(prepared, STRATEGY.cut(prepared, options), Identity(route, "", "rules", {}))


def texts(document: Document | Prepared, **settings: Scalar) -> list[str]:
    return [leaf.text for leaf in chunk(document, **settings).leaves]


def with_topics(document: Document, topics: Mapping[str, tuple[float, float]] = TOPICS) -> Prepared:
    """Give each unit the vector of the topic that it names, or a mean of all."""
    prepared = prepare(document)
    rows = [
        next(
            (vector for topic, vector in topics.items() if topic in prepared.markdown[start:end]), (0.7, 0.7)
        )
        for start, end in zip(prepared.starts, prepared.ends, strict=True)
    ]
    return replace(prepared, sums=np.vstack([np.zeros(2), np.cumsum(np.array(rows), axis=0)]))


@pytest.mark.parametrize(
    "line",
    [
        "4.3 Boundary",
        "4.3.1 Boundary of the site",
        "306-3 Waste generated",
        "306–3 Waste generated",
        "306‑3 Waste generated",
        "Disclosure 306-3 Waste generated",
        "Article 5",
        "Art. 5 Waste generated",
        "ARTICLE IV - WASTE",
        "Section 12. Waste must be weighed.",
        "§ 12 Abfall",
        "Clause 7: Waste",
        "Rule 4 Waste",
        "E1-6 Gross emissions",
    ],
)
def test_a_line_with_a_number_and_a_title_begins_a_clause(line: str) -> None:
    for document in (
        plain(f"{line}\n\nText."),
        markdown(f"{line}\n\nText."),
        markdown(f"## {line}\n\nText."),
    ):
        assert len(clause_starts(document)) == 1


@pytest.mark.parametrize(
    "line",
    [
        "306-3 and split by operation;",
        "2.2 of the guidance.",
        "Section 4 applies to exports too.",
        "Article 5 shall apply from then on.",
        "1.5 t of waste",
        "3.2 million in total.",
        "12 sites did the same",
        "2023 was dry.",
        "12 March 2020 was the day.",
        "7.5% of it",
        "1,234.56 in all",
        "1 Purpose ............ 3",
        "2.2 Exclusions\t5",
    ],
)
def test_a_reference_a_quantity_or_a_contents_line_begins_none(line: str) -> None:
    assert numbers(plain(f"Waste is stated, as asked for in\n{line}\n\nMore.")) == []
    assert numbers(markdown(f"Waste is stated.\n\n{line}\n\nMore.")) == []


def test_a_number_in_a_paragraph_must_be_the_next_one() -> None:
    lines = "3 Method\nIt is weighed.\n3.1 Factors\nThey are listed.\n9.4 Emissions\nThey are not."
    assert numbers(plain(lines)) == ["3", "3.1"]


def test_the_numbers_of_a_contents_page_are_told_by_their_pages() -> None:
    contents = "1 Purpose 3\n2 Scope 4\n2.1 Boundary 4"
    assert numbers(plain(f"{contents}\n\n1 Purpose\n\nWhy.\n\n2 Scope\n\nWhat.")) == ["1", "2"]


def test_titles_that_come_again_with_text_are_only_listed() -> None:
    listed = "1. Purpose of it\n\n2. Scope of it\n\n3. Method of it"
    body = "\n\n".join(f"{title}\n\n{SENTENCE * 3}" for title in listed.split("\n\n"))
    document = plain(f"{listed}\n\n{body}")
    assert numbers(document) == ["1", "2", "3"]
    assert clause_starts(document)[0].position == len(listed) + 2


def test_numbered_items_of_a_clause_are_no_clauses() -> None:
    items = "1. Weigh the waste.\n2. Note the weight.\n3. Report the sum."
    assert numbers(
        markdown(f"## Article 4 Duties\n\nThe site must:\n\n{items}\n\n## Article 5 Rights\n\nNone.")
    ) == [
        "Article 4",
        "Article 5",
    ]


def test_numbered_paragraphs_are_clauses_where_nothing_stronger_is() -> None:
    paragraphs = "\n\n".join(f"{number}. {SENTENCE * 2}" for number in (1, 2, 3))
    assert numbers(markdown(f"# Terms\n\n{paragraphs}")) == ["1", "2", "3"]


def test_numbers_may_restart_in_every_annex() -> None:
    document = markdown(
        "1.1 Scope\n\nMain.\n\n# Annex A\n\n1.1 Scope\n\nFirst.\n\n# Annex B\n\n1.1 Scope\n\nSecond."
    )
    assert numbers(document) == ["1.1", "Annex A", "1.1", "Annex B", "1.1"]
    leaves = chunk(document).leaves
    assert [leaf.text.split("\n")[0] for leaf in leaves] == ["1.1 Scope", "# Annex A", "# Annex B"]
    assert [leaf.heading_path for leaf in leaves] == [(), ("Annex A",), ("Annex B",)]


def test_a_number_that_is_skipped_is_found() -> None:
    document = markdown("\n\n".join(f"4.{number} Title\n\nText." for number in (5, 6, 8, 9)))
    assert missing_numbers(clause_starts(document)) == ("4.7",)


def test_a_clause_keeps_its_lettered_items_and_its_lead_in() -> None:
    items = "(a) the weight;\n(b) for each stream:\n    (i) its name;\n    (ii) its end;\n(c) why."
    clause = f"4.1 Waste\n\nState:\n\n{items}"
    assert texts(plain(f"{clause}\n\n4.2 Water\n\nState it.")) == [clause, "4.2 Water\n\nState it."]


def test_every_clause_starts_with_its_own_title() -> None:
    document = plain(
        "1 Purpose\nIt says why.\n\n2 Boundary\n\nIt says what.\n\n3 Method\nIt says how.\n3.1 Factors\nAll."
    )
    assert [text.split("\n")[0] for text in texts(document)] == [
        "1 Purpose",
        "2 Boundary",
        "3 Method",
        "3.1 Factors",
    ]


def test_a_title_above_clauses_goes_with_the_first_of_them() -> None:
    document = markdown("# 4 Waste\n\n## 4.1 Weight\n\nState it.\n\n## 4.2 Origin\n\nState it too.")
    leaves = chunk(document).leaves
    assert [leaf.text for leaf in leaves] == [
        "# 4 Waste\n\n## 4.1 Weight\n\nState it.",
        "## 4.2 Origin\n\nState it too.",
    ]
    assert leaves[0].decision.sentence() == "Clause 4.1 begins here."


def test_a_heading_without_a_number_below_a_clause_belongs_to_it() -> None:
    clause = "## 4.1 Weight\n\nState it.\n\n### Guidance\n\nUse a scale."
    assert texts(markdown(f"{clause}\n\n## Annexes\n\nNone.")) == [clause, "## Annexes\n\nNone."]


def test_guidance_belongs_to_its_clause_whatever_the_level_of_its_heading() -> None:
    clause = "### 4.1 Weight\n\nState it.\n\n## Guidance\n\nUse a scale."
    document = markdown(f"{clause}\n\n### 4.2 Origin\n\nState it.\n\n### Definitions\n\nWaste is waste.")
    assert texts(document) == [clause, "### 4.2 Origin\n\nState it.", "### Definitions\n\nWaste is waste."]


def test_text_before_the_first_clause_is_a_chunk_of_its_own() -> None:
    first, second = chunk(plain("Rules on waste, in force.\n\n1 Purpose\n\nWhy.\n\n2 Scope\n\nAll.")).leaves[
        :2
    ]
    assert (first.text, first.decision.reason) == ("Rules on waste, in force.", "document-start")
    assert (second.text, second.decision.reason) == ("1 Purpose\n\nWhy.", "clause")


def test_a_long_clause_is_cut_into_even_parts_under_a_parent() -> None:
    document = markdown(f"4.1 Waste\n\n{SENTENCE * 40}\n\n4.2 Water\n\nState it.")
    chunk_set = chunk(document)
    (parent,) = [one for one in chunk_set.chunks if one.role is Role.PARENT]
    *parts, other = chunk_set.leaves
    assert [part.part for part in parts] == [1, 2, 3]
    assert {part.parent_chunk_id for part in parts} == {parent.id}
    assert max(len(part.text) for part in parts) - min(len(part.text) for part in parts) < 2 * len(SENTENCE)
    assert document.markdown[parts[0].start : parts[-1].end] == parent.text
    assert other.parent_chunk_id is None
    assert parent.decision.evidence == {"number": "4.1", "size": len(parent.text), "limit": 1000}


def test_a_long_clause_is_cut_at_its_logical_parts_first() -> None:
    document = markdown(f"## 4.1 Waste\n\n{SENTENCE * 8}\n\n{SENTENCE * 3}\n\nGuidance\n\n{SENTENCE * 6}")
    _, second = chunk(document).leaves
    assert second.text.startswith("Guidance")
    assert second.decision.sentence().endswith("cut before “Guidance”.")


def test_logical_parts_stay_whole_even_if_fewer_parts_would_do() -> None:
    parts = [f"{name}. {SENTENCE * 9}" for name in ("Requirements", "Guidance", "Examples")]
    leaves = chunk(markdown("4.9 Value chain\n\n" + "\n\n".join(parts))).leaves
    assert [leaf.text.split(".")[0] for leaf in leaves] == ["4", "Guidance", "Examples"]
    assert [leaf.part for leaf in leaves] == [1, 2, 3]


def test_guidance_to_a_requirement_is_a_logical_part_named_with_its_number() -> None:
    leaves = chunk(markdown(f"4.9 Value chain\n\n{SENTENCE * 9}\n\nGuidance to 4-9-b {SENTENCE * 9}")).leaves
    assert leaves[1].text.startswith("Guidance to 4-9-b")
    assert leaves[1].decision.evidence["item"] == "“Guidance to 4-9-b”"


def test_a_short_logical_part_does_not_stand_alone() -> None:
    leaves = chunk(markdown(f"4.9 Value chain\n\n{SENTENCE * 20}\n\nNote. See 4.8.")).leaves
    assert leaves[-1].text.endswith("Note. See 4.8.")
    assert len(leaves[-1].text) > 300


def test_a_long_clause_is_cut_at_its_items_rather_than_inside_them() -> None:
    items = "\n".join(f"({letter}) {SENTENCE * 3}" for letter in "abcdefg")
    leaves = chunk(plain(f"4.1 Waste\n\nState the following:\n\n{items}")).leaves
    assert leaves[1].text[:3] in ("(d)", "(e)")
    assert "cut before item (" in leaves[1].decision.sentence()


def test_a_long_clause_is_cut_where_similarity_is_lowest_between_sentences() -> None:
    tax = "The tax is due in full. " * 25
    sea = "The sea is very wide. " * 20
    leaves = chunk(with_topics(markdown(f"4.1 Law\n\n{tax}{sea}"))).leaves
    assert [leaf.text[:7] for leaf in leaves] == ["4.1 Law", "The sea"]
    assert leaves[1].decision.reason == "clause-drop"
    assert leaves[1].decision.evidence["similarity"] == pytest.approx(0.0)


def test_every_part_is_within_the_limit() -> None:
    document = markdown(f"4.1 Waste\n\n{SENTENCE * 30}\n\n{'word ' * 300}\n\n{'x' * 900}")
    leaves = chunk(document, max_chars=200).leaves
    assert all(len(leaf.text) <= 200 for leaf in leaves)
    assert leaves[-1].decision.reason == "oversize-unit"


def test_a_table_in_a_long_clause_repeats_its_header() -> None:
    header = "| site | tons |\n| --- | --- |\n"
    rows = "\n".join(f"| Site number {row} | {row * 7} |" for row in range(40))
    leaves = chunk(markdown(f"4.1 Waste\n\nState:\n\n{header}{rows}"), max_chars=300).leaves
    assert all(len(leaf.text) <= 300 for leaf in leaves)
    assert all(header in leaf.text for leaf in leaves)


def test_text_without_numbers_is_cut_where_its_paragraphs_differ() -> None:
    paragraphs = ["The tax is due when the year ends, and is paid in full by all. " * 2] * 2
    paragraphs += ["The sea is wide where the ship goes, and is kept clean by all. " * 2] * 2
    prepared = with_topics(plain("\n\n".join(paragraphs)))
    first, second = chunk(prepared).leaves
    assert (first.text.count("tax"), second.text.count("sea")) == (4, 4)
    assert second.decision.reason == "implicit-boundary"
    assert len(texts(prepared, implicit_boundaries=False)) == 1


def test_paragraphs_inside_a_numbered_clause_are_never_parted_for_their_topic() -> None:
    tax, sea = (f"The {topic} is due when the year ends, and is paid in full by all." for topic in TOPICS)
    assert len(texts(with_topics(plain(f"4.1 Duties\n\n{tax}\n\n{sea}")))) == 1


def test_vectors_are_asked_for_only_with_implicit_boundaries() -> None:
    assert STRATEGY.needs_vectors(ClausesOptions())
    assert not STRATEGY.needs_vectors(ClausesOptions(implicit_boundaries=False))


def test_a_size_below_one_is_refused() -> None:
    with pytest.raises(SettingsError, match="max_chars"):
        chunk(plain("1 Purpose\n\nWhy."), max_chars=0)
