"""Chunk sets as bytes: complete, the same every time, and harmless."""

import csv
import hashlib
import io
import json
import re
import time
from dataclasses import replace
from typing import Any

import pyarrow.parquet
import pytest

from chunking.assembly.assemble import Identity, assemble
from chunking.decisions import decide
from chunking.exporters import EXPORTERS, Export
from chunking.exporters.csv import safe_cell
from chunking.exporters.records import set_sha256
from chunking.model import Cut, Locator, Profile, Route, Span
from chunking.prepare.prepared import prepare
from chunking.readers.builder import MarkdownBuilder
from chunking.recipe import Recipe

TEXTS = (
    "=1+1 is how this begins.",
    "-12.5",
    '00417 stays, "quoted", with a comma\nand a line.',
    "Zeile\u2028with an odd end, 日本語, 👩‍👩‍👧.",
    "@mention starts",
)
PROFILE = Profile("prose", 0.9, "report", {"prose": 0.9, "report": 0.4}, (), {"long_paragraphs": 0.5})
ROUTE = Route("sections", {"max_tokens": 500}, decide("route-override", instead="semantic"))


def export(texts: tuple[str, ...] = TEXTS, **metadata: str) -> Export:
    """Chunk texts under one heading, one chunk each; every chunk but the first repeats the heading."""
    builder = MarkdownBuilder()
    builder.heading("On export", 1, Locator(page=1))
    for page, text in enumerate(texts, start=1):
        builder.paragraph([(text, Locator(page=page))])
    builder.notice("guessed-encoding", "The encoding was guessed.", "the document")
    builder.leave_out("running-head", "Page 1", "page 1")
    document = builder.build(b"bytes", name="On export.txt", media_type="text/plain", page_count=len(texts))
    prepared = prepare(document)
    heading = Span(0, prepared.starts[1])
    starts = [document.blocks[0].span.start, *(block.span.start for block in document.blocks[2:])]
    cuts = [
        Cut(
            start,
            decide("section-split", heading="On export", tokens=9, limit=5),
            context=(heading,) * bool(start),
        )
        for start in starts
    ]
    identity = Identity(ROUTE, "f" * 64, document.id, metadata)
    return Export(assemble(prepared, cuts, identity), PROFILE, Recipe(metadata=metadata))


def read_json(subject: Export) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(EXPORTERS["json"].export(subject))
    return value


def read_csv(subject: Export) -> list[dict[str, str]]:
    text = EXPORTERS["csv"].export(subject).decode()
    return list(csv.DictReader(io.StringIO(text, newline="")))


@pytest.mark.parametrize("name", EXPORTERS)
def test_the_same_chunk_set_gives_the_same_bytes(name: str) -> None:
    assert EXPORTERS[name].export(export()) == EXPORTERS[name].export(export())


@pytest.mark.parametrize("name", EXPORTERS)
def test_no_machine_path_and_no_clock_time_is_written(name: str) -> None:
    data = EXPORTERS[name].export(export())
    assert b"/home" not in data
    assert b"/tmp" not in data
    assert str(time.gmtime().tm_year).encode() not in data


@pytest.mark.parametrize("name", EXPORTERS)
def test_a_format_is_known_by_its_name(name: str) -> None:
    exporter = EXPORTERS[name]
    assert (exporter.name, exporter.suffix) == (name, f".{name}")
    assert exporter.title
    assert "/" in exporter.media_type


def test_json_holds_the_fields_of_the_contract_in_order() -> None:
    value = read_json(export())
    assert list(value) == [
        "schema",
        "document",
        "profile",
        "route",
        "recipe",
        "coverage",
        "set_sha256",
        "chunks",
    ]
    assert value["schema"] == 1
    assert value["coverage"]["share"] == 1.0
    assert value["profile"]["document_type"] == "prose"
    assert value["route"]["options"] == {"max_tokens": 500}
    assert value["recipe"]["fingerprint"] == "f" * 64


def test_json_tells_what_the_document_is_and_what_was_left_out() -> None:
    document = read_json(export(company="ACME"))["document"]
    assert document["sha256"] == hashlib.sha256(b"bytes").hexdigest()
    assert (document["id"], document["page_count"]) == ("on-export-txt", 5)
    assert document["notices"] == [
        {"code": "guessed-encoding", "message": "The encoding was guessed.", "where": "the document"}
    ]
    assert document["removed"] == [{"reason": "running-head", "text": "Page 1", "where": "page 1"}]
    assert document["metadata"] == {"company": "ACME", "source_path": "On export.txt"}


