"""The table of formats: a new one is a file beside this and a row here."""

from chunking.exporters.base import Export, Exporter
from chunking.exporters.csv import CSV
from chunking.exporters.json import JSON, JSONL
from chunking.exporters.parquet import PARQUET

EXPORTERS: dict[str, Exporter] = {exporter.name: exporter for exporter in (JSON, JSONL, CSV, PARQUET)}

__all__ = ["EXPORTERS", "Export", "Exporter"]
