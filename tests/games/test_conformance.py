"""What every game must satisfy, as far as it is data and settlement, and where our four registers state it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.cards import suit
from pitboss.conformance import NotConformingError, data_laws, option_laws, settlement_laws
from pitboss.errors import PitbossError
from pitboss.games import find, games
from pitboss.games.game import Game, Needs
from pitboss.games.hand import FinishedHand
from pitboss.games.irregularities import Consequence, Irregularity, Remedy, then
from pitboss.games.options import Whole
from pitboss.games.pay_tables import Payout, pay_table
from pitboss.games.settlement import Result, lose, push, win
from pitboss.games.steps import Decide, Direction, Pick, Settle, Step
from pitboss.games.terms import Terms
from pitboss.money import Odds

GAMES = list(games().values())
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@every_game
@pytest.mark.parametrize("check", [*data_laws.CHECKS, *option_laws.CHECKS], ids=lambda check: check.__name__)
def test_what_is_true_of_every_game(game: Game, check: Callable[[Game], None]) -> None:
    check(game)


@every_game
@pytest.mark.parametrize("law", settlement_laws.LAWS, ids=lambda law: law.__name__)
@settings(max_examples=200)
@given(seed=st.integers(0, 2**32))
def test_what_is_true_of_every_hand(game: Game, law: Callable[[Game, random.Random], None], seed: int) -> None:
    law(game, random.Random(seed))


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    with pytest.raises(PitbossError, match="uth"):
        find("baccarat")


# --- data against the register ---------------------------------------------------------------------------------------

STATED: dict[str, Callable[[Any], dict[str, Any]]] = {
    "uth": lambda data: {
        "blind": {"blind": {row: odds for row, odds in data["payouts"]["blind"].items() if odds != "push"}},
        "trips": data["payouts"]["trips"],
        "cover_all": data["payouts"]["cover_all"],
        "ante": {"even money": data["payouts"]["ante"]},
        "play": {"even money": data["payouts"]["play"]},
    },
    "hi-lo": lambda data: {
        "tie": {"tie": data["payouts"]["tie"]},
        "poker_bonus": {key[-1]: rows for key, rows in data["payouts"]["poker_bonus"].items()},
        "ante_bonus": {"ante bonus": data["payouts"]["ante_bonus_minimum"]},
        "ante": {"even money": data["payouts"]["ante"]},
        "play": {"even money": data["payouts"]["play"]},
    },
    "top-five": lambda data: {
        "top_five_bonus": data["top_five_bonus"],
        "poker_bonus": data["poker_bonus"],
        "ante": {"even money": {"win": data["main"]["ante"]}},
        "play": {"even money": {"win": data["main"]["play"]}},
    },
    "pik-it": lambda data: (
        {
            wager: {key[-1]: rows for key, rows in data["pay"][wager].items()}
            for wager in ("five_card_bonus", "three_card_bonus")
        }
        | {wager: {"even money": {"win": data["pay"]["main"][wager]}} for wager in ("ante", "play_3", "play_5")}
    ),
}
"""Where each register lists its pay tables; the names of rows differ, the odds may not."""


@every_game
def test_every_pay_table_has_exactly_the_odds_that_its_register_lists(game: Game) -> None:
    data_laws.odds_are(game, STATED[game.short](game.law.data))


NUMBERS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "uth": lambda data: {
        "each": data["counts"]["hole_cards_each"],
        "cut": data["counts"]["cut_minimum_cards"],
        "stub": data["counts"]["stub_count_at_least_every_rounds"],
        "cover": data["deck"]["cover_cards"],
        "hours": (None, None),
        "plays": [[data["play_wager"][when]] for when in ("before_flop", "after_flop", "after_final_cards")],
    },
    "hi-lo": lambda data: {
        "each": data["counts"]["cards_per_hand"],
        "cut": data["counts"]["cut_min_cards"],
        "stub": data["counts"]["stub_count_at_least_once_every_rounds"],
        "cover": data["counts"]["cover_cards"],
        "hours": (None, None),
        "plays": [[[data["wagers"]["play_to_ante"][0]]]],
    },
    "top-five": lambda data: {
        "each": data["cards_per_hand"],
        "cut": data["cut_min_cards_above_cover_card"],
        "stub": data["stub_count_at_least_every_rounds"],
        "cover": data["cover_cards"],
        "hours": (data["deck_change_hours_dealt_by_hand"], data["deck_change_hours_dealt_from_shoe"]),
        "plays": [[[data["play_wager_times_ante"]]]],
    },
    "pik-it": lambda data: {
        "each": data["cards_per_hand"],
        "cut": data["cut_minimum_cards"],
        "stub": data["stub_count_at_least_every_rounds"],
        "cover": data["cover_cards"],
        "hours": (None, None),
        "plays": [["play_3_multiple", "play_5_multiple"]],
    },
}


@every_game
def test_the_numbers_of_the_round_are_those_of_the_register(game: Game) -> None:
    assert data_laws.numbers(game) == NUMBERS[game.short](game.law.data)


# --- options ---------------------------------------------------------------------------------------------------------


FILLED: dict[str, Any] = {
    "deck_backs": ["Red", " blue "],
    "trips_odds": {"flush": "8 to 1", "straight": [6, 1]},
    "progressive": {"seed": "$5", "contribution": 1, "rows": {"royal_flush": "12.5%", "one_pair": 0}},
    "table_minimum": "$7.50",
}


@every_game
def test_values_that_somebody_filled_in_are_written_as_they_are_read(game: Game) -> None:
    for option in game.options:
        if option.name in FILLED:
            option_laws.is_written_as_read(option, FILLED[option.name])


# --- irregularities --------------------------------------------------------------------------------------------------


ALL, ONE, GOES_ON = "all hands void", "that hand void", "goes on"
REACH = {
    #                          uth      hi-lo    top-five pik-it
    "face_up_card":           (GOES_ON, GOES_ON, ALL,     GOES_ON),
    "second_face_up_in_deal": (ALL,     ALL,     None,    ALL),
    "second_face_up_later":   (ALL,     None,    None,    None),
    "face_up_in_stub":        (GOES_ON, GOES_ON, GOES_ON, GOES_ON),
    "drawn_unseen":           (GOES_ON, GOES_ON, GOES_ON, GOES_ON),
    "drawn_seen":             (GOES_ON, GOES_ON, ALL,     GOES_ON),
    "player_count":           (ONE,     ONE,     ALL,     ALL),
    "dealer_short":           (GOES_ON, GOES_ON, ALL,     ALL),
    "dealer_count":           (ALL,     ALL,     ALL,     ALL),
    "dealer_exposed":         (ALL,     ALL,     ALL,     ALL),
    "dealer_exposed_late":    (GOES_ON, GOES_ON, None,    None),
    "player_exposed":         (GOES_ON, GOES_ON, ALL,     GOES_ON),
    "early_community":        (ALL,     None,    None,    None),
    "passed_over":            (ONE,     ONE,     ALL,     ALL),
    "dead_cards":             (GOES_ON, GOES_ON, GOES_ON, GOES_ON),
    "stub_misdeal":           (ALL,     ALL,     ALL,     ALL),
    "stub_deck":              (ALL,     ALL,     ALL,     ALL),
    "foreign_card":           (ALL,     ALL,     ALL,     ALL),
    "shuffler_fault":         (GOES_ON, GOES_ON, GOES_ON, GOES_ON),
    "shuffler_count":         (None,    GOES_ON, GOES_ON, GOES_ON),
    "shoe_fault":             (ALL,     ALL,     ALL,     ALL),
    "bad_deck":               (GOES_ON, GOES_ON, GOES_ON, GOES_ON),
    "seen_early":             (GOES_ON, GOES_ON, GOES_ON, GOES_ON),
    "dealer_exposed_by_player": (None,  ALL,     None,    None),
    "wrong_setting":          (None,    GOES_ON, None,    None),
    "dealer_wrong_setting":   (None,    GOES_ON, None,    None),
}  # fmt: skip
"""How far each fault reaches in each game; None where the game has no such fault."""


@pytest.mark.parametrize("place", range(4), ids=["uth", "hi-lo", "top-five", "pik-it"])
@pytest.mark.clause(
    "UTH-15(b).2", "UTH-15(b).3", "UTH-15(d).1", "UTH-15(d).2", "UTH-15(a).1",
    "UTH-15(f).1",
    "UTH-R35", "UTH-R36", "UTH-R57", "UTH-R59", "UTH-R62", "UTH-R63", "UTH-R66",
    "HL-40.12(a)-s2", "HL-40.12(d)-s1", "HL-40.12(d)-s3", "HL-40.12(f)", "HL-R15",
    "HL-R16", "HL-R19", "HL-R20", "HL-R51",
    "T5-13.A", "T5-13.C.1", "T5-13.D.1", "T5-R62", "T5-R66", "T5-R67", "T5-R69", "T5-R75",
    "PK-39.12(a)/2", "PK-39.12(c)", "PK-39.12(d)", "PK-39.12(f)/1", "PK-R42", "PK-R46",
    "PK-R47", "PK-R63",
    "HL-R36", "HL-R37", "HL-R57", "HL-R58", "PK-R68", "PK-R69", "T5-R80", "T5-R81", "UTH-R81", "UTH-R82",
)  # fmt: skip
def test_how_far_each_irregularity_reaches(place: int) -> None:
    game = find(("uth", "hi-lo", "top-five", "pik-it")[place])
    found = {}
    reach = {Remedy.VOID_ROUND: ALL, Remedy.VOID_HAND: ONE}
    for kind, consequence in game.irregularities.items():
        reached = (reach[remedy] for remedy in consequence.remedies if remedy in reach)
        found[kind.name.lower()] = next(reached, GOES_ON)
    assert found == {name: row[place] for name, row in REACH.items() if row[place]}


LEFT, RIGHT = Direction.CLOCKWISE, Direction.COUNTERCLOCKWISE
DIRECTIONS: dict[str, list[Direction | None]] = {
    "uth": [LEFT, LEFT, LEFT, RIGHT, RIGHT, RIGHT],
    "hi-lo": [None, RIGHT],
    "top-five": [LEFT, RIGHT],
    "pik-it": [RIGHT, RIGHT, RIGHT],
}
"""The way round the table of each pick, decision and settlement, from the dealer's far left or far right."""


