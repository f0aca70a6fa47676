"""The shape of the code: files, functions and pages stay small, and the core stays quiet."""

import ast
from pathlib import Path

import pytest

from tests.conftest import ROOT

SOURCES = sorted([ROOT / "app.py", *(ROOT / "pages").rglob("*.py"), *(ROOT / "chunking").rglob("*.py")])


def tree_of(path: Path) -> ast.Module:
    """Parse a source file."""
    return ast.parse(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_file_is_one_idea(path: Path) -> None:
    is_page = path.parent.name == "pages" and not path.name.startswith("_")
    assert len(path.read_text(encoding="utf-8").splitlines()) <= (150 if is_page else 400)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_function_is_short_and_takes_few_parameters(path: Path) -> None:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.FunctionDef):
            arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            named = [argument for argument in arguments if argument.arg not in ("self", "cls")]
            assert (node.end_lineno or 0) - node.lineno < 40, node.name
            assert len(named) <= 5, node.name
            assert node.args.kwarg is None or node.args.kwarg.arg != "kwargs", node.name


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_file_says_what_it_is_for(path: Path) -> None:
    tree = tree_of(path)
    assert ast.get_docstring(tree) or not tree.body


def test_the_core_never_catches_everything() -> None:
    for path in SOURCES:
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.ExceptHandler):
                assert node.type is not None, path
                assert getattr(node.type, "id", "") not in ("Exception", "BaseException"), path
