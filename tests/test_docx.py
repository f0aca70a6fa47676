"""Word: the text as it reads, numbers as printed, and everything left out is told."""

import io
import zipfile

import docx as python_docx
import pytest

from chunking.errors import LimitError, ReadError
from chunking.model import Document
from chunking.readers import docx as reader
from chunking.readers import ooxml
from chunking.readers.docx_numbering import format_number
from tests.docx_files import docx, p, r


def read(body: str, **parts: str) -> Document:
    return reader.read(docx(body, parts), name="a.docx")


def changed(data: bytes, old: str, new: str) -> bytes:
    """Return the file with a text replaced in all of its parts."""
    written = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(written, "w") as target:
        parts = {name: source.read(name).decode() for name in source.namelist()}
        assert any(old in text for text in parts.values()), f"{old} is nowhere in the file"
        for name, text in parts.items():
            target.writestr(name, text.replace(old, new))
    return written.getvalue()


def codes(document: Document) -> list[str]:
    return [notice.code for notice in document.notices]


def removed(document: Document) -> list[tuple[str, str, str]]:
    return [(entry.reason, entry.text, entry.where) for entry in document.removed]


def test_headings_and_lists_carry_the_numbers_that_word_prints() -> None:
    document = read(
        p("Purpose", style="Heading1")
        + p("Text.")
        + p("Method", style="Heading1")
        + p("Factors", style="Heading2")
        + p("Energy", style="Heading2")
        + p("first", numbering=(2, 0))
        + p("under", numbering=(2, 1))
        + p("second", numbering=(2, 0))
        + p("Break.")
        + p("third", numbering=(2, 0))
        + p("Anew.")
        + p("first again", numbering=(3, 0))
    )
    assert document.markdown == (
        "# 1 Purpose\n\nText.\n\n# 2 Method\n\n## 2.1 Factors\n\n## 2.2 Energy\n\n"
        "(a) first\n  (i) under\n(b) second\n\nBreak.\n\n(c) third\n\nAnew.\n\n(a) first again\n"
    )
    assert [block.level for block in document.blocks if block.kind == "list_item"] == [1, 2, 1, 1, 1]
    assert document.origins[0].locator.paragraph == 1


def test_a_bullet_of_another_list_is_nested_by_its_indent() -> None:
    document = read(p("one", numbering=(2, 0)) + p("deep", numbering=(4, 0)) + p("two", numbering=(2, 0)))
    assert document.markdown == "(a) one\n  - deep\n(b) two\n"


@pytest.mark.parametrize(
    ("count", "style", "written"),
    [
        (28, "lowerLetter", "bb"),
        (4, "upperRoman", "IV"),
        (7, "decimalZero", "07"),
        (12, "ordinal", "12th"),
        (22, "ordinal", "22nd"),
        (5, "none", ""),
        (5, "chicago", "5"),
        (0, "lowerRoman", "0"),
    ],
)
def test_numbers_are_written_in_words_formats(count: int, style: str, written: str) -> None:
    assert format_number(count, style) == written


def test_a_heading_is_known_by_inheritance_and_by_outline_level() -> None:
    outline = '<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr>' + r("Outlined") + "</w:p>"
    document = read(p("Inherited", style="Own") + outline + p("Text", style="Circle"))
    assert document.markdown == "### Inherited\n\n# Outlined\n\nText\n"


def test_bold_lines_are_headings_only_where_no_style_is_used() -> None:
    bold = "<w:p>" + r("Scope", "<w:b/>") + "</w:p>"
    text = p("Plain text here.") * 3
    guessed = read(bold + text)
    assert guessed.markdown.startswith("## Scope\n")
    assert codes(guessed) == ["headings-guessed"]
    styled = read(p("Title", style="Plain3") + bold + text)
    assert "## Scope" not in styled.markdown.replace("### ", "")


