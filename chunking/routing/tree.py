"""The decision tree with two questions, filled in for one document, as data and as one picture."""

from collections.abc import Mapping
from html import escape
from typing import NamedTuple

from chunking.model import Profile, Route
from chunking.routing.flips import AXES, needed
from chunking.routing.rules import UNSURE_STRATEGY, counted, is_sheet, strategy_for
from chunking.routing.scoring import UNSURE_MARGIN, rank

ATOMIC = ("rows", "clauses", "sections")
STEADY = ("sentences", "semantic")


class Question(NamedTuple):
    """One question of the tree with what was measured; an empty answer was never asked for."""

    text: str
    facts: tuple[str, str]
    answer: str


class Tree(NamedTuple):
    """Both questions as they were answered, and where they lead."""

    first: Question
    second: Question
    strategy: str
    """Where the answers lead, whatever was chosen by hand."""
    by_hand: str
    """The strategy that was chosen instead; empty if none was."""


def questions(profile: Profile, route: Route) -> Tree:
    """Return both questions with their numbers and the answers that lead to a strategy."""
    strategy = strategy_for(profile.scores)
    unsure = strategy == UNSURE_STRATEGY and rank(profile.scores)[2] < UNSURE_MARGIN
    atomic = strategy in ATOMIC
    answers = {"tables": "dense tables", "windows": "unsure" if unsure else "mixed"}
    second = "" if atomic else answers.get(strategy, "neither")
    return Tree(
        Question("Is one unit complete in itself?", _unit_facts(profile), "yes" if atomic else "no"),
        Question("Long and mixed, or tables?", _mix_facts(profile), second),
        strategy,
        "" if route.strategy == strategy else route.strategy,
    )


def tree_svg(profile: Profile, route: Route) -> str:
    """Draw the tree with the path taken; colours come from the page's CSS variables."""
    tree = questions(profile, route)
    title = f"Two questions lead to {tree.strategy}"
    note = ""
    if tree.by_hand:
        title += f"; {tree.by_hand} was chosen by hand"
        note = _text(_Label(768, 240, f"Chosen by hand: {tree.by_hand.capitalize()}", "end"))
    leaves = "".join(_leaf(box, names, route, taken=tree.strategy) for box, names in _LEAVES)
    boxes = _question_box(1, tree.first, on=True) + _question_box(
        298, tree.second, on=bool(tree.second.answer)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 770 {248 if note else 226}" width="100%" '
        f'role="img" aria-label="{escape(title)}"><title>{escape(title)}</title>'
        f"{_edges(tree)}{boxes}{leaves}{note}</svg>"
    )


def _edges(tree: Tree) -> str:
    """Draw the five arrows, those of the path taken in colour."""
    first, second = tree.first.answer, tree.second.answer
    mixed = "unsure" if second == "unsure" else "mixed"
    edges = (
        _edge("M232 56H290", (296, 56), _Label(263, 44, "no", "middle"), on=first == "no"),
        _edge("M116 96V146", (116, 152), _Label(126, 128, "yes"), on=first == "yes"),
        _edge("M532 56H590", (596, 56), _Label(564, 44, mixed, "middle"), on=second == mixed),
        _edge("M388 96V146", (388, 152), _Label(398, 128, "dense tables"), on=second == "dense tables"),
        _edge("M517 96V120H640V146", (640, 152), _Label(650, 138, "neither"), on=second == "neither"),
    )
    return "".join(edges)


def options_in_short(options: Mapping[str, int | float | str | bool]) -> str:
    """Write the sizes of a strategy: "2,000 characters + 300"; empty where it has none."""
    for name, unit in _SIZES:
        if name in options:
            overlap = next((options[other] for other in _OVERLAPS if options.get(other)), None)
            more = f" + {overlap:,}" if isinstance(overlap, int) else ""
            return f"{options[name]:,} {unit}{more}"
    return ""


_SIZES = (
    ("size_chars", "characters"),
    ("max_chars", "characters"),
    ("target_tokens", "tokens"),
    ("max_tokens", "tokens"),
)
_UNITS = "A record, a clause, a section"
_OVERLAPS = ("overlap_chars", "overlap_tokens")


def _unit_facts(profile: Profile) -> tuple[str, str]:
    """Return what is asked for, and the clause lines beside those that would turn the answer."""
    if is_sheet(profile.scores):
        return (_UNITS, "A spreadsheet of records")
    if strategy_for(profile.scores) == "sections":
        return _headings_fact(profile)
    features = profile.features
    lines = f"{features['clauses_per_page']:.1f} clause lines a page"
    value = needed(profile, AXES["clauses"])
    if value is None:
        return (_UNITS, lines)
    return (_UNITS, f"{lines}, needs {value * features['text_blocks'] / features['pages']:.1f}")


