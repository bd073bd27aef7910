"""What every game must satisfy, present or future: its data agree with its register, and its settlement with itself."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss import law
from pitboss.errors import OptionError, PitbossError
from pitboss.games import find, games
from pitboss.games.game import EqualTo, Game, Needs, Times
from pitboss.games.irregularities import Remedy
from pitboss.games.options import Amount, Approvals, Choice, Flag, Text, Whole
from pitboss.games.sampling import random_hand, random_options
from pitboss.games.settlement import Outcome, settle
from pitboss.games.steps import Deal, Decide, Direction, Pick, Settle, Who
from pitboss.games.terms import Terms, problems

GAMES = list(games().values())
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
seeds = st.integers(0, 2**32)


@every_game
def test_a_game_is_found_by_both_names(game: Game) -> None:
    assert find(game.name) is find(game.short) is game


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    with pytest.raises(PitbossError, match="uth"):
        find("baccarat")


@every_game
def test_every_citation_in_the_game_exists(game: Game) -> None:
    """Also those made up from parts, such as the rows of pay tables."""
    ids = [row.clause for pays in game.payouts.values() for table in pays.tables.values() for row in table.rows]
    ids += [clause for step in game.script for clause in step.clauses]
    ids += [clause for then in game.irregularities.values() for clause in then.clauses]
    ids += [option.clause for option in game.options] + [rule.clause for rule in game.forbidden + game.cautions]
    for clause in ids:
        assert law.lookup(clause).id.startswith(f"{game.prefix}-")


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
    stated = STATED[game.short](game.law.data)
    assert set(stated) == set(game.payouts)
    for name, pays in game.payouts.items():
        assert {str(table) for table in pays.tables} == set(stated[name])
        for key, table in pays.tables.items():
            ours = sorted((row.odds.win, row.odds.stake) for row in table.rows)
            assert ours == sorted(tuple(odds) for odds in stated[name][str(key)].values())


def decisions(game: Game) -> list[Decide]:
    return [step for step in game.script if isinstance(step, Decide)]


def numbers(game: Game) -> dict[str, Any]:
    """The numbers of the round and the card procedures, from the game's data."""
    (deal,) = (step for step in game.script if isinstance(step, Deal))
    procedure = game.procedure
    return {
        "each": deal.each,
        "cut": procedure.cut_least,
        "stub": procedure.stub_count_rounds,
        "cover": procedure.cover_cards,
        "hours": (procedure.deck_hours_by_hand, procedure.deck_hours_by_shoe),
        "plays": [
            [list(action.multiples.numbers) or action.multiples.option for action in step.actions if action.wager]
            for step in decisions(game)
        ],
    }


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
    assert numbers(game) == NUMBERS[game.short](game.law.data)


@every_game
def test_the_script_settles_every_wager_exactly_once(game: Game) -> None:
    settled: list[str] = []
    for step in game.script:
        match step:
            case Settle() if step.of is not Who.FOLDED:  # folded hands are settled at a place of their own
                settled += step.wagers
            case Pick():
                settled.append(step.wager)
            case Decide():
                settled += step.settles_first
            case _:
                pass
    assert sorted(settled) == sorted([*game.wager, *(bonus.name for bonus in game.bonuses)])
    assert [name for name in game.wager if name in settled] == [name for name in settled if name in game.wager]


@every_game
def test_every_play_wager_is_open_at_some_decision_and_in_no_other_amount(game: Game) -> None:
    terms = Terms.of_hand(game)
    for name in game.plays:
        (times,) = (rule for rule in game.wager[name].conditions if isinstance(rule, Times))
        actions = [action for step in decisions(game) for action in step.actions if action.wager == name]
        opened = {times for action in actions for times in action.multiples.at(terms)}
        assert opened == set(times.multiples.at(terms))
    assert any(action.name == "fold" for action in decisions(game)[-1].actions)


@every_game
def test_conditions_and_caps_speak_of_wagers_that_exist(game: Game) -> None:
    for wager in game.wagers:
        for rule in wager.conditions:
            others = (
                rule.others if isinstance(rule, Needs) else [rule.other] if isinstance(rule, EqualTo | Times) else []
            )
            assert set(others) <= set(game.wager)
    for cap in game.caps:
        assert set(cap.wagers) <= {*game.wager, "match_play", *(bonus.name for bonus in game.bonuses)}


@every_game
def test_pay_tables_never_pay_a_better_hand_less(game: Game) -> None:
    for pays in game.payouts.values():
        for table in pays.tables.values():
            odds = [row.odds for row in table.rows]
            assert odds == sorted(odds, reverse=True)


# --- options ---------------------------------------------------------------------------------------------------------