def test_tracked_changes_are_accepted_and_told() -> None:
    document = read(
        f'<w:p>{r("It used ")}<w:del w:id="1"><w:r><w:delText>OLD</w:delText></w:r></w:del>'
        f'<w:ins w:id="2">{r("NEW")}</w:ins>{r(" units.")}</w:p>'
        f'<w:p><w:moveFrom w:id="3">{r("MOVED")}</w:moveFrom></w:p>'
        f'<w:p><w:moveTo w:id="4">{r("MOVED")}</w:moveTo></w:p>'
    )
    assert document.markdown == "It used NEW units.\n\nMOVED\n"
    assert codes(document) == ["tracked-changes"]
    assert removed(document) == [
        ("deleted-revision", "OLD", "paragraph 1"),
        ("deleted-revision", "MOVED", "paragraph 2"),
    ]


def test_a_deleted_paragraph_takes_no_number() -> None:
    gone = (
        '<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="2"/></w:numPr>'
        '<w:rPr><w:del w:id="1"/></w:rPr></w:pPr>'
        '<w:del w:id="2"><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>'
    )
    document = read(p("one", numbering=(2, 0)) + gone + p("two", numbering=(2, 0)))
    assert document.markdown == "(a) one\n(b) two\n"


def test_a_text_box_is_read_once_after_its_paragraph() -> None:
    box = f"<w:txbxContent>{p('BOX')}</w:txbxContent>"
    document = read(
        f"<w:p>{r('Anchor')}<w:r><mc:AlternateContent><mc:Choice>{box}</mc:Choice>"
        f"<mc:Fallback>{box}</mc:Fallback></mc:AlternateContent></w:r></w:p>{p('After')}"
    )
    assert document.markdown == "Anchor\n\nBOX\n\nAfter\n"
    assert [origin.locator.paragraph for origin in document.origins] == [1, 1, 2]


def test_content_controls_fields_and_breaks_are_read_through() -> None:
    document = read(
        f"<w:sdt><w:sdtContent>{p('In a control')}</w:sdtContent></w:sdt>"
        f"<w:p>{r('Page ')}<w:r><w:fldChar/></w:r><w:r><w:instrText>PAGE</w:instrText></w:r>"
        f"{r('7')}<w:hyperlink>{r(' linked')}</w:hyperlink></w:p>"
        f"<w:p>{r('a')}<w:r><w:br/></w:r>{r('b')}<w:r><w:noBreakHyphen/></w:r>{r('c')}"
        "<w:r><w:tab/></w:r><m:oMath><m:r><m:t>x=1</m:t></m:r></m:oMath>"
        "<w:r><w:sym w:font='Symbol' w:char='F0B3'/></w:r></w:p>"
    )
    assert document.markdown == "In a control\n\nPage 7 linked\n\na\nb-c\tx=1≥\n"


def test_hidden_text_is_left_out_and_told() -> None:
    document = read(f"<w:p>{r('Seen ')}{r('SECRET', '<w:vanish/>')}</w:p>")
    assert document.markdown == "Seen\n"
    assert removed(document) == [("hidden-text", "SECRET", "paragraph 1")]


def test_tables_keep_their_place_and_merged_cells_stand_once() -> None:
    cell = "<w:tc><w:tcPr>{}</w:tcPr>{}</w:tc>"
    rows = (
        "<w:tr>" + cell.format("", p("site")) + cell.format('<w:gridSpan w:val="2"/>', p("both")) + "</w:tr>",
        "<w:tr>"
        + "".join(cell.format('<w:vMerge w:val="restart"/>' * (not i), p(f"x{i}")) for i in range(3))
        + "</w:tr>",
        "<w:tr>"
        + "".join(cell.format("<w:vMerge/>" * (not i), p("y" * bool(i))) for i in range(3))
        + "</w:tr>",
        '<w:tr><w:trPr><w:del w:id="1"/></w:trPr>' + cell.format("", p("GONE")) + "</w:tr>",
    )
    document = read(p("Before.") + f"<w:tbl>{''.join(rows)}</w:tbl>" + p("After."))
    assert document.markdown == (
        "Before.\n\n| site | both |  |\n| --- | --- | --- |\n| x0 | x1 | x2 |\n|  | y | y |\n\nAfter.\n"
    )
    assert removed(document) == [("deleted-revision", "GONE", "paragraph 2")]


