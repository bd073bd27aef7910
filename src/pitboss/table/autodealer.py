"""The autodealer: outside the table, it asks what the dealer, the floor or a device must do next and issues it.

Any kind of step can be left to people: the autodealer stops where one of those is due. It brings the entropy that a
shuffle needs, a seed of its own for each: from the operating system or, to repeat a run, from the run's seed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from pitboss.cards import DECK
from pitboss.randomness import NUMBER, SHUFFLE, Generator, order_of, seeds
from pitboss.table import commands as c
from pitboss.table.commands import Actor, Command, Role
from pitboss.table.counts import expected_stub, hands_to_count
from pitboss.table.duties import DEALING
from pitboss.table.moves import Faces, Move
from pitboss.table.rules import Rules
from pitboss.table.state import State

STAFF = {
    Role.DEALER: Actor(Role.DEALER, "autodealer"),
    Role.FLOOR: Actor(Role.FLOOR, "autofloor"),
    Role.DEVICE: Actor(Role.DEVICE, "shuffler"),
}
BY_PEOPLE = (
    c.Act,
    c.Pick,
    c.SetHand,
    c.Bet,
    c.WagersSeen,
    c.Sit,
    c.BuyIn,
    c.Leave,
    c.Forfeit,
    c.LetStand,
    c.RemoveDeck,
)
"""Players' own choices, what a dealer sees of them, and the floor's rulings and orders."""


AT_A_POSITION = (c.Show, c.Settle, c.RackHand)
"""What a dealer does in settlement; the autodealer does it in one go unless a person does part of it."""


Reader = Callable[[State, tuple[int, ...]], tuple[int, ...]]
"""Whoever reads real cards: the faces at these places of the deck in play."""


def simulated_cards(seed: int) -> Reader:
    """Real cards that lie on no table: whoever shuffles them, they come to an order that only this reader knows."""

    @lru_cache(maxsize=4)
    def order(shuffle: str) -> tuple[int, ...]:
        return tuple(random.Random(f"{seed} {shuffle}").sample(DECK, len(DECK)))

    shuffles: dict[int, str] = {}  # by rounds: a deck may leave the table while its cards still lie there

    def read(state: State, cards: tuple[int, ...]) -> tuple[int, ...]:
        if state.round is None:
            return ()
        if deck := state.deck(state.round.deck):
            shuffles.clear()
            shuffles[state.round.number] = deck.commitment
        shuffle = shuffles.get(state.round.number)
        return tuple(order(shuffle)[card] for card in cards) if shuffle else ()

    return read


def with_faces(command: Command, faces: tuple[int, ...]) -> Command:
    """A command with the faces of the cards that it turns up."""
    return replace(command, faces=faces) if "faces" in command.__struct_fields__ else replace(command, face=faces[0])


BY_OWN_HAND = (c.Cut, c.Deal, c.TakeOut, c.Burn, c.DealCommunity, c.CountStub)
"""Steps that duties of dealing are about."""

_NOTHING: Mapping[str, Any] = {}


class Autodealer:
    """Issues the steps that are due, except those left to people."""

    def __init__(
        self, seed: int | None = None, by_hand: Collection[type[Command]] = (), reader: Reader | None = None
    ) -> None:
        self._seeds = seeds(seed)
        self.by_hand = frozenset(by_hand)
        self.reader = reader

    def command(self, rules: Rules, state: State, move: Move, at: int) -> Command | None:
        """The command that carries out a due move; None if it is left to somebody else."""
        left = self.leaves(move.command, move.given) and move.player != STAFF[Role.FLOOR].name
        if rules.real_cards and self.reader is None and (move.role is not Role.FLOOR or self._is_seen(state, move)):
            return None  # people do what is done with real cards
        if left or move.by_person or move.command in BY_PEOPLE:
            return None  # what is left to the automatic floor by name nobody else may do
        by = Actor(Role.PLAYER, move.player) if move.role is Role.PLAYER else STAFF[move.role]
        if move.role is Role.FLOOR and state.floor:
            by = Actor(Role.FLOOR, state.floor[0])
        faces = move.open.get("faces")
        read: dict[str, Any] = {}
        if self.reader and isinstance(faces, Faces):
            read["faces"] = self.reader(state, faces.cards)
        if move.command in AT_A_POSITION and not self.by_hand.intersection(AT_A_POSITION):
            return c.SettlePosition(by=by, at=at, position=move.given["position"], **read)
        return move.command(by=by, at=at, **{**move.given, **self.rest(rules, state, move.command), **read})

    @staticmethod
    def _is_seen(state: State, move: Move) -> bool:
        """Whether the floor has to look at real cards: an inspection to be verified by somebody, faces to be read."""
        named = STAFF[Role.FLOOR].name not in state.floor
        return "faces" in move.open or (move.command is c.Handle and named)

    def leaves(self, kind: type[Command], given: Mapping[str, Any] = _NOTHING) -> bool:
        """Whether this kind of step is left to people; who deals, cuts or counts also attests the dealing."""
        of_dealing = kind is c.Attest and given.get("moment", DEALING) == DEALING
        return kind in self.by_hand or (of_dealing and not self.by_hand.isdisjoint(BY_OWN_HAND))

    def rest(self, rules: Rules, state: State, kind: type[Command]) -> dict[str, Any]:
        """What a command of this kind needs beside what is fixed: the order of a shuffle, where to cut, a count.

        Real cards are counted by people, or by whoever reads them here.
        """
        more = _ARGUMENTS.get(kind)
        given = more(self, rules, state) if more else {}
        if rules.real_cards and self.reader is None:
            return {name: value for name, value in given.items() if name not in ("cards", "counts", "count")}
        return given

    def shuffle(self) -> dict[str, Any]:
        """A shuffled deck: its order, and the seed and stream it came from; the seed also seals it, as its salt."""
        seed = next(self._seeds).hex()
        return {"order": order_of(seed, SHUFFLE), "salt": seed, "stream": SHUFFLE}

    def number(self, least: int, most: int) -> int:
        """Such as how many cards are cut off the top: each from the least to the most equally likely."""
        return least + Generator(next(self._seeds), NUMBER).below(most - least + 1)


def _shuffled(dealer: Autodealer, rules: Rules) -> dict[str, Any]:
    """What is sealed with a shuffle: of real cards a seed alone, for what may have to be drawn."""
    made = dealer.shuffle()
    return {"salt": made["salt"]} if rules.real_cards else made


def _sealed(dealer: Autodealer, rules: Rules, state: State) -> dict[str, Any]:
    return {**_shuffled(dealer, rules), "count": len(DECK) if rules.shuffler_counts else None}


def _cut(dealer: Autodealer, rules: Rules, state: State) -> dict[str, Any]:
    procedure = rules.game.procedure
    return {"cards": dealer.number(procedure.cut_least, procedure.cut_most)}


def _received(dealer: Autodealer, rules: Rules, state: State) -> dict[str, Any]:
    if rules.terms["opening_route"] != "preshuffled":
        return {}
    return {"inspected": True, "shuffled": True, **_shuffled(dealer, rules)}


def _stub(dealer: Autodealer, rules: Rules, state: State) -> dict[str, Any]:
    return {"cards": expected_stub(state.round) if state.round else 0}


def _hands(dealer: Autodealer, rules: Rules, state: State) -> dict[str, Any]:
    round_ = state.round
    if round_ is None:
        return {}
    return {"counts": tuple((p, len(round_.hands[p].cards)) for p in hands_to_count(round_))}


_ARGUMENTS: dict[type[Command], Callable[[Autodealer, Rules, State], dict[str, Any]]] = {
    c.Shuffle: _sealed,
    c.Cut: _cut,
    c.ReceiveDeck: _received,
    c.CountStub: _stub,
    c.CountHands: _hands,
    c.CountDeck: lambda dealer, rules, state: {"cards": len(DECK)},
}
