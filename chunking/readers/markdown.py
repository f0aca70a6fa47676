"""Markdown stays as it stands; front matter becomes metadata."""

import re

from chunking.model import Document
from chunking.readers.blocks import blocks_of
from chunking.readers.builder import MarkdownBuilder
from chunking.readers.decode import WHERE, decode

_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(?P<yaml>.*?\n)?(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_FIRST_KEY = re.compile(r"(?:[ \t]*(?:#.*)?\n)*[A-Za-z_][\w .-]*:(?:\s|\Z)")
_PAIR = re.compile(r"(?P<key>[A-Za-z_][\w .-]*?)[ \t]*:(?:[ \t]+(?P<value>.*))?$")
_ALIASES = {"url": "source_url", "source": "source_url", "organization": "company", "region": "geography"}


def read(data: bytes, *, name: str, password: str | None = None) -> Document:
    """Read markdown; nothing but the encoding, line ends and front matter changes."""
    decoded = decode(data)
    builder = MarkdownBuilder(notices=list(decoded.notices))
    text = decoded.text
    front = _FRONT_MATTER.match(text)
    if front and front["yaml"] and _FIRST_KEY.match(front["yaml"]):
        builder.metadata.update(_pairs(front["yaml"]))
        builder.leave_out("front-matter", front[0].rstrip("\n"), WHERE)
        text = text[front.end() :].lstrip("\n")
    builder.adopt(text, blocks_of(text))
    return builder.build(data, name=name, media_type="text/markdown")


def _pairs(yaml: str) -> dict[str, str]:
    """Return the plain `key: value` pairs; a list or a nested part is joined with commas.

    Metadata is for reading and filtering, so that no YAML type is guessed and no tag is obeyed.
    """
    pairs: dict[str, list[str]] = {}
    key = ""
    for line in yaml.split("\n"):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        pair = None if line[0] in " \t-" else _PAIR.match(line)
        if pair:
            key = re.sub(r"[ .-]+", "_", pair["key"].lower())
            key = _ALIASES.get(key, key)
            pairs.setdefault(key, []).extend(_values(pair["value"] or ""))
        elif key:
            pairs[key].extend(_values(line.strip().removeprefix("- ")))
    return {key: ", ".join(values) for key, values in pairs.items()}


def _values(value: str) -> list[str]:
    value = value.strip()
    if value in ("", "|", ">", "|-", ">-"):
        return []
    if value.startswith("[") and value.endswith("]"):
        return [part for item in value[1:-1].split(",") for part in _values(item)]
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        return [value[1:-1]]
    return [re.sub(r"\s+#.*$", "", value)]
