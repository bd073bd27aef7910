"""Is this journal what the table wrote? Told from the file alone, and surer with a head that was kept elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pitboss.argument_types import checked
from pitboss.cards import parse
from pitboss.errors import CardError
from pitboss.journal.chain import Chain, Fault, Link, Source, check_seal, check_shuffle
from pitboss.journal.codec import as_record
from pitboss.journal.errors import JournalError
from pitboss.money import dollars
from pitboss.table import events as e
from pitboss.table.decks import commitment
from pitboss.table.evolve import evolve
from pitboss.table.state import State

NO_HEAD = (
    "without a saved head nobody can prove that records were not cut off at the end, or that the whole journal was not "
    "written anew"
)

EMPTY = "the journal is empty: there is nothing in it to check"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a journal proved to be."""

    records: int
    """How many hold together, from the first on."""
    head: str
    """The hash of the last of them."""
    fault: Fault | None
    redacted: int
    """Records whose sealed part has been taken out, which is allowed."""
    cautions: tuple[str, ...] = ()
    """What this verdict cannot say."""

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong with the journal."""
        return self.fault is None

    def as_dict(self) -> dict[str, Any]:
        """The form programs read."""
        fault = self.fault and {"line": self.fault.line, "seq": self.fault.seq, "message": self.fault.message}
        return {
            "ok": self.ok,
            "records": self.records,
            "head": self.head,
            "fault": fault,
            "redacted": self.redacted,
            "cautions": self.cautions,
        }


@checked
def verify(source: Source, head: str | None = None) -> Verdict:
    """Check the chain, the clock, the seals, the money and that the events can have happened; name the first fault.

    A journal without a record is at fault too: it proves nothing.
    """
    chain, told, redacted, covered = Chain(source), _Told(), list[int](), 0
    for link in chain:
        told.hear(link)
        if _is_redacted(link):
            redacted.append(link.line)
        if link.hash == head:
            covered = link.line
    fault = told.first_fault(chain) or (None if len(chain) else Fault(1, 1, EMPTY))
    sound = min(len(chain), fault.line - 1) if fault else len(chain)
    cautions = [NO_HEAD] if head is None else []
    if head is not None and fault is None:
        if not covered:
            message = "no record has the saved head: the end was cut off, or the journal was written anew"
            fault = Fault(sound, sound or None, message)
        elif after := sound - covered:
            cautions.append(f"the last {after} records were written after the saved head, which does not cover them")
    seals = sum(1 for line in redacted if line <= sound)
    return Verdict(sound, chain.hash_of(sound), fault, seals, tuple(cautions))


def _is_redacted(link: Link) -> bool:
    return bool(link.raw["data"].get("commitment")) and "sealed" not in link.raw


class _Told:
    """What a journal has said so far, up to the first record that is well chained but cannot be true."""

    def __init__(self) -> None:
        self.state = State()
        self.commitments: dict[str, str] = {}
        self.streams: dict[str, str | None] = {}
        """What each deck's order came from, where that is not taken out."""
        self.fault: Fault | None = None
        self.undoing: list[Fault] = []
        """What is wrong after records in the middle of a correction, and only if the journal ended there."""

    def hear(self, link: Link) -> None:
        """Take one record in, unless one before it was at fault."""
        if self.fault:
            return
        try:
            self._hear(link)
        except JournalError as error:
            self.fault = Fault(link.line, link.seq, f"record {link.seq}: {error.message}")

    def first_fault(self, chain: Chain) -> Fault | None:
        """The first fault of a journal that was gone through: in what it says, or in its chain."""
        last = min(len(chain), chain.fault.line - 1) if chain.fault else len(chain)
        ended = next((fault for fault in self.undoing if fault.line == last), None)
        said = [fault for fault in (self.fault, ended) if fault and fault.line <= last]
        return said[0] if said else chain.fault

    def _hear(self, link: Link) -> None:
        record = as_record(link.raw, link.line)
        event = record.event
        if record.at < self.state.at:
            jump = f"from {self.state.at} to {record.at} (milliseconds since 1970)"
            raise JournalError("clock", f"the clock runs backwards here, {jump}")
        match event:
            case e.DeckReceived() | e.DeckShuffled():
                self.commitments[event.deck] = event.commitment
                self.streams[event.deck] = event.stream if event.order else None
                check_seal(event)
            case e.DeckOpened():
                self._opened(event)
            case _:
                pass
        try:
            self.state = evolve(self.state, event, record.at)
        except Exception as error:  # whatever an impossible sequence of events runs into
            raise JournalError("cannot-replay", f"this cannot have happened at this point ({error!r:.80})") from error
        try:
            self._check_balances()
        except JournalError as error:
            if not (isinstance(event, e.WagerSettled) and event.outcome == "void"):
                raise
            # while a round is undone, a payment may go back before the stake it went into
            self.undoing.append(Fault(link.line, link.seq, error.message))

    def _opened(self, event: e.DeckOpened) -> None:
        try:
            order = parse(event.order)
        except CardError as error:
            raise JournalError("seal", f"the opened order cannot be read: {error.message}") from error
        if commitment(order, event.salt) != self.commitments.get(event.deck):
            message = f"the {event.deck} deck as opened does not match the commitment made before the deal"
            raise JournalError("seal", message)
        if self.streams[event.deck] not in (None, event.stream):
            raise JournalError("seal", f"the {event.deck} deck as opened came from another stream than was sealed")
        check_shuffle(event.deck, order, event.salt, event.stream)

    def _check_balances(self) -> None:
        """Nobody has less than nothing, and no area holds less."""
        books = self.state.books
        if sum(books.values()):
            raise JournalError("money", "the accounts do not sum to zero")
        for account, balance in books.items():
            if balance < 0 and account.startswith(("player:", "wager:")):
                raise JournalError("money", f"{account} is overdrawn by {dollars(-balance)}")
