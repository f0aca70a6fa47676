"""The page without a browser: what it shows, and that a refused setting loses nothing."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import NumberInput, Radio

from chunking.strategies import STRATEGIES
from pages._session import Session, Upload
from tests.conftest import ROOT, SAMPLES

SLOW = 120


@pytest.fixture
def filing() -> AppTest:
    """The app with the filing open and its vectors left out, as right after opening."""
    return app_with(SAMPLES / "norrvik-10k-2025-excerpt.txt")


def app_with(path: Path) -> AppTest:
    """Start the app on one file."""
    session = Session()
    session.open(Upload(path.name, path.read_bytes()), progress=lambda step, share: None)
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=SLOW)
    app.session_state["session"] = session
    return app.run()


def session_of(app: AppTest) -> Session:
    session = app.session_state["session"]
    assert isinstance(session, Session)
    return session


def is_setting(key: str | None, strategy: str) -> bool:
    """Tell whether a widget's key is that of a strategy's setting, whatever its version."""
    return (key or "").startswith(f"set.{strategy}.")


def number(app: AppTest, strategy: str, name: str) -> NumberInput:
    """Return the number field of one setting."""
    return next(
        field
        for field in app.number_input
        if is_setting(field.key, strategy) and (field.key or "").endswith(f".{name}")
    )


def strategies(app: AppTest) -> Radio[str]:
    """Return the choice of strategies."""
    return next(choice for choice in app.radio if (choice.key or "").startswith("strategy_choice."))


def test_the_app_opens_with_a_sample_on_the_page() -> None:
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=SLOW).run()
    assert not app.exception
    result = session_of(app).result
    assert result is not None
    assert result.chunk_set.document.name == "velmora-sustainability-report-2025.pdf"
    assert result.chunk_set.coverage.share == 1.0


def test_the_top_line_names_type_strategy_and_reason(filing: AppTest) -> None:
    said = " ".join(element.value for element in [*filing.markdown, *filing.text, *filing.caption])
    assert "Filing" in said
    assert "Sentences" in said
    assert "100%" in said


def test_a_changed_setting_cuts_again_and_undo_takes_it_back(filing: AppTest) -> None:
    before = session_of(filing).result
    assert before is not None
    number(filing, "sentences", "target_tokens").set_value(250).run()
    after = session_of(filing).result
    assert after is not None
    assert len(after.chunk_set.leaves) > len(before.chunk_set.leaves)
    filing.button(key="undo").click().run()
    undone = session_of(filing).result
    assert undone is not None
    assert undone.chunk_set == before.chunk_set


def test_a_refused_setting_keeps_the_chunks_and_says_why(filing: AppTest) -> None:
    before = session_of(filing).result
    number(filing, "sentences", "overlap_tokens").set_value(600).run()
    after = session_of(filing).result
    assert before is not None
    assert after is not None
    assert after.chunk_set == before.chunk_set
    assert "try 100" in filing.warning[0].value


def test_another_strategy_is_taken_and_recorded(filing: AppTest) -> None:
    strategies(filing).set_value("windows").run()
    result = session_of(filing).result
    assert result is not None
    assert result.chunk_set.route.strategy == "windows"
    assert result.chunk_set.route.decision.reason == "route-override"


def test_every_strategy_draws_a_widget_for_each_of_its_settings(filing: AppTest) -> None:
    for name, strategy in STRATEGIES.items():
        strategies(filing).set_value(name).run()
        assert not filing.exception
        drawn = [*filing.number_input, *filing.toggle, *filing.button_group]
        keys = {(widget.key or "").rpartition(".")[2] for widget in drawn if is_setting(widget.key, name)}
        assert keys == set(strategy.options.model_fields)


def test_a_new_method_brings_its_own_threshold(filing: AppTest) -> None:
    strategies(filing).set_value("semantic").run()
    number(filing, "semantic", "threshold").set_value(3.0).run()
    method = next(group for group in filing.button_group if is_setting(group.key, "semantic"))
    method.set_value("drop").run()
    assert not filing.warning
    assert number(filing, "semantic", "threshold").value == 0.2


def test_a_file_that_cannot_be_read_is_a_sentence_with_the_way_out() -> None:
    session = Session()
    session.open(Upload("photo.pdf", b"\x89PNG\r\n\x1a\n" + b"\x00" * 64), progress=lambda step, share: None)
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=SLOW)
    app.session_state["session"] = session
    app.run()
    assert not app.exception
    assert app.header[0].value == "This file cannot be opened."
    assert "photo.pdf" in " ".join(text.value for text in [*app.text, *app.caption])


def test_a_bad_file_loses_nothing_of_what_was_open(filing: AppTest) -> None:
    before = session_of(filing).result
    session_of(filing).open(Upload("photo.pdf", b"\x89PNG" + b"\x00" * 64), progress=lambda step, share: None)
    filing.run()
    assert filing.header[0].value == "This file cannot be opened."
    filing.button(key="problem.back").click().run()
    assert not filing.header
    assert session_of(filing).result is before


def test_without_a_document_the_page_says_what_to_do() -> None:
    session = Session()
    session.close()
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=SLOW)
    app.session_state["session"] = session
    app.run()
    assert app.title[0].value == "See how a document becomes chunks, and why."
    assert len([button for button in app.button if (button.key or "").startswith("start.sample.")]) == 8
