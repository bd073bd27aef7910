"""A journal as flat rows for data frames: one row a round, and one a wager."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import TypedDict

from pitboss.journal.codec import Record
from pitboss.journal.disputes import Played, rounds_of, rules_in


class RoundRow(TypedDict):
    """A round that has ended."""

    round: int
    """Its number at the table, from 1."""
    ended: datetime
    """When it was over, in UTC."""
    game: str
    submission: str
    """The fingerprint of the submission in force."""
    deck: str
    dealing: str
    players: int
    positions: int
    """Positions that were dealt in."""
    community: str
    """Cards as text; "??" is a real card that nobody saw."""
    dealer: str
    void: str
    """Why the round was void; empty if it was not."""
    staked: int | None
    """Cents, as all amounts; None where stakes are announced without amounts."""
    paid: int | None
    house: int | None
    """What the house won; below 0 what it lost."""


class WagerRow(TypedDict):
    """A wager of a round that has ended, as it was settled last."""

    round: int
    ended: datetime
    game: str
    position: int
    player: str
    cards: str
    """The player's cards as dealt; "??" where real cards were not seen by anybody."""
    picked: str
    """The cards that the player picked, where the game has that."""
    low: str
    """The cards laid low, where the game has that."""
    community: str
    dealer: str
    folded: bool
    void: str
    """Why the hand was void; empty if it was not."""
    wager: str
    outcome: str
    """win, lose, push, void or forfeit."""
    odds: str
    stake: int | None
    """Cents, as all amounts; None where stakes are announced without amounts."""
    paid: int | None
    returned: int | None
    net: int | None
    clauses: str
    """What it was settled by, with spaces between."""


def round_rows(records: Iterable[Record]) -> Iterator[RoundRow]:
    """A row for each round that has ended."""
    for played in rounds_of(records):
        end, known = played.end, not rules_in(played).announced
        lines = [line for position in end.positions for line in end.hands[position].lines]
        staked = sum(line.stake for line in lines)
        out = sum(line.paid + line.returned for line in lines)
        yield {
            "round": end.number,
            "ended": _ended(played),
            "game": played.moments[0][0].game,
            "submission": played.moments[0][0].digest,
            "deck": end.deck,
            "dealing": end.dealing,
            "players": len({end.hands[position].player for position in end.positions}),
            "positions": len(end.positions),
            "community": end.shown(end.board),
            "dealer": end.shown(end.dealer.cards),
            "void": end.void,
            "staked": staked if known else None,
            "paid": sum(line.paid for line in lines) if known else None,
            "house": staked - out if known else None,
        }


def wager_rows(records: Iterable[Record]) -> Iterator[WagerRow]:
    """A row for each wager of the rounds that have ended."""
    for played in rounds_of(records):
        end, known = played.end, not rules_in(played).announced
        for position in end.positions:
            hand = end.hands[position]
            for line in hand.lines:
                yield {
                    "round": end.number,
                    "ended": _ended(played),
                    "game": played.moments[0][0].game,
                    "position": position,
                    "player": hand.player,
                    "cards": end.shown(hand.cards),
                    "picked": end.shown(hand.picked),
                    "low": end.shown(hand.low),
                    "community": end.shown(end.board),
                    "dealer": end.shown(end.dealer.cards),
                    "folded": hand.folded,
                    "void": hand.void,
                    "wager": line.wager,
                    "outcome": line.outcome,
                    "odds": line.odds or "",
                    "stake": line.stake if known else None,
                    "paid": line.paid if known else None,
                    "returned": line.returned if known else None,
                    "net": line.paid + line.returned - line.stake if known else None,
                    "clauses": " ".join(line.clauses),
                }


def _ended(played: Played) -> datetime:
    return datetime.fromtimestamp(played.moments[-1][1].at / 1000, UTC)
