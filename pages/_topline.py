"""The one line at the top: document, type, strategy with its reason, coverage, notices."""

import streamlit as st

from chunking.inspection import length_of
from chunking.pipeline import Result
from chunking.strategies import STRATEGIES
from pages._session import Session
from pages._start import sample_buttons, uploader
from pages._why import why_dialog


def top_line(session: Session, result: Result) -> None:
    """Draw the five cells from left to right."""
    with st.container(key="topline", border=True, horizontal=True):
        with st.container(key="top_document", width="content"):
            _document(session, result)
        with st.container(key="top_type", width="content"):
            _type(result)
        with st.container(key="top_strategy", width="stretch"):
            _strategy(session, result)
        with st.container(key="top_coverage", width="content"):
            st.caption("Coverage")
            st.markdown(f":green[:material/check:] **:green[{result.chunk_set.coverage.share:.0%}]**")
        with st.container(key="top_notices", width="content"):
            _notices(result)


def _document(session: Session, result: Result) -> None:
    document = result.chunk_set.document
    st.caption(f"Document · {length_of(document)}")
    with st.popover(_plain(document.name), type="tertiary", key=f"document.{session.opened}"):
        uploader(session, key="change_upload")
        sample_buttons(session, key="change", columns=2)
        if st.button("Close this document", key="change.close", icon=":material/close:"):
            session.close()
            st.rerun()


def _type(result: Result) -> None:
    profile = result.profile
    st.caption("Type")
    st.markdown(f":blue-badge[{profile.document_type.capitalize()}] **{profile.confidence:.2f}**")


def _strategy(session: Session, result: Result) -> None:
    route = result.chunk_set.route
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.caption("Strategy ·", width="content")
        with st.container(key="top_why", width="content"):
            if st.button("Why this?", key="why", type="tertiary"):
                why_dialog(session, result)
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.markdown(f"**{STRATEGIES[route.strategy].title}**", width="content")
        st.text(route.decision.sentence(), width="stretch")
        with st.popover("Change", key=f"change.{result.recipe.strategy}"):
            strategy_choice(session, result, key="strategy_choice")


def strategy_choice(session: Session, result: Result, *, key: str) -> None:
    """Offer every strategy, and to leave the choice to the document's type."""
    names = ["auto", *STRATEGIES]
    key = f"{key}.{session.version}"
    st.radio(
        "Cut by",
        names,
        index=names.index(result.recipe.strategy),
        captions=["By the document’s type", *(strategy.summary for strategy in STRATEGIES.values())],
        format_func=lambda name: "Automatic" if name == "auto" else STRATEGIES[name].title,
        key=key,
        on_change=lambda: session.wish(strategy=st.session_state[key], options={}),
    )


def _notices(result: Result) -> None:
    document = result.chunk_set.document
    count = len(document.notices)
    st.caption("Notices")
    with st.popover(f":material/notifications: {count}", type="tertiary", key="notices"):
        if not count:
            st.write("Nothing to tell: the file was read without a doubt.")
        for notice in document.notices:
            st.text(f"{notice.where}: {notice.message}")
        if document.removed:
            st.markdown(f"**Left out of the text: {len(document.removed)}**")
            rows = [{"where": r.where, "why": r.reason, "text": r.text[:200]} for r in document.removed]
            st.dataframe(rows, height=240, hide_index=True, key="notices.removed")


def _plain(text: str) -> str:
    """Escape what Streamlit's labels would read as markdown."""
    return "".join(f"\\{c}" if c in "\\*_`$:[]<>~#" else c for c in text)
