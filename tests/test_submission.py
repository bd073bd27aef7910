"""Submissions, lawful and not; the rows of the tables below are long on purpose."""
# ruff: noqa: E501

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

import pytest

from pitboss.errors import PitbossError
from pitboss.games import games
from pitboss.games.game import Game
from pitboss.submission import SubmissionError, new_submission, parse_submission, read_submission
from support import case

GAMES = {game.short: game for game in games().values()}
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


HAND = {"dealing_method": '"hand"'}
STACKS = {"dealing_method": '"automated-shoe"'}
AUTOMATED = {"shuffle_method": '"automated"'}
TWO_DECKS = {"decks": "2", "deck_backs": '["red", "blue"]'}
ONE_BACK = {"decks": "2", "deck_backs": '["red", "Red"]'}
FEEDS = {"shuffler_feeds_shoe": "true"}
COVER_ALL = {"cover_all": "true", "cover_all_mode": "true"}
JACKPOT = {"progressive": 'seed = 1000\ncontribution = 100\nrows = {royal_flush = "100%"}'}


def without(wager: str) -> dict[str, str | None]:
    """A wager that is not offered needs neither limits nor a pay table."""
    return {wager: "false", f"{wager}_pay_table": None, f"{wager}_minimum": None, f"{wager}_maximum": None}


def changed(short: str, **changes: str | None) -> str:
    """A new submission with some keys changed (raw TOML) or left out (None); a table's value is its lines."""
    text = new_submission(GAMES[short])
    for key, value in changes.items():
        line = "" if value is None else f"{key} = {value}"
        if f"[{key}]\n" in text and value is not None:
            text = text.replace(f"[{key}]\n", f"[{key}]\n{value}\n")
        elif re.search(rf"^{key} = ", text, re.MULTILINE):
            text = re.sub(rf"^{key} = .*$", line, text, count=1, flags=re.MULTILINE)
        else:
            text = f"{line}\n{text}"
    return text


@every_game
@pytest.mark.clause("UTH-R44", "HL-R34", "T5-R12", "PK-R28", "UTH-R9")
def test_a_new_submission_is_lawful_complete_and_commented(game: Game) -> None:
    text = new_submission(game)
    found = parse_submission(text)
    assert found.game is game
    assert {option.name for option in game.options if option.must_be_named} <= found.terms.stated
    for option in game.options:
        assert f"({option.clause})" in text
    assert list(found.cautions()) == []


@every_game
def test_the_digest_depends_on_what_is_said_not_on_how(game: Game) -> None:
    text = new_submission(game)
    bare = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    assert parse_submission(text).digest == parse_submission(bare).digest
    other = parse_submission(text.replace('"$500.00"', '"$400.00"').replace('"$200.00"', '"$150.00"'))
    assert other.digest != parse_submission(text).digest


