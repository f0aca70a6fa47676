"""The charts of a chunk set; a click leads to the chunk."""

import plotly.graph_objects as go

from chunking.model import ChunkSet, Neighbour

COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7")
WARN = "#d55e00"


def sizes_figure(chunk_set: ChunkSet) -> go.Figure:
    """Draw every chunk's tokens along the document, in the viewer's colours."""
    leaves = chunk_set.leaves
    figure = go.Figure(
        go.Bar(
            x=[leaf.index for leaf in leaves],
            y=[leaf.token_count for leaf in leaves],
            marker={"color": [COLOURS[number % 4] for number in range(len(leaves))]},
            hovertemplate="chunk %{x}: %{y} tokens<extra></extra>",
        )
    )
    return _plain(figure, y_title="tokens")


def similarity_figure(chunk_set: ChunkSet, pairs: tuple[Neighbour, ...], threshold: float) -> go.Figure:
    """Draw how alike each chunk is to the one before, with the line at which they merge."""
    index_of = {chunk.id: chunk.index for chunk in chunk_set.chunks}
    figure = go.Figure(
        go.Scatter(
            x=[index_of[pair.right_id] for pair in pairs],
            y=[pair.similarity for pair in pairs],
            mode="lines+markers",
            marker={"size": 5, "color": COLOURS[0]},
            line={"width": 1, "color": COLOURS[0]},
            hovertemplate="chunk %{x}: similarity %{y:.2f} to the one before<extra></extra>",
        )
    )
    figure.add_hline(y=threshold, line={"color": WARN, "width": 2})
    return _plain(figure, y_title="similarity")


def _plain(figure: go.Figure, *, y_title: str) -> go.Figure:
    figure.update_layout(
        height=210, margin={"l": 0, "r": 0, "t": 8, "b": 0}, showlegend=False, dragmode=False
    )
    figure.update_xaxes(title="chunk", showgrid=False)
    figure.update_yaxes(title=y_title, rangemode="tozero")
    return figure
