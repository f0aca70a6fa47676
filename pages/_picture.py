"""An SVG drawn by our own code, inline, so that it takes the theme's colours."""

import streamlit as st

_CSS = """figure { margin: 0; }
svg { font-family: var(--st-font); color: var(--st-text-color);
  --on-primary: var(--st-background-color); --primary: var(--st-primary-color);
  --primary-ink: var(--st-link-color); --line2: var(--st-border-color);
  --primary-soft: color-mix(in srgb, var(--st-primary-color) 12%, transparent); }"""

_SCRIPT = """export default ({ data, parentElement }) => {
  parentElement.querySelector("figure").innerHTML = data.svg;
};"""

_picture = st.components.v2.component("chunkscope_picture", html="<figure></figure>", css=_CSS, js=_SCRIPT)


def picture(svg: str, *, key: str) -> None:
    """Show an SVG; every text in it must be escaped by whoever drew it."""
    _picture(key=key, data={"svg": svg})