@pytest.mark.parametrize(
    ("short", "changes", "key", "clause"),
    [
        # A pay table must be named, and must be one of the document's.
        case("UTH-11(d).2 UTH-R44 UTH-1(trips).3", "uth", {"trips_pay_table": None}, "trips_pay_table", "UTH-11(d).2"),
        case("UTH-11(d).2", "uth", {"trips_pay_table": '"E"'}, "trips_pay_table", "UTH-11(d).2"),
        case("HL-40.11(d)-1 HL-R34", "hi-lo", {"poker_bonus_pay_table": None}, "poker_bonus_pay_table", "HL-40.11(d)-1"),
        case("HL-40.11(d)-1", "hi-lo", {"poker_bonus_pay_table": "3"}, "poker_bonus_pay_table", "HL-40.11(d)-1"),
        case("T5-12.B", "top-five", {"top_five_bonus_pay_table": '"D"'}, "top_five_bonus_pay_table", "T5-12.B"),
        case("T5-12.Bbis", "top-five", {"poker_bonus_pay_table": None}, "poker_bonus_pay_table", "T5-12.Bbis"),
        case("PK-39.11(b)/1 PK-R28", "pik-it", {"five_card_bonus_pay_table": "3"}, "five_card_bonus_pay_table", "PK-39.11(b)/1"),
        case("PK-39.11(c)/1 PK-R28", "pik-it", {"three_card_bonus_pay_table": None}, "three_card_bonus_pay_table", "PK-39.11(c)/1"),
        # Rows below their floor.
        case("UTH-11(d).1", "uth", {"trips_odds": 'full_house = "7 to 1"'}, "trips_odds", "UTH-11(d).1"),
        case("HL-40.11(e)", "hi-lo", {"ante_bonus_odds": 'three_aces = "4 to 1"'}, "ante_bonus_odds", "HL-40.11(e)"),
        case("PK-39.11(b)/2", "pik-it", {"five_card_bonus_odds": 'flush = "7 to 1"'}, "five_card_bonus_odds", "PK-39.11(b)/2"),
        case("PK-39.11(c)/2", "pik-it", {"three_card_bonus_odds": 'royal_flush = "100 to 1"'}, "three_card_bonus_odds", "PK-39.11(c)/2"),
        # Rows that are not whole numbers to 1, and rows that pay more than better ones.
        case("UTH-R43", "uth", {"trips_odds": 'flush = "17 to 2"'}, "trips_odds", "UTH-R43"),
        case("HL-R33", "hi-lo", {"ante_bonus_odds": 'three_aces = "11 to 2"'}, "ante_bonus_odds", "HL-R33"),
        case("PK-R28", "pik-it", {"five_card_bonus_odds": 'flush = "17 to 2"'}, "five_card_bonus_odds", "PK-R28"),
        case("PK-R28", "pik-it", {"three_card_bonus_odds": 'pair = "3 to 2"'}, "three_card_bonus_odds", "PK-R28"),
        case("PK-R28", "pik-it", {"three_card_bonus_odds": 'pair = "9 to 1"'}, "three_card_bonus_odds", "PK-R28"),
        # Odds worded with "for".
        case("UTH-11(a).2 UTH-R46", "uth", {"trips_odds": 'flush = "8 for 1"'}, "trips_odds", "UTH-11(a).2"),
        case("HL-40.11(a)-2 HL-R49", "hi-lo", {"ante_bonus_odds": 'three_aces = "8 for 1"'}, "ante_bonus_odds", "HL-40.11(a)-2"),
        case("PK-39.11(b)/2", "pik-it", {"five_card_bonus_odds": 'flush = "9 for 1"'}, "five_card_bonus_odds", "PK-39.11(b)/2"),
        # Places.
        case("HL-1.13Z(b)1", "hi-lo", {"positions": "8"}, "positions", "HL-1.13Z(b)1"),
        case("HL-1.13Z(b)1", "hi-lo", {"positions": "0"}, "positions", "HL-1.13Z(b)1"),
        case("T5-2.A(1)", "top-five", {"positions": "5"}, "positions", "T5-2.A(1)"),
        case("T5-2.A(1)", "top-five", {"positions": "7"}, "positions", "T5-2.A(1)"),
        case("PK-R6", "pik-it", {"positions": "10"}, "positions", "PK-R6"),
        case("UTH-R10", "uth", {"positions": "8"}, "positions", "UTH-R10"),
        case("T5-7.F.1", "top-five", {"positions_per_player": None}, "positions_per_player", "T5-7.F.1"),
        case("T5-7.F.1", "top-five", {"positions_per_player": "7"}, "positions_per_player", "T5-7.F.1"),
        case("PK-39.3(e)/1", "pik-it", {"positions_per_player": "4"}, "positions_per_player", "PK-39.3(e)/1"),
        case("HL-R9", "hi-lo", {"positions": "3"}, "positions_per_player", "HL-R9"),
        # The house name on the layout.
        case("HL-1.13Z(b)5", "hi-lo", {"operator": '""'}, "operator", "HL-1.13Z(b)5"),
        case("PK-1.13Y(b)4", "pik-it", {"operator": None}, "operator", "PK-1.13Y(b)4"),
        case("T5-2.B(1)", "top-five", {"operator": '" "'}, "operator", "T5-2.B(1)"),
        # Shuffling and dealing.
        case("UTH-8(b)(1) UTH-R15", "uth", HAND, "dealing_method", "UTH-8(b)(1)"),
        case("HL-40.8(b)1 HL-1.19(b)1", "hi-lo", HAND, "dealing_method", "HL-40.8(b)1"),
        case("T5-9.A(1) T5-R44", "top-five", HAND, "dealing_method", "T5-9.A(1)"),
        case("PK-39.8(b)1 PK-R33", "pik-it", HAND, "dealing_method", "PK-39.8(b)1"),
        case("HL-1.19(b)-s1a", "hi-lo", {"dealing_method": '"bucket"'}, "dealing_method", "HL-1.19(b)-s1a"),
        case("PK-39.7(a)/1", "pik-it", {"dealing_method": '["hand", "manual-shoe"]'}, "dealing_method", "PK-39.7(a)/1"),
        case("UTH-4(a).3", "uth", {"shuffle_method": '"riffle"'}, "shuffle_method", "UTH-4(a).3"),
        case("HL-40.4(a)-s1c", "hi-lo", {"shuffle_method": '"device"'}, "shuffle_method", "HL-40.4(a)-s1c"),
        case("PK-39.6(a)/3", "pik-it", {"shuffle_method": '"device"'}, "shuffle_method", "PK-39.6(a)/3"),
        case("UTH-4(a).5", "uth", {"shuffler_feeds_shoe": "true"}, "shuffler_feeds_shoe", "UTH-4(a).5"),
        case("T5-5.B", "top-five", FEEDS | AUTOMATED | HAND, "shuffler_feeds_shoe", "T5-5.B"),
        case("PK-39.6(a)/5", "pik-it", FEEDS | AUTOMATED | HAND, "shuffler_feeds_shoe", "PK-39.6(a)/5"),
        # Decks.
        case("UTH-2(b) UTH-2(a).1", "uth", TWO_DECKS, "decks", "UTH-2(b)"),
        case("HL-40.2(b) HL-40.2(a)-s1a", "hi-lo", TWO_DECKS, "decks", "HL-40.2(b)"),
        case("T5-3.B T5-3.A", "top-five", TWO_DECKS, "decks", "T5-3.B"),
        case("PK-39.2(b) PK-39.2(a)/1", "pik-it", TWO_DECKS, "decks", "PK-39.2(b)"),
        case("UTH-2(a).1", "uth", {"decks": "3"}, "decks", "UTH-2(b)"),
        case("PK-39.2(b)", "pik-it", {"decks": "3"}, "decks", "PK-39.2(b)"),
        case("UTH-2(b)(2)", "uth", ONE_BACK | AUTOMATED, "decks", "UTH-2(b)(2)"),
        case("HL-40.2(b)2", "hi-lo", ONE_BACK | AUTOMATED, "decks", "HL-40.2(b)2"),
        case("T5-3.B(2)", "top-five", {"decks": "2"} | AUTOMATED, "decks", "T5-3.B(2)"),
        case("PK-39.2(b)2", "pik-it", ONE_BACK | AUTOMATED, "decks", "PK-39.2(b)2"),
        # Cover cards.
        case("UTH-2(a).3", "uth", {"cover_card": '"purple"'}, "cover_card", "UTH-2(a).3"),
        case("HL-40.2(a)-s2a", "hi-lo", {"cover_card": '"Red"'}, "cover_card", "HL-40.2(a)-s2a"),
        case("HL-40.2(a)-s2a", "hi-lo", {"cover_card": '"yellow and green"'}, "cover_card", "HL-40.2(a)-s2a"),
        case("HL-40.2(a)-s2a", "hi-lo", {"cover_card": '"red"', "deck_backs": '["dark red"]'}, "cover_card", "HL-40.2(a)-s2a"),
        case("HL-40.2(a)-s2a HL-R27", "hi-lo", {"cutting_card": '"red"'}, "cutting_card", "HL-40.2(a)-s2a"),
        case("HL-40.2(a)-s2a HL-R27", "hi-lo", {"cutting_card": '"tartan"'}, "cutting_card", "HL-40.2(a)-s2a"),
        case("PK-39.2(a)/4", "pik-it", {"cover_card": '"striped"'}, "cover_card", "PK-39.2(a)/4"),
        case("PK-39.2(a)/4", "pik-it", {"cover_card": '"red"'}, "cover_card", "PK-39.2(a)/4"),
        case("T5-3.A(2)", "top-five", {"cover_card": '""'}, "cover_card", "T5-3.A(2)"),
        case("UTH-2(a).3", "uth", {"deck_backs": '["yellow"]'}, "cover_card", "UTH-2(a).3"),
        # Wagering instruments.
        case("T5-7.A.1", "top-five", {"wagering_instruments": '"voucher"'}, "wagering_instruments", "T5-7.A.1"),
        case("T5-7.A.1", "top-five", {"wagering_instruments": '["voucher", " "]'}, "wagering_instruments", "T5-7.A.1"),
        # Cover All and the progressive.
        case("UTH-13(d) UTH-R49", "uth", {"cover_all": "true"} | AUTOMATED | STACKS, "cover_all", "UTH-13(d)"),
        case("UTH-R15", "uth", COVER_ALL, "cover_all", "UTH-R15"),
        case("UTH-R10", "uth", COVER_ALL | {"positions": "7"} | AUTOMATED | STACKS, "cover_all", "UTH-R10"),
        case("UTH-14(b).1 UTH-R44", "uth", {"trips": "false"} | JACKPOT, "progressive", "UTH-14(b).1"),
        # Counting and continuous shufflers.
        case("HL-40.9(f)-s1", "hi-lo", {"shuffler_counts": "true"}, "shuffler_counts", "HL-40.9(f)-s1"),
        case("PK-39.7(f)/1", "pik-it", {"shuffler_counts": "true"}, "shuffler_counts", "PK-39.7(f)/1"),
        case("T5-5.G.1", "top-five", {"continuous_shuffler": "true"}, "continuous_shuffler", "T5-5.G.1"),
        # Limits and units.
        case("UTH-R9", "uth", {"table_minimum": None}, "table_minimum", "UTH-R9"),
        case("UTH-R45", "uth", {"betting_unit": "5"}, "betting_unit", "UTH-R45"),
        case("HL-R41", "hi-lo", {"tie_maximum": '"$1.00"'}, "tie_minimum", "HL-R41"),
        case("HL-R41", "hi-lo", {"betting_unit": '"$3.00"'}, "table_minimum", "HL-R41"),
        case("T5-R31", "top-five", {"table_maximum": '"$1.00"'}, "table_minimum", "T5-R31"),
        case("PK-R26 PK-39.3(a)/2", "pik-it", {"table_maximum": None}, "table_maximum", "PK-39.3(a)/2"),
        case("PK-39.3(a)/3", "pik-it", {"three_card_bonus_minimum": "0"}, "three_card_bonus_minimum", "PK-39.3(a)/3"),
        case("PK-R26", "pik-it", {"three_card_bonus_minimum": '"$60"'}, "three_card_bonus_minimum", "PK-R26"),
        case("T5-R31", "top-five", {"table_maximum": '"$500.50"'}, "table_minimum", "T5-R31"),
        case("T5-5.B(1)", "top-five", {"shuffler_counts": "true"}, "shuffler_counts", "T5-5.B(1)"),
        case("UTH-2(b)(2)", "uth", {"deck_backs": '["red", "red"]'}, "decks", "UTH-2(b)(2)"),
        case("PK-R39", "pik-it", {"dealer_stack_delivery": '"after-decisions"'}, "dealer_stack_delivery", "PK-39.9(c)2"),
        # Pik-It's multiples and procedures.
        case("PK-39.1/play-3-wager/2", "pik-it", {"play_3_multiple": "3"}, "play_3_multiple", "PK-39.1/play-3-wager/2"),
        case("PK-39.1/play-3-wager/2", "pik-it", {"play_3_multiple": "1.5"}, "play_3_multiple", "PK-39.1/play-3-wager/2"),
        case("PK-39.3(b)/3", "pik-it", {"play_5_multiple": "0"}, "play_5_multiple", "PK-39.3(b)/3"),
        case("PK-39.10(e)/1", "pik-it", {"settlement_order": '"by-table"'}, "settlement_order", "PK-39.10(e)/1"),
        case("PK-39.10(e)/2", "pik-it", {"settlement_order": None}, "settlement_order", "PK-39.10(e)/1"),
        case("PK-39.3(b)/3", "pik-it", {"play_3_multiple": None}, "play_3_multiple", "PK-39.1/play-3-wager/2"),
        case("PK-39.3(b)/3 PK-1.13Y(d)1", "pik-it", {"play_5_multiple": None}, "play_5_multiple", "PK-39.3(b)/3"),
        case("PK-R30 PK-1.13Y(d)2.i", "pik-it", {"dealer_must_qualify": None}, "dealer_must_qualify", "PK-R30"),
        # Stub counts.
        case("UTH-7(f).1", "uth", {"stub_count_every": "6"}, "stub_count_every", "UTH-7(f).1"),
        # What the game does not know.
        case("UTH-R71", "uth", {"house_edge": "0"}, "house_edge", "UTH-R71"),
        case("HL-R12", "hi-lo", {"tie": "false"}, "tie", "HL-R47"),
        case("PK-R62", "pik-it", {"three_card_bonus": "false"}, "three_card_bonus", "PK-R61"),
        case("T5-R27", "top-five", {"max_payout": "100"}, "max_payout", "T5-R73"),
        case("PK-R29", "pik-it", {"max_payout": "100"}, "max_payout", "PK-R61"),
        case("UTH-12", "uth", {"positions_per_player": "2"}, "positions_per_player", "UTH-R71"),
    ],
)  # fmt: skip
def test_an_unlawful_submission_is_refused_with_key_and_clause(
    short: str, changes: dict[str, str | None], key: str, clause: str
) -> None:
    with pytest.raises(SubmissionError) as caught:
        parse_submission(changed(short, **changes), "table.toml")
    problem = caught.value.problems[0]
    assert (problem.key, problem.clause) == (key, clause)
    assert str(caught.value).startswith("table.toml")


