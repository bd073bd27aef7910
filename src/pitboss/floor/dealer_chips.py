"""Chips that move otherwise than by a settlement on the dealer's page, until the dealer has moved them.

A hand is void, the floor rules or puts a misread card right: the record has the money moved at once, and the page tells
the dealer what to give back, to pay and to take. That it was done is kept where every process sees it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from typing import NamedTuple

import msgspec

from pitboss.floor.dealer_settlement import chips_for
from pitboss.floor.dealer_words import capital
from pitboss.floor.live import LiveTable, Moment
from pitboss.games.settlement import Outcome
from pitboss.journal.stores import Document, StaleError, Store
from pitboss.law import Citation
from pitboss.ledger import Money
from pitboss.money import short_dollars as money
from pitboss.paper.felt_words import inscribed
from pitboss.table import events as e
from pitboss.table.commands import Role
from pitboss.table.rules import Rules
from pitboss.table.state import State
from pitboss.table.words import seat, told

KIND = "chips-moved"
_WITHOUT_SETTLEMENT = (Outcome.VOID, Outcome.FORFEIT)
_WHY = (e.IrregularityFound, e.WagersForfeited, e.FacesCorrected, e.ErrorCorrected, e.HandVoided, e.RoundVoided)
"""What tells why chips move, the most telling first."""


class Flow(NamedTuple):
    """What is done with the chips of one wager, in cents."""

    back: int
    """From the layout to the player."""
    pay: int
    """From the rack to the player."""
    take: int
    """To the rack."""


def flow(transfers: Money) -> Flow:
    """What transfers come to in the end.

    >>> from pitboss.ledger import Transfer
    >>> flow((Transfer("player:Ann", "rack", 500), Transfer("player:Ann", "wager:1:ante", 300),
    ...       Transfer("wager:1:ante", "player:Ann", 300)))
    Flow(back=0, pay=0, take=500)
    """
    net: defaultdict[str, int] = defaultdict(int)
    for source, target, amount in transfers:
        net[source.partition(":")[0]] -= amount
        net[target.partition(":")[0]] += amount
    player, layout = net["player"], max(-net["wager"], 0)
    return Flow(back=max(min(layout, player), 0), pay=max(player - layout, 0), take=max(layout - player, 0))


class ChipRow(msgspec.Struct, frozen=True, kw_only=True):
    """A wager whose chips move."""

    position: int
    """0 if the player sits nowhere any more."""
    label: str
    result: str
    back: int
    pay: int
    take: int


class ChipMove(msgspec.Struct, frozen=True, kw_only=True):
    """What the dealer does with chips, and why."""

    seq: int
    """Of the last record that it follows from: with this number it is reported done."""
    title: str
    why: str
    cards: str
    """What is done with cards then."""
    clauses: tuple[Citation, ...]
    rows: tuple[ChipRow, ...]
    back: int
    pay: int
    take: int
    chips: tuple[tuple[int, int], ...]
    """What to pay with: value in dollars, how many."""


class MovedChips:
    """Up to which record of each table the dealer has moved the chips."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, int] = {}

    def upto(self, table: str) -> int:
        """The last record whose chips were moved."""
        if table not in self._known:
            found = self._store.get(KIND, table)
            self._known[table] = msgspec.json.decode(found.body, type=int) if found and found.body else 0
        return self._known[table]

    def done(self, table: str, seq: int) -> None:
        """All that follows from records up to this one was done."""
        if seq > self.upto(table):
            found = self._store.get(KIND, table)
            with suppress(StaleError):  # somebody else said so at the same time
                self._store.put(Document(KIND, table, msgspec.json.encode(seq), found.revision if found else 0))
        self._known.pop(table, None)

    def changed(self, table: str) -> None:
        """Another process has written."""
        self._known.pop(table, None)


def chip_moves(live: LiveTable, upto: int) -> tuple[ChipMove, ...]:
    """What is still to be done with chips since the last call, the oldest first."""
    found = []
    settled: set[tuple[int, str]] = set()
    for _, together in groupby(_since_the_call(live.recent), key=lambda moment: (moment.at, moment.by)):
        moments = list(together)
        rows = [
            row for moment in moments for row in _rows(live.rules, live.state, moment, settled) if moment.seq > upto
        ]
        if rows:
            found.append(_move(moments, rows))
    return tuple(found)


