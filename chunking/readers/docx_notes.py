"""What stands beside a Word document's text: notes, comments, margins, properties, changes."""

from docx.opc.constants import RELATIONSHIP_TYPE
from docx.opc.rel import Relationships

from chunking.model import Locator, is_blank
from chunking.readers.builder import MarkdownBuilder
from chunking.readers.docx_package import WordFile
from chunking.readers.docx_styles import w
from chunking.readers.docx_text import Findings, TextReader
from chunking.readers.ooxml import Element

_WHERE = "the document"
_NOTE_PARTS = (
    ("f", RELATIONSHIP_TYPE.FOOTNOTES, "footnote"),
    ("e", RELATIONSHIP_TYPE.ENDNOTES, "endnote"),
)
_MARGIN_PARTS = (("header", RELATIONSHIP_TYPE.HEADER), ("footer", RELATIONSHIP_TYPE.FOOTER))
_UNREAD = {
    "picture": ("picture-without-text", "Pictures without alternative text: {count}."),
    "chart": ("chart-not-read", "Charts whose figures are not in the text: {count}."),
    "diagram": ("diagram-not-read", "Diagrams whose words are not in the text: {count}."),
    "symbol": ("symbol-not-read", "Signs of a symbol font that could not be read: {count}."),
}


def add_notes(file: WordFile, text: TextReader, builder: MarkdownBuilder) -> None:
    """Add the definitions of the notes that the text refers to, in the order of reference.

    A note may refer to a further one, so that the list grows while it is read.
    """
    bodies = _note_bodies(file)
    done = 0
    while done < len(text.findings.notes):
        key, (label, paragraph) = list(text.findings.notes.items())[done]
        done += 1
        if key not in bodies:
            continue
        text.findings.paragraph = paragraph
        words = " ".join(text.paragraph(element) for element in bodies[key].iter(w("p")))
        builder.note(label, [(words.strip(), Locator(paragraph=paragraph))])


def tell_findings(file: WordFile, findings: Findings, builder: MarkdownBuilder) -> None:
    """Tell of tracked changes, hidden text, comments, and content without text."""
    for text, paragraph in findings.deleted:
        builder.leave_out("deleted-revision", text, _paragraph(paragraph))
    for text, paragraph in findings.hidden:
        builder.leave_out("hidden-text", text, _paragraph(paragraph))
    if findings.deleted or findings.insertions:
        message = (
            f"The file has open tracked changes: insertions kept: {findings.insertions}, "
            f"deletions left out: {len(findings.deleted)}."
        )
        builder.notice("tracked-changes", message, _WHERE)
    if findings.hidden:
        builder.notice("hidden-text", f"Passages of hidden text left out: {len(findings.hidden)}.", _WHERE)
    _tell_comments(file, findings, builder)
    for kind, (code, message) in _UNREAD.items():
        if findings.unread[kind]:
            builder.notice(code, message.format(count=findings.unread[kind]), _WHERE)


def tell_margins(file: WordFile, builder: MarkdownBuilder) -> None:
    """Set headers and footers aside, each text once."""
    told: set[str] = set()
    for kind, relation in _MARGIN_PARTS:
        for links, root in file.roots(relation):
            text = _plain(links, root)
            if not is_blank(text) and text not in told:
                told.add(text)
                builder.leave_out(f"running-{kind}", text, f"the {kind} of the pages")


def _note_bodies(file: WordFile) -> dict[tuple[str, str], Element]:
    bodies = {}
    for kind, relation, tag in _NOTE_PARTS:
        for _, root in file.roots(relation):
            for element in root.iterfind(w(tag)):
                if element.get(w("type"), "normal") == "normal":
                    bodies[kind, element.get(w("id"), "")] = element
    return bodies


def _tell_comments(file: WordFile, findings: Findings, builder: MarkdownBuilder) -> None:
    count = 0
    for links, root in file.roots(RELATIONSHIP_TYPE.COMMENTS):
        for element in root.iterfind(w("comment")):
            text = _plain(links, element)
            if is_blank(text):
                continue
            count += 1
            author = element.get(w("author"), "")
            place = findings.comments.get(element.get(w("id"), ""))
            where = _WHERE if place is None else _paragraph(place)
            builder.leave_out("comment", f"{author}: {text}" if author else text, where)
    if count:
        builder.notice("comments", f"Comments left out: {count}.", _WHERE)


def _plain(links: Relationships, element: Element) -> str:
    """Return the text of a part beside the main one, its paragraphs on lines."""
    reader = TextReader(links, Findings())
    lines = [reader.paragraph(paragraph) for paragraph in element.iter(w("p"))]
    return "\n".join(line for line in lines if line)


def _paragraph(number: int) -> str:
    return Locator(paragraph=number).in_words()