@pytest.mark.parametrize(
    ("short", "changes"),
    [
        case("UTH-8(a) UTH-8(b)(1)", "uth", HAND | AUTOMATED),
        case("HL-40.8(a) HL-1.19(b)1", "hi-lo", HAND | AUTOMATED),
        case("PK-39.8(a)", "pik-it", HAND | AUTOMATED),
        case("UTH-9(a).1", "uth", STACKS),
        case("PK-39.9(a)/1", "pik-it", STACKS),
        case("HL-40.9(a)-1", "hi-lo", STACKS | AUTOMATED),
        case("UTH-2(b)", "uth", TWO_DECKS | AUTOMATED),
        case("HL-40.2(b)", "hi-lo", TWO_DECKS | AUTOMATED),
        case("T5-3.B", "top-five", TWO_DECKS | AUTOMATED),
        case("PK-39.2(b)", "pik-it", TWO_DECKS | AUTOMATED),
        case("UTH-4(a).5", "uth", FEEDS | AUTOMATED),
        case("HL-40.4(a)-s2b", "hi-lo", FEEDS | AUTOMATED),
        case("PK-39.6(a)/5", "pik-it", FEEDS | AUTOMATED),
        case("T5-7.E(2).1", "top-five", without("poker_bonus")),
        case("UTH-R44", "uth", without("trips")),
        case("UTH-R10", "uth", {"positions": "7"}),
        case("UTH-13(d) UTH-R47", "uth", COVER_ALL | AUTOMATED | STACKS),
        case("UTH-11(d).1 UTH-R43", "uth", {"trips_odds": 'flush = "8 to 1"'}),
        case("HL-R49", "hi-lo", {"ante_bonus_odds": 'three_aces = "win 8"'}),
        case("UTH-R46", "uth", {"trips_odds": 'flush = "win 8"'}),
        case("PK-39.11(b)/2", "pik-it", {"five_card_bonus_pay_table": "2", "five_card_bonus_odds": 'straight = "5 to 1"'}),
        case("UTH-R14", "uth", {"opening_route": '"preshuffled"'}),
        case("T5-5.G.1", "top-five", {"continuous_shuffler": "true"} | AUTOMATED),
        case("UTH-R9", "uth", {"table_minimum": "1000", "table_maximum": '"$1,000"'}),
        case("UTH-R9", "uth", {"cover_all_minimum": '"$50.01"'}),
        case("UTH-R47", "uth", {"cover_all": None, "cover_all_minimum": None, "cover_all_maximum": None}),
        case("PK-R39", "pik-it", STACKS | {"dealer_stack_delivery": '"after-decisions"'}),
        case("HL-R27", "hi-lo", {"cutting_card": '"yellow"', "cover_card": '"Yellow"'}),
        case("HL-40.2(a)-s2a", "hi-lo", {"cover_card": '"blue"'}),
        case("T5-7.A.1", "top-five", {"wagering_instruments": '["Match voucher"]'}),
    ],
)  # fmt: skip
def test_a_lawful_choice_is_accepted(short: str, changes: dict[str, str | None]) -> None:
    parse_submission(changed(short, **changes))