@every_game
def test_picks_decisions_and_settlements_go_round_the_table_as_the_rules_say(game: Game) -> None:
    steps = [step.direction for step in game.script if isinstance(step, Pick | Decide | Settle)]
    assert steps == DIRECTIONS[game.short]


# --- a game that does not conform ------------------------------------------------------------------------------------

RIGHT_GAME = find("top-five")
PLAYED = next(step for step in RIGHT_GAME.script if isinstance(step, Decide))


def wager(name: str, **changes: Any) -> dict[str, Any]:
    """One wager changed."""
    return {"wagers": tuple(replace(w, **changes) if w.name == name else w for w in RIGHT_GAME.wagers)}


def fault(consequence: Consequence) -> dict[str, Any]:
    """Another consequence of a foreign card."""
    return {"irregularities": {**RIGHT_GAME.irregularities, Irregularity.FOREIGN_CARD: consequence}}


def without(kind: type[Step]) -> dict[str, Any]:
    """A script that lacks a kind of step."""
    return {"script": tuple(step for step in RIGHT_GAME.script if not isinstance(step, kind))}


RISING = Payout({"A": pay_table("A", "T5-12.B", ("two pair", 2, Odds(1)), ("pair", 1, Odds(2)))})
SEVEN_OF_SIX = Whole(name="positions", help="positions", clause="T5-2.A(1)", least=6, most=6, start=7)


