"""Measure type detection on a folder of labelled files: `python benchmarks/classification.py CORPUS`.

CORPUS holds MANIFEST.tsv with the columns file, class, alt and status. Prints accuracy strict (the class),
clear (files without doubt only) and lenient (the class or its defensible second), a confusion matrix, what
each factor reaches alone, the result with every name hidden, and how often each margin is right.
"""

import argparse
import csv
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from chunking.errors import ChunkingError
from chunking.model import Profile
from chunking.readers import FORMATS, read_document
from chunking.routing.classify import CONTENT, FILE_NAME, LENGTH, classify, without
from chunking.routing.rules import is_sheet
from chunking.routing.scoring import UNSURE_MARGIN, rank

TYPE_OF_LABEL = {
    "A_report": "report",
    "B_table": "tables",
    "C_rules": "rules",
    "F_filing": "filing",
    "P_policy": "policy",
    "Q_faq": "faq",
    "U_prose": "prose",
}
MARGINS = (0.0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 1.01)


@dataclass(frozen=True, slots=True)
class Labelled:
    """A file that was read: its label, and what was detected."""

    file: str
    label: str
    alt: str
    clear: bool
    profile: Profile
    read_seconds: float
    classify_seconds: float

    @property
    def margin(self) -> float:
        """Return the lead of the first type."""
        return rank(self.profile.scores)[2]


Guess = Callable[[Labelled], str | None]


def measured(corpus: Path, *, only: str) -> list[Labelled]:
    """Read and classify every file of the manifest; a file that cannot be read is named and skipped."""
    results = []
    suffixes = {suffix for found in FORMATS.values() for suffix in found.suffixes}
    with (corpus / "MANIFEST.tsv").open(encoding="utf-8", newline="") as lines:
        rows = [row for row in csv.DictReader(lines, delimiter="\t") if only in row["file"]]
    for row in rows:
        path = corpus / row["file"]
        if path.suffix.lower() not in suffixes:
            print(f"skipped {row['file']}: no reader for {path.suffix}")
            continue
        started = time.perf_counter()
        try:
            document = read_document(path.read_bytes(), name=path.name)
        except ChunkingError as error:
            print(f"skipped {row['file']}: {error}")
            continue
        read = time.perf_counter()
        profile = classify(document)
        labels = TYPE_OF_LABEL[row["class"]], TYPE_OF_LABEL.get(row["alt"], "")
        seconds = read - started, time.perf_counter() - read
        results.append(Labelled(row["file"], *labels, row["status"] == "clear", profile, *seconds))
    return results


def whole(item: Labelled) -> str:
    """Return the detected type."""
    return item.profile.document_type


def name_hidden(item: Labelled) -> str:
    """Return the type that the other two factors give."""
    return rank(without(item.profile.factors, FILE_NAME))[0]


def factor_alone(name: str) -> Guess:
    """Return a guess by one factor; None where it is silent."""

    def guess(item: Labelled) -> str | None:
        factor = next(factor for factor in item.profile.factors if factor.name == name)
        return rank(factor.scores)[0] if factor.weight else None

    return guess


def accuracy(items: Sequence[Labelled], guess: Guess) -> tuple[float, float, float]:
    """Return the accuracy strict, on clear files, and lenient."""
    clear = [item for item in items if item.clear]
    strict = sum(guess(item) == item.label for item in items) / len(items)
    of_clear = sum(guess(item) == item.label for item in clear) / max(len(clear), 1)
    lenient = sum(guess(item) in (item.label, item.alt) for item in items) / len(items)
    return strict, of_clear, lenient


def print_accuracy(items: Sequence[Labelled]) -> None:
    """Print a line for each way to guess."""
    majority = Counter(item.label for item in items).most_common(1)[0][0]
    ways: Mapping[str, Guess] = {
        "three factors": whole,
        "name hidden": name_hidden,
        "name alone": factor_alone(FILE_NAME),
        "length alone": factor_alone(LENGTH),
        "content alone": factor_alone(CONTENT),
        f"always {majority}": lambda item: majority,
    }
    print(f"\n{'':16} strict  clear  lenient   ({len(items)} files)")
    for name, guess in ways.items():
        strict, clear, lenient = accuracy(items, guess)
        print(f"{name:16} {strict:6.3f} {clear:6.3f} {lenient:8.3f}")


def print_confusion(items: Sequence[Labelled]) -> None:
    """Print how often each label was taken for each type."""
    counts = Counter((item.label, whole(item)) for item in items)
    types = [*dict.fromkeys(TYPE_OF_LABEL.values()), "records"]
    print("\n" + "label \\ type".ljust(14) + "".join(name.rjust(9) for name in types))
    for label in types[:-1]:
        print(label.ljust(14) + "".join(str(counts[label, name] or ".").rjust(9) for name in types))


def print_margins(items: Sequence[Labelled]) -> None:
    """Print how often a margin was right, for the calibration of the confidence."""
    print("\nmargin        files  right  stated confidence")
    for low, high in pairwise(MARGINS):
        inside = [item for item in items if low <= item.margin < high]
        if inside:
            right = sum(whole(item) == item.label for item in inside) / len(inside)
            stated = sum(item.profile.confidence for item in inside) / len(inside)
            print(f"{low:.2f} - {min(high, 1):.2f} {len(inside):8} {right:7.2f} {stated:8.2f}")
    unsure = [item for item in items if item.margin < UNSURE_MARGIN and not is_sheet(item.profile.scores)]
    mixed = sum(item.label == "report" for item in unsure)
    print(
        f"unsure, so cut into windows: {len(unsure)}, of which {mixed} are reports that windows suit anyway"
    )


def print_misses(items: Sequence[Labelled], *, features: bool) -> None:
    """Print each file that was not taken for its label."""
    for item in items:
        if whole(item) == item.label:
            continue
        scores = " ".join(f"{name} {score:.2f}" for name, score in sorted(item.profile.scores.items()))
        print(f"\n{item.file}\n  {item.label} ({item.alt or '-'}) taken for {whole(item)}: {scores}")
        if features:
            print("  " + " ".join(f"{key}={value:.2f}" for key, value in item.profile.features.items()))


def main() -> None:
    """Run the measurement."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--only", default="", help="part of the paths to look at")
    parser.add_argument("--misses", action="store_true", help="print every file taken for another type")
    parser.add_argument("--features", action="store_true", help="with the misses, what was measured")
    arguments = parser.parse_args()
    items = measured(arguments.corpus, only=arguments.only)
    if not items:
        parser.error("no file could be read")
    if arguments.misses or arguments.features:
        print_misses(items, features=arguments.features)
    print_accuracy(items)
    print_confusion(items)
    print_margins(items)
    read, classified = (
        sum(item.read_seconds for item in items),
        sum(item.classify_seconds for item in items),
    )
    print(f"\nread {read:.1f} s, classified {classified:.2f} s: {classified / read:.1%} of the reading time")


if __name__ == "__main__":
    main()
