"""A table's journal for people: what each record says, and what the record proves about a round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from pitboss.cards import UNKNOWN, notation, parse
from pitboss.errors import PitbossError
from pitboss.floor.archive import Archive, Chapter, Wanted
from pitboss.floor.live import Moment
from pitboss.floor.people import NotAllowedError
from pitboss.floor.scenes import STAFF_ONLY, told_of
from pitboss.journal.codec import Record, event_name
from pitboss.journal.disputes import OTHERWISE, Played, dispute_sheet
from pitboss.table import events as e
from pitboss.table.decks import commitment, is_from_seed
from pitboss.table.words import seat as seat_words
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


Sheet = dict[str, Any]


def sheet(archive: Archive, number: int, seat: int) -> Sheet:
    """The dispute sheet of a hand."""
    return _sheet(archive.played(number), seat)


def own_sheets(archive: Archive, number: int, player: str) -> list[Sheet]:
    """The sheets of a player's own hands in a round that is over, without what staff note for themselves."""
    played = archive.played(number)
    own = [position for position in played.end.positions if played.end.hands[position].player == player]
    if not own:
        raise NotAllowedError("not-yours", f"you had no hand in round {number}: a sheet is for the player who had it")
    kept = {record.seq for _, record, _ in played.moments if isinstance(record.event, STAFF_ONLY)}
    sheets = [_sheet(played, position) for position in own]
    return [{**one, "notes": [note for note in one["notes"] if note["line"] not in kept]} for one in sheets]


def _sheet(played: Played, seat: int) -> Sheet:
    end = played.end
    if seat not in end.positions:
        raise PitbossError("no-seat", f"seat {seat} had no hand in round {end.number}")
    made = dispute_sheet(played, seat)
    final = {line["wager"]: line for line in made["settlement"]}
    return {
        **made,
        "settlement": [{**line, "undone": line is not final[line["wager"]]} for line in made["settlement"]],
        "hands": {
            name: notation(end.order[card] for card in end.hands[place].cards)
            for name, place in (("player", seat), ("dealer", 0))
        },
        "board": notation(end.order[card] for card in end.board),
        "stakes": None if made["announced"] else sum(line["stake"] for line in final.values()),
        "disputed": [line["wager"] for line in made["settlement"] if OTHERWISE in line["facts"]],
        "back": None if made["announced"] else sum(line["paid"] + line["returned"] for line in final.values()),
    }


def round_of(archive: Archive, chapter: Chapter) -> dict[str, Any]:
    """Where a round begins and ends in the journal, who was in it, and its deck."""
    state = archive.state(chapter.last or archive.version)
    hands = state.round.hands if state.round and state.round.number == chapter.number else {}
    return {
        "number": chapter.number,
        "first": chapter.first,
        "call": chapter.call,
        "last": chapter.last if chapter.last is not None else archive.version,
        "over": chapter.last is not None,
        "at": chapter.at,
        "phases": chapter.phases,
        "seats": {position: hands[position].player for position in chapter.positions if position in hands},
        "deck": deck_of(archive, chapter) if chapter.call is not None else None,
    }


def deck_of(archive: Archive, chapter: Chapter) -> dict[str, Any]:
    """The commitment made before the first card and, once the round is over, what proves it."""
    assert chapter.sealed is not None
    assert chapter.call is not None
    (sealing,) = archive.records(chapter.sealed - 1, chapter.sealed)
    assert isinstance(sealing.event, e.DeckReceived | e.DeckShuffled)
    found: dict[str, Any] = {
        "name": sealing.event.deck,
        "commitment": sealing.event.commitment,
        "sealed": {"seq": sealing.seq, "at": sealing.at},
        "opened": None,
        "order_sealed": UNKNOWN not in sealing.event.order,
        "reported": _reported(archive.records(chapter.call - 1, chapter.last or archive.version)),
    }
    if chapter.last is None:
        return found
    records = archive.records(chapter.call - 1, chapter.last)
    opening = next(record for record in records if isinstance(record.event, e.DeckOpened))
    assert isinstance(opening.event, e.DeckOpened)
    assert chapter.last is not None
    end = archive.state(chapter.last).round
    order = parse(opening.event.order) if found["order_sealed"] or end is None else end.order
    return found | {
        "opened": {"seq": opening.seq, "at": opening.at},
        "order": opening.event.order,
        "salt": opening.event.salt,
        "stream": opening.event.stream,
        "from_seed": is_from_seed(parse(opening.event.order), opening.event.salt, opening.event.stream),
        "matches": commitment_of(opening.event) == sealing.event.commitment,
        "dealt": [[place + 1, notation([order[place]]), to] for place, to in _dealt(records)],
    }


def _reported(records: list[Record]) -> list[dict[str, Any]]:
    """Who read which faces of real cards, and who corrected some."""
    return [
        {
            "seq": record.seq,
            "by": record.by.partition(":")[2] or record.by,
            "faces": record.event.faces,
            "corrected": isinstance(record.event, e.FacesCorrected),
        }
        for record in records
        if isinstance(record.event, e.FacesSeen | e.FacesCorrected)
    ]


def commitment_of(opened: e.DeckOpened) -> str:
    """What a deck, as it was opened, must have been sealed with."""
    return commitment(parse(opened.order), opened.salt)


def _dealt(records: list[Record]) -> Iterator[tuple[int, str]]:
    """Each place of the deck that a card was taken from, in turn, and where the card went."""
    for record in records:
        match record.event:
            case e.CardsDealt(deals=deals):
                for position, places in deals:
                    yield from ((place, seat_words(position)) for place in places)
            case e.CommunityDealt(cards=places):
                yield from ((place, "board") for place in places)
            case e.CardBurned(card=place):
                yield place, "burned"
            case e.CardSetAside(card=place):
                yield place, "set aside"
            case _:
                pass
