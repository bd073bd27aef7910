"""A table that the software deals, and beside it the same table with real cards, told only what a dealer would see."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Any

from msgspec.structs import fields, replace

from pitboss.cards import UNKNOWN, notation, parse
from pitboss.errors import PitbossError
from pitboss.games.common import CARDS, REAL
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.commands import Command
from pitboss.table.events import Event
from pitboss.table.rules import Refusal
from pitboss.table.table import Record, Table

IGNORED: dict[type[Event], dict[str, Any]] = {
    e.DeckReceived: {"order": (), "stream": "", "commitment": ""},
    e.DeckShuffled: {"order": (), "stream": "", "commitment": ""},
    e.DeckOpened: {"order": "", "stream": ""},
    e.SubmissionPosted: {"options": {}, "digest": ""},
    e.FactReported: {"said": {}, "events": 0},
}
CUT = re.compile(r"(: cut \(deck \w+), cards \d+ to \d+\)")
"""Nobody has to count the cards of a cut where they are real."""
MISREAD = "correct faces"
"""What differs between the two, because one has a sealed order and the other has faces that are reported."""


class Twin(Table):
    """Whatever is done here is done with real cards too, and comes to the same."""

    real: Table
    record_real: Record | None = None

    def __init__(self, submission: Any, **kwargs: Any) -> None:
        self.record_real = kwargs.pop("record_real", None)
        super().__init__(submission, **kwargs)

    def try_(self, command: Command) -> tuple[Event, ...] | Refusal:
        before = self.state
        answer = super().try_(command)
        if isinstance(command, c.PostSubmission) and not hasattr(self, "real"):
            self.real = Table.__new__(Table)
            self.real.__dict__ |= self.__dict__ | {"state": before, "_record": self.record_real}
        told = self._as_told(command, answer)
        same = self.real.try_(told)
        difference = differing(answer, same)
        assert not difference, f"{told}\n{difference}"
        assert self.state.books == self.real.state.books
        return answer

    def _as_told(self, command: Command, answer: tuple[Event, ...] | Refusal) -> Command:
        """The command as people give it who deal real cards."""
        has = {field.name for field in fields(command)}
        if isinstance(command, c.PostSubmission):
            return replace(command, options={**command.options, CARDS: REAL})
        if isinstance(command, c.Shuffle | c.ReceiveDeck):
            return replace(command, order=(), stream="")
        if isinstance(command, c.SettingFound):
            return replace(command, faces=self._unread_of(command.position))
        faces = self._faces(() if isinstance(answer, Refusal) else answer)
        if "faces" in has and not isinstance(command, c.Handle | c.CorrectFaces):
            return replace(command, faces=faces)
        if "face" in has and faces:
            return replace(command, face=faces[0])
        if isinstance(command, c.SetHand) and not command.low and not isinstance(answer, Refusal):
            cards = self.state.round.hands[command.position].cards if self.state.round else ()
            laid = next(event.low for event in answer if isinstance(event, e.HandSet))
            return replace(command, low=tuple(cards.index(card) + 1 for card in laid))
        return command

    def _unread_of(self, position: int) -> tuple[int, ...]:
        """The faces of a hand that have not been read."""
        one, other = self.state.round, self.real.state.round
        if one is None or other is None or position not in one.hands:
            return ()
        return one.faces(other.unread(one.hands[position].cards))

    def _faces(self, answer: Iterable[Event]) -> tuple[int, ...]:
        """The faces of cards that were turned up and have not been read, as they lie."""
        round_ = self.real.state.round
        up = dict.fromkeys(card for event in answer for card in turned_up(event))
        if round_ is None or not up:
            return ()
        assert self.state.round is not None
        return self.state.round.faces(card for card in up if round_.order[card] == UNKNOWN)


def turned_up(event: Event) -> tuple[int, ...]:
    """The cards that an event shows."""
    match event:
        case e.CommunityDealt() | e.CardsTurnedUp() | e.CardsPicked():
            return event.cards
        case e.CardSetAside():
            return (event.card,)
        case _:
            return ()


def alike(answer: tuple[Event, ...] | Refusal) -> tuple[object, ...]:
    """An answer without what differs where cards are real."""
    if isinstance(answer, Refusal):
        allowed = (CUT.sub(r"\1)", words) for words in answer.allowed if MISREAD not in words)
        return "refused", answer.code, answer.clause, answer.message, *allowed
    told = [event for event in answer if not isinstance(event, e.FacesSeen)]
    return tuple(replace(event, **IGNORED.get(type(event), {})) for event in told)


def differing(answer: tuple[Event, ...] | Refusal, same: tuple[Event, ...] | Refusal) -> str:
    """What is not the same in both answers, unknown cards aside."""
    pairs = zip_longest(alike(answer), alike(same))
    return "\n".join(f"{one}\n    {other}" for one, other in pairs if one != other and not _is_unknown(one, other))


def _is_unknown(one: object, other: object) -> bool:
    """Whether the events differ only in a face that nobody read."""
    if not (isinstance(one, e.CardSetAside) and isinstance(other, e.CardSetAside)):
        return False
    return other.face == notation((UNKNOWN,)) and replace(one, face=other.face) == other


def faces_in(data: object) -> Iterator[int]:
    """Every face that a view shows, wherever it stands in it."""
    match data:
        case dict():
            for value in data.values():
                yield from faces_in(value)
        case list() | tuple():
            for value in data:
                yield from faces_in(value)
        case str():
            try:
                yield from (card for card in parse(data) if card != UNKNOWN)
            except PitbossError:
                return
        case _:
            return
