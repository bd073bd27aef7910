"""What a table is conducted by: its game, the terms of its submission, and the clauses behind each step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import Any, NamedTuple, NoReturn, TypeVar

from pitboss.errors import PitbossError
from pitboss.games import find
from pitboss.games import steps as s
from pitboss.games.common import (
    ANNOUNCED,
    ATTESTATIONS,
    AUTOMATED,
    AUTOMATED_SHOE,
    CARDS,
    COUNTED,
    DEALING,
    DEMANDED,
    REAL,
    SHUFFLING,
    STAKES,
)
from pitboss.games.game import Game, Wager
from pitboss.games.terms import Terms
from pitboss.law import Citation, Duty
from pitboss.table.commands import Actor

T = TypeVar("T")
SHUFFLER = "shuffler"
"""The devices a table may have are the shuffler and the automated shoe."""
COVER_CARD = "cover-card"
"""Reported like a device when it is missing."""


DEVICES = (SHUFFLER, AUTOMATED_SHOE)
PRESENT = "present"
FAULT = "fault"
AWAY = ("removed", "covered", "marked")
"""How a device stands that is not used and does not wait to be put right."""
_STATUSES = {PRESENT: "in service", FAULT: "out of order", "marked": "marked out of order"}


def device_words(device: str, status: str) -> str:
    """How a device stands, in words: "the automated shoe is out of order"."""
    return f"{the_device(device)} is {_STATUSES.get(status, status)}"


def the_device(device: str) -> str:
    """A device by its name: "the automated shoe"."""
    return f"the {device.replace('-', ' ')}"


class Refusal(NamedTuple):
    """Why a request was not carried out: nothing changed, and the message says what to do instead."""

    code: str
    clause: Citation
    message: str
    allowed: tuple[str, ...] = ()
    """What else this person may do now."""
    cards: tuple[int, ...] = ()
    """The real cards whose faces have to be said first, by their places in the deck."""

    def as_dict(self) -> dict[str, Any]:
        """The form programs read."""
        return {"code": self.code, "clause": self.clause, "message": self.message, "allowed": list(self.allowed)}


class Refused(PitbossError):  # noqa: N818 - the name that programs catch
    """A refusal, raised by the `Table` for those who use it as a library."""

    __module__ = "pitboss"

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code, refusal.message, refusal.clause)
        self.refusal = refusal


def refuse_by(clause: Citation, code: str, message: str) -> NoReturn:
    """Refuse a request by a clause that is known."""
    raise Refused(Refusal(code, clause, message))


@dataclass(frozen=True, eq=False)
class Rules:
    """A game under one submission."""

    game: Game
    terms: Terms

    _memory: dict[object, tuple[object, Any]] = field(default_factory=dict)

    @cached_property
    def dealing(self) -> str:
        """The dealing method in force."""
        return str(self.terms[DEALING])

    @cached_property
    def stacks(self) -> bool:
        """Whether an automated shoe gives out whole hands."""
        return self.dealing == AUTOMATED_SHOE

    @cached_property
    def shuffler(self) -> bool:
        """Whether an automated shuffler is used."""
        return bool(self.terms[SHUFFLING] == AUTOMATED)

    @cached_property
    def shuffler_counts(self) -> bool:
        """Whether the shuffler counts the deck after each shuffle."""
        return self.game.procedure.shuffler_counts(self.terms)

    @cached_property
    def devices(self) -> tuple[str, ...]:
        """The devices this way of playing uses."""
        return (*((SHUFFLER,) if self.shuffler else ()), *((AUTOMATED_SHOE,) if self.stacks else ()))

    @cached_property
    def real_cards(self) -> bool:
        """Whether people deal real cards, whose faces are known when they are read."""
        return bool(self.terms.get(CARDS) == REAL)

    @cached_property
    def announced(self) -> bool:
        """Whether outcomes and odds are announced and no amount is known: every stake in the record is 0."""
        return bool(self.terms.get(STAKES) == ANNOUNCED)

    @cached_property
    def counted(self) -> bool:
        """Whether the rack is counted before the table opens and before it closes."""
        return bool(self.terms.get(STAKES) == COUNTED)

    @cached_property
    def attests(self) -> bool:
        """Whether the submission demands attestations."""
        return bool(self.terms.get(ATTESTATIONS) == DEMANDED)

    @cached_property
    def duties(self) -> tuple[Duty, ...]:
        """What people answer for with this way of dealing."""
        return tuple(duty for duty in self.game.law.duties if not duty.dealing or self.dealing in duty.dealing)

    @cached_property
    def _cited(self) -> dict[str, tuple[Citation, ...]]:
        return {key: self.game.law.cited(key, self.dealing) for key in self.game.law.conduct}

    def cite(self, key: str) -> tuple[Citation, ...]:
        """What a step rests on; empty where this game has no such rule."""
        return self._cited.get(key, ())

    def refuse(self, key: str, code: str, message: str) -> NoReturn:
        """Refuse a request by a rule of this game."""
        raise Refused(Refusal(code, (self.cite(key) or (self.game.cites.choices,))[0], message))

    def supervised(self, by: Actor, key: str) -> None:
        """Refuse an order that does not come from a floorperson or above."""
        if not by.role.supervises:
            self.refuse(key, "wrong-person", f"this is for a floorperson or above, not for the {by.role}")

    def reasoned(self, reason: str, key: str) -> None:
        """Refuse an order without a reason."""
        if not reason.strip():
            self.refuse(key, "reason", "give the reason: it goes into the record")

    def remembered(self, question: object, subject: object, answer: Callable[[], T]) -> T:
        """The answer to a question about one state: `due`, `decide` and `reached` ask it one after the other."""
        known = self._memory.get(id(question))
        if known is None or known[0] is not subject:
            known = self._memory[id(question)] = (subject, answer())
        found: T = known[1]
        return found

    # --- the script ---

    @cached_property
    def script(self) -> tuple[s.Step, ...]:
        """The steps of a round."""
        return self.game.script

    @cached_property
    def deal(self) -> s.Deal:
        """The initial deal."""
        return next(step for step in self.script if isinstance(step, s.Deal))

    @cached_property
    def each(self) -> int:
        """Cards to each hand."""
        return self.deal.each

    @cached_property
    def board_after(self) -> tuple[int, ...]:
        """For each step of the script, how many community cards lie on the table when it is done."""
        return tuple(accumulate(step.count if isinstance(step, s.Community) else 0 for step in self.script))

    @cached_property
    def burns_after(self) -> tuple[int, ...]:
        """For each step of the script, how many cards have been burned when it is done."""
        return tuple(accumulate(isinstance(step, s.Burn) for step in self.script))

    @cached_property
    def last_deciding(self) -> int:
        """The last step at which players decide."""
        return max(place for place, step in enumerate(self.script) if isinstance(step, s.Decide))

    @cached_property
    def last_dealing(self) -> int:
        """The last step at which cards leave the deck."""
        kinds = (s.Deal, s.Burn, s.Community)
        return max(place for place, step in enumerate(self.script) if isinstance(step, kinds))

    @cached_property
    def reveal(self) -> s.Reveal:
        """The step that turns up the dealer's cards."""
        return next(step for step in self.script if isinstance(step, s.Reveal))

    @cached_property
    def setting(self) -> s.SetHand | None:
        """The step at which hands are set, in a game that sets them."""
        return next((step for step in self.script if isinstance(step, s.SetHand)), None)

    def house_way(self, cards: s.Cards) -> s.Cards:
        """The cards that the dealer lays low; () in a game that sets no hands."""
        return self.setting.house_way(cards) if self.setting else ()

    @cached_property
    def stub_count_every(self) -> int:
        """The stub is counted at least every so many rounds."""
        if "stub_count_every" in self.terms:
            return int(self.terms["stub_count_every"])
        return self.game.procedure.stub_count_rounds

    # --- wagers ---

    @cached_property
    def opening_wagers(self) -> tuple[Wager, ...]:
        """The wagers that are made before the call, as far as this table offers them."""
        return tuple(w for w in self.game.wagers if not w.after_deal and self.terms.offers(w.name))

    @cached_property
    def metered(self) -> Wager | None:
        """The wager that feeds the progressive meter, if it is offered."""
        return next((w for w in self.opening_wagers if w.seed), None)

    @cached_property
    def keeper(self) -> Wager | None:
        """The wager for which the best hand stays exposed, if it is offered."""
        return next((w for w in self.opening_wagers if w.keeps_hand), None)

    @cached_property
    def instruments(self) -> tuple[str, ...]:
        """What wagers may be made with besides chips and plaques."""
        return tuple(self.terms.get("wagering_instruments", ()))

    def needed_by(self, wager: str) -> tuple[str, ...]:
        """The wagers without which this one is not open."""
        return self.game.wager[wager].needs if wager in self.game.wager else ()

    def limits(self, wager: Wager) -> tuple[int, int] | None:
        """The posted minimum and maximum of a wager; None if it has a fixed amount."""
        return self.terms.posted[wager.name]

    @cached_property
    def unit(self) -> int:
        """Wagers are whole multiples of this."""
        return self.terms.unit

    @cached_property
    def positions_per_player(self) -> int:
        """On how many positions one player may bet."""
        return int(self.terms["positions_per_player"]) if "positions_per_player" in self.terms else 1


_KNOWN: dict[tuple[str, str], Rules] = {}
_MOST_KNOWN = 64


def rules_of(game: str, digest: str, options: Mapping[str, Any]) -> Rules:
    """The rules of a table by what its last submission says; `digest` is the submission's fingerprint."""
    rules = _KNOWN.get((game, digest))
    if rules is None:
        found = find(game)
        if len(_KNOWN) >= _MOST_KNOWN:
            _KNOWN.clear()
        rules = _KNOWN[game, digest] = Rules(found, Terms.of_record(found, options))
    return rules
