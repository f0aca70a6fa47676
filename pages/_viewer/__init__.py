"""The document viewer: a static component that draws the text, a channel that feeds it chunks.

    payload = document_payload(document)                # once per document; keep it
    overlay = overlay_payload(chunk_set, neighbours)    # once per chunk set; keep it
    viewer(payload, key="inspect", height=715)          # outside any fragment
    channel(overlay, key="inspect", selected=session.selected, nonce=session.nonce,
            on_select=session.select)                   # inside a fragment, same key

`selected` is a chunk's `index`. To move the viewer from Python, set `selected` and raise `nonce`;
without a new nonce the viewer keeps its own selection. `on_select(index)` runs as a callback, before
the fragment's code, when the user chose a chunk in the viewer.
"""

from collections.abc import Callable
from pathlib import Path

import streamlit as st

from pages._viewer.payload import Payload, document_payload, overlay_payload

__all__ = ["channel", "document_payload", "overlay_payload", "viewer"]

_HERE = Path(__file__).parent
_SCRIPTS = (
    "icons.js",
    "text.js",
    "chunks.js",
    "paint.js",
    "ghosts.js",
    "minimap.js",
    "search.js",
    "popover.js",
    "bar.js",
    "viewer.js",
)
"""In this order they make one module; only the last exports."""


def _read(*names: str) -> str:
    return "\n".join((_HERE / name).read_text(encoding="utf-8") for name in names)


_viewer = st.components.v2.component(
    "chunkscope_viewer", html=_read("viewer.html"), css=_read("viewer.css"), js=_read(*_SCRIPTS)
)
_channel = st.components.v2.component("chunkscope_channel", js=_read("channel.js"))


def viewer(payload: Payload, *, key: str, height: int = 715) -> None:
    """Mount the document; what it shows over the text comes from the channel of the same key."""
    _viewer(key=f"{key}_viewer", data={**payload, "view": key, "height": height})


def channel(
    overlay: Payload,
    *,
    key: str,
    selected: int | None,
    nonce: int,
    on_select: Callable[[int], None],
) -> None:
    """Send the chunks and the selection to the viewer of the same key, and hear what the user chose.

    The chunks travel apart from the selection, so choosing a chunk sends a few bytes.
    """
    name = f"{key}_selection"

    def heard() -> None:
        chosen = st.session_state[name].get("chosen")
        if chosen is not None:
            on_select(int(chosen[0]))

    _channel(key=f"{key}_overlay", data={"view": key, "overlay": overlay}, height=1)
    _channel(
        key=name,
        data={"view": key, "selected": selected, "nonce": nonce},
        default={"chosen": None},
        on_chosen_change=heard,
        height=1,
    )
