"""The README says what the code does: its tables and its example are checked here."""

import contextlib
import io
import re

from chunking.exporters import EXPORTERS
from chunking.readers import FORMATS
from chunking.strategies import STRATEGIES
from tests.conftest import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_format_has_its_row() -> None:
    for reader in FORMATS.values():
        assert f"| {reader.title} | `{'` `'.join(reader.suffixes)}` | {reader.summary} |" in README


def test_every_strategy_has_its_row_with_its_defaults() -> None:
    for strategy in STRATEGIES.values():
        settings = ", ".join(
            f"`{name}={'default' if value is None else value}`"
            for name, value in strategy.options().model_dump().items()
        )
        assert f"| `{strategy.name}` | {strategy.summary} | {settings} |" in README


def test_every_exporter_has_its_row() -> None:
    for exporter in EXPORTERS.values():
        assert f"| `{exporter.name}` | `{exporter.suffix}` | {exporter.title} |" in README


def test_the_example_prints_what_the_readme_says() -> None:
    example, output = re.search(r"```python\n(.*?)```\n+```text\n(.*?)```", README, re.S).groups()  # type: ignore[union-attr]
    printed = io.StringIO()
    with contextlib.chdir(ROOT), contextlib.redirect_stdout(printed):
        exec(example, {})
    assert printed.getvalue() == output


def test_the_project_s_own_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", README):
        assert (ROOT / target).exists(), target
