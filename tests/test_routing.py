"""Type detection and routing, on documents built block by block."""

import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import PurePath

import pytest

from chunking.errors import SettingsError
from chunking.model import Document, Locator, Profile
from chunking.readers import read_document
from chunking.readers.builder import MarkdownBuilder
from chunking.recipe import Recipe
from chunking.routing.classify import classify
from chunking.routing.flips import flips, rescore
from chunking.routing.names import read_name
from chunking.routing.numbered_lines import is_numbered
from chunking.routing.route import route
from chunking.routing.rules import strategy_for
from chunking.routing.scoring import SHEET_TYPES, TEXT_TYPES, UNSURE_MARGIN, rank
from chunking.routing.tree import questions, tree_svg
from chunking.strategies import STRATEGIES
from tests.conftest import SAMPLES

NARRATIVE = (
    "He went down to the harbour before the sun was up, because he could not sleep and because the boats "
    "would soon come in. She had said that she would wait for him there, and he believed her, as he had "
    "believed her every year since they were young. The water was grey and still. I remember that my father "
    "said nothing at all that morning, and that my mother looked at me as if I were already gone. You never "
    "forget such a day, he told me later, and you never speak of it. "
) * 2


def _page(number: int) -> Locator:
    return Locator(page=number)


def _build(builder: MarkdownBuilder, name: str, pages: int | None = None) -> Document:
    return builder.build(name.encode(), name=name, media_type="text/plain", page_count=pages)


def a_report(name: str = "file.pdf") -> Document:
    builder = MarkdownBuilder()
    for page in range(1, 61):
        builder.heading(f"Overview of climate risk {page}", 2, _page(page))
        text = (
            f"The results of the analysis are in figure {page}. Greenhouse gas emissions fell by {page} "
            "per cent and the science-based targets were kept. Stakeholders took part in the materiality "
            "assessment, and the survey of the supply chain found more renewable energy. "
        )
        builder.paragraph([(text, _page(page))])
        builder.paragraph([(text, _page(page))])
        builder.table([["Year", "Scope 1"], ["2024", "123"]], [_page(page)] * 2)
    return _build(builder, name, 60)


def tables(name: str = "file.pdf") -> Document:
    builder = MarkdownBuilder()
    for page in (1, 2):
        builder.paragraph([("Emission by site and year, tonnes.", _page(page))])
        rows = [
            ["Site", "2023", "2024", "2025"],
            *([f"Site {n}", f"{n * 17}", f"{n * 3}.5", "12 %"] for n in range(40)),
        ]
        builder.table(rows, [_page(page)] * len(rows))
    return _build(builder, name, 2)


