"""The command line: what it writes, and how it fails."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from chunking.cli import main
from tests.conftest import SAMPLES

FILING = SAMPLES / "norrvik-10k-2025-excerpt.txt"


def run(*words: str, hash_seed: str = "0") -> subprocess.CompletedProcess[bytes]:
    """Run the command in a process of its own."""
    environment = os.environ | {"PYTHONHASHSEED": hash_seed}
    return subprocess.run(
        [sys.executable, "-m", "chunking.cli", *words], capture_output=True, env=environment, check=False
    )


def test_the_same_file_gives_the_same_bytes_under_any_hash_seed(tmp_path: Path) -> None:
    first = run("chunk", str(FILING), hash_seed="1")
    second = run("chunk", str(FILING), hash_seed="2")
    assert first.returncode == 0, first.stderr
    assert first.stdout == second.stdout


def test_the_export_holds_what_the_contract_names() -> None:
    record = json.loads(run("chunk", str(FILING), "--format", "json").stdout)
    assert record["schema"] == 1
    expected = {"document", "profile", "route", "recipe", "coverage", "set_sha256", "chunks"}
    assert expected <= set(record)
    assert record["coverage"]["share"] == 1.0
    assert record["chunks"][0]["metadata"]["company"] == "Norrvik Instruments Inc."


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["chunk", "missing.pdf"], "missing.pdf cannot be opened"),
        (["chunk", str(FILING), "--strategy", "magic"], "There is no strategy 'magic'"),
        (["chunk", str(FILING), "--set", "target_tokens=0"], "greater than or equal to 1"),
        (["chunk", str(FILING), "--set", "target_tokens=50", "--set", "overlap_tokens=50"], "try 10"),
        (["chunk", str(FILING), "--set", "colour=blue"], "There is no setting 'colour'"),
        (["chunk", str(FILING), "--merge", "nan"], "merge_threshold"),
        (["chunk", str(FILING), "--merge", "1.5"], "less than or equal to 1"),
        (["explain", str(FILING), "9999"], "There is no chunk 9999"),
        (["chunk"], "FILE"),
    ],
)
def test_a_failure_is_one_sentence_and_exit_status_two(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    captured = capsys.readouterr()
    assert said in captured.err
    assert captured.err.count("\n") == 1
    assert "Traceback" not in captured.err


def test_a_failure_with_json_is_json_too(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    empty = tmp_path / "empty.txt"
    empty.write_bytes(b"")
    assert main(["chunk", str(empty), "--format", "json"]) == 2
    assert sorted(run_json := json.loads(run("chunk", str(empty), "--format", "json").stdout)["error"]) == [
        "code",
        "message",
    ]
    assert "empty.txt" in run_json["message"]


def test_inspect_names_type_strategy_counts_and_coverage() -> None:
    said = run("inspect", str(FILING)).stdout.decode()
    assert "Type: filing" in said
    assert "Strategy: sentences (target_tokens=500, overlap_tokens=100)" in said
    assert "coverage 100%" in said


def test_inspect_for_machines_says_the_same() -> None:
    record = json.loads(run("inspect", str(FILING), "--json").stdout)
    assert record["type"]["document_type"] == "filing"
    assert record["route"]["strategy"] == "sentences"
    assert record["coverage"] == 1.0


def test_explain_says_why_a_chunk_starts_and_ends() -> None:
    said = run("explain", str(FILING), "1").stdout.decode()
    assert "starts:" in said
    assert "ends:" in said
    assert "target of 500" in said


def test_the_output_file_decides_the_format(tmp_path: Path) -> None:
    target = tmp_path / "chunks.jsonl"
    assert main(["chunk", str(FILING), "-o", str(target)]) == 0
    first = json.loads(target.read_text(encoding="utf-8").splitlines()[0])
    assert first["id"] == "norrvik-10k-2025-excerpt-txt_chunk_0000"


def test_a_recipe_file_and_flags_are_laid_over_one_another(tmp_path: Path) -> None:
    recipe = tmp_path / "recipe.toml"
    recipe.write_text('strategy = "sentences"\n[options]\ntarget_tokens = 200\noverlap_tokens = 0\n')
    target = tmp_path / "chunks.json"
    words = ["chunk", str(FILING), "--recipe", str(recipe), "--set", "overlap_tokens=20", "-o", str(target)]
    assert main([*words, "--meta", "sector=Testing", "--document-id", "norrvik"]) == 0
    record = json.loads(target.read_text(encoding="utf-8"))
    assert record["route"]["options"] == {"target_tokens": 200, "overlap_tokens": 20}
    assert record["chunks"][0]["id"] == "norrvik_chunk_0000"
    assert record["chunks"][0]["metadata"]["sector"] == "Testing"
