"""Page configuration and navigation, nothing else."""

from pathlib import Path

import streamlit as st

ASSETS = Path(__file__).parent / "pages" / "_assets"

st.set_page_config(page_title="Chunkscope", page_icon=str(ASSETS / "icon.svg"), layout="wide")
st.logo(str(ASSETS / "logo.svg"), size="large")
st.navigation(
    [st.Page("pages/inspect.py", title="Inspect", icon=":material/search:", default=True)], position="top"
).run()
