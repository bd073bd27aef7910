"""How a table answers whoever speaks to it: the time, the moves that are open, the refusals."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Any

import pytest
from msgspec.structs import replace
from tables import DEALER, FLOOR, GAMES, Scene, bare, dealt, player, scene

from pitboss.cards import DECK
from pitboss.errors import MoneyError
from pitboss.table import commands as c
from pitboss.table.commands import Actor, Command
from pitboss.table.decide import decide
from pitboss.table.rules import Refusal
from pitboss.table.table import Table

ANN = player("Ann")


# --- the time --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(lambda at: c.BuyIn(by=ANN, at=at, amount=100), id="request"),
        pytest.param(lambda at: c.CountDeck(by=DEALER, at=at, deck="red", cards=52), id="observation"),
        pytest.param(lambda at: c.OrderShuffle(by=FLOOR, at=at, reason=""), id="request that would be refused anyway"),
    ],
)
def test_time_only_goes_forward(game: str, kind: object) -> None:
    table = scene(game)
    now, before = table.state.at, table.state
    command = kind(now - 1)  # type: ignore[operator]
    assert isinstance(command, Command)
    answer = table.try_(command)
    assert isinstance(answer, Refusal)
    assert answer.code == "clock"
    assert str(now) in answer.message
    assert str(now - 1) in answer.message
    assert table.state is before
    later = table.try_(kind(now))  # type: ignore[operator]
    assert not isinstance(later, Refusal) or later.code != "clock"


# --- what is open ----------------------------------------------------------------------------------------------------


def tables() -> list[Scene]:
    """Tables at different points: closed, before the first deck, bets down, a round on, hands to be set, revealing."""
    return [
        bare("uth"),
        before_cards(),
        before_cards(opening_route="preshuffled"),
        scene("uth", 2),
        scene("hi-lo", 2, match_play="ante"),
        dealt("uth", 2),
        setting(),
        revealing(),
    ]


def before_cards(**options: Any) -> Scene:
    table = bare("top-five" if options else "uth", **options)
    table.asks(c.OpenTable, FLOOR, floor=(FLOOR.name,))
    table.sit("Ann", 100_00)
    return table


def setting() -> Scene:
    """A hand to be set, with two aces that may not be laid low."""
    table = dealt("hi-lo", 1, cards="As 2c Ah 3c 7c 4c 6c 5c 2d 6d", by_hand=(c.Reveal,))
    table.act("Ann", "play")
    return table


def revealing() -> Scene:
    """The dealer's hand is to be turned up and set."""
    table = setting()
    (move,) = [move for move in table.legal("Ann") if move.command is c.SetHand]
    bounds: Any = move.open["low"]
    table.do(c.SetHand, ANN, position=1, low=next(low for low in permutations(range(1, 6), 2) if low in bounds))
    return table.until(c.Reveal)


ORDER = tuple(reversed(DECK))
LOWS = (*permutations(range(1, 6), 2), (), (1,), (1, 1), (5, 6), (6, 7))
TRIES: list[tuple[type[Command], Actor, dict[str, Any]]] = [
    *((c.OpenTable, FLOOR, {"floor": floor}) for floor in ((), ("Flo",), ("Flo", " "), ("",))),
    *((c.OpenTable, FLOOR, {"floor": ("Flo",), "displayed": shown}) for shown in (True, False)),
    *((c.Sit, player(name), {"position": 5}) for name in ("Ann", "Zoe", "", " Zoe", "Z" * 65, "Z\n")),
    *((c.Sit, player("Zoe"), {"position": position}) for position in (0, 1, 99)),
    *((c.PlaceBets, ANN, {"position": 1, "wagers": wagers}) for wagers in (
        (), (("ante", 1000),), (("ante", 1000), ("blind", 1000)), (("blind", 1000), ("ante", 1000)), (("trips", 500),),
        (("trips", 500), ("ante", 1000)), (("ante", 0),), (("ante", 1000), ("ante", 0)), (("ante", 1000), ("ante", -5)),
        (("ante", 10**9),), (("colour", 5),), (("ante", 60_00), ("blind", 60_00)), (("tie", 500), ("ante", 2000)),
    )),
    *((c.UseCoupon, ANN, {"position": position, "face": face}) for position in (1, 3) for face in (0, 500, 5000)),
    *((c.SetHand, ANN, {"position": 1, "low": low}) for low in LOWS),
    (c.SetHand, FLOOR, {"position": 1, "low": (), "reason": "ill"}),
    (c.SetHand, FLOOR, {"position": 1, "low": (), "reason": " "}),
    (c.SetHand, FLOOR, {"position": 1, "low": (1, 2), "reason": "ill"}),
    *((c.Reveal, DEALER, {"low": low}) for low in (None, *LOWS)),
    *((c.Correct, FLOOR, {"player": who, "amount": amount, "reason": why})
      for who in ("Ann", "Zoe") for amount in (0, 1, -1, -10**9, 10**12) for why in ("", "short")),
    *((c.Exclude, FLOOR, {"player": "Ann", "reason": why}) for why in ("", " ", "cheats")),
    *((c.RemoveDeck, FLOOR, {"deck": deck, "reason": why}) for deck in ("red", "green") for why in ("", "worn")),
    *((c.OrderShuffle, FLOOR, {"reason": why}) for why in ("", "\t", "uneven")),
    *((c.ReceiveDeck, DEALER, {"deck": "red", **more}) for more in (
        {}, {"cards": ORDER}, {"cards": DECK[1:]}, {"backs": ("red",)}, {"backs": ("blue",)}, {"inspected": True},
        {"inspected": True, "shuffled": True}, {"inspected": True, "shuffled": True, "order": ORDER, "salt": "." * 16},
        {"inspected": True, "shuffled": True, "order": ORDER, "salt": "." * 15}, {"order": (1, 2)},
        {"inspected": True, "shuffled": True, "order": ORDER, "salt": "." * 16, "stream": "dice"},
    )),
    *((c.PostSubmission, FLOOR, {"game": game, "options": options, "displayed": shown})
      for game in ("uth", "hi-lo", "bridge") for options in ({}, {"decks": 5}, None) for shown in (True, False)),
]  # fmt: skip
"""Commands to be tried at each of the tables; options of None are those in force."""


