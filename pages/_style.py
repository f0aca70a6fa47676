"""The page's own CSS: the header, the one line at the top, and where the columns stack."""

import streamlit as st

_CSS = """
.stMainBlockContainer { padding: 4.1rem 1.5rem 1rem; max-width: none; }
header[data-testid="stHeader"] { border-bottom: 1px solid rgb(128 128 128 / 0.25); }
[data-testid="stFileUploaderDropzoneInstructions"] { display: none; }
.st-key-topline { padding: 0; gap: 0; min-height: 64px; align-items: stretch; border-radius: 10px; }
.st-key-topline > div { display: flex; flex-direction: column; justify-content: center; padding: 8px 16px;
  min-height: 62px; }
.st-key-topline > div + div { border-left: 1px solid rgb(128 128 128 / 0.25); }
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
.st-key-top_why button p { font-size: 0.84rem; color: var(--chunkscope-link); }
.st-key-panel .stMetric { padding: 0; }
.st-key-panel [data-testid="stMetricValue"] { font-variant-numeric: tabular-nums; }
.st-key-panel [data-testid="stVerticalBlock"] { gap: 0.75rem; }
.facts { display: grid; grid-template-columns: minmax(64px, max-content) 1fr; gap: 2px 14px;
  margin: 0 !important; padding: 0 !important; font-size: 0.875rem; line-height: 1.4; }
.facts dt { opacity: 0.7; }
.facts dd { margin: 0 !important; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.facts.figures { grid-template-columns: 1fr max-content; }
.facts.figures:has(dt:nth-of-type(9)) { grid-template-columns: 1fr max-content 1fr max-content; }
.facts.figures dd { text-align: right; max-width: 22ch; }
.bars { display: grid; grid-template-columns: max-content 1fr 4ch; gap: 6px 12px; align-items: center;
  margin: 0 !important; padding: 0 !important; font-size: 0.875rem; }
.bars dt { opacity: 0.8; } .bars dt.chosen { font-weight: 600; opacity: 1; }
.bars dd { margin: 0 !important; height: 8px; border-radius: 4px; overflow: hidden; text-align: right;
  background: color-mix(in srgb, currentColor 10%, transparent); }
.bars dd + dd { height: auto; background: none; font-variant-numeric: tabular-nums; }
.bars i { display: block; height: 8px; background: color-mix(in srgb, currentColor 28%, transparent); }
.bars dt.chosen + dd i { background: var(--chunkscope-primary); }
.st-key-top_document button p { font-weight: 600; }
.st-key-presets > div:has(.st-key-undo), .st-key-presets > .st-key-undo { margin-left: auto; }
.st-key-panel .stTabs { margin-top: -0.75rem; }
.st-key-start { max-width: 1040px; margin: 0 auto; padding-top: 3rem; }
.st-key-start h1 { text-align: center; font-size: 2.4rem; padding-bottom: 2rem; }
.st-key-start h3 { font-size: 1.06rem; padding-top: 1.5rem; }
.st-key-start [data-testid="stFileUploaderDropzone"] { min-height: 132px; justify-content: center;
  align-items: center;
  border: 1px dashed rgb(128 128 128 / 0.6); border-radius: 14px; }
.st-key-start [class*="st-key-start-sample"] button { min-height: 92px; }
.st-key-start [data-testid="stCaptionContainer"] { text-align: center; padding-top: 1.5rem; }
.st-key-problem { max-width: 640px; margin: 6vh auto 0; }
@media (max-width: 1100px) {
  .st-key-body > [data-testid="stLayoutWrapper"] > .stHorizontalBlock { flex-direction: column; }
  .st-key-body > [data-testid="stLayoutWrapper"] > .stHorizontalBlock > .stColumn {
    width: 100%; flex: 1 1 100%; }
  .st-key-topline { flex-wrap: wrap; }
  .st-key-topline > div:has(.st-key-top_document) { flex: 1 1 auto; }
  .st-key-topline > div:has(.st-key-top_strategy) { order: 5; flex: 1 1 100%; border-left: 0;
    border-top: 1px solid rgb(128 128 128 / 0.25); }
}
"""


_THEMES = {
    "light": ":root { --chunkscope-primary: #0072b2; --chunkscope-link: #00639c; }",
    "dark": ":root { --chunkscope-primary: #56b4e9; --chunkscope-link: #7cc6f0; }",
}
"""Streamlit gives its theme's colours to components only, not to the page."""


def style() -> None:
    """Add the CSS; it carries no text of any document."""
    st.html(f"<style>{_THEMES[st.context.theme.type or 'light']}{_CSS}</style>")