def test_a_given_document_id_is_the_exported_one() -> None:
    subject = export()
    given = replace(subject, recipe=Recipe(document_id="mine"))
    assert read_json(given)["document"]["id"] == "mine"


def test_json_gives_back_each_text_from_its_offsets() -> None:
    value = read_json(export())
    markdown = value["document"]["markdown"]
    for chunk in value["chunks"]:
        context = "".join(markdown[span["start"] : span["end"]] for span in chunk["context"])
        assert chunk["text"] == context + markdown[chunk["start"] : chunk["end"]]
        assert chunk["sha256"] == hashlib.sha256(chunk["text"].encode()).hexdigest()
        assert chunk["heading_path"] == ["On export"]
        assert chunk["decision"]["reason"] == "section-split"


def test_the_chunks_in_json_are_those_in_json_lines() -> None:
    lines = EXPORTERS["jsonl"].export(export()).decode().splitlines()
    assert [json.loads(line) for line in lines] == read_json(export())["chunks"]


def test_the_hash_of_the_set_is_that_of_its_json_lines() -> None:
    subject = export()
    by_hand = hashlib.sha256(EXPORTERS["jsonl"].export(subject)).hexdigest()
    assert read_json(subject)["set_sha256"] == by_hand == set_sha256(subject.chunk_set)


def test_one_changed_word_changes_the_hash_of_the_set() -> None:
    assert set_sha256(export().chunk_set) != set_sha256(export((*TEXTS[:-1], "@mention ends")).chunk_set)


def test_the_recipe_in_json_can_be_used_again() -> None:
    subject = export(company="ACME")
    fields = read_json(subject)["recipe"]
    del fields["fingerprint"]
    assert Recipe.model_validate(fields) == subject.recipe


def test_csv_gives_back_each_text() -> None:
    subject = export()
    texts = [chunk.text for chunk in subject.chunk_set.chunks]
    rows = read_csv(subject)
    assert [row["text"] for row in rows] == [safe_cell(text) for text in texts]
    assert [json.loads(row["context"]) for row in rows[:2]] == [[], [{"start": 0, "end": 13}]]
    assert rows[2]["page_range"] == "3"
    assert rows[0]["because"].startswith("The section “On export” is longer than the limit")


def test_no_csv_cell_starts_a_formula() -> None:
    subject = export(("Plain.", *TEXTS), company='=HYPERLINK("http://x")', ticker="@SUM(A1)", desk="+1\t2")
    rows = read_csv(subject)
    cells = [cell for row in rows for cell in row.values()]
    assert not [cell for cell in cells if re.match(r"[=@\t\r]|[+-](?![\d.,]+%?$)", cell)]
    assert rows[0]["company"] == '\'=HYPERLINK("http://x")'


@pytest.mark.parametrize("text", ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@x", "\t=1", "\r=1", "-", "+"])
def test_what_a_spreadsheet_would_run_gets_an_apostrophe(text: str) -> None:
    assert safe_cell(text) == f"'{text}"


@pytest.mark.parametrize("text", ["-12.5", "+7%", "-1,234.56", "1=1", "a-b", "", "(3)"])
def test_plain_numbers_and_text_stay_as_they_are(text: str) -> None:
    assert safe_cell(text) == text


def test_csv_has_a_column_for_every_metadata_field_and_names_others_as_such() -> None:
    row = read_csv(export(company="ACME", text="not the chunk's"))[0]
    assert row["company"] == "ACME"
    assert row["filing_date"] == ""
    assert row["metadata.text"] == "not the chunk's"
    assert row["text"].startswith("# On export")


def test_parquet_gives_back_typed_columns() -> None:
    subject = export()
    table = pyarrow.parquet.read_table(io.BytesIO(EXPORTERS["parquet"].export(subject)))
    chunks = subject.chunk_set.chunks
    assert table["text"].to_pylist() == [chunk.text for chunk in chunks]
    assert table["token_count"].to_pylist() == [chunk.token_count for chunk in chunks]
    assert table["context"].to_pylist()[1] == [{"start": 0, "end": 13}]
    assert table["heading_path"].to_pylist()[0] == ["On export"]
    assert table["part"].null_count == len(chunks)
    assert table.schema.metadata[b"set_sha256"].decode() == set_sha256(subject.chunk_set)


@pytest.mark.parametrize("name", EXPORTERS)
def test_a_name_that_is_not_valid_text_does_not_stop_an_export(name: str) -> None:
    assert EXPORTERS[name].export(export(source_path="odd\udcff.txt"))