def test_a_table_in_a_table_becomes_text_and_a_frame_becomes_its_content() -> None:
    inner = f"<w:tbl><w:tr><w:tc>{p('a')}</w:tc><w:tc>{p('b')}</w:tc></w:tr></w:tbl>"
    outer = f"<w:tbl><w:tr><w:tc>{p('x | y')}</w:tc><w:tc>{inner}{p('')}</w:tc></w:tr></w:tbl>"
    frame = f"<w:tbl><w:tr><w:tc>{p('Framed', style='Plain3')}{p('text')}</w:tc></w:tr></w:tbl>"
    assert read(outer + frame).markdown == "| x \\| y | a, b |\n| --- | --- |\n\n### Framed\n\ntext\n"


def test_notes_follow_the_text_in_the_order_of_their_references() -> None:
    note = '<w:{0} w:id="{1}">' + p("{2}") + "</w:{0}>"
    document = read(
        f"<w:p>{r('One')}<w:r><w:footnoteReference w:id='5'/></w:r>{r(' two')}"
        "<w:r><w:endnoteReference w:id='2'/></w:r></w:p>",
        footnotes='<w:footnote w:id="0" w:type="separator"><w:p/></w:footnote>'
        + note.format("footnote", 4, "unused")
        + note.format("footnote", 5, "Foot."),
        endnotes=note.format("endnote", 2, "End."),
    )
    assert document.markdown == "One[^f1] two[^e1]\n\n[^f1]: Foot.\n\n[^e1]: End.\n"
    assert [block.kind for block in document.blocks] == ["paragraph", "note", "note"]


def test_comments_and_margins_are_set_aside() -> None:
    document = read(
        f"<w:p>{r('Text.')}<w:r><w:commentReference w:id='3'/></w:r></w:p>",
        comments=f'<w:comment w:id="3" w:author="Ann">{p("Check this")}</w:comment>',
        header1=p("Doc ref NF-1"),
        footer1=p("Internal"),
    )
    assert document.markdown == "Text.\n"
    assert removed(document) == [
        ("comment", "Ann: Check this", "paragraph 1"),
        ("running-header", "Doc ref NF-1", "the header of the pages"),
        ("running-footer", "Internal", "the footer of the pages"),
    ]
    assert codes(document) == ["comments"]


def test_a_picture_gives_its_alternative_text_or_is_counted() -> None:
    drawing = (
        '<w:r><w:drawing><wp:inline><wp:docPr descr="{}"/><a:blip r:embed="x"/></wp:inline></w:drawing></w:r>'
    )
    document = read(f"<w:p>{drawing.format('Chart: 13&#10;to 12')}</w:p><w:p>{drawing.format('')}</w:p>")
    assert document.markdown == "![Chart: 13 to 12](picture)\n"
    assert codes(document) == ["picture-without-text"]


def test_marks_in_the_text_do_not_become_structure() -> None:
    document = read(p("# not a heading") + p("* a * b") + p("- dash") + p("5 * 3 and C:\\dir"))
    assert document.markdown == "\\# not a heading\n\n\\* a \\* b\n\n\\- dash\n\n5 * 3 and C:\\dir\n"


def test_a_file_of_the_strict_kind_is_read() -> None:
    data = docx(p("Strict", style="Plain3"))
    for kind in ("wordprocessingml", "officeDocument"):
        data = changed(data, f"schemas.openxmlformats.org/{kind}/2006", f"purl.oclc.org/ooxml/{kind}")
    assert reader.read(data, name="a.docx").markdown == "### Strict\n"


@pytest.mark.parametrize(
    "kind", ["vnd.ms-word.document.macroEnabled", "vnd.ms-word.template.macroEnabledTemplate", "{}.template"]
)
def test_templates_and_files_with_macros_are_read(kind: str) -> None:
    usual = "vnd.openxmlformats-officedocument.wordprocessingml"
    data = changed(docx(p("Text.")), f"{usual}.document.main", kind.format(usual) + ".main")
    assert reader.read(data, name="a.dotm").markdown == "Text.\n"


def test_a_link_to_a_missing_part_is_no_damage() -> None:
    data = changed(docx(p("Text."), {"footer1": p("x")}), 'Target="footer1.xml"', 'Target="../NULL"')
    assert reader.read(data, name="a.docx").markdown == "Text.\n"


def test_names_of_parts_ignore_case() -> None:
    data = changed(docx(p("Text.", style="Heading1")), 'Target="styles.xml"', 'Target="Styles.XML"')
    assert reader.read(data, name="a.docx").markdown.startswith("# ")