@every_game
def test_starting_options_are_legal_and_break_no_rule(game: Game) -> None:
    assert problems(game, {option.name: option.start for option in game.options}) == []


@every_game
def test_every_option_refuses_what_is_not_legal_and_names_clause_and_legal_values(game: Game) -> None:
    for option in game.options:
        for value in (object(), [1.5], None, "no such thing"):
            if isinstance(option, Text) and isinstance(value, str):
                continue
            with pytest.raises(OptionError) as caught:
                Terms.of_hand(game, {option.name: value})
            assert caught.value.clause == option.clause
            assert caught.value.keys == (option.name,)
            assert option.legal in caught.value.message


@every_game
def test_choices_flags_and_bounds_accept_exactly_their_values(game: Game) -> None:
    for option in game.options:
        match option:
            case Choice():
                assert [option.read(str(value)) for value in option.values] == list(option.values)
            case Flag():
                assert [option.read(value) for value in (True, "false")] == [True, False]
            case Whole():
                assert option.read(option.least) == option.least
                assert option.read(str(option.most)) == option.most
                for outside in (option.least - 1, option.most + 1, True, 1.0):
                    with pytest.raises(OptionError):
                        option.read(outside)
            case Amount():
                assert option.read("$10") == option.read(1000) == 1000
                for wrong in (0, -1, 10.0, "10", "$-1"):
                    with pytest.raises(OptionError):
                        option.read(wrong)
            case _:
                pass


FILLED: dict[str, Any] = {
    "deck_backs": ["Red", " blue "],
    "trips_odds": {"flush": "8 to 1", "straight": [6, 1]},
    "progressive": {"seed": "$5", "contribution": 1, "rows": {"royal_flush": "12.5%", "one_pair": 0}},
    "table_minimum": "$7.50",
}


@every_game
def test_values_are_written_as_they_are_read(game: Game) -> None:
    for option in game.options:
        value = FILLED.get(option.name, option.start)
        if isinstance(option, Approvals):
            value = {option.needed[0].key: {"reference": " A-1 ", "date": "2026-01-31"}}
        read = option.read(value)
        plain = option.plain(read)
        assert option.read(plain) == read
        assert json.loads(json.dumps(plain)) == plain


# --- irregularities --------------------------------------------------------------------------------------------------


@every_game
def test_a_void_round_says_what_becomes_of_the_cards(game: Game) -> None:
    for then in game.irregularities.values():
        cards = [remedy for remedy in then.remedies if remedy in (Remedy.RESHUFFLE, Remedy.REMOVE_DECK)]
        assert Remedy.VOID_ROUND not in then.remedies or len(cards) == 1
        assert set(then.still_settled) <= set(game.wager)
        assert not then.still_settled or then.voids


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
    "dealer_exposed_late":    (GOES_ON, GOES_ON, GOES_ON, GOES_ON),
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
)  # fmt: skip
def test_how_far_each_irregularity_reaches(place: int) -> None:
    game = find(("uth", "hi-lo", "top-five", "pik-it")[place])
    found = {}
    for kind, then in game.irregularities.items():
        reach = {Remedy.VOID_ROUND: ALL, Remedy.VOID_HAND: ONE}
        found[kind.name.lower()] = next((reach[remedy] for remedy in then.remedies if remedy in reach), GOES_ON)
    assert found == {name: row[place] for name, row in REACH.items() if row[place]}


@every_game
def test_a_deck_leaves_the_table_for_a_wrong_number_or_a_foreign_card_and_for_nothing_else(game: Game) -> None:
    leaves = {kind.name for kind, then in game.irregularities.items() if Remedy.REMOVE_DECK in then.remedies}
    assert leaves == {"STUB_DECK", "FOREIGN_CARD"} | {"SHUFFLER_COUNT"} & {kind.name for kind in game.irregularities}


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


# --- any finished hand -----------------------------------------------------------------------------------------------


def draw(game: Game, seed: int) -> dict[str, Any]:
    rng = random.Random(seed)
    options = random_options(game, rng)
    return {**random_hand(game, Terms.of_hand(game, options), rng), "options": options}


