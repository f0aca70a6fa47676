"""Widgets drawn from values: a settings form from a settings model, a chunk as a card."""

from collections.abc import Callable, Mapping
from html import escape
from typing import Any

import streamlit as st

from chunking.inspection import why_it_ends
from chunking.model import Chunk, ChunkSet, Neighbour, Role, Span
from chunking.recipe import Options, Scalar

CHOICES = {"kernel": "Best fit", "depth": "Depth", "drop": "Drop", "none": "Anywhere"}
"""Names on the page for choices whose plain name says too little."""

OnSet = Callable[[str, Scalar], None]


def options_form(options: Options, *, key: str, on_set: OnSet) -> None:
    """Draw one widget a setting, choices first, then numbers, then switches.

    A widget keeps its own state under its key. Values that others changed need a new `key`: writing them
    into the state would race with a run that still reports the old ones.
    """
    fields = type(options).model_json_schema()["properties"]
    values = options.model_dump()
    numbers = {name: field for name, field in fields.items() if _kind(field) in ("integer", "number")}
    for name, field in fields.items():
        if _kind(field) == "enum":
            _choice(name, field, values[name], key=key, on_set=on_set)
    columns = st.columns(2 if len(numbers) != 3 else 3, gap="small")
    for number, (name, field) in enumerate(numbers.items()):
        with columns[number % len(columns)]:
            _number(name, field, values[name], key=key, on_set=on_set)
    for name, field in fields.items():
        if _kind(field) == "boolean":
            _switch(name, field, values[name], key=key, on_set=on_set)


def _kind(field: Mapping[str, Any]) -> str:
    """Return what widget a field of a JSON schema needs."""
    if "enum" in field:
        return "enum"
    return str(_bounds(field).get("type", "string"))


def _bounds(field: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the part of a field's schema that has type and limits; optional fields nest it."""
    choices = [part for part in field.get("anyOf", ()) if part.get("type") != "null"]
    return choices[0] if choices else field


def _number(name: str, field: Mapping[str, Any], value: Scalar, *, key: str, on_set: OnSet) -> None:
    limits = _bounds(field)
    widget = f"{key}.{name}"
    whole = limits["type"] == "integer"
    number = int if whole else float
    st.number_input(
        field["title"],
        min_value=number(limits["minimum"]),
        max_value=number(limits["maximum"]),
        value=number(value),
        step=_step(field["default"]) if whole else 0.01,
        format="%d" if whole else "%.2f",
        help=f"{field['description']} `--set {name}=…`",
        key=widget,
        on_change=lambda: on_set(name, st.session_state[widget]),
    )


def _step(default: Scalar) -> int:
    """Return a step that a hand can feel: about a twentieth of the default.

    Not of the value: a widget whose step changes is a new one, and reports what it was first given.
    """
    size = int(default)
    return 1 if size < 20 else 5 if size < 100 else 10 if size < 400 else 50 if size < 2000 else 100


def _choice(name: str, field: Mapping[str, Any], value: Scalar, *, key: str, on_set: OnSet) -> None:
    widget = f"{key}.{name}"
    st.segmented_control(
        field["title"],
        field["enum"],
        default=value,
        required=True,
        format_func=lambda choice: CHOICES.get(choice, choice.capitalize()),
        help=f"{field['description']} `--set {name}=…`",
        key=widget,
        on_change=lambda: on_set(name, st.session_state[widget]),
        width="stretch",
    )


def _switch(name: str, field: Mapping[str, Any], value: Scalar, *, key: str, on_set: OnSet) -> None:
    widget = f"{key}.{name}"
    st.toggle(
        field["title"],
        value=bool(value),
        help=f"{field['description']} `--set {name}=…`",
        key=widget,
        on_change=lambda: on_set(name, st.session_state[widget]),
    )


def chunk_card(chunk_set: ChunkSet, chunk: Chunk, pairs: tuple[Neighbour, ...] | None) -> None:
    """Show one chunk: its numbers, exact text, why it starts and ends, links and identity."""
    figures = st.columns(4, gap="small")
    figures[0].metric("Tokens", f"{chunk.token_count:,}")
    figures[1].metric("Characters", f"{len(chunk.text):,}")
    figures[2].metric("Overlap", f"{chunk.overlap:,}")
    figures[3].metric("Page" if chunk.page_range else "Place", _place(chunk_set, chunk))
    st.code(chunk.text, language=None, wrap_lines=True, height=200)
    st.markdown("**Boundaries**")
    facts({"Starts": chunk.decision.sentence(), "Ends": why_it_ends(chunk_set, chunk)})
    st.markdown("**Links**")
    facts(_links(chunk_set, chunk, pairs))
    st.markdown("**Identity**")
    path = " › ".join(chunk.heading_path) or "no heading above"
    facts({"Path": path, "ID": chunk.id, "SHA-256": f"{chunk.sha256[:8]} … {chunk.sha256[-8:]}"})
    if chunk.metadata:
        st.markdown("**Inherited from the document**")
        facts({name.replace("_", " ").capitalize(): value for name, value in chunk.metadata.items()})


def facts(rows: Mapping[str, str], *, figures: bool = False) -> None:
    """Show names and values as quiet rows; `figures` sets the values flush right."""
    lines = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in rows.items())
    st.html(f'<dl class="facts{" figures" * figures}">{lines}</dl>')


def bars(rows: Mapping[str, float], *, chosen: str) -> None:
    """Show shares from 0 to 1 as bars, the chosen one in colour."""
    lines = "".join(
        f'<dt class="{"chosen" * (name == chosen)}">{escape(name)}</dt>'
        f'<dd><i style="width:{min(max(share, 0.0), 1.0):.1%}"></i></dd><dd>{share:.2f}</dd>'
        for name, share in rows.items()
    )
    st.html(f'<dl class="bars">{lines}</dl>')


def _place(chunk_set: ChunkSet, chunk: Chunk) -> str:
    if chunk.page_range is not None:
        return chunk.page_range.replace("-", "–")
    origins = chunk_set.document.origins_of(Span(chunk.start, chunk.end))
    if not origins:
        return "–"
    locator = origins[0].locator
    return f"{'row' if locator.row else '¶'} {locator.row or locator.paragraph or 1}"


def _links(chunk_set: ChunkSet, chunk: Chunk, pairs: tuple[Neighbour, ...] | None) -> dict[str, str]:
    """Name the parent, the neighbours and how alike they are."""
    index_of = {other.id: other.index for other in chunk_set.chunks}
    likeness = {pair.right_id: pair.similarity for pair in pairs or ()}
    rows = {}
    if chunk.role is Role.PARENT:
        parts = [str(c.index) for c in chunk_set.chunks if c.parent_chunk_id == chunk.id]
        rows["Parts"] = ", ".join(parts)
    if chunk.parent_chunk_id is not None:
        rows["Parent"] = f"{index_of[chunk.parent_chunk_id]} · this is part {chunk.part}"
    for name, other, later in (
        ("Before", chunk.prev_chunk_id, chunk.id),
        ("After", chunk.next_chunk_id, chunk.next_chunk_id),
    ):
        if other is not None:
            similarity = f" · similarity {likeness[later]:.2f}" if later in likeness else ""
            rows[name] = f"{index_of[other]}{similarity}"
    return rows or {"Before": "none"}