def rules(name: str = "file.pdf") -> Document:
    builder = MarkdownBuilder()
    for number in range(1, 41):
        page = _page(1 + number // 3)
        builder.heading(f"Article {number}", 3, page)
        builder.paragraph(
            [(f"{number}.1 The operator shall, in accordance with Article 2, report the waste.", page)]
        )
        for letter in "abcd":
            text = "the quantity, which must be measured pursuant to this section;"
            builder.list_item([(text, page)], marker=f"({letter})")
    return _build(builder, name, 14)


def filing(name: str = "file.pdf") -> Document:
    builder = MarkdownBuilder()
    cover = "UNITED STATES SECURITIES AND EXCHANGE COMMISSION. FORM 10-K. Commission file number 1-2345."
    builder.paragraph([(cover, _page(1))])
    for page in range(1, 41):
        text = (
            "Net sales for the fiscal year rose, and diluted earnings per share fell in the fourth quarter. "
            "The registrant reports net income under GAAP, with common stock held by stockholders. "
        )
        builder.paragraph([(text * 3, _page(page))])
    return _build(builder, name, 40)


def policy(name: str = "file.md") -> Document:
    builder = MarkdownBuilder()
    for number in range(12):
        builder.heading(f"Our conduct at work {number}", 2, Locator())
        text = (
            "Employees are expected to follow this policy. Staff must tell their manager of violations, "
            "and harassment in the workplace is prohibited. "
        )
        builder.paragraph([(text * 2, Locator())])
    return _build(builder, name)


def prose(name: str = "file.txt") -> Document:
    builder = MarkdownBuilder()
    for _ in range(12):
        builder.paragraph([(NARRATIVE, Locator())])
    return _build(builder, name)


def _sheet(name: str, fields: list[list[tuple[str, str]]]) -> Document:
    builder = MarkdownBuilder()
    for row, values in enumerate(fields, start=2):
        builder.record(values, Locator(sheet="A", row=row))
    return _build(builder, name)


def a_faq(name: str = "file.csv") -> Document:
    asked = [("Question", "How do I return a parcel that I never ordered?"), ("Answer", "Send it back. " * 4)]
    return _sheet(name, [asked] * 20)


def a_number_sheet(name: str = "file.csv") -> Document:
    return _sheet(name, [[("Year", f"{n}"), ("CO2", f"{n}.5"), ("Site", "A")] for n in range(30)])


def records(name: str = "file.csv") -> Document:
    fields = [("Name", "Velmora Mill"), ("Place", "On the upper bank of the river"), ("Since", "1998")]
    return _sheet(name, [[*fields, ("Remark", "Closed for repairs until the end of the winter")]] * 20)


MADE: dict[str, Callable[[], Document]] = {
    "report": a_report,
    "tables": tables,
    "rules": rules,
    "filing": filing,
    "policy": policy,
    "prose": prose,
}
STRATEGY_OF = {
    "report": "windows",
    "tables": "tables",
    "rules": "clauses",
    "filing": "sentences",
    "policy": "sections",
    "prose": "semantic",
}


@pytest.mark.parametrize("document_type", MADE)
def test_each_type_is_told_by_its_content_when_the_name_says_nothing(document_type: str) -> None:
    profile = classify(MADE[document_type]())
    assert profile.document_type == document_type
    assert rank(profile.scores)[2] >= UNSURE_MARGIN


@pytest.mark.parametrize("document_type", MADE)
def test_each_type_has_its_strategy_and_a_reason_with_numbers(document_type: str) -> None:
    document = MADE[document_type]()
    chosen = route(classify(document), document, Recipe())
    assert chosen.strategy == STRATEGY_OF[document_type]
    assert chosen.decision.reason == "route-type"
    assert chosen.decision.sentence().endswith(".")
    assert {rule.strategy for rule in chosen.passed_over} == {"rows", *STRATEGY_OF.values()} - {
        chosen.strategy
    }
    assert all(rule.decision.sentence().endswith(".") for rule in chosen.passed_over)


@pytest.mark.parametrize(
    ("name", "document_type"),
    [
        ("emissions-disclosure-standard.docx", "rules"),
        ("norrvik-10k-2025-excerpt.txt", "filing"),
        ("orrin-transition-essay.txt", "prose"),
        ("remote-work-policy.docx", "policy"),
        ("site-energy-data.xlsx", "tables"),
        ("supplier-faq.csv", "faq"),
        ("velmora-carbon-inventory-2025.pdf", "tables"),
    ],
)
def test_a_sample_is_told_for_what_it_is_also_when_its_name_is_hidden(name: str, document_type: str) -> None:
    data = (SAMPLES / name).read_bytes()
    hidden = "file" + PurePath(name).suffix
    assert classify(read_document(data, name=name)).document_type == document_type
    assert classify(read_document(data, name=hidden)).document_type == document_type


@pytest.mark.parametrize(
    ("make", "document_type"), [(a_faq, "faq"), (a_number_sheet, "tables"), (records, "records")]
)
def test_a_spreadsheet_has_a_type_of_its_own_and_always_goes_to_rows(
    make: Callable[[], Document], document_type: str
) -> None:
    document = make()
    profile = classify(document)
    assert profile.document_type == document_type
    assert set(profile.scores) == set(SHEET_TYPES)
    assert route(profile, document, Recipe()).strategy == "rows"


def test_the_reason_for_clauses_counts_them_in_the_whole_document() -> None:
    document = rules()
    sentence = route(classify(document), document, Recipe()).decision.sentence()
    assert sentence == "80 numbered clauses: one clause with its (a)–(d) is one chunk."


def test_the_reason_for_tables_names_their_share() -> None:
    document = tables()
    sentence = route(classify(document), document, Recipe()).decision.sentence()
    assert "% of the text is in tables: keep them whole, else cut between rows." in sentence


def test_the_three_factors_add_up_to_the_score() -> None:
    for make in (*MADE.values(), a_faq):
        profile = classify(make())
        assert [factor.name for factor in profile.factors] == ["File name", "Length", "Content"]
        assert sum(factor.weight for factor in profile.factors) == pytest.approx(1)
        for name, score in profile.scores.items():
            total = sum(factor.weight * factor.score(name) for factor in profile.factors)
            assert score == pytest.approx(total)


def test_a_name_that_says_nothing_has_no_weight_and_one_that_speaks_does() -> None:
    silent, telling = (classify(policy(name)).factors[0] for name in ("file.md", "travel policy.md"))
    assert silent.weight == 0
    assert telling.weight == pytest.approx(0.2)
    assert ("“policy”", "says policy") in telling.evidence


def test_a_misleading_name_does_not_decide_alone() -> None:
    assert classify(tables("Annual report 2025.pdf")).document_type == "tables"


def test_a_name_is_read_without_its_folders_and_extension() -> None:
    assert not read_name("policy/rules/file.report", types=TEXT_TYPES).found
    assert set(read_name("AnnualReport_2025.pdf", types=TEXT_TYPES).found) == {"report"}
    assert read_name("AnnualReport_2025.pdf", types=TEXT_TYPES).year == "2025"


def test_a_word_inside_another_word_says_nothing() -> None:
    assert not read_name("facts-about-actors.pdf", types=TEXT_TYPES).found


@pytest.mark.parametrize(
    "line",
    [
        "Article 4 Scope",
        "§ 5 Meldung",
        "## Disclosure 2-1 Organizational details",
        "1.2.3 The operator shall",
        "12. Every person",
        "Section IV. Penalties",
        "3.1 Purpose",
    ],
)
def test_a_numbered_line_opens_a_clause(line: str) -> None:
    assert is_numbered(line)


@pytest.mark.parametrize(
    "line",
    [
        "1.2 Scope of application ........ 12",
        "3.5 million tonnes were sold",
        "2025 was a good year",
        "The section ends here",
        "12 months later",
        "Artichokes 4 each",
    ],
)
def test_a_line_of_contents_or_a_number_in_running_text_opens_none(line: str) -> None:
    assert not is_numbered(line)


def test_a_lettered_item_is_no_numbered_line() -> None:
    assert not is_numbered("(a) the quantity")


def test_numbered_lines_without_binding_words_do_not_make_rules() -> None:
    builder = MarkdownBuilder()
    for number in range(1, 60):
        builder.paragraph([(f"{number}. Norwich beat Ipswich on a wet Saturday in front of few.", Locator())])
    profile = classify(_build(builder, "results.txt"))
    assert profile.features["clause_count"] == 59
    assert profile.document_type != "rules"


def test_rows_that_number_sentences_are_clauses_and_rows_of_figures_are_not() -> None:
    builder = MarkdownBuilder()
    demand = "Verify that the password is kept in a form that withstands an attack."
    builder.table([["No.", "Demand"], ["2.1", demand], ["V2.1.2", demand]], [Locator()] * 3)
    builder.table([["Mean", "Note"], ["2.1", "low"], ["3.7", "high"]], [Locator()] * 3)
    assert classify(_build(builder, "x.txt")).features["clause_count"] == 2


def test_an_unsure_type_goes_to_windows_and_says_so() -> None:
    document = rules()
    profile = classify(document)
    close = Profile(
        document_type="rules",
        confidence=0.5,
        runner_up="policy",
        scores={**profile.scores, "rules": 0.6, "policy": 0.56},
        factors=profile.factors,
        features=profile.features,
    )
    chosen = route(close, document, Recipe())
    assert chosen.strategy == "windows"
    assert chosen.decision.reason == "route-unsure"
    assert "rules leads by 0.04 only" in chosen.decision.sentence()


def test_an_override_is_recorded_with_what_it_replaces() -> None:
    document = rules()
    chosen = route(classify(document), document, Recipe(strategy="recursive", options={"size_chars": 300}))
    assert chosen.strategy == "recursive"
    assert chosen.options["size_chars"] == 300
    assert chosen.decision.reason == "route-override"
    assert chosen.decision.evidence["instead"] == "clauses"


def test_the_options_of_a_route_are_complete() -> None:
    document = prose()
    for name, strategy in STRATEGIES.items():
        chosen = route(classify(document), document, Recipe(strategy=name))
        assert set(chosen.options) == set(strategy.options.model_fields)


def test_an_unknown_strategy_is_refused_with_the_names_there_are() -> None:
    document = prose()
    with pytest.raises(SettingsError, match=r"no strategy 'magic'; there are: .*windows"):
        route(classify(document), document, Recipe(strategy="magic"))


def test_a_setting_of_another_strategy_is_refused() -> None:
    document = prose()
    with pytest.raises(SettingsError, match="no setting 'max_chars'"):
        route(classify(document), document, Recipe(strategy="windows", options={"max_chars": 3}))


@pytest.mark.parametrize("make", [*MADE.values(), a_faq])
def test_scoring_again_without_a_change_gives_the_same_scores(make: Callable[[], Document]) -> None:
    profile = classify(make())
    assert rescore(profile, {}) == pytest.approx(profile.scores)


def test_a_flip_about_tables_really_flips() -> None:
    profile = classify(a_report())
    row = next(flip for flip in flips(profile) if flip.change.startswith("Tables grow"))
    share = int(row.change.split(" to ")[1].split(" ")[0]) / 100
    assert strategy_for(rescore(profile, {"table_share": share})) == row.outcome
    assert strategy_for(rescore(profile, {"table_share": share - 0.02})) == "windows"


def test_the_number_needed_in_a_rule_passed_over_is_the_one_that_flips() -> None:
    document = a_report()
    profile = classify(document)
    passed = {
        rule.strategy: rule.decision.sentence() for rule in route(profile, document, Recipe()).passed_over
    }
    assert passed["rows"] == "Not a spreadsheet."
    assert passed["sentences"] == "No filing cover page, no form number."
    needed = int(passed["tables"].split("; ")[1].split(" ")[0]) / 100
    assert strategy_for(rescore(profile, {"table_share": needed})) == "tables"


@pytest.mark.parametrize(
    ("make", "answers"),
    [
        (a_report, ("no", "mixed")),
        (tables, ("no", "dense tables")),
        (rules, ("yes", "")),
        (policy, ("yes", "")),
        (prose, ("no", "neither")),
        (filing, ("no", "neither")),
        (a_faq, ("yes", "")),
    ],
)
def test_the_two_questions_are_answered_as_the_route_was_taken(
    make: Callable[[], Document], answers: tuple[str, str]
) -> None:
    document = make()
    profile = classify(document)
    asked = questions(profile, route(profile, document, Recipe()))
    assert (asked.first.answer, asked.second.answer) == answers


@pytest.mark.parametrize("make", [*MADE.values(), a_faq])
def test_the_tree_is_one_well_formed_picture_that_asks_for_nothing_outside(
    make: Callable[[], Document],
) -> None:
    document = make()
    profile = classify(document)
    chosen = route(profile, document, Recipe())
    picture = tree_svg(profile, chosen)
    root = ET.fromstring(picture)
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert chosen.strategy.capitalize() in texts
    assert "href" not in picture
    assert "url(" not in picture


def test_the_tree_names_a_choice_made_by_hand() -> None:
    document = rules()
    profile = classify(document)
    picture = tree_svg(profile, route(profile, document, Recipe(strategy="characters")))
    assert "Chosen by hand: Characters" in picture


def test_the_same_document_has_the_same_profile_every_time() -> None:
    assert classify(rules()) == classify(rules())


def test_one_word_is_enough_for_a_profile() -> None:
    builder = MarkdownBuilder()
    builder.paragraph([("Word", Locator())])
    document = _build(builder, "x.txt")
    assert route(classify(document), document, Recipe()).strategy in STRATEGIES


def test_a_long_document_is_read_in_parts_spread_over_all_of_it() -> None:
    content = classify(a_report()).factors[2]
    assert ("Pages read", "24 of 60") in content.evidence
