"""Runs in which much goes wrong at once, watched for the oracle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rounds_for_oracle import Entry
from tables import GAMES, WAYS
from tables import MORE as EVERYTHING

from pitboss.journal.journal import Journal
from pitboss.playtest.random_players import Session
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.autodealer import STAFF
from pitboss.table.commands import Command, Role
from pitboss.table.events import Event
from pitboss.table.rules import Refusal
from pitboss.table.state import DEALER, Hand, Round
from pitboss.table.table import Table

MORE = EVERYTHING | {"pik-it": {"dealer_stack_delivery": "after-decisions"}}
"""What else a game can have; in Pik-It without stub counts by a device."""
TABLES: dict[tuple[str, str], dict[str, Any]] = {
    (game, way): options for game in GAMES for way, options in WAYS.items()
} | {
    (game, f"{way}, all there is"): {**WAYS[way], **MORE[game]}
    for game in GAMES
    for way in ("automated shoe", "automated shoe, two decks")
}
SIDE_WAGERS = 0.6
RARE = 0.2
SEEN = 0.7
SLIPS = (-2, -1, -1, 1, 1, 2, 0)
Facts = list[tuple[type[Command], dict[str, Any]]]


class Watched(Table):
    """A table that keeps what was done since the last call "No more bets", and writes a journal."""

    entries: list[Entry]

    def try_(self, command: Command) -> tuple[Event, ...] | Refusal:
        """As ever; what was done is kept."""
        before = self.state
        answer = super().try_(command)
        if isinstance(answer, Refusal):
            return answer
        if any(isinstance(event, e.BetsClosed) for event in answer):
            self.entries = []
        if self.state.playing or before.playing:
            self.entries.append(Entry(before, command, answer, self.state))
        return answer


class Meddlers(Session):
    """Besides the mishaps, people report whatever comes to their minds, at any moment; void rounds are no exception."""

    often = 0.0

    def go_on(self) -> None:
        """Before something that is due somebody may interfere."""
        if self.table.state.playing and self.random.random() < self.often:
            self._meddle(self._scene.round)
        super().go_on()

    def _meddle(self, round_: Round) -> None:
        kind, given = self.random.choice(self._facts(round_))
        role = Role.DEVICE if kind is c.ShoeFault else Role.DEALER
        for _ in range(2):  # a number that does not fit is counted again
            answer = self.table.try_(kind(by=STAFF[role], at=self.table.now(), **given))
            if isinstance(answer, Refusal) or not any(getattr(event, "again", False) for event in answer):
                break
        report = self.table.state.report
        leaves_doubt = kind in (c.HandCount, c.CountHands, c.CountStub)  # the first of two counts is not taken back
        at_once = report and report.until == self.table.state.version and not leaves_doubt
        if at_once and self.random.random() < RARE / 2:
            self._scene.order(c.Withdraw, reason="it was a mistake")

    def _facts(self, round_: Round) -> Facts:
        choice, chance = self.random.choice, self.random.random
        position = choice(round_.positions)
        whose = choice((DEALER, position))
        number = max(0, len(round_.hands[whose].cards) + choice(SLIPS))
        facts: Facts = [
            (c.FaceUpCard, {}),
            (c.CardDrawn, {"seen": chance() < SEEN}),
            (c.HandCount, {"position": whose, "cards": number, "undealt": self._undealt(round_, whose, number)}),
            *self._exposures(round_, position),
            (c.DeadCards, self._dead(round_)),
            (c.Departed, {"player": round_.hands[position].player}),
        ]
        if rules := self.table.rules.game.conduct_rules:
            facts.append(
                (c.Breach, {"player": round_.hands[position].player, "what": "seen", "rule": choice(rules).name})
            )
        if chance() < RARE:
            stub = max(0, len(round_.undealt) + choice((-1, 0, 1)))
            facts += [(c.ForeignCard, {"deck": round_.deck}), (c.ShoeFault, {}), (c.CountStub, {"cards": stub})]
        if round_.inquiry:
            counts = {p: len(hand.cards) for p, hand in round_.hands.items() if not (hand.void and hand.racked)}
            counts[whose] = number
            facts = [(c.CountHands, {"counts": tuple(counts.items())}), *facts[:5]]
        return facts

    def _dead(self, round_: Round) -> dict[str, Any]:
        """Cards at an empty place; how many of them is not always said."""
        at_once, cards = self.random.random() < 1 - SEEN, self.random.choice((None, 1, self.table.rules.each))
        return {"position": self._empty_place(round_), "at_once": at_once, "cards": cards}

    def _exposures(self, round_: Round, position: int) -> Iterator[tuple[type[Command], dict[str, Any]]]:
        for where, hand in (("dealer", round_.dealer), ("player", round_.hands[position])):
            given = {"where": where, "position": position, "place": self._place(hand)}
            yield c.CardExposed, given | {"by_player": self.random.random() < 1 - SEEN}
        yield c.CardExposed, {"where": self.random.choice(("burn", "stub", "community"))}

    def _place(self, hand: Hand) -> int:
        return self.random.randint(1, max(1, len(hand.cards)))

    def _undealt(self, round_: Round, whose: int, number: int) -> int | None:
        """What the rest of the deck is counted to be, if it is counted: right or not."""
        right = len(round_.undealt) + len(round_.hands[whose].cards) - number
        return self.random.choice((None, None, right, len(round_.undealt)))

    def _empty_place(self, round_: Round) -> int:
        positions = range(1, int(self.table.rules.terms["positions"]) + 1)
        return self.random.choice([p for p in positions if p not in round_.positions] or [0])


def meddled(
    game: str, options: dict[str, Any], seed: int, rounds: int, journal: Journal | None = None
) -> Iterator[tuple[Watched, list[Entry]]]:
    """Rounds with several mishaps each: what was done in them, from the call to the cleared table."""
    table = Watched.of(game, options, seed=seed, record=None if journal is None else journal.append)
    assert isinstance(table, Watched)
    positions = int(table.rules.terms["positions"])
    session = Meddlers(table, 1 + seed % positions, seed, 1.0, side_wagers=SIDE_WAGERS, at_once=2 + seed % 3)
    session.often = 0.05 * (seed % 3)
    for _ in range(rounds):
        session.play()
        yield table, table.entries