@every_game
@settings(max_examples=300)
@given(seed=seeds)
def test_every_wager_is_settled_exactly_once_and_the_net_is_the_sum(game: Game, seed: int) -> None:
    hand = draw(game, seed)
    settled = settle(game, hand)
    names = [result.wager for result in settled.results]
    bonuses = [bonus.name for bonus in game.bonuses]
    assert [name for name in names if name not in bonuses] == [name for name in game.wager if name in hand["wagers"]]
    assert len(names) == len(set(names))
    plain = settled.as_dict()
    amounts = plain["results"].values()
    assert plain["net"] == sum(r["paid"] + r["returned"] - r["stake"] for r in amounts)
    for result in settled.results:
        assert result.stake == hand["wagers"].get(result.wager, 0)
        assert result.facts
        assert len(set(result.clauses)) == len(result.clauses) > 0
        for clause in result.clauses:
            assert law.lookup(clause)
        match result.outcome:
            case Outcome.WIN:
                assert result.returned == result.stake
                assert result.odds is None or result.paid <= result.odds.pays(result.stake or hand["wagers"]["ante"])
            case Outcome.LOSE | Outcome.FORFEIT:
                assert result.paid == result.returned == 0
            case _:
                assert (result.paid, result.returned) == (0, result.stake)
        assert (result.outcome is Outcome.FORFEIT) <= hand["folded"]


@every_game
@given(seed=seeds)
def test_no_limit_is_exceeded_and_a_cut_leaves_what_came_before(game: Game, seed: int) -> None:
    hand = draw(game, seed)
    hand["wagers"] = {
        name: amount * 400 if name != "progressive" else amount for name, amount in hand["wagers"].items()
    }
    settled = settle(game, hand)
    limits = Terms.of_hand(game, hand["options"]).limits
    for cap, limit in zip(game.caps, limits, strict=True):
        assert sum(result.paid for result in settled.results if result.wager in cap.wagers) <= limit
    if game.caps:
        members = [result for result in settled.results if result.wager in game.caps[0].wagers]
        full = [r.odds.pays(r.stake or hand["wagers"]["ante"]) if r.odds else 0 for r in members]
        before = [sum(full[:place]) for place in range(len(full))]
        expected = [min(pay, max(0, min(limits) - sofar)) for pay, sofar in zip(full, before, strict=True)]
        if len(set(limits)) == 1 or sum(full) <= min(limits):
            assert [result.paid for result in members] == expected


@every_game
@given(seed=seeds, suits=st.permutations(range(4)))
def test_suits_change_no_settlement(game: Game, seed: int, suits: list[int]) -> None:
    hand = draw(game, seed)
    letters = dict(zip("cdhs", ("cdhs"[suit] for suit in suits), strict=True))

    def other(text: str) -> str:
        return " ".join(card[0] + letters[card[1]] for card in text.split())

    cards = {spec.name for spec in game.fields}
    renamed = {
        key: ([other(text) for text in value] if isinstance(value, list) else other(value)) if key in cards else value
        for key, value in hand.items()
    }
    assert settle(game, renamed).net == settle(game, hand).net


@every_game
@given(seed=seeds, data=st.data())
def test_a_void_hand_gives_back_every_stake_that_no_rule_keeps_alive(
    game: Game, seed: int, data: st.DataObject
) -> None:
    hand = draw(game, seed)
    kind = data.draw(st.sampled_from(list(game.irregularities)))
    then = game.irregularities[kind]
    settled = settle(game, {**hand, "irregularity": kind.name.lower()})
    if then.voids:
        gone = [result for result in settled.results if result.wager not in then.still_settled]
        assert all((r.outcome, r.paid, r.returned) == (Outcome.VOID, 0, r.stake) for r in gone)
        assert {result.wager for result in settled.results} == set(hand["wagers"])
    else:
        assert settled.results == settle(game, hand).results


JUNK = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=9), st.lists(st.integers()))


@every_game
@settings(max_examples=300)
@given(seed=seeds, data=st.data())
def test_damaged_input_is_a_typed_error_with_a_sentence_or_still_settles(
    game: Game, seed: int, data: st.DataObject
) -> None:
    hand = draw(game, seed)
    kinds = [kind.name.lower() for kind in game.irregularities]
    match data.draw(st.sampled_from(["wagers", "options", "key", "missing", "irregularity"])):
        case "wagers":
            hand["wagers"][data.draw(st.sampled_from([*game.wager, "raise"]))] = data.draw(JUNK)
        case "options":
            hand["options"] = {data.draw(st.sampled_from([*game.option, "colour"])): data.draw(JUNK)}
        case "key":
            hand[data.draw(st.sampled_from([*sorted(game.keys), "seat"]))] = data.draw(JUNK)
        case "missing":
            hand.pop(data.draw(st.sampled_from(sorted(hand))))
        case _:
            hand["irregularity"] = data.draw(st.sampled_from(kinds))
            hand.pop(data.draw(st.sampled_from(sorted(hand))))
    try:
        settle(game, hand)
    except PitbossError as error:
        assert error.code
        assert len(error.message.split()) > 2
        assert error.clause
        law.lookup(error.clause)
