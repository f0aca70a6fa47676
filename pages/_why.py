"""The dialog that answers "Why this?": three factors, every score, two questions, what was passed over."""

import streamlit as st

from chunking.model import Factor
from chunking.pipeline import Result
from chunking.routing.flips import flips
from chunking.routing.tree import tree_svg
from chunking.strategies import STRATEGIES
from pages._session import Session
from pages._widgets import facts


@st.dialog("Why this type, and why this strategy", width="large")
def why_dialog(session: Session, result: Result) -> None:
    """Explain the route from evidence alone."""
    profile, route = result.profile, result.chunk_set.route
    st.text(f"{result.chunk_set.document.name} · three things were looked at, none of them alone decides.")
    for column, factor in zip(st.columns(3), profile.factors, strict=True):
        with column, st.container(border=True, height="stretch"):
            _factor(factor, profile.document_type)
    left, right = st.columns([0.34, 0.66])
    with left, st.container(border=True, height="stretch"):
        st.markdown("**Score of every type**")
        for name, score in sorted(profile.scores.items(), key=lambda item: -item[1]):
            st.progress(min(max(score, 0.0), 1.0), f"{name.capitalize()} · {score:.2f}")
    with right, st.container(border=True, height="stretch"):
        st.markdown("**Two questions lead to the strategy**")
        st.html(tree_svg(profile, route))
        st.text(route.decision.sentence())
    left, right = st.columns(2)
    with left, st.container(border=True, height="stretch"):
        st.markdown("**Rules passed over**")
        facts({STRATEGIES[p.strategy].title: p.decision.sentence() for p in route.passed_over})
    with right, st.container(border=True, height="stretch"):
        st.markdown("**What would change it**")
        for change, outcome in flips(profile):
            st.text(f"{change}: {outcome}")


def _factor(factor: Factor, document_type: str) -> None:
    """Show one factor's score for the detected type, and what it saw."""
    score = factor.score(document_type)
    st.markdown(f"**{factor.name}**")
    st.caption(f"weight {factor.weight:g}")
    st.progress(min(max(score, 0.0), 1.0), f"{score:.2f}")
    facts(dict(factor.evidence))
