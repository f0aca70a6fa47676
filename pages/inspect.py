"""Inspect: one document, its chunks, and why each begins and ends where it does."""

import streamlit as st

from pages._panel import comparison, panel
from pages._session import FIRST_SAMPLE, current
from pages._start import empty_page, problem_page, working
from pages._style import style
from pages._topline import top_line
from pages._viewer import viewer

style()
session = current()
if not session.opened:
    with working() as progress:
        session.open_sample(FIRST_SAMPLE, progress=progress)
session.settle(working)

if session.problem is not None:
    problem_page(session, session.problem)
elif session.result is None:
    empty_page(session)
else:
    top_line(session, session.result)
    with st.container(key="body"):
        text, side = st.columns([0.705, 0.295], gap="medium")
        with text:
            viewer(session.payload, key="inspect", height=715)
        with side, st.container(key="panel"):
            panel(session)
            if session.pairs is None:
                comparison(session)
