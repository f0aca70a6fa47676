"""Makes small Word files: a body in raw XML, with the parts that it needs."""

import io
import zipfile
from collections.abc import Mapping

_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_CONTENT = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_NAMES = (
    f'xmlns:w="{_W}" xmlns:r="{_R}" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
)

STYLES = """
<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/>
  <w:pPr><w:numPr><w:numId w:val="1"/></w:numPr><w:outlineLvl w:val="0"/></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="Heading2"><w:name w:val="heading 2"/>
  <w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr><w:outlineLvl w:val="1"/></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="Own"><w:name w:val="Own"/><w:basedOn w:val="Plain3"/></w:style>
<w:style w:type="paragraph" w:styleId="Plain3"><w:name w:val="heading 3"/></w:style>
<w:style w:type="paragraph" w:styleId="Circle"><w:name w:val="Circle"/><w:basedOn w:val="Circle"/></w:style>
"""

NUMBERING = """
<w:abstractNum w:abstractNumId="0">
  <w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:pStyle w:val="Heading1"/>
    <w:lvlText w:val="%1"/></w:lvl>
  <w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2"/></w:lvl>
</w:abstractNum>
<w:abstractNum w:abstractNumId="1">
  <w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="(%1)"/></w:lvl>
  <w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerRoman"/><w:lvlText w:val="(%2)"/></w:lvl>
</w:abstractNum>
<w:abstractNum w:abstractNumId="2">
  <w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="&#xF0B7;"/>
    <w:pPr><w:ind w:left="1440"/></w:pPr></w:lvl>
</w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>
<w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>
<w:num w:numId="3"><w:abstractNumId w:val="1"/>
  <w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>
<w:num w:numId="4"><w:abstractNumId w:val="2"/></w:num>
"""

_KINDS = {
    "styles": "styles",
    "numbering": "numbering",
    "footnotes": "footnotes",
    "endnotes": "endnotes",
    "comments": "comments",
    "header1": "header",
    "footer1": "footer",
}
_ROOTS = {"header1": "hdr", "footer1": "ftr"}


def p(text: str, *, style: str = "", numbering: tuple[int, int] | None = None) -> str:
    """Return a paragraph; `numbering` is list and level."""
    properties = f'<w:pStyle w:val="{style}"/>' if style else ""
    if numbering:
        list_id, level = numbering
        properties += f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{list_id}"/></w:numPr>'
    return f"<w:p><w:pPr>{properties}</w:pPr>{r(text)}</w:p>"


def r(text: str, properties: str = "") -> str:
    """Return a run."""
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def docx(body: str, parts: Mapping[str, str] | None = None) -> bytes:
    """Return a Word file; `parts` are further parts by name, each the inside of its root element."""
    parts = {"styles": STYLES, "numbering": NUMBERING, **(parts or {})}
    links = "".join(
        f'<Relationship Id="r{number}" Type="{_R}/{_KINDS[name]}" Target="{name}.xml"/>'
        for number, name in enumerate(parts)
    )
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("[Content_Types].xml", _content_types(parts))
        package.writestr(
            "_rels/.rels",
            _relations(f'<Relationship Id="r" Type="{_R}/officeDocument" Target="word/document.xml"/>'),
        )
        package.writestr("word/_rels/document.xml.rels", _relations(links))
        package.writestr("word/document.xml", f"<w:document {_NAMES}><w:body>{body}</w:body></w:document>")
        for name, inside in parts.items():
            root = _ROOTS.get(name, name)
            package.writestr(f"word/{name}.xml", f"<w:{root} {_NAMES}>{inside}</w:{root}>")
    return written.getvalue()


def _relations(links: str) -> str:
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{links}</Relationships>'


def _content_types(parts: Mapping[str, str]) -> str:
    kinds = {"document": "document.main"} | {name: _KINDS[name] for name in parts}
    types = "".join(
        f'<Override PartName="/word/{name}.xml" ContentType="{_CONTENT}.{kind}+xml"/>'
        for name, kind in kinds.items()
    )
    return (
        f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" '
        f'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>{types}</Types>'
    )
