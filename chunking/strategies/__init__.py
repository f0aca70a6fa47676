"""The table of strategies: a new one is a file beside this and a row here."""

from chunking.errors import SettingsError
from chunking.strategies import (
    characters,
    clauses,
    recursive,
    rows,
    sections,
    semantic,
    sentences,
    tables,
    windows,
)
from chunking.strategies.base import Strategy

STRATEGIES: dict[str, Strategy] = {
    strategy.name: strategy
    for strategy in (
        rows.STRATEGY,
        sections.STRATEGY,
        clauses.STRATEGY,
        windows.STRATEGY,
        tables.STRATEGY,
        sentences.STRATEGY,
        semantic.STRATEGY,
        recursive.STRATEGY,
        characters.STRATEGY,
    )
}


def find_strategy(name: str) -> Strategy:
    """Return a strategy by name; an unknown name is refused with the names there are."""
    if name not in STRATEGIES:
        raise SettingsError(f"There is no strategy {name!r}; there are: {', '.join(STRATEGIES)}.")
    return STRATEGIES[name]