@pytest.mark.parametrize(
    ("check", "changes", "says"),
    [
        (data_laws.is_found_by_both_names, {}, "finds another game"),
        (data_laws.every_citation_exists, wager("ante", clause="house rule"), "'house rule' names no clause"),
        (data_laws.every_citation_exists, wager("ante", clause="UTH-2(a).2"), "a clause of another game"),
        (data_laws.has_an_ante_and_a_play, wager("play", after_deal=False), "no wager is made after the deal"),
        (data_laws.script_settles_every_wager_once, without(Settle), "what is settled"),
        (
            data_laws.play_wagers_are_open_in_their_amounts,
            {"script": (replace(PLAYED, actions=PLAYED.actions[:1]),)},
            "not fold",
        ),
        (data_laws.play_wagers_are_open_in_their_amounts, wager("play", conditions=()), "one condition `Times`"),
        (
            data_laws.conditions_and_caps_speak_of_wagers_that_exist,
            wager("poker_bonus", conditions=(Needs("T5-R13", ("blind",)),)),
            "blind",
        ),
        (data_laws.no_pay_table_pays_a_better_hand_less, wager("poker_bonus", pays=RISING), "odds of poker_bonus"),
        (
            data_laws.every_irregularity_has_a_consequence,
            {"irregularities": {}},
            "no consequence for BAD_DECK, DEAD_CARDS",
        ),
        (
            data_laws.a_void_round_says_what_becomes_of_the_cards,
            fault(then(Remedy.VOID_ROUND, "T5-R62")),
            "what becomes of the cards",
        ),
        (
            data_laws.a_deck_leaves_only_if_it_is_not_whole,
            fault(then(Remedy.NOTHING, "T5-R62")),
            "leaves the table for",
        ),
        (option_laws.every_table_has_its_options, {"options": RIGHT_GAME.options[:3]}, "shuffle_method"),
        (option_laws.starting_options_are_lawful, {"options": (SEVEN_OF_SIX,), "forbidden": ()}, "6 only"),
    ],
)
def test_a_game_with_something_wrong_in_it_does_not_conform(
    check: Callable[[Game], None], changes: dict[str, Any], says: str
) -> None:
    with pytest.raises(PitbossError, match=re.escape(says)):
        check(replace(RIGHT_GAME, **changes))


