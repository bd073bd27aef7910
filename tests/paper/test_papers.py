"""Rack card, strategy card, par sheet, submission and dispute sheet: they say on paper what their data say."""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from journals import played
from reading import pages_of, submission, text_of

from pitboss.games import find
from pitboss.games.options import Approvals
from pitboss.games.rule_card import rule_card
from pitboss.journal.disputes import dispute_sheet, rounds_of
from pitboss.law import register
from pitboss.money import dollars
from pitboss.paper.dispute_sheet import dispute_paper
from pitboss.paper.felt_words import pay_tables, typographic
from pitboss.paper.numbers import exact, percent
from pitboss.paper.par_sheet import par_sheet
from pitboss.paper.printing import KINDS, paper_in, printed, sheet_in
from pitboss.paper.settings import settings_of
from pitboss.paper.sign import sign
from pitboss.paper.strategy import play_of
from pitboss.solvers.advisor import Advisor
from support import case

GAMES = ("hi-lo", "top-five", "pik-it", "uth")
QUICK = ("hi-lo", "top-five", "pik-it")
"""Games that are solved in a moment."""
TERMS = {
    "HL": (
        "ante bonus, ante bet, fold, hand, high hand, low hand, play bet, point value, point total, poker bonus bet, "
        "push, rank, round, stub, suit, tie bet"
    ),
    "PK": (
        "ante wager, 5 card bonus wager, 3 card bonus wager, play 3 wager, play 5 wager, fold, hand, qualifying hand, "
        "round of play, stub, suit"
    ),
    "T5": "Ante Wager, Play Wager, Bonus Wager, Deal, Round of play, Stub, Suit, Face card",
    "UTH": "ante, blind, burn, check, community card, flop, fold, hand, play, push, rank, round, stub, suit, trips",
}
"""The terms that each document defines."""


@cache
def printed_text(kind: str, game: str, **options: Any) -> str:
    options = ({"positions": 1} if game == "pik-it" else {}) | options
    return text_of(printed(kind, submission(game, **options), ".pdf")[0])


def unspaced(text: str) -> str:
    """Without spaces and hyphens, which a line's end may add or take."""
    return re.sub(r"[\s\u00ad\u200b-]+", "", text.replace("’", "'").replace("‘", "'"))


# --- the terms that the rules define ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "prefix", "options", "but"),
    [
        case("HL-40.1", "hi-lo", "HL", {}, ""),
        case("PK-39.1", "pik-it", "PK", {"dealer_must_qualify": True}, ""),
        case("PK-39.1 PK-R30", "pik-it", "PK", {}, "qualifying hand"),
        case("T5-1.A T5-R16", "top-five", "T5", {}, ""),
        case("UTH-1", "uth", "UTH", {}, ""),
        case("UTH-1 UTH-R44", "uth", "UTH", {"trips": False}, "trips"),
    ],
)
def test_every_defined_term_is_on_the_rack_card_and_the_rule_card_with_its_meaning(
    game: str, prefix: str, options: dict[str, Any], but: str
) -> None:
    glossary = register(prefix).glossary
    assert {term.name for term in glossary} == set(TERMS[prefix].split(", "))
    assert [term.name.lower() for term in glossary] == sorted(term.name.lower() for term in glossary)
    text = unspaced(printed_text("card", game, **options)).lower()
    card = rule_card(find(game), submission(game, **options).terms)["glossary"]
    assert set(card) == {term.name for term in glossary} - {but}
    for term in glossary:
        if term.name == but:
            assert unspaced(f"{term.name}: {term.means}").lower() not in text
            continue
        assert card[term.name]["means"] == term.means
        assert unspaced(f"{term.name}: {term.means}").lower() in text
        assert all(unspaced(clause).lower() in text for clause in term.clauses)


@pytest.mark.parametrize("prefix", TERMS)
def test_a_meaning_rests_on_the_definitions_of_its_document(prefix: str) -> None:
    document, defined_in = register(prefix), {"HL": "40.1-", "PK": "39.1/", "T5": "1.B", "UTH": "1("}
    for term in document.glossary:
        assert term.clauses[0].startswith(f"{prefix}-{defined_in[prefix]}"), term.name
        assert all(clause in document.clauses or clause in document.rulings for clause in term.clauses)


@pytest.mark.clause("UTH-1", "UTH-R23")
def test_the_blinds_own_push_is_said_where_push_is_explained() -> None:
    (push,) = [term for term in register("UTH").glossary if term.name == "push"]
    assert "less than a straight" in push.means


# --- the rack card ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("T5-11.A(1)")
def test_the_rules_say_that_who_bets_answers_for_the_hand() -> None:
    assert "If you bet, you answer for your own hand" in printed_text("card", "top-five")
    duties = rule_card(find("top-five"), submission("top-five").terms)["duties"]
    assert "T5-11.A(1)" in {duty["clause"] for duty in duties}


