"""The panel beside the viewer: tune, one chunk, the list, charts, export."""

from statistics import median

import streamlit as st

from chunking.exporters import EXPORTERS
from chunking.pipeline import NEAR_THRESHOLD, Result
from chunking.recipe import Scalar, make_options
from chunking.strategies import STRATEGIES
from chunking.strategies.presets import PRESETS, preset, preset_of
from pages._charts import similarity_figure, sizes_figure
from pages._session import Session
from pages._start import working
from pages._viewer import channel
from pages._widgets import chunk_card, options_form


@st.fragment
def panel(session: Session) -> None:
    """Draw the open tab; a changed setting runs this part of the page only."""
    session.settle(working)
    if session.result is None:
        return
    with st.container(key="channels"):
        channel(
            session.overlay,
            key="inspect",
            selected=session.selected,
            nonce=session.nonce,
            on_select=lambda index: session.select(index, from_viewer=True),
        )
    tabs = dict(zip(TABS, st.tabs(list(TABS), key="tab", on_change="rerun"), strict=True))
    for name, tab in tabs.items():
        if tab.open:
            with tab:
                TABS[name](session, session.result)


@st.fragment(run_every=2.0)
def comparison(session: Session) -> None:
    """Show how far the comparison of neighbours is; the page can be used meanwhile.

    Asking twice a second instead takes so much of two cores that the work itself lasts twice as long.
    """
    task = session.comparison()
    if task is None:
        return
    if task.done:
        session.take_comparison()
        st.rerun()
    st.progress(task.share, f"{task.step}, to compare neighbours…")


def tune(session: Session, result: Result) -> None:
    """Counts, the strategy's settings, merging, presets and undo."""
    leaves = result.chunk_set.leaves
    sizes = [leaf.token_count for leaf in leaves]
    figures = st.columns(3, gap="small")
    figures[0].metric("Chunks", f"{len(leaves):,}")
    figures[1].metric("Median tokens", f"{median(sizes):,.0f}")
    figures[2].metric("Largest", f"{max(sizes):,}")
    strategy = STRATEGIES[result.chunk_set.route.strategy]
    options = make_options(strategy.options, result.chunk_set.route.options)

    def on_set(name: str, value: Scalar) -> None:
        if value == result.chunk_set.route.options[name]:
            return  # widgets report their values once more when their tab is closed
        fields = strategy.options.model_json_schema()["properties"]
        given = result.recipe.options
        kept = {key: held for key, held in given.items() if fields[key].get("follows") != name}
        follows = any(field.get("follows") == name for field in fields.values())
        session.wish(redraw=follows, options={**kept, name: value})

    options_form(options, key=f"set.{strategy.name}.{session.version}", on_set=on_set)
    if session.complaint is not None:
        st.warning(session.complaint, icon=":material/block:")
    _merging(session, result)
    with st.container(key="presets", horizontal=True, gap="small"):
        for name in PRESETS:
            st.button(
                name,
                key=f"preset.{name}",
                type="primary" if name == preset_of(options) else "secondary",
                on_click=session.wish,
                kwargs={"options": preset(strategy.options, name).model_dump(exclude_defaults=True)},
            )
        st.button(
            "Undo", key="undo", icon=":material/undo:", disabled=not session.undo, on_click=session.wish_undo
        )


def _merging(session: Session, result: Result) -> None:
    """Switch merging on, and set how alike neighbours must be."""
    threshold = result.recipe.merge_threshold
    switch, figure = f"merge.{session.version}", f"merge.threshold.{session.version}"
    left, right = st.columns([0.6, 0.4], gap="small", vertical_alignment="center")
    left.toggle(
        "Merge neighbours",
        value=threshold is not None,
        key=switch,
        help="Joins neighbouring chunks that are this similar, while they stay within the limit.",
        on_change=lambda: session.wish(
            redraw=False, merge_threshold=st.session_state[figure] if st.session_state[switch] else None
        ),
    )
    right.number_input(
        "At or above",
        min_value=0.0,
        max_value=1.0,
        value=NEAR_THRESHOLD if threshold is None else threshold,
        step=0.01,
        key=figure,
        disabled=threshold is None,
        on_change=lambda: session.wish(redraw=False, merge_threshold=st.session_state[figure]),
    )


