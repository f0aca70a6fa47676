"""The only place where stages are composed: file -> document -> prepared -> route -> cuts -> chunk set."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from chunking.assembly.assemble import Identity, assemble
from chunking.assembly.neighbours import merged_cuts, neighbours
from chunking.errors import ReadError
from chunking.model import ChunkSet, Document, Neighbour, Profile, Route
from chunking.prepare.embedders import load_embedder
from chunking.prepare.prepared import Prepared, prepare, with_vectors
from chunking.readers import read_document
from chunking.recipe import Recipe, fingerprint, make_options
from chunking.routing.classify import classify
from chunking.routing.route import route
from chunking.strategies import find_strategy

Progress = Callable[[str, float], None]
"""Called with a step in words and its share done, 0 to 1."""

NEAR_THRESHOLD = 0.7
"""Where neighbours are drawn as mergeable when the recipe does not say (the source design's figure)."""


@dataclass(frozen=True, slots=True)
class Result:
    """A chunk set with everything that led to it."""

    chunk_set: ChunkSet
    profile: Profile
    prepared: Prepared
    recipe: Recipe


def chunk_file(path: Path | str, recipe: Recipe | None = None, *, password: str | None = None) -> Result:
    """Read and chunk one file; a sidecar NAME.meta.json beside it gives metadata."""
    path = Path(path)
    document = read_file(path, password=password)
    return chunk_document(document, recipe or Recipe())


def read_file(path: Path, *, password: str | None = None) -> Document:
    """Read a file and its sidecar into a document."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ReadError(f"{path.name} cannot be opened: {error.strerror}.") from error
    document = read_document(data, name=path.name, password=password)
    sidecar = path.with_name(path.name + ".meta.json")
    if not sidecar.is_file():
        return document
    return with_metadata(document, sidecar.read_bytes(), sidecar.name)


def with_metadata(document: Document, sidecar: bytes, sidecar_name: str) -> Document:
    """Lay a sidecar's metadata over the document's own."""
    try:
        values = json.loads(sidecar)
    except ValueError as error:
        raise ReadError(f"{sidecar_name} is not JSON: {error}.") from error
    if not isinstance(values, dict):
        raise ReadError(f"{sidecar_name} must hold one object of names and values.")
    given = {str(key): str(value) for key, value in values.items() if value is not None}
    return replace(document, metadata={**document.metadata, **given})


def chunk_document(document: Document, recipe: Recipe, *, progress: Progress | None = None) -> Result:
    """Classify, route, prepare and cut one document."""
    profile = classify(document)
    prepared = prepare(document, tokenizer=recipe.tokenizer, language=recipe.language)
    return chunk_prepared(prepared, profile, recipe, progress=progress)


def chunk_prepared(
    prepared: Prepared, profile: Profile, recipe: Recipe, *, progress: Progress | None = None
) -> Result:
    """Cut a prepared document; embeds it first if the strategy or a merge needs vectors."""
    chosen = route(profile, prepared.document, recipe)
    strategy = find_strategy(chosen.strategy)
    options = make_options(strategy.options, chosen.options)
    recipe = _typed(recipe, chosen)
    if strategy.needs_vectors(options) or recipe.merge_threshold is not None:
        prepared = embed(prepared, recipe, progress=progress)
    identity = _identity(prepared.document, chosen, recipe)
    chunk_set = assemble(prepared, strategy.cut(prepared, options), identity)
    if recipe.merge_threshold is not None:
        pairs = compare_neighbours(chunk_set, prepared, recipe)
        cuts, merged = merged_cuts(chunk_set, pairs, prepared, max_tokens=recipe.merge_max_tokens)
        chunk_set = assemble(prepared, cuts, identity, merged=merged)
    return Result(chunk_set, profile, prepared, recipe)


def embed(prepared: Prepared, recipe: Recipe, *, progress: Progress | None = None) -> Prepared:
    """Give a prepared document its unit vectors, once."""
    if prepared.sums is not None:
        return prepared
    if progress is not None:
        progress("Loading the embedding model", 0.0)
    embedder = load_embedder(recipe.embedding_model)
    step = None if progress is None else lambda share: progress("Embedding sentences", share)
    return with_vectors(prepared, embedder, progress=step)


def compare_neighbours(chunk_set: ChunkSet, prepared: Prepared, recipe: Recipe) -> tuple[Neighbour, ...]:
    """Compare every pair of neighbouring leaves at the recipe's threshold, or at NEAR_THRESHOLD."""
    threshold = NEAR_THRESHOLD if recipe.merge_threshold is None else recipe.merge_threshold
    return neighbours(chunk_set, prepared, threshold=threshold, max_tokens=recipe.merge_max_tokens)


def _typed(recipe: Recipe, chosen: Route) -> Recipe:
    """Return the recipe with its settings as values of their own types, not as words of a command line."""
    return recipe.model_copy(update={"options": {name: chosen.options[name] for name in recipe.options}})


def _identity(document: Document, chosen: Route, recipe: Recipe) -> Identity:
    options: Mapping[str, int | float | str | bool] = chosen.options
    return Identity(
        chosen,
        fingerprint(recipe, strategy=chosen.strategy, options=options),
        recipe.document_id or document.id,
        recipe.metadata,
    )
