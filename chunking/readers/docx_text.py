"""The text of a Word paragraph, as it reads with all tracked changes accepted."""

import posixpath
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from docx.opc.rel import Relationships

from chunking.readers.docx_styles import is_on, w
from chunking.readers.ooxml import Element

_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_WP = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_V = "{urn:schemas-microsoft-com:vml}"

_SYMBOLS = {
    0x61: "α", 0x62: "β", 0x67: "γ", 0x64: "δ", 0x6D: "µ", 0x70: "π", 0x73: "σ", 0x44: "Δ", 0x53: "Σ",
    0xA3: "≤", 0xB0: "°", 0xB1: "±", 0xB3: "≥", 0xB4: "×", 0xB7: "•", 0xB9: "≠", 0xAE: "→",
}  # fmt: skip
_WINGDINGS = {
    0x6C: "●",
    0x6E: "■",
    0xA7: "▪",
    0xA8: "☐",
    0xD8: "➢",
    0xFC: "✓",
    0xFB: "✗",
    0xFD: "☒",
    0xFE: "☑",
}
"""Characters of the two fonts that Word uses as signs, below their private area."""


@dataclass
class Findings:
    """What the walk meets beside the text itself."""

    paragraph: int = 0
    """Of the source, counted from 1, tables too."""
    boxes: list[Element] = field(default_factory=list)
    """Text boxes met and not yet read."""
    notes: dict[tuple[str, str], tuple[str, int]] = field(default_factory=dict)
    """By kind and id, in order of reference: the label, and the paragraph that refers to it."""
    comments: dict[str, int] = field(default_factory=dict)
    """By id, the paragraph that the comment hangs on."""
    deleted: list[tuple[str, int]] = field(default_factory=list)
    hidden: list[tuple[str, int]] = field(default_factory=list)
    insertions: int = 0
    unread: Counter[str] = field(default_factory=Counter)
    """Kinds of content without text that can be read, counted."""


