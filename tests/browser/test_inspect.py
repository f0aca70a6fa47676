"""The Inspect page, driven as an analyst would: upload, click, tune, download."""

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Watch
from tests.conftest import SAMPLES

pytestmark = pytest.mark.browser


def settled(page: Page) -> None:
    """Wait until the app has run through."""
    page.wait_for_selector('.stApp[data-test-script-state="notRunning"]')


def test_the_first_page_shows_a_sample_soon_and_asks_nothing_from_outside(
    page: Page, origin: str, watch: Watch
) -> None:
    page.goto(origin)
    expect(page.locator(".st-key-inspect_viewer")).to_contain_text("Velmora", timeout=20_000)
    settled(page)
    assert watch.outside == []
    assert watch.errors == []


def test_a_download_is_the_command_line_s_output_byte_for_byte(
    page: Page, origin: str, watch: Watch, tmp_path: Path
) -> None:
    upload = tmp_path / "handbook.txt"
    upload.write_bytes((SAMPLES / "norrvik-10k-2025-excerpt.txt").read_bytes())
    page.goto(origin)
    settled(page)
    page.locator(".st-key-top_document button").first.click()
    page.locator('[data-testid="stPopoverBody"] input[type="file"]').set_input_files(upload)
    expect(page.locator(".st-key-top_document")).to_contain_text("handbook.txt")
    settled(page)

    target = page.locator('[class*="st-key-set-sentences-"][class*="-target_tokens"] input')
    target.fill("300")
    target.press("Enter")
    expect(page.locator(".st-key-inspect_viewer")).to_contain_text("30 chunks")
    settled(page)

    page.locator(".st-key-inspect_viewer .rail").nth(1).click()
    page.get_by_role("tab", name="Chunk").click()
    expect(page.locator(".st-key-panel")).to_contain_text("Chunk 1")

    page.get_by_role("tab", name="Export").click()
    with page.expect_download() as downloading:
        page.locator(".st-key-export-download button").click()
    downloaded = Path(downloading.value.path()).read_bytes()

    words = ["chunk", str(upload), "--format", "json", "--set", "target_tokens=300"]
    command = [sys.executable, "-m", "chunking.cli", *words]
    printed = subprocess.run(command, capture_output=True, check=True).stdout
    assert downloaded == printed
    assert watch.outside == []
    assert watch.errors == []
