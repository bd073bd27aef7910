"""Is this journal what the table wrote? Told from the file alone, and surer with a head that was kept elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pitboss.cards import parse
from pitboss.errors import CardError
from pitboss.journal.chain import Fault, Link, Source, chained
from pitboss.journal.codec import GENESIS, as_record
from pitboss.journal.errors import JournalError
from pitboss.money import dollars
from pitboss.table import events as e
from pitboss.table.decks import commitment, unlike_stream
from pitboss.table.evolve import evolve
from pitboss.table.state import State

NO_HEAD = (
    "without a saved head nobody can prove that records were not cut off at the end, or that the whole journal was not "
    "written anew"
)


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


def verify(source: Source, head: str | None = None) -> Verdict:
    """Check the chain, the seals, the money and that the events can have happened; name the first fault."""
    links, fault = chained(source)
    sound = [link for link in links if fault is None or link.line < fault.line]
    fault = _told(sound) or fault
    if fault is not None:
        sound = [link for link in sound if link.line < fault.line]
    cautions = [NO_HEAD] if head is None else []
    if head is not None and fault is None:
        fault, after = _compared(sound, head)
        if after:
            cautions.append(f"the last {after} records were written after the saved head, which does not cover them")
    redacted = sum(1 for link in sound if _is_redacted(link))
    return Verdict(len(sound), sound[-1].hash if sound else GENESIS, fault, redacted, tuple(cautions))


def _compared(links: Sequence[Link], head: str) -> tuple[Fault | None, int]:
    """Whether the saved head is in the chain, and how many records come after it."""
    for after, link in enumerate(reversed(links)):
        if link.hash == head:
            return None, after
    line = links[-1].line if links else 0
    seq = links[-1].seq if links else None
    message = "no record has the saved head: the end was cut off, or the journal was written anew"
    return Fault(line, seq, message), 0


def _is_redacted(link: Link) -> bool:
    return bool(link.raw["data"].get("commitment")) and "sealed" not in link.raw


def _told(links: Sequence[Link]) -> Fault | None:
    """The first record that is well chained but cannot be true."""
    told = _Told()
    for link in links:
        try:
            told.hear(link)
        except JournalError as error:
            return Fault(link.line, link.seq, f"record {link.seq}: {error.message}")
    try:
        told.check_balances()
    except JournalError as error:
        return Fault(links[-1].line, links[-1].seq, error.message)
    return None


class _Told:
    """What a journal has said so far."""

    def __init__(self) -> None:
        self.state = State()
        self.commitments: dict[str, str] = {}

    def hear(self, link: Link) -> None:
        """Take one record in, or refuse it."""
        record = as_record(link.raw, link.line)
        event = record.event
        match event:
            case e.DeckReceived() | e.DeckShuffled():
                self._sealed(event)
            case e.DeckOpened():
                self._opened(event)
            case _:
                pass
        try:
            self.state = evolve(self.state, event, record.at)
        except Exception as error:  # whatever an impossible sequence of events runs into
            raise JournalError("cannot-replay", f"this cannot have happened at this point ({error!r:.80})") from error
        if not (isinstance(event, e.WagerSettled) and event.outcome == "void"):
            self.check_balances()  # while a round is undone, a payment may go back before the stake it went into

    def _sealed(self, event: e.DeckReceived | e.DeckShuffled) -> None:
        self.commitments[event.deck] = event.commitment
        given = bool(event.order) or bool(event.salt)
        if given and commitment(event.order, event.salt) != event.commitment:
            raise JournalError("seal", f"the sealed order of the {event.deck} deck does not match its commitment")
        if given:
            _check_shuffle(event.deck, event.order, event.salt, event.stream)

    def _opened(self, event: e.DeckOpened) -> None:
        try:
            order = parse(event.order)
        except CardError as error:
            raise JournalError("seal", f"the opened order cannot be read: {error.message}") from error
        if commitment(order, event.salt) != self.commitments.get(event.deck):
            message = f"the {event.deck} deck as opened does not match the commitment made before the deal"
            raise JournalError("seal", message)
        _check_shuffle(event.deck, order, event.salt, event.stream)

    def check_balances(self) -> None:
        """Nobody has less than nothing, and no area holds less."""
        books = self.state.books
        if sum(books.values()):
            raise JournalError("money", "the accounts do not sum to zero")
        for account, balance in books.items():
            if balance < 0 and account.startswith(("player:", "wager:")):
                raise JournalError("money", f"{account} is overdrawn by {dollars(-balance)}")


def _check_shuffle(deck: str, order: tuple[int, ...], salt: str, stream: str) -> None:
    if unlike_stream(order, salt, stream):
        raise JournalError("stream", f"the order of the {deck} deck is not what its generator makes of its seed")