@pytest.mark.parametrize("place", range(8))
def test_a_command_is_among_the_legal_moves_if_and_only_if_it_would_be_carried_out(place: int) -> None:
    table = tables()[place]
    moves, carried_out = table.legal(), 0
    for kind, by, arguments in TRIES:
        given = {**arguments, "options": table.state.options} if arguments.get("options", 1) is None else arguments
        command = kind(by=by, at=table.state.at, **given)
        answer = decide(table.rules, table.state, command)
        assert (command in moves) == (not isinstance(answer, Refusal)), (command, answer)
        carried_out += command in moves
    assert carried_out


@pytest.mark.parametrize(
    ("game", "wagers", "may"),
    [
        ("uth", (("ante", 1000), ("blind", 1000)), True),
        ("uth", (("ante", 1000), ("trips", 7)), False),
        ("uth", (), False),
        ("uth", "ante", False),
        ("pik-it", (("ante", 1000), ("five_card_bonus", 1000), ("three_card_bonus", 500)), True),
        ("pik-it", (("ante", 10**10),), False),
    ],
)
def test_the_bounds_of_wagers_that_go_down_together_decide_like_the_table(game: str, wagers: Any, may: bool) -> None:
    table = scene(game, {1: {}})
    (move,) = [m for m in table.legal("Ann") if m.command is c.PlaceBets and m.given["position"] == 1]
    bounds: Any = move.open["wagers"]
    assert (wagers in bounds) == may


def test_the_bounds_of_a_setting_leave_out_what_the_rules_forbid() -> None:
    table = setting()
    cards = table.cards_at(1).split()
    (move,) = [move for move in table.legal("Ann") if move.command is c.SetHand]
    bounds: Any = move.open["low"]
    aces = tuple(place for place, card in enumerate(cards, 1) if card[0] == "A")
    assert aces not in bounds
    assert sum(low in bounds for low in permutations(range(1, 6), 2)) == 20 - 2


def test_legal_moves_are_a_sequence_and_a_set_of_commands() -> None:
    table = dealt("uth", 2)
    moves, mine = table.legal(), table.legal("Ann")
    check = c.Act(by=ANN, at=table.state.at, position=1, action="check")
    assert isinstance(moves, Sequence)
    assert (check in moves, check in mine, check in table.legal("Bob")) == (True, True, False)
    assert next(iter(moves)) == moves[0]
    assert moves[:2] == tuple(moves)[:2]
    assert all(move in moves for move in mine)
    assert len(moves) > len(mine) > 0
    assert moves == table.legal()
    assert "Ann: check (position 1)" in repr(mine)
    for other in (
        replace(check, by=player("Bob")), replace(check, at=table.state.at - 1), replace(check, version=1),
        replace(check, action="fold"), replace(check, amount=5), replace(check, reason=5),
    ):  # fmt: skip
        assert other not in moves
    assert replace(check, version=table.state.version, key="once") in moves
    assert "check" not in moves


def test_a_move_shows_nothing_of_the_sealed_cards_when_it_is_printed() -> None:
    table = dealt("hi-lo", 2)
    assert "order=" not in repr([*table.legal()])


# --- refusals, and what is said too little ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "by", "given", "act"),
    [
        (c.OrderShuffle, FLOOR, {"reason": ""}, "order shuffle"),
        (c.Exclude, FLOOR, {"player": "Ann", "reason": ""}, "exclude (player Ann)"),
        (c.Correct, FLOOR, {"player": "Ann", "amount": 0, "reason": "x"}, "correct (player Ann"),
        (c.BuyIn, ANN, {"amount": 0}, "buy in"),
        (c.Bet, ANN, {"position": 1, "wager": "ante", "amount": 1}, "bet (position 1, wager ante"),
        (c.PlaceBets, ANN, {"position": 1, "wagers": ()}, "place bets (position 1)"),
        (c.Sit, ANN, {"position": 4}, "player: sit"),
    ],
)
def test_a_refusal_does_not_offer_the_act_that_is_refused(
    kind: type[Command], by: Actor, given: dict[str, Any], act: str
) -> None:
    table = scene("uth", {1: {}, 2: {}})
    refusal = table.refuses(kind, by, **given)
    assert refusal.allowed
    assert not [words for words in refusal.allowed if act in words]


def test_an_amount_is_asked_for_only_where_several_are_open() -> None:
    table = Table.of("uth", seed=3)
    table.sit("Ann", 500_00)
    table.bet("Ann", ante=10_00, blind=10_00)
    table.deal()
    before = table.state
    with pytest.raises(MoneyError, match=r"Ann may play for \$30\.00 or \$40\.00: say which amount, in cents"):
        table.act("Ann", "play")
    assert table.state is before
    table.act("Ann", "check")
    table.act("Ann", "play")
    assert table.hand("Ann").wagers["play"] == 20_00


def test_a_coupon_that_is_not_there_is_not_taken_back() -> None:
    table = scene("hi-lo", 1, match_play="ante")
    assert table.refuses(c.UseCoupon, ANN, position=1, face=0).code == "no-coupon"
    table.asks(c.UseCoupon, ANN, position=1, face=500)
    table.asks(c.UseCoupon, ANN, position=1, face=0)
