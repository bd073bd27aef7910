"""What the record proves about a round: the deck that was dealt, and a sheet for each hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pitboss.cards import is_unseen, notation, parse
from pitboss.errors import PitbossError
from pitboss.floor.archive import Archive, Chapter
from pitboss.floor.messages import STAFF_ONLY
from pitboss.floor.people import NotAllowedError
from pitboss.journal.codec import Record
from pitboss.journal.disputes import OTHERWISE, Played, dispute_sheet
from pitboss.table import events as e
from pitboss.table.decks import commitment, is_from_seed
from pitboss.table.words import seat as seat_words

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
    }
    if chapter.last is None:
        return found
    records = archive.records(chapter.call - 1, chapter.last)
    opening = next(record for record in records if isinstance(record.event, e.DeckOpened))
    assert isinstance(opening.event, e.DeckOpened)
    assert chapter.last is not None
    end = archive.state(chapter.last).round
    order_sealed = not is_unseen(opening.event.order)
    order = parse(opening.event.order) if order_sealed or end is None else end.order
    return found | {
        "opened": {"seq": opening.seq, "at": opening.at},
        "order": opening.event.order,
        "order_sealed": order_sealed,
        "salt": opening.event.salt,
        "stream": opening.event.stream,
        "from_seed": is_from_seed(parse(opening.event.order), opening.event.salt, opening.event.stream),
        "matches": commitment_of(opening.event) == sealing.event.commitment,
        "dealt": [[place + 1, notation([order[place]]), to] for place, to in _dealt(records)],
    }


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
