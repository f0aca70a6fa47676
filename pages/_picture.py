"""An SVG drawn by our own code, inline, so that it takes the theme's colours."""

import streamlit as st

_picture = st.components.v2.component(
    "chunkscope_picture",
    js="export default ({data, parentElement}) => { parentElement.innerHTML = data.svg; };",
)


def picture(svg: str, *, key: str) -> None:
    """Show an SVG; every text in it must be escaped by whoever drew it."""
    _picture(key=key, data={"svg": svg})
