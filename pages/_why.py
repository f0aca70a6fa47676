"""The dialog that answers "Why this?": three factors, every score, two questions, what was passed over."""

import streamlit as st

from chunking.model import Factor
from chunking.pipeline import Result
from chunking.routing.flips import flips
from chunking.routing.tree import tree_svg
from chunking.strategies import STRATEGIES
from pages._picture import picture
from pages._session import Session
from pages._widgets import bars, facts


@st.dialog("Why this type, and why this strategy", width=1220)
def why_dialog(session: Session, result: Result) -> None:
    """Explain the route from evidence alone."""
    profile, route = result.profile, result.chunk_set.route
    st.caption("Three things were looked at; none of them alone decides.")
    for column, factor in zip(st.columns([0.27, 0.27, 0.46]), profile.factors, strict=True):
        with column, st.container(border=True, height="stretch"):
            _factor(factor, profile.document_type)
    left, right = st.columns([0.34, 0.66])
    with left, st.container(border=True, height="stretch"):
        st.markdown("**Score of every type**")
        ranked = sorted(profile.scores.items(), key=lambda item: -item[1])
        bars({name.capitalize(): score for name, score in ranked}, chosen=profile.document_type.capitalize())
    with right, st.container(border=True, height="stretch"):
        st.markdown("**Two questions lead to the strategy**")
        picture(tree_svg(profile, route), key="why.tree")
        st.text(route.decision.sentence())
    left, right = st.columns(2)
    with left, st.container(border=True, height="stretch"):
        st.markdown("**Rules passed over**")
        facts({STRATEGIES[p.strategy].title: p.decision.sentence() for p in route.passed_over})
    with right, st.container(border=True, height="stretch"):
        st.markdown("**What would change it**")
        facts(dict(flips(profile)), figures=True)


def _factor(factor: Factor, document_type: str) -> None:
    """Show one factor's score for the detected type, and what it saw."""
    st.markdown(f"**{factor.name}** :gray[· weight {factor.weight:g}]")
    bars({document_type.capitalize(): factor.score(document_type)}, chosen=document_type.capitalize())
    facts(dict(factor.evidence), figures=True)
