"""The table of reasons: every code is given somewhere, and every kind has its place."""

import re

import pytest

from chunking.decisions import KINDS, REASONS, decide
from tests.conftest import ROOT

SOURCE = "\n".join(
    path.read_text(encoding="utf-8")
    for path in sorted((ROOT / "chunking").rglob("*.py"))
    if path.name != "decisions.py"
)


@pytest.mark.parametrize("reason", REASONS)
def test_every_reason_is_given_by_some_stage(reason: str) -> None:
    assert f'"{reason}"' in SOURCE


def test_every_kind_of_reason_is_known_to_the_page() -> None:
    assert {template.kind for template in REASONS.values()} <= set(KINDS)


def test_a_reason_outside_the_table_is_refused_at_once() -> None:
    with pytest.raises(KeyError):
        decide("because-i-say-so")


def test_a_sentence_is_filled_with_the_numbers_and_their_limits() -> None:
    decision = decide("target-reached", tokens=518, target=500)
    assert decision.sentence() == "The next sentence would make 518 tokens, above the target of 500."


def test_a_piece_of_evidence_may_add_a_sentence() -> None:
    evidence: dict[str, int | float | str] = {
        "overlap": 0,
        "overlap_wanted": 100,
        "overlap_measure": "tokens",
    }
    sentence = decide("target-reached", tokens=518, target=500, **evidence).sentence()
    assert re.search(r"The overlap is 0 of 100 tokens", sentence)