def _since_the_call(recent: Iterable[Moment]) -> list[Moment]:
    found: list[Moment] = []
    for moment in reversed(list(recent)):
        found.append(moment)
        if isinstance(moment.event, e.BetsClosed):
            break
    return found[::-1]


def _rows(rules: Rules, state: State, moment: Moment, settled: set[tuple[int, str]]) -> Iterator[ChipRow]:
    """The chips that move with a record, and were not shown by the step that made it."""
    event = moment.event
    match event:
        case e.WagerSettled(position=position, wager=name, outcome=outcome):
            again = (position, name) in settled
            settled.add((position, name))
            by = moment.by.partition(":")[0]
            decided = by == Role.PLAYER and not again  # a fold: its key says what is taken
            if not decided and (again or outcome in _WITHOUT_SETTLEMENT or by == Role.FLOOR):
                result = outcome if outcome in _WITHOUT_SETTLEMENT else f"now {outcome}"
                if event.odds and outcome == Outcome.WIN:
                    result += f", {event.odds}"
                moves = flow(event.money)
                if any(moves) or rules.announced:
                    yield ChipRow(position=position, label=_label(rules, name), result=result, **moves._asdict())
        case e.WagerPlaced(position=position, wager=name, amount=0) if not moment.by.startswith(Role.PLAYER):
            label = _label(rules, name)
            yield ChipRow(position=position, label=label, result="", **flow(event.money)._asdict())
        case e.ErrorCorrected(player=player):
            position = next((place for place, name in state.seats.items() if name == player), 0)
            yield ChipRow(position=position, label="Correction", result="", **flow(event.money)._asdict())
        case e.BetsClosed(returned=returned):
            for position in returned:
                own = [one for one in event.money if one.source.startswith(f"wager:{position}:")]
                for one in own:
                    label = _label(rules, one.source.split(":")[2])
                    yield ChipRow(position=position, label=label, result="", **flow((one,))._asdict())
                if not own:
                    yield ChipRow(position=position, label="All wagers", result="", back=0, pay=0, take=0)


def _label(rules: Rules, name: str) -> str:
    wager = rules.game.wager.get(name)
    return capital(inscribed(wager) if wager else rules.game.label(name))


def _move(moments: Sequence[Moment], rows: Sequence[ChipRow]) -> ChipMove:
    events = [moment.event for moment in moments]
    back, pay, take = (sum(getattr(row, what) for row in rows) for what in Flow._fields)
    why = next((event for kind in _WHY for event in events if isinstance(event, kind)), None)
    racked = [x.position for x in events if isinstance(x, e.CardsRacked) and x.position]
    whole = any(isinstance(x, e.RoundVoided) for x in events)
    cards = "" if whole or not racked else f"Put the cards of {_list(racked)} into the discard rack."
    return ChipMove(
        seq=moments[-1].seq, title=_title(rows, Flow(back, pay, take)), why=_why(why), cards=cards,
        clauses=why.clauses if why else next((x.clauses for x in events if x.clauses), ()),
        rows=tuple(rows), back=back, pay=pay, take=take, chips=chips_for(pay),
    )  # fmt: skip


def _why(event: e.Event | None) -> str:
    if event is None:
        return ""
    title, detail = told(event)
    return f"{title}: {detail.removesuffix('.')}." if detail else f"{title}."


def _list(positions: Iterable[int]) -> str:
    *first, last = [seat(position) for position in dict.fromkeys(positions)]
    return f"{', '.join(first)} and {last}" if first else last


def _title(rows: Sequence[ChipRow], sums: Flow) -> str:
    """One sentence that says what to do: "Give back the wagers of seat 3."."""
    whose = list(dict.fromkeys(row.position for row in rows))
    name = seat(whose[0]) if whose[0] else "the player who has left"
    only = [what for what, amount in sums._asdict().items() if amount]
    void = all(row.result in ("", Outcome.VOID) for row in rows)
    if only == ["back"] or (not only and void):
        return f"Give back the wagers of {name}." if len(whose) == 1 else "Give the wagers back."
    if len(whose) > 1 or len(only) != 1:
        return "Put the chips right." if len(whose) > 1 else f"Put the chips of {name} right."
    return f"Pay {name} {money(sums.pay)}." if only == ["pay"] else f"Take {money(sums.take)} from {name}."
