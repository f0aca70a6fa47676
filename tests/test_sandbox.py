"""Reading in a child process: limits hold, and what happens there is told here."""

import io
import os
import subprocess
import sys
import threading
import time
import zlib

import pytest
from reportlab.pdfgen import canvas

from chunking.errors import LimitError, PasswordError, ReadError
from chunking.readers import FORMATS
from chunking.readers.sandbox import Limits, read_in_child

MIB = 1 << 20


def pdf(*texts: str) -> bytes:
    """Return a PDF with one page a text."""
    buffer = io.BytesIO()
    page = canvas.Canvas(buffer, pagesize=(300, 400), invariant=1)
    for text in texts:
        page.drawString(40, 300, text)
        page.showPage()
    page.save()
    return buffer.getvalue()


def flate_bomb(size: int) -> bytes:
    """Return a PDF of a few kilobytes whose page inflates to `size` bytes."""
    content = zlib.compress(b"(a) Tj\n" * (size // 7), 9)
    parts = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R /Resources << >> >>",
        b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(content), content),
    ]
    data = b"%PDF-1.4\n"
    offsets = []
    for number, part in enumerate(parts, 1):
        offsets.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, part)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    start = len(data)
    data += b"xref\n0 5\n0000000000 65535 f \n" + table
    return data + b"trailer << /Size 5 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % start


def test_a_document_is_the_same_as_when_it_is_read_here() -> None:
    data = pdf("The first page.", "The second page.")
    there = read_in_child(data, name="two.pdf", format_name="pdf")
    assert there == FORMATS["pdf"].read(data, name="two.pdf")


def test_an_error_keeps_its_class_its_code_and_its_sentence() -> None:
    with pytest.raises(ReadError) as caught:
        read_in_child(b"this is no PDF", name="letter.pdf", format_name="pdf")
    assert type(caught.value) is ReadError
    assert caught.value.code == "unreadable"
    assert caught.value.message.startswith("letter.pdf is not a PDF")


def test_a_locked_file_opens_with_its_password_only() -> None:
    buffer = io.BytesIO()
    page = canvas.Canvas(buffer, encrypt="open sesame", invariant=1)
    page.drawString(40, 700, "Behind the lock.")
    page.save()
    with pytest.raises(PasswordError):
        read_in_child(buffer.getvalue(), name="locked.pdf", format_name="pdf")
    document = read_in_child(buffer.getvalue(), name="locked.pdf", password="open sesame", format_name="pdf")
    assert "Behind the lock." in document.markdown


def test_a_file_that_needs_too_much_memory_is_refused_and_the_caller_lives() -> None:
    limits = Limits(memory_bytes=300 * MIB)
    with pytest.raises(LimitError, match=r"bomb\.pdf took more memory than is allowed"):
        read_in_child(flate_bomb(400 * MIB), name="bomb.pdf", format_name="pdf", limits=limits)


def test_a_file_that_needs_too_much_computing_is_refused() -> None:
    many = pdf(*["word " * 60] * 1500)
    with pytest.raises(LimitError, match=r"long\.pdf took more computing time"):
        read_in_child(many, name="long.pdf", format_name="pdf", limits=Limits(cpu_seconds=1))


def test_a_file_that_takes_too_long_is_stopped_at_once() -> None:
    start = time.monotonic()
    with pytest.raises(LimitError, match=r"slow\.pdf took more than 0\.1 seconds"):
        read_in_child(pdf("a"), name="slow.pdf", format_name="pdf", limits=Limits(wall_seconds=0.1))
    assert time.monotonic() - start < 5


def test_an_answer_larger_than_allowed_is_refused() -> None:
    large = pdf(*["a" * 50] * 50)
    with pytest.raises(LimitError, match=r"large\.pdf becomes more text than is allowed"):
        read_in_child(large, name="large.pdf", format_name="pdf", limits=Limits(output_bytes=1000))


def test_two_threads_read_at_the_same_time() -> None:
    found: dict[str, str] = {}

    def read(text: str) -> None:
        found[text] = read_in_child(pdf(text), name="a.pdf", format_name="pdf").markdown

    threads = [threading.Thread(target=read, args=(text,)) for text in ("Alpha", "Beta", "Gamma")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {"Alpha": "Alpha\n", "Beta": "Beta\n", "Gamma": "Gamma\n"}


def test_the_child_is_found_from_any_folder(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(str(tmp_path))
    assert read_in_child(pdf("Here"), name="a.pdf", format_name="pdf").markdown == "Here\n"


def test_the_child_loads_neither_models_nor_the_app() -> None:
    script = "import sys, chunking.readers.sandbox, chunking.readers.pdf; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, env=dict(os.environ)
    ).stdout.split()
    assert not {"torch", "streamlit", "sentence_transformers", "pandas"} & set(loaded)