def chunk(session: Session, result: Result) -> None:
    """The selected chunk."""
    chosen = session.chunk
    if chosen is None:
        st.info("Click a chunk in the text, or press j.", icon=":material/ads_click:")
        return
    title, before, after = st.columns([0.7, 0.15, 0.15], gap="small", vertical_alignment="center")
    part = f" · part {chosen.part}" if chosen.part is not None else ""
    title.markdown(f"### Chunk {chosen.index}{part}")
    index_of = {other.id: other.index for other in result.chunk_set.chunks}
    for column, icon, other in (
        (before, ":material/chevron_left:", chosen.prev_chunk_id),
        (after, ":material/chevron_right:", chosen.next_chunk_id),
    ):
        target = index_of.get(other or "")
        column.button(
            icon,
            key=f"go{icon}",
            disabled=target is None,
            on_click=session.select,
            args=(target,),
            width="stretch",
        )
    chunk_card(result.chunk_set, chosen, session.pairs)


def listing(session: Session, result: Result) -> None:
    """Every chunk in a table; a chosen row is shown in the text."""
    chunks = result.chunk_set.chunks

    def chosen() -> None:
        rows = st.session_state["list"].selection.rows
        if rows:
            session.select(chunks[rows[0]].index)

    st.dataframe(
        [
            {
                "chunk": c.index,
                "tokens": c.token_count,
                "pages": c.page_range or "",
                "why it starts": c.decision.sentence(),
                "text": " ".join(c.text.split())[:120],
            }
            for c in chunks
        ],
        key="list",
        height=600,
        hide_index=True,
        on_select=chosen,
        selection_mode="single-row",
    )


def charts(session: Session, result: Result) -> None:
    """Sizes and similarities along the document; a click leads to the chunk."""
    for name, title, figure in (
        ("sizes", "Tokens in every chunk", sizes_figure(result.chunk_set)),
        ("alike", "Similarity to the chunk before", _similarities(session, result)),
    ):
        if figure is None:
            continue
        st.markdown(f"**{title}**")

        def clicked(key: str = f"chart.{name}") -> None:
            points = st.session_state[key].selection.points
            if points:
                session.select(int(points[0]["x"]))

        st.plotly_chart(
            figure,
            key=f"chart.{name}",
            on_select=clicked,
            selection_mode="points",
            config={"displayModeBar": False},
        )


def _similarities(session: Session, result: Result) -> object:
    if not session.pairs:
        return None
    threshold = result.recipe.merge_threshold
    line = NEAR_THRESHOLD if threshold is None else threshold
    return similarity_figure(result.chunk_set, session.pairs, line)


def export(session: Session, result: Result) -> None:
    """The chunk set as a file, the same bytes as the command line writes."""
    name = st.segmented_control(
        "Format",
        list(EXPORTERS),
        default=next(iter(EXPORTERS)),
        format_func=lambda choice: EXPORTERS[choice].title,
        key="export.format",
        width="stretch",
        required=True,
    )
    exporter = EXPORTERS[str(name)]
    st.download_button(
        f"Download {exporter.title}",
        session.export(exporter.name),
        f"{result.chunk_set.document.id}{exporter.suffix}",
        exporter.media_type,
        key="export.download",
        type="primary",
        icon=":material/download:",
        on_click="ignore",
    )
    st.caption(f"The same bytes as `{session.command_line()} --format {exporter.name}`")


TABS = {"Tune": tune, "Chunk": chunk, "List": listing, "Charts": charts, "Export": export}
"""Name on the tab -> what draws it."""
