"""A real app in a real browser: the server, Chromium, and a page that records what goes wrong."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, sync_playwright

from tests.conftest import ROOT

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@dataclass
class Watch:
    """What a page asked for from elsewhere, and what its console complained about."""

    origin: str
    outside: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def request(self, request: Request) -> None:
        """Note a request to another host; data and blob addresses stay in the page."""
        if not request.url.startswith((self.origin, "data:", "blob:", self.origin.replace("http", "ws"))):
            self.outside.append(request.url)

    def console(self, message: ConsoleMessage) -> None:
        """Note an error in the console."""
        if message.type == "error":
            self.errors.append(message.text)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip without Chromium, unless the browser tests are required."""
    required = os.environ.get("CHUNKSCOPE_BROWSER_TESTS") == "required"
    for item in items:
        if "browser" in item.keywords and CHROMIUM is None and not required:
            item.add_marker(pytest.mark.skipif(True, reason="no Chromium on this machine"))


@pytest.fixture(scope="session")
def origin() -> Iterator[str]:
    """Start the app on a free port, as `make run` does, and stop it afterwards."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", "app.py", f"--server.port={port}"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        _wait_until_healthy(address, process)
        yield address
    finally:
        process.terminate()
        process.wait(timeout=20)


def _wait_until_healthy(address: str, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        assert process.poll() is None, "the app ended while starting"
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=2) as answer:
                if answer.status == 200:
                    return
        except OSError:
            time.sleep(0.2)
    raise AssertionError("the app did not start within 60 s")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start the system's Chromium."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def watch(origin: str) -> Watch:
    """A record of this test's page."""
    return Watch(origin)


@pytest.fixture
def page(browser: Browser, watch: Watch) -> Iterator[Page]:
    """A fresh page whose requests and console are watched."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, accept_downloads=True)
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.on("request", watch.request)
    page.on("pageerror", lambda error: watch.errors.append(str(error)))
    page.on("console", watch.console)
    yield page
    context.close()
