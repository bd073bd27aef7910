"""What every game must satisfy, present or future: its data agree with its register, and its settlement with itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss import law
from pitboss.cards import notation
from pitboss.errors import OptionError, PitbossError
from pitboss.games import find, games
from pitboss.games.game import Game
from pitboss.games.irregularities import Void
from pitboss.games.options import Amount, Choice, Flag, Options, Whole
from pitboss.games.settlement import Outcome, settle
from pitboss.hands import hi_lo
from support import deals

GAMES = list(games().values())
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@every_game
def test_a_game_is_found_by_both_names(game: Game) -> None:
    assert find(game.name) is find(game.short) is game


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    with pytest.raises(PitbossError, match="uth"):
        find("baccarat")


@every_game
def test_every_citation_in_the_game_exists(game: Game) -> None:
    """Also those made up from parts, such as the rows of pay tables."""
    ids = [row.clause for tables in game.pay_tables.values() for table in tables.values() for row in table.rows]
    ids += [clause for step in game.script for clause in step.clauses]
    ids += [clause for then in game.irregularities.values() for clause in then.clauses]
    ids += [option.clause for option in game.options] + [rule.clause for rule in game.forbidden + game.cautions]
    for clause in ids:
        assert law.lookup(clause).id.startswith(game.prefix)


@every_game
def test_every_wager_has_odds_and_an_area_on_the_layout(game: Game) -> None:
    paid = {*game.even_money, *game.pay_tables, "progressive"}
    assert {wager.name for wager in game.wagers} <= paid
    areas = {
        area.name.replace(" ", "_").replace("5_card", "five_card").replace("3_card", "three_card")
        for area in game.layout
    }
    assert {wager.name for wager in game.wagers} <= areas


@every_game
def test_pay_tables_never_pay_a_better_hand_less(game: Game) -> None:
    for tables in game.pay_tables.values():
        for table in tables.values():
            odds = [row.odds for row in table.rows]
            assert odds == sorted(odds, reverse=True)


STATED: dict[str, Callable[[Any], dict[str, Any]]] = {
    "uth": lambda data: {
        "blind": {"blind": {k: v for k, v in data["payouts"]["blind"].items() if v != "push"}},
        "trips": data["payouts"]["trips"],
        "cover_all": data["payouts"]["cover_all"],
    },
    "hi-lo": lambda data: {
        "tie": {"tie": data["payouts"]["tie"]},
        "poker_bonus": {key[-1]: rows for key, rows in data["payouts"]["poker_bonus"].items()},
        "ante_bonus": {"ante bonus": data["payouts"]["ante_bonus_minimum"]},
    },
    "top-five": lambda data: {"top_five_bonus": data["top_five_bonus"], "poker_bonus": data["poker_bonus"]},
    "pik-it": lambda data: {
        wager: {key[-1]: rows for key, rows in data["pay"][wager].items()}
        for wager in ("five_card_bonus", "three_card_bonus")
    },
}
"""Where each register lists its pay tables; the names of rows differ, the odds may not."""


@every_game
def test_every_pay_table_has_exactly_the_odds_that_its_register_lists(game: Game) -> None:
    stated = STATED[game.short](game.law.data)
    assert set(stated) == set(game.pay_tables)
    for wager, tables in game.pay_tables.items():
        assert {str(name) for name in tables} == set(stated[wager])
        for name, table in tables.items():
            ours = sorted((row.odds.win, row.odds.stake) for row in table.rows)
            assert ours == sorted(tuple(odds) for odds in stated[wager][str(name)].values())


@every_game
def test_starting_options_are_legal_and_break_no_rule(game: Game) -> None:
    assert list(game.start_options().problems()) == []


@every_game
def test_every_option_refuses_what_is_not_legal_and_names_clause_and_legal_values(game: Game) -> None:
    for option in game.options:
        for value in (object(), [1.5], "no such thing" if not isinstance(option, Amount) else "ten dollars"):
            if option.name in ("operator", "cover_card") and isinstance(value, str) and not isinstance(option, Choice):
                continue
            with pytest.raises(OptionError) as caught:
                Options(game, {option.name: value})
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


@every_game
def test_void_irregularities_say_what_becomes_of_the_cards(game: Game) -> None:
    for then in game.irregularities.values():
        assert not (then.reshuffle and then.deck_removed)
        assert then.void is not Void.ROUND or then.reshuffle or then.deck_removed
        assert not then.still_settled or set(then.still_settled) <= set(game.settle_alone)


# --- any finished hand -----------------------------------------------------------------------------------------------


@st.composite
def finished_hands(draw: st.DrawFn, game: Game) -> dict[str, Any]:
    """A lawful finished hand with random cards, wagers and options."""
    deck = draw(deals(26))
    hand: dict[str, Any] = {"folded": draw(st.booleans()), "options": draw(pay_options(game))}
    ante = 100 * draw(st.integers(1, 1000))
    wagers: dict[str, int] = {"ante": ante}
    match game.short:
        case "uth":
            wagers["blind"] = ante
            for side in ("trips", "cover_all"):
                wagers[side] = draw(st.sampled_from([0, 500, 2500]))
            wagers["progressive"] = draw(st.sampled_from([0, 500])) if wagers["trips"] else 0
            hand |= {"player": notation(deck[:2]), "community": notation(deck[2:7]), "dealer": notation(deck[7:9])}
            others = draw(st.integers(0, 5))
            hand["others"] = [notation(deck[9 + 2 * i : 11 + 2 * i]) for i in range(others)]
            plays = {"play": ante * draw(st.integers(1, 4))}
        case "hi-lo":
            for side in ("tie", "poker_bonus"):
                wagers[side] = draw(st.sampled_from([0, 500, 10_000]))
            setting = draw(st.sampled_from(list(hi_lo.settings(deck[:5]))))
            parts = {"player": notation(deck[:5])}
            if not hand["folded"]:
                parts = {"high": notation(setting.high), "low": notation(setting.low)}
            hand |= {**parts, "dealer": notation(deck[5:10])}
            plays = {"play": ante}
        case "top-five":
            for side in ("top_five_bonus", "poker_bonus"):
                wagers[side] = draw(st.sampled_from([0, 500, 10_000]))
            hand |= {"player": notation(deck[:7]), "dealer": notation(deck[7:14])}
            plays = {"play": ante}
        case _:
            wagers |= {"five_card_bonus": ante, "three_card_bonus": draw(st.sampled_from([0, 500]))}
            hand |= {"player": notation(deck[:5]), "dealer": notation(deck[5:10]), "picked": notation(deck[1:4])}
            choice = draw(st.sampled_from(["play_3", "play_5"]))
            plays = {choice: ante * hand["options"][f"{choice}_multiple"]}
    if not hand["folded"]:
        wagers |= plays
    return {**hand, "wagers": wagers}


def pay_options(game: Game) -> st.SearchStrategy[dict[str, Any]]:
    """Random choices of what bears on the money."""
    names = [
        name
        for name in game.option_by_name
        if name.endswith(("_pay_table", "_multiple")) or name == "dealer_must_qualify"
    ]
    values = {}
    for name in names:
        option = game.option_by_name[name]
        values[name] = st.sampled_from(option.values if isinstance(option, Choice) else (True, False))
    return st.fixed_dictionaries(values)


@every_game
@settings(max_examples=300)
@given(data=st.data())
def test_every_wager_is_settled_exactly_once_and_the_net_is_the_sum(game: Game, data: st.DataObject) -> None:
    hand = data.draw(finished_hands(game))
    settled = settle(game, hand)
    made = {wager for wager, amount in hand["wagers"].items() if amount}
    names = [result.wager for result in settled.results]
    assert made <= set(names) <= made | set(game.extra_results)
    assert len(names) == len(set(names))
    assert settled.net == sum(result.net for result in settled.results)
    assert names == [name for name in [w.name for w in game.wagers] + [*game.extra_results] if name in names]
    for result in settled.results:
        assert result.stake == (hand["wagers"][result.wager] if result.wager in made else 0)
        assert result.paid >= 0
        assert result.returned in (0, result.stake)
        assert result.facts
        assert result.clauses
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
@given(data=st.data(), suits=st.permutations(range(4)))
def test_suits_change_no_settlement(game: Game, data: st.DataObject, suits: list[int]) -> None:
    hand = data.draw(finished_hands(game))
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
@given(data=st.data(), what=st.sampled_from(["wagers", "options", "field", "cards"]))
def test_damaged_input_is_a_typed_error_with_a_sentence_or_still_settles(
    game: Game, data: st.DataObject, what: str
) -> None:
    hand = data.draw(finished_hands(game))
    junk = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=9), st.lists(st.integers()))
    value = data.draw(junk)
    match what:
        case "wagers":
            hand["wagers"][data.draw(st.sampled_from([*hand["wagers"], "raise"]))] = value
        case "options":
            hand["options"] = {data.draw(st.sampled_from([*game.option_by_name, "colour"])): value}
        case "field":
            hand[data.draw(st.sampled_from([*hand, "seat"]))] = value
        case _:
            hand[data.draw(st.sampled_from([spec.name for spec in game.fields]))] = value
    try:
        settle(game, hand)
    except PitbossError as error:
        assert error.code
        assert len(error.message.split()) > 2
        if error.clause:
            law.lookup(error.clause)
