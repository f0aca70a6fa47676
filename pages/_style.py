"""The page's own CSS: the header, the one line at the top, and where the columns stack."""

import streamlit as st

_CSS = """
.stMainBlockContainer { padding: 4.1rem 1.5rem 1rem; max-width: none; }
header[data-testid="stHeader"] { border-bottom: 1px solid var(--st-border-color, #e1e1dc); }
.st-key-topline { padding: 0; gap: 0; min-height: 64px; align-items: stretch; border-radius: 10px; }
.st-key-topline > div { display: flex; flex-direction: column; justify-content: center; padding: 8px 16px;
  min-height: 62px; }
.st-key-topline > div + div { border-left: 1px solid var(--st-border-color, #e1e1dc); }
.st-key-topline [data-testid="stMarkdownContainer"],
.st-key-topline [data-testid="stCaptionContainer"] { margin-bottom: 0; }
.st-key-topline [data-testid="stText"] { font-size: 0.94rem; opacity: 0.75; }
.st-key-channels { position: absolute; height: 0; overflow: hidden; }
.st-key-topline .stVerticalBlock { gap: 0.1rem; }
.st-key-topline p { margin: 0; }
.st-key-topline button { min-height: 1.6rem; }
.st-key-top_document button, .st-key-top_notices button { padding: 0; border: 0; background: none;
  font-weight: 600; }
.st-key-top_why button { padding: 0; min-height: 1.1rem; font-size: 0.84rem; font-weight: 600; }
.st-key-top_why button p { font-size: 0.84rem; color: var(--st-link-color, #00639c); }
.st-key-panel .stMetric { padding: 0; }
.st-key-panel [data-testid="stMetricValue"] { font-variant-numeric: tabular-nums; }
.st-key-panel [data-testid="stVerticalBlock"] { gap: 0.75rem; }
.st-key-start { max-width: 1040px; margin: 0 auto; padding-top: 3rem; }
.st-key-start h1 { text-align: center; font-size: 2.4rem; }
.st-key-problem { max-width: 640px; margin: 6vh auto 0; }
@media (max-width: 1100px) {
  .st-key-body > div[data-testid="stLayoutWrapper"] > .stHorizontalBlock { flex-direction: column; }
  .st-key-body .stColumn { width: 100% !important; flex: 1 1 100% !important; }
  .st-key-topline { flex-wrap: wrap; }
  .st-key-topline > div:has(.st-key-top_document) { flex: 1 1 auto; }
  .st-key-topline > div:has(.st-key-top_strategy) { order: 5; flex: 1 1 100%; border-left: 0;
    border-top: 1px solid var(--st-border-color, #e1e1dc); }
}
"""


def style() -> None:
    """Add the CSS; it carries no text of any document."""
    st.html(f"<style>{_CSS}</style>")