def test_all_problems_are_reported_at_once_with_their_lines() -> None:
    text = changed("uth", trips_pay_table='"E"', decks="5", house_edge="0.1", table_minimum=None)
    with pytest.raises(SubmissionError) as caught:
        parse_submission(text, "table.toml")
    problems = {problem.key: problem for problem in caught.value.problems}
    assert set(problems) == {"trips_pay_table", "decks", "house_edge", "table_minimum"}
    lines = text.splitlines()
    for key in ("trips_pay_table", "decks", "house_edge"):
        line = problems[key].line
        assert line is not None
        assert lines[line - 1].startswith(key)
    assert problems["table_minimum"].line is None
    assert '"A" or "B" or "C" or "D"' in problems["trips_pay_table"].message


@pytest.mark.parametrize(
    ("short", "changes", "caution"),
    [
        case("PK-R1", "pik-it", {"play_3_multiple": "2"}, "PK-R1"),
        case("PK-R1", "pik-it", {"play_5_multiple": "2"}, "PK-R1"),
        case("PK-R1", "pik-it", {"play_3_multiple": "2", "dealer_must_qualify": "true"}, None),
        case("PK-R6", "pik-it", {"positions": "9"}, "PK-R6"),
        case("PK-R6", "pik-it", {"positions": "8"}, None),
        case(
            "UTH-R89",
            "uth",
            {"progressive": 'seed = 0\ncontribution = 0\nrows = {royal_flush = "100%", flush = "0.1%"}'},
            "UTH-R89",
        ),
        case(
            "UTH-R89",
            "uth",
            {"progressive": 'seed = 0\ncontribution = 0\nrows = {royal_flush = "90%", flush = "10%"}'},
            None,
        ),
        case("PK-R6", "pik-it", {"positions": "8", "play_3_multiple": "2", "dealer_must_qualify": "true"}, "PK-R6"),
    ],
)
def test_lawful_choices_that_favour_the_player_are_cautioned(
    short: str, changes: dict[str, str], caution: str | None
) -> None:
    found = [clause for _, clause in parse_submission(changed(short, **changes)).cautions()]
    assert found == ([caution] if caution else [])


