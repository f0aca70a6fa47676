"""The command line: chunk, inspect, explain, app. A failure is one sentence and exit status 2."""

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NoReturn

import chunking
from chunking.errors import ChunkingError, SettingsError
from chunking.exporters import EXPORTERS, Export
from chunking.inspection import describe, explain, inspection_record
from chunking.pipeline import Result, chunk_file
from chunking.recipe import Recipe, load_recipe, make_recipe
from chunking.strategies import STRATEGIES

FAILED = 2


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are ours: one sentence, not a page of usage."""

    def error(self, message: str) -> NoReturn:
        raise SettingsError(f"{message[:1].upper()}{message[1:]}; see chunkscope --help.")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    options = argparse.Namespace(file=None)
    try:
        options = _parser().parse_args(words, options)
        command: Callable[[argparse.Namespace], int] = options.command
        return command(options)
    except ChunkingError as error:
        return _report(error, options, as_json=_wants_json(words))
    except BrokenPipeError:
        sys.stderr.close()
        return FAILED


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="chunkscope", description="See how a document becomes chunks, and why.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)
    chunk = commands.add_parser("chunk", help="write a file's chunk set")
    _add_recipe_options(chunk)
    chunk.add_argument("-o", "--output", type=Path, metavar="OUT", help="write here instead of printing")
    chunk.add_argument("--format", choices=EXPORTERS, help="default: OUT's ending, else json")
    chunk.set_defaults(command=_chunk)
    inspect = commands.add_parser("inspect", help="say what a file is and how it is chunked")
    _add_recipe_options(inspect)
    inspect.add_argument("--json", action="store_true", help="for machines")
    inspect.set_defaults(command=_inspect)
    reasons = commands.add_parser("explain", help="say why chunk N starts and ends where it does")
    _add_recipe_options(reasons)
    reasons.add_argument("number", type=int, metavar="N", help="the chunk's index")
    reasons.set_defaults(command=_explain)
    app = commands.add_parser("app", help="open the app")
    app.set_defaults(command=_app)
    return parser


def _add_recipe_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--recipe", type=Path, metavar="TOML", help="settings from a file")
    parser.add_argument("--strategy", metavar="NAME", help=f"auto, {', '.join(STRATEGIES)}")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="a setting")
    parser.add_argument("--merge", metavar="THRESHOLD", help="join neighbours at least this similar")
    parser.add_argument("--document-id", metavar="ID", help="instead of the file's name")
    parser.add_argument("--meta", action="append", default=[], metavar="KEY=VALUE", help="metadata")
    parser.add_argument("--password", help="of a locked file")


def _recipe(options: argparse.Namespace) -> Recipe:
    """Lay the flags over the recipe file, and that over the defaults."""
    base = load_recipe(options.recipe) if options.recipe is not None else Recipe()
    values = base.model_dump()
    values["options"] = {**base.options, **_pairs(options.set, "--set")}
    values["metadata"] = {**base.metadata, **_pairs(options.meta, "--meta")}
    flags = {
        "strategy": options.strategy,
        "merge_threshold": options.merge,
        "document_id": options.document_id,
    }
    return make_recipe(values | {name: value for name, value in flags.items() if value is not None})


def _pairs(words: Sequence[str], flag: str) -> dict[str, str]:
    """Split KEY=VALUE words."""
    for word in words:
        if "=" not in word:
            raise SettingsError(f"{flag} needs KEY=VALUE; {word!r} has no equals sign.")
    return dict(word.split("=", 1) for word in words)


def _run(options: argparse.Namespace) -> Result:
    return chunk_file(options.file, _recipe(options), password=options.password)


def _chunk(options: argparse.Namespace) -> int:
    name = options.format or _format_of(options.output)
    result = _run(options)
    data = EXPORTERS[name].export(Export(result.chunk_set, result.profile, result.recipe))
    if options.output is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return 0
    try:
        options.output.write_bytes(data)
    except OSError as error:
        raise SettingsError(f"{options.output} cannot be written: {error.strerror}.") from error
    return 0


def _format_of(output: Path | None) -> str:
    """Choose the exporter by the file's ending; json when nothing is said."""
    if output is None:
        return "json"
    by_suffix = {exporter.suffix: name for name, exporter in EXPORTERS.items()}
    if output.suffix.lower() not in by_suffix:
        raise SettingsError(f"{output.name}: no format ends so; add --format {'|'.join(EXPORTERS)}.")
    return by_suffix[output.suffix.lower()]


def _inspect(options: argparse.Namespace) -> int:
    result = _run(options)
    _print_json(inspection_record(result)) if options.json else _print_text(describe(result))
    return 0


def _explain(options: argparse.Namespace) -> int:
    _print_text(explain(_run(options).chunk_set, options.number))
    return 0


def _app(options: argparse.Namespace) -> int:
    """Start the app that stands beside the package."""
    script = Path(chunking.__file__).parent.parent / "app.py"
    if not script.is_file():
        raise ChunkingError("The app is not installed here; run it from a checkout with make run.")
    return subprocess.call(  # noqa: S603  our own script under our own interpreter
        [sys.executable, "-m", "streamlit", "run", str(script)], cwd=script.parent
    )


def _print_text(text: str) -> None:
    sys.stdout.buffer.write(text.encode() + b"\n")


def _print_json(record: Mapping[str, Any]) -> None:
    _print_text(json.dumps(record, ensure_ascii=False, indent=2))


def _wants_json(words: Sequence[str]) -> bool:
    """Tell whether a failure goes to standard output as JSON too: json is asked for, or the default."""
    if "--json" in words:
        return True
    if words[:1] != ["chunk"]:
        return False
    named = [after for word, after in pairwise(words) if word == "--format"]
    named += [word.removeprefix("--format=") for word in words if word.startswith("--format=")]
    return named == ["json"]


def _report(error: ChunkingError, options: argparse.Namespace, *, as_json: bool) -> int:
    """Print the failure as one sentence that names the file."""
    name = options.file.name if options.file is not None else ""
    message = error.message if name in error.message else f"{name}: {error.message}"
    message = " ".join(message.split())
    sys.stderr.write(message + "\n")
    if as_json:
        _print_json({"error": {"code": error.code, "message": message}})
    return FAILED


if __name__ == "__main__":
    sys.exit(main())