@pytest.mark.parametrize(
    ("game", "method", "duties"),
    [
        case("UTH-4(c)(1) UTH-7(c)", "uth", "manual-shoe", "UTH-4(c)(1) UTH-7(c) UTH-7(f).2"),
        case(
            "UTH-8(b)(2)(ii)",
            *("uth", "hand", "UTH-7(f).2 UTH-8(b)(2) UTH-8(b)(2)(i) UTH-8(b)(3).2 UTH-8(b)(2)(ii)"),
        ),
        case(
            "UTH-9(d).2",
            *("uth", "automated-shoe", "UTH-7(f).2 UTH-8(b)(2) UTH-8(b)(2)(i) UTH-8(b)(3).2 UTH-8(b)(2)(ii)"),
        ),
        case("HL-40.8(b)2.ii", "hi-lo", "hand", "HL-40.8(b)2 HL-40.8(b)2.i HL-40.8(b)4-1 HL-40.8(b)2.ii HL-40.7(f)-s2"),
    ],
)
def test_the_rack_card_carries_what_the_dealer_answers_for_with_this_way_of_dealing(
    game: str, method: str, duties: str
) -> None:
    shuffle = "manual" if method == "manual-shoe" else "automated"
    table = submission(game, dealing_method=method, shuffle_method=shuffle)
    card = rule_card(table.game, table.terms)
    assert {clause for duty in card["dealer"] for clause in duty["clauses"]} == set(duties.split())
    text = unspaced(text_of(printed("card", table, ".pdf")[0])).lower()
    assert all(unspaced(duty["words"]).lower() in text for duty in card["dealer"])


@pytest.mark.parametrize("game", GAMES)
def test_a_rack_card_tells_wagers_round_odds_limits_and_what_goes_wrong(game: str) -> None:
    table = submission(game)
    text = unspaced(text_of(printed("card", table, ".pdf")[0])).lower()
    card = rule_card(table.game, table.terms)
    for words in (
        *(wager["label"] for wager in card["wagers"]),
        *(step["words"] for step in card["round"]),
        *(f"{hand} {odds}" for one in pay_tables(table.terms) if not one.heads for hand, odds in one.rows),
        *(f"{one.name} {one.words}" for one in (*sign(table).wagers, *sign(table).payouts)),
        *(one["then"] for one in card["irregularities"].values()),
        *(duty["words"] for duty in (*card["duties"], *card["dealer"])),
        *(rule["words"] for rule in (*card["positions"], *card["reading"])),
        *(f"{one['words']}: {one['then']}" for one in card["outcomes"]),
    ):
        assert unspaced(words).lower() in text, words


# --- strategy and par ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", QUICK)
def test_a_strategy_card_has_the_way_that_costs_least_rule_by_rule_with_its_exact_cost(game: str) -> None:
    table = submission(game)
    play = play_of(Advisor(table.terms))
    assert play.way is not None
    assert all(play.way.cost <= other.cost for other in play.others)
    text = text_of(printed("strategy", table, ".pdf")[0])
    for rule in play.way.rules:
        assert unspaced(rule) in unspaced(text)
    for figure in (-play.best, -play.way.ev, play.way.element_of_risk):
        assert unspaced(percent(figure)) in unspaced(text)
    said = exact(play.way.cost) if play.way.cost else "This is best play itself"
    assert unspaced(said) in unspaced(text)


@pytest.mark.parametrize("game", QUICK)
def test_a_printed_par_sheet_has_every_line_of_its_data(game: str) -> None:
    sheet = par_sheet(submission(game, **({"positions": 1} if game == "pik-it" else {})))
    text = unspaced(text_of(sheet_in(".pdf", sheet)[0]))
    for wager in sheet.wagers:
        assert unspaced(percent(wager.edge)) in text
        assert unspaced(exact(wager.ev)) in text
        for line in wager.lines:
            assert f"{line.deals:,}" in text
    for words in (
        *(f"{net.deals:,}" for net in sheet.round.distribution),
        *(rule for way in sheet.strategies for rule in way.rules),
        *(reading.decision for reading in sheet.readings),
        *sheet.method,
        *(check.words for check in sheet.checks),
        *(setting.help for setting in sheet.settings),
        sheet.digest,
    ):
        assert unspaced(words) in text, words


# --- the submission --------------------------------------------------------------------------------------------------


@pytest.mark.clause("HL-R48", "T5-R72", "UTH-R12")
@pytest.mark.parametrize("game", GAMES)
def test_a_rules_submission_has_every_choice_its_clause_and_a_line_for_each_approval(game: str) -> None:
    table = submission(game)
    text = unspaced(text_of(printed("submission", table, ".pdf")[0])).lower()
    for setting in settings_of(table.terms):
        if setting.name != "approvals":
            assert unspaced(f"{setting.help} {setting.name}").lower() in text
            assert unspaced(setting.clause).lower() in text
    for option in table.game.options:
        for need in option.needed if isinstance(option, Approvals) else ():
            assert (unspaced(f"{need.what}{need.clause}").lower() in text) is need.when(table.terms)
    for words in ("reference", "date", "signature", "for the operator", "for the regulator", table.digest):
        assert unspaced(words) in text
    assert all(unspaced(words).lower() in text for words, _ in table.game.inscriptions)


