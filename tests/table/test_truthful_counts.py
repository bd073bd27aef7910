"""Hands, stub and deck as they really are, reported truly in any order: a deck of 52 stays, another one leaves."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tables import DEALER

from pitboss.games import find
from pitboss.games.handling import Handling
from pitboss.playtest.consequences import WAYS, moments_of
from pitboss.table import commands as c
from pitboss.table.counts import hands_to_count
from pitboss.table.decide import work_through
from pitboss.table.flow import spent
from pitboss.table.legal import due
from pitboss.table.rules import Refusal, Rules
from pitboss.table.settling import steps_when_cleared
from pitboss.table.state import DEALER as DEALERS
from pitboss.table.state import STUB, Round, State
from support import case

PHASES = ("stub", "decisions", "reveal", "settling", "settled")
WHOLE = 52


class Truth:
    """A table whose cards were misdealt, or are too many or too few; what is asked is answered as it is."""

    def __init__(self, rules: Rules, state: State, rng: random.Random) -> None:
        self.rules, self.state = rules, state
        self.hands = {p: len(hand.cards) for p, hand in self.round.hands.items()}
        elsewhere = WHOLE - len(self.round.undealt) - sum(self.hands.values())
        for position in rng.sample(sorted(self.hands), rng.choice((0, 1, 1, 2))):
            fewest = self.round.hands[position].fewest
            self.hands[position] = max(fewest, self.hands[position] + rng.choice((-2, -1, -1, 1, 1)))
        self.total = WHOLE + rng.choice((0, 0, 0, -1, 1))
        self.stub = self.total - elsewhere - sum(self.hands.values())
        self.known: set[int] = set()

    @property
    def round(self) -> Round:
        assert self.state.round is not None
        return self.state.round

    def does(self, kind: type[c.Command], **said: Any) -> bool:
        draft = work_through(self.rules, self.state, kind(by=DEALER, at=self.state.at, **said))
        if isinstance(draft, Refusal):
            return False
        self.state = draft.state
        return True

    def counts(self, what: int) -> bool:
        """The stub, or the hand of a position, is counted."""
        said = {"cards": self.stub} if what == STUB else {"position": what, "cards": self.hands[what]}
        if done := self.does(c.CountStub if what == STUB else c.HandCount, **said):
            self.known.add(what)
        return done

    def answers(self) -> None:
        """All that is to be counted, and a hand that is to be completed."""
        while (move := due(self.rules, self.state)) and not self.round.over:
            if move.command in (c.CountStub, c.HandCount) and (self.round.doubts or self.round.inquiry):
                assert self.counts(move.given.get("position", STUB)), move.words
            elif move.command is c.CountHands:
                wanted = hands_to_count(self.round)
                assert self.does(c.CountHands, counts=tuple((p, self.hands[p]) for p in wanted)), move.words
                self.known.update(wanted)
            elif move.command is c.Deal:
                lacking = self.round.dealer.missing
                assert self.does(c.Deal), move.words
                self.hands[DEALERS] += lacking
                self.stub -= lacking
            elif move.command is c.TakeOut:
                assert self.does(c.TakeOut), move.words
            else:
                return

    def explained(self) -> bool:
        """Whether the stub was counted, and every hand that has not the number it was dealt."""
        wrong = {p for p, hand in self.round.hands.items() if len(hand.cards) != self.hands[p]}
        return STUB in self.known and wrong <= self.known

    def leaves(self) -> bool:
        """Whether the deck has left the table, or leaves it when it is counted as it is gathered."""
        if self.state.deck(self.round.deck) is None:
            return True
        counted = spent(self.round) and Handling.COUNT in steps_when_cleared(self.rules, self.state, self.round)
        return counted and self.total != WHOLE


@pytest.mark.parametrize(
    "game",
    [case("HL-40.7(f)2-s3 HL-40.7(f)1 HL-R16", "hi-lo"), case("PK-39.7(e)2/3 PK-R42", "pik-it"),
     case("T5-8.F(5).1 T5-R62", "top-five"), case("UTH-7(f)(2).3 UTH-R36", "uth")],
)  # fmt: skip
@pytest.mark.parametrize("phase", PHASES)
def test_a_deck_leaves_if_and_only_if_it_is_not_52(game: str, phase: str) -> None:
    tried = 0
    for way, options in WAYS.items():
        for rules, state in moments_of(find(game), options).get(phase, []):
            for seed in range(150):
                rng = random.Random(f"{game} {phase} {way} {seed}")
                truth = Truth(rules, state, rng)
                reports = [STUB, *truth.hands]
                rng.shuffle(reports)
                for what in reports[: rng.randint(1, len(reports))]:
                    truth.answers()
                    truth.counts(what)
                truth.answers()
                if truth.explained():
                    tried += 1
                    assert truth.leaves() == (truth.total != WHOLE), (way, seed, truth.hands, truth.stub)
    assert tried > 50
