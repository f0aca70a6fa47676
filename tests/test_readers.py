"""What holds for every format: the table, detection, and the contract of a document."""

import io
from collections.abc import Callable

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reportlab.pdfgen.canvas import Canvas

from chunking.errors import EmptyDocumentError, LimitError, PasswordError, ReadError, UnsupportedFormatError
from chunking.model import Document, is_blank
from chunking.readers import FORMATS, MAX_NAME_BYTES, base_name, detect, read_document
from chunking.readers.builder import MarkdownBuilder, escape
from tests.docx_files import docx, p


def _pdf() -> bytes:
    written = io.BytesIO()
    canvas = Canvas(written, invariant=1)
    canvas.drawString(72, 720, "The site used 410 units of energy in the year.")
    canvas.save()
    return written.getvalue()


def _xlsx() -> bytes:
    book = openpyxl.Workbook()
    for row in (["site", "note *"], ["Alder", "# no heading"], [], ["Birch", "a\nb"]):
        book.worksheets[0].append(row)
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


_TABLE = f"<w:tbl><w:tr><w:tc>{p('a | b')}</w:tc><w:tc>{p('c')}</w:tc></w:tr></w:tbl>"

SAMPLES: dict[str, bytes] = {
    "pdf": _pdf(),
    "docx": docx(p("Scope", style="Heading1") + p("first", numbering=(2, 0)) + _TABLE + p("Énd.")),
    "xlsx": _xlsx(),
    "csv": 'Notes,\nsite,note\nAlder,"x\n- y"\nBirch,\u200b\n,z\n'.encode(),
    "markdown": b"---\ntitle: T\n---\n# A\n\n- x\n  - y\n\n| a |\n|---|\n| 1 |\n\n[^1]: n\n",
    "text": b"\xef\xbb\xbfCHAPTER I\r\n\r\n  Text\x00 here.\r\n- a\r\n- b\r\n",
}


@pytest.fixture(params=FORMATS, name="document")
def read_sample(request: pytest.FixtureRequest) -> Document:
    row = FORMATS[request.param]
    return row.read(SAMPLES[row.name], name=f"Sample{row.suffixes[0]}")


def test_blocks_are_sorted_and_disjoint_and_hold_every_visible_character(document: Document) -> None:
    end = 0
    for block in document.blocks:
        assert end <= block.span.start < block.span.end <= len(document.markdown)
        assert is_blank(document.markdown[end : block.span.start])
        assert not is_blank(block.span.of(document.markdown))
        end = block.span.end
    assert is_blank(document.markdown[end:])


def test_origins_are_sorted_and_inside_the_markdown_and_name_a_place(document: Document) -> None:
    end = 0
    assert document.origins
    for origin in document.origins:
        assert end <= origin.span.start <= origin.span.end <= len(document.markdown)
        assert origin.locator.in_words() != "the document"
        end = origin.span.end


def test_a_document_is_normal_text_with_its_name_and_kind(document: Document) -> None:
    assert "\r" not in document.markdown
    assert "\x00" not in document.markdown
    assert "\ufeff" not in document.markdown
    assert document.name.startswith("Sample.")
    assert document.id == document.name.lower().replace(".", "-")
    assert document.media_type in {row.media_type for row in FORMATS.values()}


@pytest.mark.parametrize("name", FORMATS)
def test_the_same_bytes_give_an_equal_document(name: str) -> None:
    row = FORMATS[name]
    assert row.read(SAMPLES[name], name="a") == row.read(SAMPLES[name], name="a")


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_known_by_its_content_and_read_where_its_row_says(name: str) -> None:
    row = FORMATS[name]
    file_name = f"folder/x{row.suffixes[0].upper()}"
    assert detect(SAMPLES[name], file_name) is row
    document = read_document(SAMPLES[name], name=file_name)
    assert document == row.read(SAMPLES[name], name=base_name(file_name))


@pytest.mark.parametrize("name", ["pdf", "docx", "xlsx"])
def test_content_wins_over_a_false_name_and_it_is_told(name: str) -> None:
    document = read_document(SAMPLES[name], name="a.csv")
    assert [notice.code for notice in document.notices][:1] == ["format-mismatch"]
    assert FORMATS[name].title in document.notices[0].message