@pytest.mark.parametrize(
    ("short", "changes", "missing"),
    [
        case("UTH-7(a).1 UTH-7(a).2 UTH-2(a).2 UTH-R12", "uth", {}, {"cards", "manual_shoe", "manual_shoe_location"}),
        case("UTH-9(a).3 UTH-15(f).2 UTH-R64", "uth", STACKS, {"cards", "automated_shoe", "automated_shoe_location", "automated_shoe_procedures", "shoe_fault_procedure"}),
        case("UTH-15(e) UTH-R64", "uth", HAND | AUTOMATED, {"cards", "shuffler_fault_procedure"}),
        case("HL-1.13Z(d)-2 HL-R30 HL-40.2(a)-s2b HL-40.7(a)-s1a HL-40.7(a)-s1b HL-R48", "hi-lo", {}, {"box_locations", "cards", "cutting_and_cover_card", "manual_shoe", "manual_shoe_location"}),
        case("HL-40.9(a)-2 HL-1.19(c)", "hi-lo", STACKS | AUTOMATED, {"box_locations", "cards", "cutting_and_cover_card", "automated_shoe", "automated_shoe_location", "automated_shoe_procedures", "shuffler"}),
        case("T5-2.B T5-2.C(1).2 T5-8.A T5-R72", "top-five", {}, {"layout", "box_locations", "rules_submission", "manual_shoe_location"}),
        case("T5-5.G.2", "top-five", {"continuous_shuffler": "true"} | AUTOMATED | STACKS, {"layout", "box_locations", "rules_submission", "continuous_shuffler"}),
        case("T5-7.A.1", "top-five", {"wagering_instruments": '["voucher"]'}, {"layout", "box_locations", "rules_submission", "manual_shoe_location", "wagering_instruments"}),
        case("PK-R13 PK-39.10(e)/2 PK-R32", "pik-it", {}, {"cards", "manual_shoe", "gaming_submission"}),
    ],
)  # fmt: skip
def test_blank_approvals_are_named_as_what_opening_still_needs(
    short: str, changes: dict[str, str], missing: set[str]
) -> None:
    text = changed(short, **changes)

    def needed(text: str, day: str) -> set[tuple[str, str]]:
        at = int(datetime.fromisoformat(f"{day}T12:00+00:00").timestamp() * 1000)
        return {(need.key, need.why) for need in parse_submission(text).missing_approvals(at)}

    assert needed(text, "2026-03-01") == {(key, "has no reference") for key in missing}
    undated = re.sub(r'reference = ""', 'reference = "MGC-17"', text)
    assert needed(undated, "2026-03-01") == {(key, "has no date") for key in missing}
    filled = re.sub(r'reference = "", date = ""', 'reference = "MGC-17", date = 2026-03-01', text)
    assert needed(filled, "2026-03-01") == set()
    why = "is dated 2026-03-01, which is later than today"
    assert needed(filled, "2026-02-28") == {(key, why) for key in missing}


