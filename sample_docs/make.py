"""Write the samples that are built: python sample_docs/make.py [NAME ...]."""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from source.inventory import write_inventory
from source.report import write_report
from source.word import write_policy, write_standard
from source.workbook import write_workbook

HERE = Path(__file__).parent

SAMPLES: Mapping[str, Callable[[Path], None]] = {
    "velmora-sustainability-report-2025.pdf": write_report,
    "velmora-carbon-inventory-2025.pdf": write_inventory,
    "emissions-disclosure-standard.docx": write_standard,
    "remote-work-policy.docx": write_policy,
    "site-energy-data.xlsx": write_workbook,
}
"""The other samples are plain text, written by hand and their own source."""


def main(names: list[str]) -> None:
    """Write the named samples, or all of them, beside this script."""
    unknown = sorted(set(names) - set(SAMPLES))
    if unknown:
        sys.exit(f"No sample is called {', '.join(unknown)}; there are {', '.join(SAMPLES)}.")
    for name in names or SAMPLES:
        path = HERE / name
        SAMPLES[name](path)
        print(f"{name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
