"""The viewer's script in Chromium, fed as Streamlit feeds it, without a server."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect

import pages._viewer as viewer
from chunking.assembly.assemble import Identity, assemble
from chunking.decisions import Decision, decide
from chunking.model import ChunkSet, Cut, Document, Locator, Route, Span
from chunking.prepare.prepared import prepare
from chunking.readers.builder import MarkdownBuilder
from pages._viewer import document_payload, overlay_payload
from pages._viewer.offsets import Utf16

pytestmark = pytest.mark.browser

AT = Locator(page=1)

MOUNT = """async ({html, css, js, channel, payload}) => {
  const load = (source) => import(URL.createObjectURL(new Blob([source], {type: "text/javascript"})));
  const root = (parent) => parent.appendChild(document.createElement("div")).attachShadow({mode: "open"});
  window.shadow = root(document.body);
  shadow.innerHTML = `<style>${css}</style>${html}`;
  window.chosen = [];
  const bring = (await load(channel)).default;
  const sides = {overlay: root(document.body), selection: root(document.body)};
  const setStateValue = (name, value) => chosen.push(value[0]);
  window.send = (side, data) =>
    bring({data: {view: "v", ...data}, parentElement: sides[side], setStateValue});
  const show = (await load(js)).default;
  show({data: {...payload, view: "v", height: 600}, parentElement: shadow});
  window.view = shadow.chunkscopeView;
}"""

PLACES = """async (offsets) => {
  const missed = [];
  for (const offset of offsets) {
    view.goTo(offset);
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const box = view.text.boxes(offset, offset + 1)[0];
    const origin = view.sheet.getBoundingClientRect();
    const x = origin.left + (box.left + box.right) / 2;
    const y = origin.top + box.top + box.height / 2;
    const found = view.text.offsetAt(x, y);
    if (found !== offset) missed.push([offset, found]);
  }
  return missed;
}"""


@dataclass
class Viewer:
    """One viewer on an empty page, and the chunks last sent to it."""

    page: Page

    def send(self, chunk_set: ChunkSet, *, selected: int | None = None, nonce: int = 0) -> None:
        self.page.evaluate("overlay => send('overlay', {overlay})", overlay_payload(chunk_set))
        self.select(selected, nonce)

    def select(self, selected: int | None, nonce: int) -> None:
        self.page.evaluate("data => send('selection', data)", {"selected": selected, "nonce": nonce})

    def selected(self, number: str) -> None:
        expect(self.page.locator(".stepper output")).to_have_text(number)

    def value(self, expression: str) -> Any:
        return self.page.evaluate(expression)


@pytest.fixture
def empty_page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1000, "height": 700})
    page = context.new_page()
    errors: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type == "error":
            errors.append(message.text)

    def asked(request: Request) -> None:
        if not request.url.startswith("blob:"):
            errors.append(request.url)

    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", heard)
    page.on("request", asked)
    page.set_content("<body></body>")
    yield page
    context.close()
    assert errors == []


def mount(page: Page, document: Document) -> Viewer:
    sources = {
        "html": viewer._read("viewer.html"),
        "css": viewer._read("viewer.css"),
        "js": viewer._read(*viewer._SCRIPTS),
        "channel": viewer._read("channel.js"),
        "payload": document_payload(document),
    }
    page.evaluate(MOUNT, sources)
    page.locator(".block").first.wait_for()
    return Viewer(page)


def paragraphs(*texts: str) -> Document:
    builder = MarkdownBuilder()
    for text in texts:
        builder.paragraph([(text, AT)])
    return builder.build(b"x", name="x.md", media_type="text/markdown")


def chunked(document: Document, *cuts: Cut) -> ChunkSet:
    route = Route("semantic", {}, decide("route-override", instead="windows"))
    identity = Identity(route, "f", document.id, {})
    return assemble(prepare(document), [Cut(0, decide("document-start")), *cuts], identity)


def cut(
    document: Document, words: str, *, overlap: str | None = None, decision: Decision | None = None
) -> Cut:
    start = document.markdown.index(overlap) if overlap else None
    return Cut(document.markdown.index(words), decision or decide("fixed-size", limit=9), start)


def per_paragraph(document: Document) -> ChunkSet:
    return chunked(
        document, *(Cut(block.span.start, decide("fixed-size", limit=9)) for block in document.blocks[1:])
    )


def test_a_character_s_place_on_screen_leads_back_to_its_offset(empty_page: Page) -> None:
    document = paragraphs("Fish & chips at 5 * 3 😀 cost `x` more.", "A &lt; B, **not bold**.", "Last one.")
    shown = mount(empty_page, document)
    utf16 = Utf16(document.markdown)
    entity = document.markdown.index("&lt;")
    letters = [at for at, letter in enumerate(document.markdown) if letter.isalpha()]
    offsets = [utf16.of(at) for at in letters if not entity <= at < entity + 4]
    assert shown.page.evaluate(PLACES, offsets) == []


def test_a_click_in_an_overlap_chooses_the_earlier_chunk(empty_page: Page) -> None:
    document = paragraphs(
        "One. Two of them are shared by both of the chunks here. Three begins the next chunk."
    )
    shown = mount(empty_page, document)
    shown.send(chunked(document, cut(document, "Three", overlap="Two")))
    shown.page.locator(".hatch").first.wait_for(state="attached")
    shown.page.locator(".block").first.click(position={"x": 300, "y": 10})
    shown.selected("0")
    shown.page.wait_for_function("chosen.length > 0")
    assert shown.value("chosen") == [0]


def test_a_row_of_key_presses_tells_python_only_where_it_ends(empty_page: Page) -> None:
    document = paragraphs(*(f"Paragraph number {n}." for n in range(9)))
    shown = mount(empty_page, document)
    shown.send(per_paragraph(document))
    for key in "jjjjjk":
        shown.page.keyboard.press(key)
    shown.selected("3")
    shown.page.wait_for_timeout(300)
    assert shown.value("chosen.at(-1)") == 3
    assert len(shown.value("chosen")) < 6


def test_only_a_new_nonce_moves_the_viewer_and_python_is_not_told(empty_page: Page) -> None:
    document = paragraphs(*(f"Paragraph number {n}." for n in range(9)))
    shown = mount(empty_page, document)
    shown.send(per_paragraph(document), selected=2, nonce=1)
    shown.selected("2")
    shown.select(5, 1)
    shown.selected("2")
    shown.select(5, 2)
    shown.selected("5")
    shown.page.wait_for_timeout(200)
    assert shown.value("chosen") == []


def test_a_long_document_mounts_only_what_is_near_the_window(empty_page: Page) -> None:
    document = paragraphs(*(f"Paragraph number {n} of a long document." for n in range(3000)))
    shown = mount(empty_page, document)
    shown.send(per_paragraph(document), selected=2500, nonce=1)
    expect(shown.page.locator(".rail.selected")).to_be_in_viewport()
    assert shown.page.locator(".block").count() < 300


def test_find_reaches_text_that_is_not_mounted(empty_page: Page) -> None:
    document = paragraphs(*(f"Paragraph number {n} of a long document." for n in range(3000)))
    shown = mount(empty_page, document)
    shown.page.keyboard.press("/")
    shown.page.keyboard.type("NUMBER 271")
    expect(shown.page.locator(".hits")).to_have_text("1 of 11")
    shown.page.keyboard.press("Enter")
    expect(shown.page.locator(".hits")).to_have_text("2 of 11")
    expect(shown.page.get_by_text("number 2710 of")).to_be_in_viewport()


def test_markup_in_the_document_stays_text(empty_page: Page) -> None:
    nasty = "<script>alert(1)</script> <img src=x onerror=alert(1)> [x](javascript:alert(1)) $x$ :red[y]"
    document = paragraphs(nasty, "![p](http://example.invalid/p.png)")
    shown = mount(empty_page, document)
    shown.send(chunked(document, cut(document, ":red", decision=decide("heading", heading="<img src=x>"))))
    shown.select(1, 1)
    shown.page.keyboard.press("w")
    expect(shown.page.locator(".why-sentence")).to_have_text("The heading “<img src=x>” begins here.")
    assert shown.page.locator(".viewer :is(script, img, a)").count() == 0
    expect(shown.page.locator(".text p").first).to_have_text(nasty)
    shown.page.keyboard.press("Escape")
    assert shown.page.locator(".popover").count() == 0


def test_a_repeated_header_is_drawn_without_adding_to_the_text(empty_page: Page) -> None:
    builder = MarkdownBuilder()
    builder.table([["Site", "Fuel"], *([f"Site {n}", "Gas"] for n in range(6))], [AT] * 7)
    document = builder.build(b"x", name="x.md", media_type="text/markdown")
    header = Span(0, document.markdown.index("| Site 0"))
    at = document.markdown.index("| Site 3")
    shown = mount(empty_page, document)
    before = shown.value("view.text.holder.textContent")
    shown.send(chunked(document, Cut(at, decide("table"), None, (header,))))
    expect(shown.page.locator(".ghost-header")).to_have_count(1)
    assert (
        shown.value("getComputedStyle(shadow.querySelector('.ghost-header td'), '::after').content")
        == '"Site"'
    )
    assert shown.value("view.text.holder.textContent") == before
    shown.send(chunked(document))
    expect(shown.page.locator(".ghost-header")).to_have_count(0)


def test_chunks_of_another_document_are_not_drawn(empty_page: Page) -> None:
    shown = mount(empty_page, paragraphs("This document is shown."))
    shown.send(per_paragraph(paragraphs("Another one.", "With two paragraphs.")))
    shown.page.wait_for_timeout(100)
    assert shown.page.locator(".rail").count() == 0


def test_source_shows_the_markdown_as_it_stands(empty_page: Page) -> None:
    document = paragraphs("A *star* and 5 & 6.")
    shown = mount(empty_page, document)
    shown.page.get_by_role("button", name="Source").click()
    expect(shown.page.locator(".raw")).to_have_text(document.markdown.strip())


def test_new_chunks_are_drawn_without_moving_the_text(empty_page: Page) -> None:
    document = paragraphs(*(f"Paragraph number {n} of a long document." for n in range(600)))
    shown = mount(empty_page, document)
    shown.send(per_paragraph(document), selected=300, nonce=1)
    expect(shown.page.locator(".rail.selected")).to_be_in_viewport()
    shown.page.wait_for_timeout(200)
    before = shown.value("view.scroll.scrollTop")
    shown.send(
        chunked(document, Cut(document.blocks[280].span.start, decide("fixed-size", limit=9))), nonce=1
    )
    expect(shown.page.locator(".count")).to_have_text("2 chunks")
    shown.page.wait_for_timeout(100)
    assert shown.value("view.scroll.scrollTop") == before
    shown.selected("–")


def test_another_document_begins_at_its_top_with_nothing_chosen(empty_page: Page) -> None:
    shown = mount(empty_page, paragraphs(*(f"Paragraph number {n}." for n in range(200))))
    shown.page.keyboard.press("End")
    shown.page.evaluate(
        "payload => view.update({...payload, height: 600})", document_payload(paragraphs("New."))
    )
    expect(shown.page.locator(".text")).to_have_text("New.")
    assert shown.value("view.scroll.scrollTop") == 0
