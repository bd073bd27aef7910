"""The engine is held to an independent oracle: rounds with several irregularities, all games and ways of dealing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rounds_for_oracle import Compared, Entry, compared

from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.autodealer import STAFF
from pitboss.table.commands import Command, Role
from pitboss.table.events import Event
from pitboss.table.practice import Session
from pitboss.table.rules import Refusal
from pitboss.table.state import DEALER
from pitboss.table.table import Table

GAMES = ("uth", "hi-lo", "top-five", "pik-it")
TWO = {"decks": 2, "deck_backs": ["red", "blue"]}
SHUFFLER = {"shuffle_method": "automated"}
WAYS: dict[str, dict[str, Any]] = {
    "manual shoe": {},
    "manual shoe, two decks": {**SHUFFLER, **TWO},
    "hand": {**SHUFFLER, "dealing_method": "hand"},
    "hand, two decks": {**SHUFFLER, **TWO, "dealing_method": "hand"},
    "automated shoe": {**SHUFFLER, "dealing_method": "automated-shoe"},
    "automated shoe, two decks": {**SHUFFLER, **TWO, "dealing_method": "automated-shoe"},
}
AWARDS = {"straight_flush": "100%", "full_house": "10%", "flush": "10%", "straight": 5000}
MORE: dict[str, dict[str, Any]] = {
    "uth": {
        "cover_all": True,
        "cover_all_mode": True,
        "progressive": {"seed": 1_000_000, "contribution": 100, "rows": AWARDS},
    },
    "hi-lo": {"shuffler_counts": True, "opening_route": "preshuffled"},
    "top-five": {"shuffler_counts": True, "opening_route": "preshuffled"},
    "pik-it": {"dealer_stack_delivery": "after-decisions"},
}
TABLES: dict[tuple[str, str], dict[str, Any]] = {
    (game, way): options for game in GAMES for way, options in WAYS.items()
} | {
    (game, f"{way}, all there is"): {**WAYS[way], **MORE[game]}
    for game in GAMES
    for way in ("automated shoe", "automated shoe, two decks")
}
SIDE_WAGERS = 0.6


class Meddlers(Session):
    """Besides the mishaps, people report whatever comes to their minds, at any moment; void rounds are no exception."""

    often = 0.0

    def go_on(self) -> None:
        if self.table.state.playing and self.random.random() < self.often:
            self._meddle()
        super().go_on()

    def _meddle(self) -> None:
        round_, state = self._scene.round, self.table.state
        position = self.random.choice(round_.positions)
        whose = self.random.choice((DEALER, position))
        held = len(round_.hands[whose].cards)
        number = max(0, held + self.random.choice((-2, -1, -1, 1, 1, 2, 0)))
        place = self.random.randint(1, max(1, held))
        free = [p for p in range(1, int(self.table.rules.terms["positions"]) + 1) if p not in round_.positions]
        undealt = self.random.choice((None, None, len(round_.undealt), len(round_.undealt) + held - number))
        facts: list[tuple[type[Command], dict[str, Any]]] = [
            (c.FaceUpCard, {}),
            (c.CardDrawn, {"seen": self.random.random() < 0.7}),
            (c.HandCount, {"position": whose, "cards": number, "undealt": None if whose else undealt}),
            (c.CardExposed, {"where": "dealer", "position": position, "place": place, "by_player": place == 2}),
            (c.CardExposed, {"where": "player", "position": position, "place": place, "by_player": place == 2}),
            (c.CardExposed, {"where": self.random.choice(("burn", "stub", "community"))}),
            (c.DeadCards, {"position": self.random.choice(free or [0]), "at_once": self.random.random() < 0.3}),
            (c.Departed, {"player": round_.hands[position].player}),
        ]
        if self.random.random() < 0.2:
            facts += [(c.ForeignCard, {"deck": round_.deck}), (c.ShoeFault, {"kind": "jam"})]
            facts += [(c.CountStub, {"cards": max(0, len(round_.undealt) + self.random.choice((-1, 0, 1)))})]
        if rules := self.table.rules.game.conduct_rules:
            facts.append((c.Breach, {"player": round_.hands[position].player, "what": "x", "rule": rules[0].name}))
        if round_.inquiry:
            counts = {p: len(hand.cards) for p, hand in round_.hands.items()} | {whose: number}
            facts = [(c.CountHands, {"counts": tuple(counts.items())}), *facts[:5]]
        kind, given = self.random.choice(facts)
        role = Role.DEVICE if kind is c.ShoeFault else Role.DEALER
        for _ in range(2):
            answer = self.table.try_(kind(by=STAFF[role], at=self.table.now(), **given))
            if isinstance(answer, Refusal) or not any(getattr(event, "again", False) for event in answer):
                break


class Seen(Table):
    """A table that keeps what was done in the round."""

    def __init__(self, *given: Any, **more: Any) -> None:
        self.entries: list[Entry] = []
        super().__init__(*given, **more)

    def try_(self, command: Command) -> tuple[Event, ...] | Refusal:
        before = self.state
        answer = super().try_(command)
        if not isinstance(answer, Refusal) and answer:
            if isinstance(answer[-1], e.BetsClosed) or any(isinstance(one, e.BetsClosed) for one in answer):
                self.entries.clear()
            if self.entries or any(isinstance(one, e.BetsClosed) for one in answer):
                self.entries.append(Entry(before, command, answer, self.state))
        return answer


def watched_rounds(
    game: str, options: dict[str, Any], seed: int, rounds: int
) -> Iterator[tuple[Compared, list[Entry]]]:
    """Rounds with several mishaps each."""
    table = Seen.of(game, options, seed=seed)
    assert isinstance(table, Seen)
    positions = int(table.rules.terms["positions"])
    session = Meddlers(table, 1 + seed % positions, seed, 1.0, side_wagers=SIDE_WAGERS, at_once=2 + seed % 3)
    session.often = 0.05 * (seed % 3)
    for _ in range(rounds):
        session.play()
        over = next(
            i for i, entry in enumerate(table.entries) if any(isinstance(x, e.RoundEnded) for x in entry.events)
        )
        entries = table.entries[: over + 1]
        yield compared(table.rules, entries), entries