@dataclass
class TextReader:
    """Reads inline content; asks nothing twice, so each paragraph is to be read once."""

    relations: Relationships
    findings: Findings

    def paragraph(self, element: Element) -> str:
        """Return the text on as many lines as it has line breaks; runs of blanks are one."""
        text = re.sub(r" *\t[ \t]*", "\t", self._children(element))
        return re.sub(r" {2,}", " ", re.sub(r" *\n[ \t]*", "\n", text)).strip(" \t\n")

    def drop(self, element: Element) -> str:
        """Remember deleted text; nothing of it is in the document any more."""
        text = "".join(node.text or "" for node in element.iter(w("delText"), w("t")))
        if text.strip():
            self.findings.deleted.append((text, self.findings.paragraph))
        return ""

    def _children(self, element: Element) -> str:
        return "".join(self._piece(child) for child in element)

    def _piece(self, element: Element) -> str:
        if not isinstance(element.tag, str):
            return ""
        handler = _HANDLERS.get(element.tag, TextReader._children)
        return handler(self, element)

    def _run(self, element: Element) -> str:
        text = self._children(element)
        if is_on(element.find(w("rPr")), "vanish") and text.strip():
            self.findings.hidden.append((text, self.findings.paragraph))
            return ""
        return text

    def _inserted(self, element: Element) -> str:
        text = self._children(element)
        self.findings.insertions += bool(text.strip())
        return text

    def _break(self, element: Element) -> str:
        return " " if element.get(w("type")) in ("page", "column") else "\n"

    def _symbol(self, element: Element) -> str:
        code = element.get(w("char"), "")
        point = int(code, 16) if re.fullmatch(r"[0-9A-Fa-f]{1,5}", code) else 0
        if not 0xE000 <= point <= 0xF8FF:
            return chr(point) if point > 31 else ""
        table = _SYMBOLS if element.get(w("font")) == "Symbol" else _WINGDINGS
        sign = table.get(point & 0xFF, "")
        self.findings.unread["symbol"] += not sign
        return sign

    def _note(self, element: Element) -> str:
        kind = "f" if element.tag == w("footnoteReference") else "e"
        key = (kind, element.get(w("id"), ""))
        notes = self.findings.notes
        if key not in notes:
            ordinal = sum(1 for other, _ in notes if other == kind) + 1
            notes[key] = (f"{kind}{ordinal}", self.findings.paragraph)
        return f"[^{notes[key][0]}]"

    def _comment(self, element: Element) -> str:
        self.findings.comments.setdefault(element.get(w("id"), ""), self.findings.paragraph)
        return ""

    def _box(self, element: Element) -> str:
        self.findings.boxes.append(element)
        return ""

    def _alternatives(self, element: Element) -> str:
        """Read the first choice only: the fallback says the same again."""
        choice = element.find(f"{_MC}Choice")
        return self._children(choice if choice is not None else element)

    def _math(self, element: Element) -> str:
        return "".join(node.text or "" for node in element.iter(f"{_M}t"))

    def _drawing(self, element: Element) -> str:
        """Return pictures as `![alternative text](file)`; text boxes inside are read as well."""
        shown = "".join(self._picture(inline) for inline in element)
        return shown + self._children(element)

    def _picture(self, inline: Element) -> str:
        picture = next(inline.iter(f"{_A}blip"), None)
        properties = inline.find(f"{_WP}docPr")
        described = "" if properties is None else properties.get("descr") or properties.get("title") or ""
        if picture is None:
            data = next(inline.iter(f"{_A}graphicData"), None)
            kind = (data.get("uri", "") if data is not None else "").rsplit("/", 1)[-1]
            if kind not in ("chart", "diagram"):
                return ""
            self.findings.unread[kind] += 1
            return _image(described, kind)
        link = picture.get(f"{_R}embed") or picture.get(f"{_R}link") or ""
        return self._image_of(described, link)

    def _vml_picture(self, element: Element) -> str:
        shape = element.getparent()
        described = shape.get("alt", "") if shape is not None else ""
        return self._image_of(described, element.get(f"{_R}id", ""))

    def _image_of(self, described: str, link: str) -> str:
        if not described.strip():
            self.findings.unread["picture"] += 1
            return ""
        relation = self.relations.get(link)
        return _image(described, posixpath.basename(relation.target_ref) if relation else "picture")

    def _skip(self, element: Element) -> str:
        return ""


def _image(described: str, target: str) -> str:
    words = " ".join(re.sub(r"[\[\]]", " ", described).split())
    return f"![{words}]({re.sub(r'[^A-Za-z0-9._-]', '_', target)})" if words else ""


_Handler = Callable[[TextReader, Element], str]

_HANDLERS: dict[str, _Handler] = {
    w("t"): lambda reader, element: element.text or "",
    w("tab"): lambda reader, element: "\t",
    w("ptab"): lambda reader, element: "\t",
    w("cr"): lambda reader, element: "\n",
    w("noBreakHyphen"): lambda reader, element: "-",
    w("br"): TextReader._break,
    w("sym"): TextReader._symbol,
    w("r"): TextReader._run,
    w("ins"): TextReader._inserted,
    w("moveTo"): TextReader._inserted,
    w("del"): TextReader.drop,
    w("moveFrom"): TextReader.drop,
    w("footnoteReference"): TextReader._note,
    w("endnoteReference"): TextReader._note,
    w("commentReference"): TextReader._comment,
    w("txbxContent"): TextReader._box,
    w("drawing"): TextReader._drawing,
    f"{_V}imagedata": TextReader._vml_picture,
    f"{_MC}AlternateContent": TextReader._alternatives,
    f"{_M}oMath": TextReader._math,
    f"{_M}oMathPara": TextReader._math,
    w("pPr"): TextReader._skip,
    w("rPr"): TextReader._skip,
    w("rt"): TextReader._skip,
    w("instrText"): TextReader._skip,
    w("delText"): TextReader._skip,
}
"""What each element gives; any other gives what is inside it."""
