"""The recipe: everything that decides a chunk set besides the file, as one value and one TOML file."""

import hashlib
import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from chunking.errors import SettingsError

Scalar = int | float | str | bool


class Options(BaseModel):
    """Base of every strategy's settings: frozen, no unknown names, no NaN.

    A field's `title` is its label on the page, its `description` the tooltip.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


OptionsT = TypeVar("OptionsT", bound=Options)


class Recipe(Options):
    """How to chunk: the strategy with its settings, merging, models, identity."""

    strategy: str = Field("auto", title="Strategy", description="A strategy's name, or auto.")
    options: Mapping[str, int | float | str | bool] = Field(
        default_factory=dict,
        description="Settings of the strategy; the others keep their defaults.",
    )
    merge_threshold: float | None = Field(
        None, ge=0, le=1, title="Merge at or above", description="Join neighbours this similar."
    )
    merge_max_tokens: int = Field(
        1000, ge=1, le=1_000_000, title="Merged size", description="No merge grows beyond this."
    )
    tokenizer: str = Field("cl100k_base", description="The vocabulary that counts tokens.")
    embedding_model: str = Field(
        "all-MiniLM-L6-v2", description="The packaged model, or a sentence-transformers folder."
    )
    language: str = Field("en", pattern="^[a-z]{2}$", description="ISO 639-1 code for sentences.")
    document_id: str | None = Field(None, min_length=1, description="Instead of the file's name.")
    metadata: Mapping[str, str] = Field(
        default_factory=dict, description="Inherited by every chunk; stronger than the document's."
    )


def fingerprint(recipe: Recipe, *, strategy: str, options: Mapping[str, Scalar]) -> str:
    """Hash what shapes the chunks: the resolved strategy and settings, not who the document is."""
    shaping = recipe.model_dump(exclude={"document_id", "metadata", "strategy", "options"})
    shaping |= {"strategy": strategy, "options": dict(options)}
    text = json.dumps(shaping, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def make_recipe(values: Mapping[str, Any]) -> Recipe:
    """Check `values` against the recipe's fields; a SettingsError says what is wrong and allowed."""
    return _checked(Recipe, values)


def make_options(kind: type[OptionsT], values: Mapping[str, Any]) -> OptionsT:
    """Check a strategy's settings; text is read as the field's own type, as from a command line."""
    return _checked(kind, values)


def flags(recipe: Recipe) -> list[str]:
    """Return the command-line words that give this recipe, for its most used parts."""
    words = [] if recipe.strategy == "auto" else ["--strategy", recipe.strategy]
    for name, value in recipe.options.items():
        words += ["--set", f"{name}={value}"]
    if recipe.merge_threshold is not None:
        words += ["--merge", str(recipe.merge_threshold)]
    return words


def load_recipe(path: Path) -> Recipe:
    """Read a recipe from a TOML file."""
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(f"{path.name} cannot be read: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path.name} is not a TOML file: {error}.") from error
    return make_recipe(values)


def _checked(kind: type[OptionsT], values: Mapping[str, Any]) -> OptionsT:
    unknown = sorted(set(values) - set(kind.model_fields))
    if unknown:
        allowed = ", ".join(kind.model_fields) or "none"
        raise SettingsError(f"There is no setting {unknown[0]!r} here; there are: {allowed}.")
    try:
        return kind.model_validate(dict(values))
    except ValidationError as error:
        raise SettingsError(_in_words(error)) from error


def _in_words(error: ValidationError) -> str:
    """Turn pydantic's first finding into one sentence with the value and the limit."""
    first = error.errors()[0]
    if first["type"] == "value_error":
        return str(first["ctx"]["error"])
    name = ".".join(str(part) for part in first["loc"]) or "the settings"
    message = first["msg"].removeprefix("Input ").replace("should", "must")
    return f"{name} {message}; {first['input']!r} was given."
