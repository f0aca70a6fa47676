"""Presets: a strategy's default settings with all sizes scaled."""

from collections.abc import Mapping

from chunking.recipe import Options, Scalar, make_options

PRESETS = {"Default": 1.0, "Finer": 0.5, "Coarser": 2.0}
"""Name on the page -> factor for every size, smallest and overlap."""


def preset(kind: type[Options], name: str) -> Options:
    """Return a strategy's settings under a preset; whole numbers that are sizes are scaled."""
    factor = PRESETS[name]
    return make_options(kind, {key: _scaled(key, value, factor) for key, value in _defaults(kind).items()})


def preset_of(options: Options) -> str | None:
    """Return the preset that the settings equal, if any."""
    return next((name for name in PRESETS if preset(type(options), name) == options), None)


def _defaults(kind: type[Options]) -> Mapping[str, Scalar]:
    return {key: value for key, value in kind().model_dump().items() if value is not None}


def _scaled(key: str, value: Scalar, factor: float) -> Scalar:
    if isinstance(value, int) and not isinstance(value, bool) and key.endswith(("_chars", "_tokens")):
        return max(1, round(value * factor)) if value else value
    return value