def too_much(terms: Terms, hand: FinishedHand) -> Result:
    return win("ante", hand.wagers["ante"], Odds(1), ("T5-12.A.1",), ("no reason",))._replace(paid=10**9)


def by_suit(terms: Terms, hand: FinishedHand) -> Result:
    settle = lose if suit(hand.cards["player"][0]) else push
    return settle("ante", hand.wagers["ante"], ("T5-12.A.1",), ("by suit",))


def unproved(terms: Terms, hand: FinishedHand) -> Result:
    return lose("ante", hand.wagers["ante"], (), ("no clause",))


@pytest.mark.parametrize(
    ("law", "settle", "says"),
    [
        (settlement_laws.every_wager_is_settled_once, too_much, "more than 1 to 1"),
        (settlement_laws.every_wager_is_settled_once, unproved, "cites"),
        (settlement_laws.suits_change_no_settlement, by_suit, "with other suits"),
    ],
)
def test_a_settlement_with_something_wrong_in_it_does_not_conform(
    law: Callable[[Game, random.Random], None],
    settle: Callable[[Terms, FinishedHand], Result],
    says: str,
) -> None:
    game = replace(RIGHT_GAME, **wager("ante", settle=settle))

    def tried() -> None:
        for seed in range(50):
            law(game, random.Random(seed))

    with pytest.raises(NotConformingError, match=says):
        tried()
