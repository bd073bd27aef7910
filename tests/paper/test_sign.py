"""The sign: what the rules have it state, odds that the layout does not bear, limits; and what a poorer one lacks."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from layouts import COVER_ALL, PROGRESSIVE, every_table
from reading import pages_of, submission, text_of

from pitboss.paper.felt import felt
from pitboss.paper.printing import printed
from pitboss.paper.sign import lacking, sign
from support import case

GAMES = ("hi-lo", "top-five", "pik-it", "uth")
SPAREST = [(game, choices) for game, choices in every_table() if choices["positions"] in (1, 6)]


def said(game: str, **choices: Any) -> str:
    """The words of a printed sign."""
    (pdf,) = printed("sign", submission(game, **choices), ".pdf")
    return text_of(pdf)


@pytest.mark.parametrize(
    ("number", "words", "not_said"),
    [
        case("HL-1.13Z(c)1 HL-R38", 1, ["aces in the high hand", "four aces, one of them in the low hand"], "tie"),
        case("HL-1.13Z(c)2", 2, ["high total is above", " and ", "low total is below"], " or "),
        case("HL-1.13Z(c)3", 3, ["ante and play bets pay 1 to 1"], " for "),
        case("HL-1.13Z(c)4", 4, ["no play bet loses the ante and the tie bet"], "poker bonus"),
        case("HL-1.13Z(c)5", 5, ["ante bonus", "paid however the ante and play bets turn out"], "lose"),
    ],
)
@pytest.mark.clause("HL-1.13Z(c)-s2")
@pytest.mark.parametrize("odds", ["layout", "sign", "both"])
def test_hi_lo_states_five_things_wherever_its_odds_stand(
    odds: str, number: int, words: list[str], not_said: str
) -> None:
    statement = said("hi-lo", odds_display=odds).partition("5 Card Hi-Lo")[2].partition(f" {number} ")[2]
    statement = statement[: statement.index(".") + 1]
    assert all(one in statement for one in words), statement
    assert not_said not in statement


@pytest.mark.clause("HL-1.13Z(c)-s2")
@pytest.mark.parametrize("number", range(1, 6))
def test_a_hi_lo_sign_without_a_statement_is_told_its_number_and_clause(number: int) -> None:
    table = submission("hi-lo")
    whole = sign(table)
    left = tuple(line for place, line in enumerate(whole.statements, 1) if place != number)
    (lack,) = lacking(msgspec.structs.replace(whole, statements=left), table.terms)
    assert lack.what.startswith(f"statement {number}: ")
    assert lack.clause == f"HL-1.13Z(c){number}"


@pytest.mark.parametrize(
    ("game", "clause", "rows"),
    [
        case("HL-1.13Z(c)-s1 HL-R39", "hi-lo", "HL-R39", ["Both totals equal 20 to 1", "Three aces 5 to 1"]),
        case("PK-1.13Y(c) PK-R56", "pik-it", "PK-R56", ["Royal flush 200 to 1", "Royal flush 1000 to 1"]),
        case("T5-2.B(4).2 T5-R47", "top-five", "T5-2.B(4).2", ["7 cards 100 to 1", "Royal flush 500 to 1"]),
    ],
)
def test_odds_that_the_layout_leaves_off_stand_on_the_sign(game: str, clause: str, rows: list[str]) -> None:
    table = submission(game, odds_display="sign")
    words = said(game, odds_display="sign")
    assert all(row in words for row in rows), words
    assert re.search(r"Ante.* pay 1 to 1", words)
    whole = sign(table)
    for poorer in (
        *(msgspec.structs.replace(whole, tables=(*whole.tables[:n], *whole.tables[n + 1 :])) for n in range(2)),
        msgspec.structs.replace(whole, odds=()),
        msgspec.structs.replace(whole, tables=tuple(one._replace(rows=one.rows[1:]) for one in whole.tables)),
    ):
        assert {lack.clause for lack in lacking(poorer, table.terms)} == {clause}


@pytest.mark.clause("HL-1.13Z(c)-s1", "PK-1.13Y(c)", "T5-2.B(4).2")
@pytest.mark.parametrize("game", ["hi-lo", "pik-it", "top-five"])
def test_odds_on_the_layout_need_no_second_place(game: str) -> None:
    on_layout = sign(submission(game, odds_display="layout"))
    assert not on_layout.tables
    assert not lacking(on_layout, submission(game, odds_display="layout").terms)
    assert sign(submission(game, odds_display="both")).tables


@pytest.mark.parametrize(
    ("choices", "words", "unsaid"),
    [
        case(
            "PK-1.13Y(d)1",
            {"play_3_multiple": 2},
            ["Play 3 is 2 times the ante and play 5 is equal to the ante."],
            "qualif",
        ),
        case(
            "PK-1.13Y(d)2.i PK-1.13Y(d)2.ii",
            {"dealer_must_qualify": True},
            ["The dealer qualifies with A-K-4-3-2 or better.", "Qualifying does not affect play 3."],
            "times the ante",
        ),
        case("PK-R56", {"notices_display": "layout"}, ["Ante $10 to $200"], "Play 3 and play 5 are"),
    ],
)
def test_pik_it_tells_how_large_play_wagers_are_and_what_qualifies(
    choices: dict[str, Any], words: list[str], unsaid: str
) -> None:
    text = said("pik-it", **choices)
    assert all(one in text for one in words), text
    assert unsaid not in text.replace("Play 3 2 times the ante", "")


@pytest.mark.clause("UTH-R70", "UTH-R9", "UTH-1(trips).3", "UTH-13(k)[7]", "UTH-11(e).1", "UTH-14(d)")
def test_hold_em_states_limits_tables_the_pair_rule_both_caps_and_one_position_a_player() -> None:
    text = said("uth", progressive=PROGRESSIVE, trips_pay_table="B", **COVER_ALL)
    for words in (
        "The dealer needs a pair for the ante to play.",
        "Ante $10 to $500",
        "Blind equal to the ante",
        "Trips $5 to $100",
        "Cover All $5 to $25",
        "Progressive exactly $5",
        "Every wager in steps of $1",
        "Flush 3 to 2",
        "Any lower hand push",
        "Straight 5 to 1",
        "5 hands 100 to 1 40 to 1 35 to 1 5 to 1",
        "Royal flush 100% of the meter",
        "Limit for ante, blind, play and trips $50,000",
        "Limit for all wagers but the progressive $75,000",
        "Each player 1 position",
    ):
        assert words in text, words


@pytest.mark.clause("UTH-R9", "UTH-R70")
def test_a_wager_of_one_size_is_posted_as_one_amount() -> None:
    fixed = submission("uth", table_maximum="$10")
    assert {one.name: one.words for one in sign(fixed).wagers}["ante"] == "$10"
    assert "Ante $10 · Trips $5 to $100" in {line.text for line in felt(fixed.terms).inscriptions}


@pytest.mark.clause("UTH-11(e).2", "UTH-R70")
def test_the_limit_on_the_sign_is_the_one_in_force() -> None:
    raised = {"table_minimum": 100_00, "table_maximum": 500_00}
    assert "Limit for ante, blind, play and trips $50,750" in said("uth", **raised), "trips from $5"
    both = {**raised, "trips_minimum": 100_00, "trips_maximum": 500_00}
    assert "Limit for ante, blind, play and trips $55,500" in said("uth", **both)


@pytest.mark.parametrize(
    ("game", "number", "words"),
    [
        case("PK-39.3(e)/2", "pik-it", 1, "1 position"),
        case("PK-39.3(e)/2", "pik-it", 3, "up to 3 adjacent positions"),
        case("T5-7.F.2", "top-five", 2, "up to 2 adjacent positions"),
        case("HL-R9", "hi-lo", 7, "up to 7 positions"),
    ],
)
def test_the_sign_says_on_how_many_positions_a_player_may_bet(game: str, number: int, words: str) -> None:
    posted = sign(submission(game, positions_per_player=number)).wagers[-1]
    assert (posted.name, posted.words) == ("each player", words)


@pytest.mark.clause("UTH-R1", "UTH-R2", "UTH-R48", "UTH-R52", "UTH-13(b)")
def test_the_sign_says_what_hands_cover_all_counts_and_from_where_it_pays() -> None:
    offered = {line.text for line in sign(submission("uth", **COVER_ALL)).statements}
    told = {line.text for line in sign(submission("uth")).statements}
    assert offered - told == {
        "what Cover All pays goes by the number of hands dealt, the dealer's too, but no hand that is void: 7 hands "
        "are those of 6 players and the dealer",
        "the highest hand is the best of those that the dealer turns up: a fold without trips is not among them",
        "Cover All pays if the highest hand is a full house or better; with a lower one it loses",
    }


@pytest.mark.parametrize("game", GAMES)
def test_a_sign_without_its_limits_lacks_them(game: str) -> None:
    table = submission(game)
    whole = sign(table)
    assert not lacking(whole, table.terms)
    missing = lacking(msgspec.structs.replace(whole, wagers=(), payouts=()), table.terms)
    assert len(missing) == len(whole.wagers) + len(whole.payouts)
    more = msgspec.structs.replace(whole, statements=(*whole.statements, *whole.statements[:1]))
    assert not lacking(more, table.terms), "more is allowed"


@pytest.mark.clause("HL-40.11(a)-1", "HL-40.11(a)-2", "UTH-11(a).1", "UTH-11(a).2", "HL-R49", "UTH-R46")
@pytest.mark.parametrize(("game", "choices"), SPAREST)
def test_every_sign_is_whole_fits_one_page_and_words_odds_with_to(game: str, choices: dict[str, Any]) -> None:
    table = submission(game, **choices)
    assert not lacking(sign(table), table.terms)
    (pdf,) = printed("sign", table, ".pdf")
    (page,) = pages_of(pdf)
    assert not re.search(r"\d\s+for\s+\d", page)
    assert table.digest in page.replace(" ", "")
