"""Golden files: one reviewable line a chunk for every sample under the strategy that it is routed to.

Rewritten only by `CHUNKSCOPE_UPDATE_GOLDEN=1 pytest tests/test_golden.py`, and reviewed like code.
"""

import os
from pathlib import Path

import pytest

from chunking.model import Chunk, ChunkSet
from chunking.pipeline import chunk_file
from tests.conftest import SAMPLES

GOLDEN = Path(__file__).parent / "golden"

ROUTES = {
    "velmora-sustainability-report-2025.pdf": ("report", "windows"),
    "velmora-carbon-inventory-2025.pdf": ("tables", "tables"),
    "emissions-disclosure-standard.docx": ("rules", "clauses"),
    "remote-work-policy.docx": ("policy", "sections"),
    "norrvik-10k-2025-excerpt.txt": ("filing", "sentences"),
    "supplier-faq.csv": ("faq", "rows"),
    "site-energy-data.xlsx": ("tables", "rows"),
    "orrin-transition-essay.txt": ("prose", "semantic"),
    "integration-guide.md": ("policy", "windows"),
}
"""Every sample, with the type it is meant to show and the strategy that follows."""


def test_every_sample_has_a_route() -> None:
    made = {
        path.name for path in SAMPLES.iterdir() if path.suffix in {".pdf", ".docx", ".xlsx", ".csv", ".txt"}
    }
    assert made | {"integration-guide.md"} == set(ROUTES)


@pytest.mark.parametrize("name", ROUTES)
def test_a_sample_is_chunked_as_reviewed(name: str) -> None:
    result = chunk_file(SAMPLES / name)
    document_type, strategy = ROUTES[name]
    assert (result.profile.document_type, result.chunk_set.route.strategy) == (document_type, strategy)
    lines = "".join(line_of(chunk) for chunk in result.chunk_set.chunks)
    golden = GOLDEN / f"{name}.txt"
    text = head_of(result.chunk_set) + lines
    if os.environ.get("CHUNKSCOPE_UPDATE_GOLDEN"):
        golden.write_text(text, encoding="utf-8")
    assert golden.read_text(encoding="utf-8") == text


def head_of(chunk_set: ChunkSet) -> str:
    """Say what the file is and why the strategy was chosen."""
    document, route = chunk_set.document, chunk_set.route
    notices = "".join(f"notice {notice.where}: {notice.message}\n" for notice in document.notices)
    reason = route.decision.sentence()
    return f"{document.name} · {route.strategy} · {reason}\n{notices}removed {len(document.removed)}\n\n"


def line_of(chunk: Chunk) -> str:
    """Say of one chunk where it lies, why it starts, how long it is, and how it reads."""
    place = f"{chunk.start}-{chunk.end}"
    size = f"{chunk.token_count}t" + (f" +{chunk.overlap}" if chunk.overlap else "")
    role = "parent" if chunk.role == "parent" else f"part {chunk.part}" if chunk.part else ""
    text = " ".join(chunk.text.split())[:70]
    return f"{place:>15}  {size:>10}  {role:6}  {chunk.decision.reason:16}  {text}\n"
