"""The one value kept in st.session_state, and the one place that reads, cuts and caches.

A document lives in its user's session only; nothing of it is cached for another.
"""

import shlex
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from pathlib import Path

import streamlit as st

from chunking.errors import ChunkingError
from chunking.exporters import EXPORTERS, Export
from chunking.model import Chunk, Neighbour
from chunking.pipeline import (
    Progress,
    Result,
    chunk_document,
    chunk_prepared,
    compare_neighbours,
    embed,
    with_metadata,
)
from chunking.prepare.prepared import Prepared
from chunking.readers import read_document
from chunking.recipe import Recipe, flags, make_recipe
from pages._background import Task
from pages._viewer import document_payload, overlay_payload
from pages._viewer.payload import Payload

SAMPLES = Path(__file__).parent.parent / "sample_docs"
FIRST_SAMPLE = "velmora-sustainability-report-2025.pdf"


@dataclass(frozen=True)
class Upload:
    """A file as the user gave it, with its sidecar of metadata if there is one."""

    name: str
    data: bytes
    sidecar: bytes | None = None


@dataclass(frozen=True)
class Problem:
    """A file that could not be opened, kept so that a password can be tried on it."""

    error: ChunkingError
    upload: Upload


@dataclass(frozen=True)
class Wish:
    """Changes to the recipe that were asked for and are not cut yet."""

    values: dict[str, object]
    remember: bool = True
    redraw: bool = True


@dataclass
class Session:
    """What one user has open."""

    result: Result | None = None
    problem: Problem | None = None
    complaint: str | None = None
    """A setting that was refused; the last good chunks stay."""
    selected: int | None = None
    nonce: int = 0
    """Raised whenever Python, not the viewer, moves the selection."""
    pending: Wish | None = None
    undo: list[Recipe] = field(default_factory=list)
    payload: Payload = field(default_factory=dict)
    overlay: Payload = field(default_factory=dict)
    pairs: tuple[Neighbour, ...] | None = None
    task: Task[Prepared] | None = None
    opened: int = 0
    """Counts opened files, so that widgets of the last one are forgotten."""
    version: int = 0
    """Counts changes of the settings that their own widgets did not make."""

    def open(self, upload: Upload, *, password: str | None = None, progress: Progress) -> None:
        """Read and chunk a file; a refusal becomes the problem that the page shows.

        What was open stays until the new document is there, so a bad file loses nothing.
        """
        try:
            progress("Reading the document", 0.1)
            document = read_document(upload.data, name=upload.name, password=password)
            if upload.sidecar is not None:
                document = with_metadata(document, upload.sidecar, f"{upload.name}.meta.json")
            progress("Cutting it into chunks", 0.5)
            result = chunk_document(document, Recipe(), progress=progress)
        except ChunkingError as error:
            self.problem = Problem(error, upload)
            self.opened += 1
            return
        self.close()
        self._take(result)
        self.payload = document_payload(document)

    def open_sample(self, name: str, *, progress: Progress) -> None:
        """Open one of the packaged samples."""
        sidecar = SAMPLES / f"{name}.meta.json"
        given = sidecar.read_bytes() if sidecar.is_file() else None
        self.open(Upload(name, (SAMPLES / name).read_bytes(), given), progress=progress)

    def dismiss(self) -> None:
        """Put the problem aside and show what was open before."""
        self.problem = None

    def close(self) -> None:
        """Forget the document and all that belongs to it."""
        self.result = self.problem = self.selected = self.complaint = self.pairs = None
        self.pending = None
        self.undo = []
        if self.task is not None:
            self.task.cancel()
        self.task = None
        self.opened += 1
        self.version += 1

    def wish(self, *, redraw: bool = True, **values: object) -> None:
        """Ask for a changed recipe; it is cut where progress can be shown, by `settle`.

        `redraw` gives the settings new widgets; not for the one that was just changed by hand.
        """
        self.pending = Wish({**(self.pending.values if self.pending else {}), **values}, redraw=redraw)

    def wish_undo(self) -> None:
        """Ask for the recipe before the last change."""
        if self.undo:
            self.pending = Wish(self.undo.pop().model_dump(), remember=False)

    def settle(self, working: Callable[[], AbstractContextManager[Progress]]) -> None:
        """Cut again if something was asked for; a refused setting keeps the chunks and says why."""
        wish, self.pending = self.pending, None
        if wish is None or self.result is None:
            return
        before = self.result.recipe
        try:
            recipe = make_recipe(before.model_dump() | wish.values)
            if recipe == before:
                return
            with working() as progress:
                result = chunk_prepared(self.result.prepared, self.result.profile, recipe, progress=progress)
        except ChunkingError as error:
            self.complaint = error.message
            self.version += 1
            return
        self._take(result)
        self.version += wish.redraw
        if wish.remember:
            self.undo.append(before)

    def comparison(self) -> Task[Prepared] | None:
        """Return the work that makes neighbours comparable, started once; None when they are."""
        if self.result is None or self.pairs is not None:
            return None
        if self.task is None:
            prepared, recipe = self.result.prepared, self.result.recipe
            self.task = Task(lambda progress: embed(prepared, recipe, progress=progress))
        return self.task

    def take_comparison(self) -> None:
        """Show how alike neighbours are, now that the work is done; a missing model is said, once."""
        task, self.task = self.task, None
        if task is None or self.result is None:
            return
        try:
            self._take(replace(self.result, prepared=task.result()))
        except ChunkingError as error:
            self.complaint, self.pairs = error.message, ()

    def select(self, index: int | None, *, from_viewer: bool = False) -> None:
        """Choose a chunk everywhere."""
        self.selected = index
        if not from_viewer:
            self.nonce += 1

    @property
    def chunk(self) -> Chunk | None:
        """Return the chosen chunk."""
        if self.result is None or self.selected is None:
            return None
        chunks = self.result.chunk_set.chunks
        return chunks[self.selected] if self.selected < len(chunks) else None

    def export(self, name: str) -> Callable[[], bytes]:
        """Return what makes the download, from this very chunk set."""
        result = self.result
        if result is None:
            raise ValueError("there is nothing to export")
        return lambda: EXPORTERS[name].export(Export(result.chunk_set, result.profile, result.recipe))

    def command_line(self) -> str:
        """Return the command that makes the same chunk set."""
        if self.result is None:
            return ""
        name = self.result.chunk_set.document.name
        return shlex.join(["chunkscope", "chunk", name, *flags(self.result.recipe)])

    def _take(self, result: Result) -> None:
        """Show a new result; the selection stays on the text it was on."""
        chosen = self.chunk
        self.result, self.complaint, self.pairs = result, None, None
        if result.prepared.sums is not None:
            self.pairs = compare_neighbours(result.chunk_set, result.prepared, result.recipe)
        self.overlay = overlay_payload(result.chunk_set, self.pairs)
        if chosen is not None:
            core = chosen.start + chosen.overlap
            leaves = result.chunk_set.leaves
            self.select(next((leaf.index for leaf in leaves if core < leaf.end), None))


def current() -> Session:
    """Return this user's session; a new one opens with the first sample on the page."""
    if "session" not in st.session_state:
        st.session_state.session = Session()
    session: Session = st.session_state.session
    return session
