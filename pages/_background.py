"""Long work beside the page: a page that waits cannot be clicked."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Generic, TypeVar

from chunking.pipeline import Progress

_POOL = ThreadPoolExecutor(max_workers=1, thread_name_prefix="chunkscope")
"""One at a time for all users: two embeddings at once would only take turns."""

T = TypeVar("T")


class _CancelledError(Exception):
    """Raised inside work that nobody waits for any more."""


class Task(Generic[T]):
    """A computation in a thread of its own, with its progress; it never touches the page."""

    def __init__(self, work: Callable[[Progress], T]) -> None:
        self.step = "Waiting"
        self.share = 0.0
        self._cancelled = False
        self._future: Future[T] = _POOL.submit(work, self._report)

    @property
    def done(self) -> bool:
        """Tell whether the result is there."""
        return self._future.done()

    def result(self) -> T:
        """Return the result, or raise what the work raised."""
        return self._future.result()

    def cancel(self) -> None:
        """Stop at the next report of progress, or before the start."""
        self._cancelled = True
        self._future.cancel()

    def _report(self, step: str, share: float) -> None:
        if self._cancelled:
            raise _CancelledError
        self.step, self.share = step, share
