"""PDF files drawn for tests: pages from drawings, and questions about what was read."""

import io
from collections.abc import Callable, Iterable, Sequence

from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Table, TableStyle

from chunking.model import BlockKind, Document, Locator

WIDTH, HEIGHT = A4
LEADING = 13

Draw = Callable[[Canvas], None]

PROSE = (
    "The committee reviews the policy once a year and reports what it finds to the",
    "board. Every department keeps a register of the decisions that it has taken, and",
    "the register is open to all who work there. Questions go to the secretary, who",
    "answers them within two weeks and in writing.",
)


def pdf(*pages: Draw, encrypt: str | None = None) -> bytes:
    """Return a PDF with one page a drawing."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=A4, encrypt=encrypt, invariant=1)
    for draw in pages:
        draw(canvas)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def lines(
    texts: Iterable[str], *, left: float = 72, top: float = 100, size: float = 10, font: str = "Helvetica"
) -> Draw:
    """Return a drawing of lines below each other; `top` is the distance from the page's top."""

    def draw(canvas: Canvas) -> None:
        canvas.setFont(font, size)
        for number, text in enumerate(texts):
            canvas.drawString(left, HEIGHT - top - number * LEADING, text)

    return draw


def together(*drawings: Draw) -> Draw:
    """Return one drawing of all."""

    def draw(canvas: Canvas) -> None:
        for one in drawings:
            one(canvas)

    return draw


def table(rows: Sequence[Sequence[str]], *commands: tuple[object, ...], top: float = 150) -> Draw:
    """Return a drawing of a table with the given style commands."""

    def draw(canvas: Canvas) -> None:
        flowable = Table(rows, colWidths=[45 * mm] * len(rows[0]))
        flowable.setStyle(TableStyle(list(commands)))
        _, height = flowable.wrap(WIDTH, HEIGHT)
        flowable.drawOn(canvas, 72, HEIGHT - top - height)

    return draw


def image(canvas: Canvas) -> None:
    """Draw a page that only an eye can read."""
    canvas.setFillGray(0.6)
    canvas.rect(50, 50, 400, 600, fill=1)


def blocks(document: Document, kind: BlockKind) -> list[str]:
    """Return the markdown of the blocks of one kind."""
    return [block.span.of(document.markdown) for block in document.blocks if block.kind is kind]


def place(document: Document, text: str) -> Locator:
    """Return where the line that holds `text` comes from."""
    at = document.markdown.index(text)
    return next(origin.locator for origin in document.origins if origin.span.start <= at < origin.span.end)
