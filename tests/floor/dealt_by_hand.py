"""A deck of real cards in the hands of a dealer who looks at nothing but the dealer's page.

The deck knows its own order. It is dealt one card at a time, seat after seat, as the rules have it; the page says which
place it wants to know, and the deck says what lies there.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from pitboss.cards import DECK, notation, rank

EACH = {"uth": 2, "hi-lo": 5, "top-five": 7, "pik-it": 5}
ACE = 12
DEALER = 0


class PhysicalDeck:
    """52 cards, shuffled and dealt by hand."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self.shuffle()

    def shuffle(self) -> None:
        """Bring the cards into another order."""
        self.cards = list(self._random.sample(DECK, len(DECK)))
        self.hands: dict[int, list[int]] = {}
        self.board: list[int] = []

    def deal(self, seats: Sequence[int], each: int) -> None:
        """One card at a time to every seat and the dealer."""
        self.hands = {seat: [] for seat in (*seats, DEALER)}
        for _ in range(each):
            for hand in self.hands.values():
                hand.append(self.cards.pop(0))

    def open_community(self, number: int) -> None:
        """Burn one, and turn up so many."""
        self.cards.pop(0)
        self.board += [self.cards.pop(0) for _ in range(number)]

    def set_hands(self) -> None:
        """Every player lays three high and two low, as lawful as it comes."""
        for seat, hand in self.hands.items():
            if seat != DEALER:
                lawful = [low for low in combinations(hand, 2) if sum(rank(card) == ACE for card in low) < 2]
                low = self._random.choice(lawful)
                hand[:] = [*(card for card in hand if card not in low), *low]

    def picks(self, number: int, most: int) -> list[int]:
        """The places that a player picks."""
        return sorted(self._random.sample(range(1, most + 1), number))

    def at(self, slots: Iterable[Mapping[str, Any]], picked: Sequence[int] = ()) -> list[int]:
        """The faces at the places that the page asks for."""
        return [self._at(slot, picked) for slot in slots]

    def names(self, slots: Iterable[Mapping[str, Any]], picked: Sequence[int] = ()) -> list[str]:
        """The same, as they are typed."""
        return self.names_of(self.at(slots, picked))

    @staticmethod
    def names_of(cards: Iterable[int]) -> list[str]:
        """Cards as they are typed."""
        return notation(cards).split()

    def _at(self, slot: Mapping[str, Any], picked: Sequence[int]) -> int:
        where, label = slot["lies"], slot["label"]
        if where.startswith("board"):
            place = int(where.split()[1])
            if place > len(self.board):
                self.open_community(3 if place == 1 else 2)
            return self.board[place - 1]
        hand = self.hands[DEALER if where == "dealer" else int(where.split()[1])]
        place = int(re.findall(r"\d+", label.replace(where, ""))[0])
        if slot["group"] == "low":
            place += len(hand) - 2
        return hand[picked[place - 1] - 1] if "picked" in label else hand[place - 1]
