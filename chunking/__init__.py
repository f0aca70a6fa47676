"""See how a document becomes chunks, and why."""

from chunking.errors import ChunkingError
from chunking.model import Chunk, ChunkSet, Document
from chunking.pipeline import Result, chunk_document, chunk_file
from chunking.recipe import Recipe

__all__ = ["Chunk", "ChunkSet", "ChunkingError", "Document", "Recipe", "Result", "chunk_document", "chunk_file"]
