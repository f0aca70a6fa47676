"""Reads a file in a child process with limits: what a hostile file breaks is not the caller."""

import json
import os
import signal
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import BoundedSemaphore
from typing import IO

from pydantic import TypeAdapter

from chunking.errors import ChunkingError, LimitError, ReadError
from chunking.model import Document

MIB = 1 << 20

_ROOT = Path(__file__).parents[2]
_RUNNING = BoundedSemaphore(max(2, os.cpu_count() or 2))
"""Files are read at most one a core at once; others wait."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What reading one file may take."""

    memory_bytes: int = 2048 * MIB
    cpu_seconds: int = 180
    wall_seconds: float = 300.0
    output_bytes: int = 256 * MIB
    open_files: int = 64


DEFAULT_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Failure:
    """An error on its way from the child."""

    kind: str
    code: str
    message: str


_ANSWER: TypeAdapter[Document | Failure] = TypeAdapter(Document | Failure)

_OUT_OF_MEMORY = {"SIGABRT", "SIGTRAP", "SIGILL", "SIGKILL"}
_OUT_OF_TIME = {"SIGXCPU"}
"""What the system or a library does to a process that asks for more than its limits."""


def read_in_child(
    data: bytes,
    *,
    name: str,
    password: str | None = None,
    format_name: str,
    limits: Limits = DEFAULT_LIMITS,
) -> Document:
    """Read the file in a process of its own, and raise here what its reader raised there."""
    request = {"name": name, "password": password, "format": format_name, "limits": asdict(limits)}
    with _RUNNING, tempfile.TemporaryFile() as answer, tempfile.TemporaryFile() as complaints:
        child = subprocess.Popen(
            [sys.executable, "-P", "-m", "chunking.readers.sandbox"],
            stdin=subprocess.PIPE,
            stdout=answer,
            stderr=complaints,
            env=_environment(),
            start_new_session=True,
        )
        try:
            child.communicate(json.dumps(request).encode() + b"\n" + data, timeout=limits.wall_seconds)
        except subprocess.TimeoutExpired as error:
            raise LimitError(
                f"Reading {name} took more than {limits.wall_seconds:g} seconds; split it into smaller files."
            ) from error
        finally:
            _end(child)
        if child.returncode != 0:
            raise _death(child.returncode, name, complaints)
        answer.seek(0)
        found = _ANSWER.validate_json(answer.read())
    if isinstance(found, Failure):
        raise _kinds().get(found.kind, ReadError)(found.message, code=found.code)
    return found


def _environment() -> dict[str, str]:
    """Return the child's environment: it finds this package, and starts no threads."""
    paths = [str(_ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    single = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    return {**os.environ, **single, "PYTHONPATH": os.pathsep.join(paths)}


def _end(child: subprocess.Popen[bytes]) -> None:
    """Kill the child with all it started, if it still runs."""
    if child.poll() is None:
        if sys.platform == "win32":
            child.kill()
        else:
            os.killpg(child.pid, signal.SIGKILL)
        child.wait()


def _death(status: int, name: str, complaints: IO[bytes]) -> ReadError:
    """Return what the end of a child without an answer means."""
    cause = signal.Signals(-status).name if status < 0 else ""
    if cause in _OUT_OF_MEMORY:
        return LimitError(f"Reading {name} took more memory than is allowed; split it into smaller files.")
    if cause in _OUT_OF_TIME:
        return LimitError(
            f"Reading {name} took more computing time than is allowed; split it into smaller files."
        )
    if not cause:
        complaints.seek(0)
        last = complaints.read()[-2000:].decode(errors="replace").strip().rpartition("\n")[2]
        cause = last.partition(":")[0] or f"status {status}"
    return ReadError(f"{name} broke its reader ({cause}); open it in its own program and save it again.")


def _kinds() -> dict[str, type[ChunkingError]]:
    """Return every error class by name."""
    kinds: list[type[ChunkingError]] = [ChunkingError]
    for kind in kinds:
        kinds += kind.__subclasses__()
    return {kind.__name__: kind for kind in kinds}


def _limit_self(limits: Limits) -> None:
    """Give this process its limits; a system without one of them does without it."""
    if sys.platform == "win32":
        return
    import resource

    for kind, soft, hard in (
        (resource.RLIMIT_CORE, 0, 0),
        (resource.RLIMIT_AS, limits.memory_bytes, limits.memory_bytes),
        (resource.RLIMIT_CPU, limits.cpu_seconds, limits.cpu_seconds + 5),
        (resource.RLIMIT_FSIZE, limits.output_bytes, limits.output_bytes),
        (resource.RLIMIT_NOFILE, limits.open_files, limits.open_files),
    ):
        try:
            resource.setrlimit(kind, (soft, hard))
        except (ValueError, OSError):
            continue


def _answer(request: dict[str, str | None], data: bytes) -> Document | Failure:
    """Read the file, and turn what its reader refuses into a value."""
    from chunking.readers import FORMATS

    name = str(request["name"])
    try:
        return FORMATS[str(request["format"])].read(data, name=name, password=request["password"])
    except ChunkingError as error:
        return Failure(type(error).__name__, error.code, error.message)
    except MemoryError:
        message = f"Reading {name} took more memory than is allowed; split it into smaller files."
        return Failure(LimitError.__name__, LimitError.code, message)


def main() -> None:
    """Take one request from standard input and write the answer to standard output."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not mix with the answer
    request = json.loads(sys.stdin.buffer.readline())
    limits = Limits(**request.pop("limits"))
    _limit_self(limits)
    body = _ANSWER.dump_json(_answer(request, sys.stdin.buffer.read()))
    if len(body) > limits.output_bytes:
        message = f"{request['name']} becomes more text than is allowed; split it into smaller files."
        body = _ANSWER.dump_json(Failure(LimitError.__name__, LimitError.code, message))
    with answers:
        answers.write(body)


if __name__ == "__main__":
    main()