def _headings_fact(profile: Profile) -> tuple[str, str]:
    headings = f"{profile.features['headings_per_1000']:.1f} headings in 1,000 words"
    value = needed(profile, AXES["sections"])
    return (_UNITS, headings if value is None else f"{headings}, needs {value:.1f}")


def _mix_facts(profile: Profile) -> tuple[str, str]:
    """Return the share of tables and the pages, each beside its turning point where there is one."""
    if is_sheet(profile.scores):
        return ("Not asked: the unit is known", "")
    dense, long = needed(profile, AXES["tables"]), needed(profile, AXES["windows"])
    tables = f"Tables: {profile.features['table_share'] * 100:.0f} %"
    pages = counted(max(profile.features["pages"], 1), "page")
    return (
        tables if dense is None else f"{tables}, dense from {dense * 100:.0f} %",
        pages if long is None else f"{pages}, long from {long:,.0f}",
    )


class _Box(NamedTuple):
    x: int
    y: int
    width: int
    height: int
    title: str
    text: str


class _Label(NamedTuple):
    x: int
    y: int
    text: str
    anchor: str = "start"


_WINDOWS = _Box(598, 14, 170, 82, "Windows", "fixed size, overlapping")
_ATOMIC = _Box(1, 156, 230, 62, "Rows · Clauses · Sections", "one unit, one chunk")
_TABLES = _Box(298, 156, 180, 62, "Tables", "cut between rows")
_STEADY = _Box(516, 156, 252, 62, "Sentences · Semantic", "whole sentences, steady prose")
_LEAVES = ((_WINDOWS, ("windows",)), (_ATOMIC, ATOMIC), (_TABLES, ("tables",)), (_STEADY, STEADY))

_INK, _MUTED = "var(--ink, currentColor)", "var(--ink2, currentColor)"
_PRIMARY, _SOFT = "var(--primary, #0072b2)", "var(--primary-soft, rgba(0, 114, 178, 0.12))"
_ON_PRIMARY, _LINE = "var(--on-primary, #fff)", "var(--line2, #999)"


def _leaf(box: _Box, strategies: tuple[str, ...], route: Route, *, taken: str) -> str:
    """Draw an end of the tree; the one that was reached is filled and names its settings."""
    if taken not in strategies:
        return _rect(box, fill="none", stroke=_LINE) + _lines(box, box.title, box.text, (_INK, _MUTED))
    text = options_in_short(route.options) if route.strategy == taken else ""
    filled = _rect(box, fill=_PRIMARY, stroke=_PRIMARY)
    return filled + _lines(box, taken.capitalize(), text or box.text, (_ON_PRIMARY, _ON_PRIMARY), size=18)


def _lines(box: _Box, title: str, text: str, colours: tuple[str, str], *, size: int = 15) -> str:
    middle = box.y + box.height // 2
    name, note = _Label(box.x + 16, middle - 5, title), _Label(box.x + 16, middle + 17, text)
    return _text(name, size=size, bold=size > 15, colour=colours[0]) + _text(note, colour=colours[1])


def _question_box(x: int, question: Question, *, on: bool) -> str:
    box = _Box(x, 14, 233, 82, question.text, "")
    colours = (_SOFT, _PRIMARY) if on else ("none", _LINE)
    return (
        _rect(box, fill=colours[0], stroke=colours[1])
        + _text(_Label(x + 14, 40, question.text), size=15, bold=True, colour=_INK)
        + _text(_Label(x + 14, 62, question.facts[0]))
        + _text(_Label(x + 14, 82, question.facts[1]), colour=_INK)
    )


def _edge(path: str, tip: tuple[int, int], label: _Label, *, on: bool) -> str:
    """Draw a line with an arrow head at `tip`; it points down, or right where the path ends level."""
    colour, width = (_PRIMARY, 2.5) if on else (_LINE, 1.5)
    x, y = tip
    level = "V" not in path
    head = f"{x},{y} {x - 9},{y - 5} {x - 9},{y + 5}" if level else f"{x},{y} {x - 5},{y - 9} {x + 5},{y - 9}"
    ink = "var(--primary-ink, #0072b2)" if on else _MUTED
    return (
        f'<path d="{path}" style="fill:none;stroke:{colour};stroke-width:{width}"/>'
        f'<polygon points="{head}" style="fill:{colour}"/>' + _text(label, bold=on, colour=ink)
    )


def _rect(box: _Box, *, fill: str, stroke: str) -> str:
    place = f'x="{box.x}" y="{box.y}" width="{box.width}" height="{box.height}" rx="10"'
    return f'<rect {place} style="fill:{fill};stroke:{stroke};stroke-width:1.5"/>'


def _text(label: _Label, *, size: int = 14, bold: bool = False, colour: str = _MUTED) -> str:
    place = f'x="{label.x}" y="{label.y}" text-anchor="{label.anchor}"'
    style = f"font-size:{size}px;font-weight:{600 if bold else 400};fill:{colour}"
    return f'<text {place} style="{style}">{escape(label.text)}</text>'