@pytest.mark.clause("T5-R72")
def test_an_approval_on_record_is_printed_with_reference_and_date() -> None:
    given = {"layout": {"reference": "MLGCA 17-204", "date": "2026-02-03"}}
    text = text_of(printed("submission", submission("top-five", approvals=given), ".pdf")[0])
    assert "The table layout T5-2.B MLGCA 17-204 2026-02-03" in text


@pytest.mark.clause("HL-0", "PK-0")
@pytest.mark.parametrize("kind", ["card", "sign", "submission"])
@pytest.mark.parametrize("game", ["hi-lo", "pik-it"])
def test_a_paper_under_proposed_rules_calls_them_a_proposal(game: str, kind: str) -> None:
    assert "rule proposal" in printed_text(kind, game)


# --- disputes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_dispute_sheet_says_on_paper_what_the_record_says(game: str, tmp_path: Path) -> None:
    journal = tmp_path / "day.jsonl"
    journal.write_text("\n".join([*played(game, rounds=1), ""]))
    (one,) = rounds_of(journal)
    seat = one.end.positions[0]
    sheet = dispute_sheet(one, seat)
    for form in (".pdf", ".html"):
        (data,) = paper_in(form, dispute_paper(one, seat))
        text = unspaced(text_of(data) if form == ".pdf" else re.sub(r"<[^>]+>", " ", data.decode()))
        for words in (
            sheet["player"],
            sheet["deck"]["commitment"],
            sheet["deck"]["order"],
            *(dollars(line["paid"]) for line in sheet["settlement"]),
            *(clause for line in sheet["settlement"] for clause in line["clauses"]),
            *(fact for line in sheet["settlement"] for fact in line["facts"][1:]),
            *(said["words"][1:] for said in sheet["announcements"]),
        ):
            assert unspaced(typographic(words)) in text, words


@pytest.mark.parametrize(
    ("game", "method", "cut"),
    [
        case("UTH-4(b)(2)", "uth", "manual-shoe", True),
        case("UTH-4(b)(1)", "uth", "hand", False),
        case("HL-40.4(b)2", "hi-lo", "manual-shoe", True),
        case("HL-40.4(b)1", "hi-lo", "automated-shoe", False),
        case("T5-5.C(1)", "top-five", "hand", False),
        case("PK-39.6(b)2", "pik-it", "manual-shoe", True),
        case("PK-39.6(b)1", "pik-it", "hand", False),
    ],
)
def test_a_dispute_sheet_speaks_of_a_cut_where_one_was_made(game: str, method: str, cut: bool, tmp_path: Path) -> None:
    shuffle = "manual" if method == "manual-shoe" else "automated"
    journal = tmp_path / "day.jsonl"
    options = {"dealing_method": method, "shuffle_method": shuffle}
    journal.write_text("\n".join([*played(game, options, rounds=2), ""]))
    for one in rounds_of(journal):
        assert dispute_sheet(one, one.end.positions[0])["deck"]["cut"] is cut
        text = text_of(paper_in(".pdf", dispute_paper(one, one.end.positions[0]))[0])
        assert ("After the cut, the first card dealt" if cut else "The first card dealt") in text
        assert cut or "cut" not in text.lower().replace("executed", "")


# --- all of them -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("UTH-R46", "HL-R49")
@pytest.mark.parametrize(
    ("game", "kind"), [*product(GAMES, ("layout", "sign", "card", "submission")), *product(QUICK, ("strategy", "par"))]
)
def test_odds_are_worded_with_to_on_every_paper(game: str, kind: str) -> None:
    text = printed_text(kind, game)
    assert re.search(r"\d to \d", text) or kind in {"sign", "strategy"}
    assert not re.search(r"\d\s+for\s+\d", text)


@pytest.mark.parametrize("kind", ["card", "submission"])
@pytest.mark.parametrize("game", GAMES)
def test_every_page_has_its_number_and_the_digest_of_the_submission(game: str, kind: str) -> None:
    table = submission(game)
    pages = pages_of(printed(kind, table, ".pdf")[0])
    for number, page in enumerate(pages, 1):
        assert f"{number} of {len(pages)}" in page
        assert table.digest in page


def test_each_kind_of_paper_is_known_to_the_command() -> None:
    from pitboss.cli.print import KINDS as OFFERED

    assert set(OFFERED) == set(KINDS)


def test_the_page_of_a_paper_says_what_the_paper_says() -> None:
    table: Any = submission("hi-lo")
    html = printed("card", table, ".html")[0].decode()
    text = unspaced(re.sub(r"<[^>]+>", " ", html)).lower()
    for term in table.game.law.glossary:
        assert unspaced(f"{term.name}: {term.means}").lower() in text
    assert "<script" not in html
    assert "http" not in html
