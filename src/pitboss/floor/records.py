"""A table's journal as a list for people: what each record says, and which of them are asked for."""

from __future__ import annotations

from typing import Any

import msgspec

from pitboss.errors import PitbossError
from pitboss.floor.archive import Archive, Wanted
from pitboss.floor.live import Moment
from pitboss.floor.messages import told_of
from pitboss.journal.codec import Record, event_name
from pitboss.table import events as e
from pitboss.table.words import told

PAGE = 80
"""Records on one page of the list."""
KINDS: dict[str, tuple[type[e.Event], ...]] = {
    "table": (
        e.SubmissionPosted, e.TableOpened, e.TableClosed, e.TableIdled, e.DutiesAttested, e.DeviceChanged, e.MeterReset,
        e.RackCounted, e.Noted,
    ),
    "people": (e.PlayerSeated, e.PlayerLeft, e.ChipsBought, e.ChipsBrought, e.TipGiven),
    "deck": (
        e.DeckReceived, e.DeckRemoved, e.DeckHandled, e.DeckShuffled, e.DeckCut, e.DeckCounted, e.StepsOrdered,
        e.DeckOpened,
    ),
    "bets": (e.WagerPlaced, e.WagersSeen, e.CouponLaid, e.BetsClosed),
    "cards": (
        e.CardsDealt, e.StackDelivered, e.CardsTakenOut, e.DealClosed, e.CardBurned, e.CommunityDealt, e.StubTaken,
        e.StubCounted, e.StubRacked, e.HandsCounted, e.HandCounted, e.CardsTurnedUp, e.CoverLifted, e.FacesSeen,
        e.CardsRacked, e.HandKept,
    ),
    "decisions": (e.HandLaidDown, e.CardsPicked, e.Decided, e.HandSet),
    "settlement": (e.HandAnnounced, e.WagerSettled, e.RoundEnded),
    "irregularities": (
        e.FactReported, e.ReportWithdrawn, e.IrregularityFound, e.CardSetAside, e.CardsDead, e.HandRecounted,
        e.HandVoided, e.RoundVoided, e.PlayerDeparted, e.PlayerReturned, e.PlayerCalled, e.BreachReported,
        e.WagersForfeited, e.WagersStand, e.PlayerExcluded, e.PlayerReadmitted, e.ErrorCorrected, e.FacesCorrected,
    ),
}  # fmt: skip
"""What a list may be narrowed down to; every event is of one kind."""
_KIND_OF = {event: kind for kind, events in KINDS.items() for event in events}


class Filter(msgspec.Struct, frozen=True):
    """Which records are asked for; what is not named does not matter."""

    round: int | None = None
    seat: int | None = None
    kind: str = ""
    """One of `KINDS`, or an event by its name in the journal."""
    text: str = ""

    def wanted(self) -> Wanted:
        """Whether a record is one of them."""
        if self.kind and self.kind not in KINDS and self.kind not in map(event_name, _KIND_OF):
            raise PitbossError("kind", f"there is no kind of record {self.kind!r:.40}: choose {', '.join(KINDS)}")
        text = self.text.strip().casefold()

        def wanted(record: Record) -> bool:
            event = record.event
            return (
                (not self.kind or self.kind in (_KIND_OF[type(event)], event_name(type(event))))
                and (self.seat is None or self.seat in _seats(event))
                and (not text or text in _said(record))
            )

        return wanted


def listed(archive: Archive, asked: Filter, before: int | None = None, number: int = PAGE) -> dict[str, Any]:
    """A page of the list, the newest record first; `next` is where the next page begins, if there is one."""
    wanted, last, first = asked.wanted(), archive.version, 1
    if asked.round is not None:
        chapter = archive.chapter(asked.round)
        first, last = chapter.first, chapter.last or last
    upto = last if before is None else min(before, last)
    found, following = archive.backwards(upto, first - 1, number, wanted)
    return {"records": [record_of(record) for record in found], "next": following, "first": first, "last": last}


def record_of(record: Record) -> dict[str, Any]:
    """A record as the list shows it."""
    moment = Moment(record.seq, record.at, record.by, record.event)
    return told_of(moment) | {
        "kind": _KIND_OF[type(record.event)],
        "event": event_name(type(record.event)),
        "by": record.by,
        "hash": record.hash,
        "money": record.event.money,
    }


def _seats(event: e.Event) -> tuple[int, ...]:
    """The positions an event is about."""
    match event:
        case e.CardsDealt(deals=deals):
            return tuple(position for position, _ in deals)
        case e.BetsClosed(positions=positions, returned=returned):
            return (*positions, *returned)
        case _:
            position = getattr(event, "position", None)
            return () if position is None else (position,)


def _said(record: Record) -> str:
    """All that the list says of a record, to be searched."""
    title, detail = told(record.event)
    return f"{title} {detail} {record.by} {' '.join(record.event.clauses)} {record.hash}".casefold()