def test_a_style_without_a_type_is_a_paragraph_style() -> None:
    data = changed(docx(p("Inherited", style="Own")), ' w:type="paragraph"', "")
    assert reader.read(data, name="a.docx").markdown == "### Inherited\n"


def test_a_file_without_styles_and_properties_is_lent_none() -> None:
    document = reader.read(
        changed(docx(p("Text.", style="Heading1")), 'Target="styles.xml"', 'Target="NULL"'), name="a.docx"
    )
    assert document.markdown == "Text.\n"
    assert document.metadata == {}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("relationships/officeDocument", "relationships/other"),
        ("<Override", "<Ignored"),
        ("document.main+xml", "footnotes+xml"),
        ('w:type="paragraph"', 'w:type="other"'),
    ],
)
def test_a_package_that_python_docx_cannot_open_is_called_damaged(old: str, new: str) -> None:
    with pytest.raises(ReadError, match=r"a\.docx is damaged: its parts are not put together") as caught:
        reader.read(changed(docx(p("Text.")), old, new), name="a.docx")
    assert caught.value.code == "damaged"


def test_a_file_written_by_python_docx_is_read_with_its_properties() -> None:
    source = python_docx.Document()
    source.add_heading("Policy", level=1)
    source.add_paragraph("First", style="List Number")
    source.add_paragraph("Deep", style="List Bullet 2")
    source.core_properties.title, source.core_properties.author = "A policy", "Ann"
    written = io.BytesIO()
    source.save(written)
    document = reader.read(written.getvalue(), name="a.docx")
    assert document.markdown == "# Policy\n\n1. First\n  - Deep\n"
    assert document.metadata == {"title": "A policy", "author": "Ann"}


_BOMB = '<!DOCTYPE x [<!ENTITY a "haha"><!ENTITY f SYSTEM "file:///etc/hostname">]><x>&f;&a;</x>'


@pytest.mark.parametrize(
    "bomb",
    [
        _BOMB.encode(),
        _BOMB.encode("utf-16"),
        b'<?xml version="1.0" encoding="UTF-7"?>' + _BOMB.replace("<", "+ADw-").encode(),
    ],
    ids=["utf-8", "utf-16", "utf-7"],
)
def test_a_document_type_definition_is_refused_in_any_encoding(bomb: bytes) -> None:
    written = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(docx(p("Text.")))) as source,
        zipfile.ZipFile(written, "w") as target,
    ):
        for name in source.namelist():
            target.writestr(name, bomb if name == "word/document.xml" else source.read(name))
    with pytest.raises(ReadError, match=r"a\.docx holds a document type definition") as caught:
        reader.read(written.getvalue(), name="a.docx")
    assert caught.value.code == "dtd"


def test_pictures_are_not_unpacked() -> None:
    written = io.BytesIO(docx(p("Text.")))
    with zipfile.ZipFile(written, "a", zipfile.ZIP_DEFLATED) as package:
        package.writestr("word/media/white.bmp", bytes(30_000_000))
    assert reader.read(written.getvalue(), name="a.docx").markdown == "Text.\n"


def test_a_zip_bomb_is_refused_by_its_real_size() -> None:
    with pytest.raises(LimitError, match=r"a\.docx unpacks to more than 200 times"):
        reader.read(docx(p("0" * 30_000_000)), name="a.docx")


def test_too_many_parts_are_refused() -> None:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as package:
        for number in range(ooxml.MAX_ENTRIES + 1):
            package.writestr(f"word/{number}.xml", "")
    with pytest.raises(LimitError, match="5,001 parts"):
        reader.read(written.getvalue(), name="a.docx")


@pytest.mark.parametrize("cut", [40, 400, -60])
def test_a_truncated_file_is_called_damaged(cut: int) -> None:
    with pytest.raises(ReadError, match=r"a\.docx is damaged"):
        reader.read(docx(p("Text."))[:cut], name="a.docx")


def test_broken_xml_is_told_with_its_part() -> None:
    with pytest.raises(ReadError, match=r"word/document\.xml cannot be parsed"):
        reader.read(docx("<w:p>"), name="a.docx")
