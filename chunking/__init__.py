"""See how a document becomes chunks, and why."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chunking.errors import ChunkingError
    from chunking.model import Chunk, ChunkSet, Document
    from chunking.pipeline import Result, chunk_document, chunk_file
    from chunking.recipe import Recipe

__all__ = [
    "Chunk",
    "ChunkSet",
    "ChunkingError",
    "Document",
    "Recipe",
    "Result",
    "chunk_document",
    "chunk_file",
]

_HOMES = {
    "Chunk": "chunking.model",
    "ChunkSet": "chunking.model",
    "ChunkingError": "chunking.errors",
    "Document": "chunking.model",
    "Recipe": "chunking.recipe",
    "Result": "chunking.pipeline",
    "chunk_document": "chunking.pipeline",
    "chunk_file": "chunking.pipeline",
}


def __getattr__(name: str) -> object:
    """Import a public name when it is asked for: the child that reads a file needs only the readers."""
    if name not in _HOMES:
        raise AttributeError(f"module 'chunking' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