def test_text_with_an_unknown_suffix_is_plain_text() -> None:
    assert detect(b"words", "notes.xyz") is FORMATS["text"]
    assert detect(b"words about %PDF-1.4 files", "notes") is FORMATS["text"]
    assert detect("words".encode("utf-16"), "notes.csv") is FORMATS["csv"]


@pytest.mark.parametrize(
    ("data", "name", "error", "words"),
    [
        (b"<!DOCTYPE html><html></html>", "a.pdf", UnsupportedFormatError, "not a PDF file"),
        (b"\x89PNG\r\n\x1a\n" + bytes(50), "a.png", UnsupportedFormatError, "a picture"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(50), "a.doc", UnsupportedFormatError, "save it as"),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"),
            "a.docx",
            PasswordError,
            "locked with a password",
        ),
        (b"PK\x03\x04broken", "a.docx", ReadError, "damaged"),
        (bytes(range(256)) * 4, "a.xyz", UnsupportedFormatError, "PDF, Word, Excel, CSV, Markdown, Text"),
        (b"{\\rtf1 words}", "a.doc", UnsupportedFormatError, "rich text"),
        (b"", "a.csv", EmptyDocumentError, "empty"),
        (b" \n\t", "a.md", EmptyDocumentError, "empty"),
        (b"\xef\xbb\xbf\n", "a.txt", EmptyDocumentError, "empty"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_name(
    data: bytes, name: str, error: type[ReadError], words: str
) -> None:
    with pytest.raises(error, match=words) as caught:
        read_document(data, name=name)
    assert name in caught.value.message


def test_a_file_over_the_limit_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chunking.readers.MAX_BYTES", 2_000_000)
    with pytest.raises(LimitError, match=r"a\.txt has 3 MB, more than the 2 MB"):
        read_document(b"a" * 3_000_000, name="a.txt")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("../../etc/passwd.txt", "passwd.txt"),
        ("..\\..\\win.ini.txt", "win.ini.txt"),
        ("C:\\temp\\a.txt", "a.txt"),
        ("na\x00me.txt", "name.txt"),
        ("\u202etxt.exe.txt", "txt.exe.txt"),
        ("name.txt/", "name.txt"),
        ("..", "document"),
        ("", "document"),
        (".txt", ".txt"),
        ("üníçödé 数据 📊.txt", "üníçödé 数据 📊.txt"),
        ("two.dots..txt", "two.dots..txt"),
    ],
)
def test_only_the_last_part_of_a_path_is_shown(name: str, shown: str) -> None:
    assert base_name(name) == shown


@given(st.text(max_size=400))
def test_a_shown_name_is_short_and_holds_no_path(name: str) -> None:
    shown = base_name(name)
    assert shown
    assert len(shown.encode()) <= MAX_NAME_BYTES
    assert not set(shown) & set("/\\\x00")


@given(st.text(st.sampled_from("#-+*>`~=_\\ \nab1.|:"), max_size=60))
def test_escaped_text_has_no_structure_of_its_own(text: str) -> None:
    from chunking.readers.blocks import blocks_of

    lines = "\n".join(line.strip() for line in escape(text).split("\n") if line.strip())
    if not lines:
        return
    kinds = {block.kind.value for block in blocks_of(lines)}
    assert kinds <= {"paragraph", "list_item"}
    assert "list_item" not in kinds or any(line[:1].isdigit() for line in lines.split("\n"))


@pytest.mark.parametrize(
    "add",
    [
        lambda builder, text, at: builder.paragraph([(text, at)]),
        lambda builder, text, at: builder.heading(text, 2, at),
        lambda builder, text, at: builder.list_item([(text, at)]),
        lambda builder, text, at: builder.table([[text, text], [text, ""]], [at, at]),
        lambda builder, text, at: builder.record([("Name", text)], at),
        lambda builder, text, at: builder.code(text, at),
        lambda builder, text, at: builder.note("1", [(text, at)]),
    ],
)
@given(text=st.text(min_size=1, max_size=40).filter(lambda text: not is_blank(text)))
def test_every_block_that_is_added_is_one_block(add: Callable[..., None], text: str) -> None:
    from chunking.model import Locator

    builder = MarkdownBuilder()
    add(builder, text, Locator(page=1))
    if not builder.blocks:
        return
    document = builder.build(b"", name="a", media_type="text/plain")
    assert len(document.blocks) == 1
    assert document.blocks[0].span.end == len(document.markdown) - 1