@pytest.mark.parametrize(
    "entry",
    [
        '"yes"',
        "{ number = 1 }",
        "{ reference = 5 }",
        '{ reference = "a", date = "soon" }',
        "{ date = 5 }",
        "{ date = false }",
    ],
)
@pytest.mark.clause("UTH-R12")
def test_an_approval_is_a_reference_and_a_date(entry: str) -> None:
    text = new_submission(GAMES["uth"]).replace('manual_shoe = { reference = "", date = "" }', f"manual_shoe = {entry}")
    with pytest.raises(SubmissionError) as caught:
        parse_submission(text)
    assert caught.value.problems[0].key == "approvals"


@pytest.mark.parametrize(
    ("short", "name", "clause"),
    [
        case("UTH-R46 UTH-11(a).2", "uth", "Blackjack pays 3 for 2", "UTH-11(a).2"),
        case("HL-R49 HL-40.11(a)-2", "hi-lo", "Aces 2 FOR 1", "HL-40.11(a)-2"),
        *(
            case("UTH-R46 UTH-11(a).2", "uth", name, "UTH-11(a).2")
            for name in (
                "Pays 3-for-1",
                "three for one",
                "500 for one",
                "Five Hundred - for - One!",
                "fifty-five for 1",
                "3_for_1",
                "3\u00a0for\u00a01",
                "3 \u2013 for \u2013 1",
                "Nineteen (for) 2",
            )
        ),
        case("HL-R49 HL-40.11(a)-2", "hi-lo", "Two-for-One Casino", "HL-40.11(a)-2"),
        case("UTH-R46", "uth", "Food for Two", ""),
        case("UTH-R46", "uth", "One for All", ""),
        case("UTH-R46", "uth", "Someone for 3 Fortunes", ""),
        case("UTH-R46", "uth", "Casino for All", ""),
        case("HL-R49", "hi-lo", "3 to 2 House for 21st Street", ""),
        case("PK-R61", "pik-it", "The 2 for 1 Club", ""),
    ],
)
def test_a_name_may_say_for_but_not_state_odds_with_it(short: str, name: str, clause: str) -> None:
    text = new_submission(GAMES[short]).replace('"Example Casino"', f'"{name}"')
    if not clause:
        assert parse_submission(text).terms["operator"] == name
        return
    with pytest.raises(SubmissionError, match="never with 'for'") as caught:
        parse_submission(text)
    (problem,) = caught.value.problems
    assert (problem.key, problem.clause, bool(problem.line)) == ("operator", clause, True)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "game is missing"),
        ('game = "baccarat"', "there is no game"),
        ("game = [", "not TOML"),
        ('game = "uth"\ngame = "uth"', "not TOML"),
        ("x = " + "[" * 5000, "not TOML"),
        ("x = " + "9" * 5000, "not TOML"),
        ("game = 5", "there is no game"),
    ],
)
def test_a_file_that_names_no_game_is_refused(text: str, message: str) -> None:
    with pytest.raises(SubmissionError, match=message):
        parse_submission(text)


def test_files_that_cannot_be_read_are_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(PitbossError, match="cannot be read"):
        read_submission(tmp_path / "none.toml")
    (tmp_path / "latin.toml").write_bytes("operator = 'Caf\xe9'".encode("latin-1"))
    with pytest.raises(PitbossError, match="not UTF-8"):
        read_submission(tmp_path / "latin.toml")
    (tmp_path / "table.toml").write_text(new_submission(GAMES["uth"]))
    assert read_submission(tmp_path / "table.toml").terms["table_minimum"] == 1000
