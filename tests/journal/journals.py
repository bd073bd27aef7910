"""Tables that play by themselves, with trouble or without, and journals of what they did."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pitboss.games.game import EqualTo, Exactly, Needs
from pitboss.journal.codec import GENESIS, own_hash
from pitboss.journal.journal import Journal
from pitboss.table import commands as c
from pitboss.table.commands import Actor, Command, Role
from pitboss.table.counts import hands_to_count
from pitboss.table.moves import Distinct
from pitboss.table.rules import Refusal
from pitboss.table.table import FLOOR, Record, Table

GAMES = ("uth", "hi-lo", "top-five", "pik-it")
METHODS: dict[str, dict[str, Any]] = {
    "shoe": {"dealing_method": "manual-shoe", "shuffle_method": "manual"},
    "hand": {"dealing_method": "hand", "shuffle_method": "automated", "decks": 2, "deck_backs": ["red", "blue"]},
    "device": {"dealing_method": "automated-shoe", "shuffle_method": "automated"},
}
PROGRESSIVE = {
    "seed": 1_000_000,
    "contribution": 100,
    "rows": {"straight": "10%", "three_of_a_kind": "$300", "one_pair": "1%"},
}
EVERYTHING: dict[str, dict[str, Any]] = {
    "uth": {**METHODS["device"], "cover_all": True, "cover_all_mode": True, "progressive": PROGRESSIVE},
    "hi-lo": {"match_play": "ante"},
    "top-five": {"continuous_shuffler": False},
    "pik-it": {**METHODS["device"], "dealer_stack_delivery": "after-decisions", "dealer_must_qualify": True},
}
"""For each game a table with all that makes settlement hard."""
DEALER = Actor(Role.DEALER, "Dee")


def table_of(
    game: str, options: Mapping[str, Any] | None = None, *, record: Record | None = None, seed: int = 7, seats: int = 3
) -> Table:
    """A table with players who have plenty."""
    table = Table.of(game, options, seed=seed, record=record)
    for number in range(seats):
        table.sit(f"P{number + 1}", 100_000_000)
    return table


def bet(table: Table, rng: random.Random) -> None:
    """Everybody bets: what is required, and other wagers as chance has it."""
    for player in table.state.seats.values():
        wagers: dict[str, int] = {"ante": 1000}
        for wager in table.rules.opening_wagers:
            rules = {type(rule): rule for rule in wager.conditions}
            needs = rules.get(Needs)
            if EqualTo in rules:
                wagers[wager.name] = 1000
            elif wager.name != "ante" and rng.random() < 0.6 and _open(needs, wagers):
                exactly = rules.get(Exactly)
                wagers[wager.name] = exactly.amount if isinstance(exactly, Exactly) else 500
        first = ["ante", *(w.name for w in table.rules.opening_wagers if EqualTo in map(type, w.conditions))]
        for name in sorted(wagers, key=lambda name: (name not in first, name != "trips")):
            if any(name == move.given.get("wager") for move in table.legal(player)):  # else its device is away
                table.bet(player, **{name: wagers[name]})
        if table.rules.terms.get("match_play", "off") != "off" and rng.random() < 0.5:
            table.do(c.UseCoupon, Actor(Role.PLAYER, player), position=table.state.seat_of(player), face=500)


def _open(needs: object, wagers: Mapping[str, int]) -> bool:
    return not isinstance(needs, Needs) or all(other in {*wagers, "five_card_bonus"} for other in needs.others)


def answer(table: Table, rng: random.Random) -> None:
    """The player whose turn it is does something that is open."""
    move = table.due
    assert move is not None
    if move.by_person:
        count_again(table, rng)
        return
    if move.command is c.Act:
        move = rng.choice([m for m in table.legal(move.player) if m.command is c.Act])
    given = dict(move.given)
    for name, bound in move.open.items():
        if isinstance(bound, Distinct):
            given[name] = tuple(rng.sample(range(1, bound.most + 1), bound.number))
    by = Actor(Role.PLAYER, move.player)
    if move.role is not Role.PLAYER:
        by, given["reason"] = FLOOR, "a player has gone"
    said = table.try_(move.command(by=by, at=table.now(), **given))
    assert not isinstance(said, Refusal) or said.code == "two-aces-low", said


def count_again(table: Table, rng: random.Random) -> None:
    """A number that did not fit turns out to be a slip, or is right."""
    move, round_ = table.due, table.round
    assert move is not None
    known = {**round_.doubts, **round_.miscounts} if rng.random() < 0.6 else round_.miscounts
    if move.command is c.CountHands:
        counts = tuple((p, known.get(p, len(round_.hands[p].cards))) for p in hands_to_count(round_))
        table.do(c.CountHands, DEALER, counts=counts)
    elif move.command is c.CountStub:
        table.do(c.CountStub, DEALER, cards=known.get(-1, len(round_.undealt)))
    else:
        position = move.given["position"]
        cards = known.get(position, len(round_.hands[position].cards))
        table.do(c.HandCount, DEALER, position=position, cards=cards)


def finish(table: Table, rng: random.Random, trouble: Callable[[Table], None] = lambda table: None) -> None:
    """Play from the bets to the end of the round; `trouble` may strike before each step."""
    rounds = table.state.rounds
    while table.state.rounds == rounds or table.state.playing:
        if table.state.playing:
            trouble(table)
        if not table.step() and (table.state.playing or table.state.rounds == rounds):
            answer(table, rng)


def play(table: Table, rounds: int, seed: int = 1, trouble: Callable[[Table], None] = lambda table: None) -> None:
    """Whole rounds."""
    rng = random.Random(seed)
    for _ in range(rounds):
        bet(table, rng)
        finish(table, rng, trouble)


def played(
    game: str,
    options: Mapping[str, Any] | None = None,
    rounds: int = 2,
    *,
    seed: int = 7,
    trouble: Callable[[Table], None] = lambda table: None,
) -> list[str]:
    """The lines of a journal of some rounds."""
    journal = Journal()
    play(table_of(game, options, record=journal.append, seed=seed), rounds, seed, trouble)
    return [text for _, text in journal.lines()]


def random_trouble(seed: int, often: float = 0.06) -> Callable[[Table], None]:
    """Irregularities of all kinds, at random."""
    rng = random.Random(seed)

    def strike(table: Table) -> None:
        if rng.random() < often:
            kind, arguments = rng.choice(_FAULTS)(table, rng)
            table.try_(kind(by=FLOOR if kind in (c.Forfeit, c.Withdraw) else DEALER, at=table.now(), **arguments))

    return strike


def _position(table: Table, rng: random.Random) -> int:
    return rng.choice(table.round.positions)


_FAULTS: list[Callable[[Table, random.Random], tuple[type[Command], dict[str, Any]]]] = [
    lambda table, rng: (c.FaceUpCard, {"place": rng.randint(1, 3)}),
    lambda table, rng: (c.FaceUpCard, {}),
    lambda table, rng: (c.CardDrawn, {"seen": rng.random() < 0.5}),
    lambda table, rng: (c.HandCount, {"position": _position(table, rng), "cards": rng.randint(0, 8)}),
    lambda table, rng: (c.HandCount, {"position": 0, "cards": rng.randint(0, 8)}),
    lambda table, rng: (
        c.HandCount,
        {"position": 0, "cards": len(table.round.dealer.cards) - 1, "undealt": len(table.round.undealt) + 1},
    ),
    lambda table, rng: (c.DeadCards, {"position": 6, "at_once": rng.random() < 0.3}),
    lambda table, rng: (c.CardExposed, {"where": "dealer", "place": rng.randint(1, 5)}),
    lambda table, rng: (c.CardExposed, {"where": "player", "position": _position(table, rng)}),
    lambda table, rng: (c.CardExposed, {"where": "community"}),
    lambda table, rng: (c.ForeignCard, {}),
    lambda table, rng: (c.ShoeFault, {}),
    lambda table, rng: (c.Breach, {"player": "P1", "what": "showed a card", "rule": "out-of-view"}),
    lambda table, rng: (c.Withdraw, {"reason": "it was another table"}),
    lambda table, rng: (c.Returned, {"player": "P1"}),
    lambda table, rng: (c.Departed, {"player": "P1"}),
    lambda table, rng: (c.Forfeit, {"player": "P1", "why": "breach", "reason": "collusion"}),
    lambda table, rng: (c.Forfeit, {"player": "P1", "why": "abandoned", "reason": "gone"}),
    lambda table, rng: (c.CountStub, {"cards": len(table.round.undealt) - (rng.random() < 0.3)}),
]


# --- tampering -------------------------------------------------------------------------------------------------------


def change(line: str, **changes: Any) -> str:
    """A record with other contents and its old hash."""
    raw = json.loads(line)
    raw["data"] |= changes
    return json.dumps(raw, separators=(",", ":"))


def chain_again(lines: Iterable[str]) -> list[str]:
    """Records with new numbers and hashes, as a forger would write them who knows how journals are made."""
    done, prev = [], GENESIS
    for number, line in enumerate(lines, 1):
        raw = json.loads(line)
        raw |= {"seq": number, "prev": prev}
        raw["hash"] = prev = own_hash(raw)
        done.append(json.dumps(raw, separators=(",", ":")))
    return done


def redacted(lines: Iterable[str]) -> list[str]:
    """A journal without its sealed parts."""
    return [json.dumps({k: v for k, v in json.loads(line).items() if k != "sealed"}, separators=(",", ":"))
            for line in lines]  # fmt: skip


def find(lines: list[str], event: str, nth: int = 0) -> int:
    """Where the nth record of a kind stands in a list of lines."""
    return [place for place, line in enumerate(lines) if json.loads(line)["event"] == event][nth]
