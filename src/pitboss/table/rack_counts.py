"""The counts of the rack: opener, fills, credits, closer and drop, each signed by two people.

They stand beside the ledger, which moves chips by the wagers: what the table won is then known in two ways.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.ledger import DROP, RACK
from pitboss.money import MOST_CENTS, cents, dollars
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.commands import Role
from pitboss.table.moves import Between, Bounds, Draft, Move, Text
from pitboss.table.rules import Refused, Rules
from pitboss.table.state import Inventory, State

OPENER, FILL, CREDIT, CLOSER, DROPPED = KINDS = ("opener", "fill", "credit", "closer", "drop")
LONGEST_NAME = 64
PRACTICE_OPENER = 100_000_00
SECOND_SIGNER = "cage"
"""What is counted, and who else signs, where nobody counts: at tables with simulated cards."""


def count_rack(draft: Draft, command: c.CountRack) -> None:
    """A count goes into the record with two signatures."""
    rules, state = draft.rules, draft.state
    rules.supervised(command.by, "stakes")
    if command.what not in KINDS:
        rules.refuse("stakes", "count", f"say what was counted: {', '.join(KINDS)}; not {command.what!r:.40}")
    _check_time(rules, state, command.what, again=command.again)
    least = 1 if command.what in (FILL, CREDIT) else 0
    cents(command.total, f"the {command.what}", rules.game.cites.amount)
    if not least <= command.total <= MOST_CENTS:
        rules.refuse("stakes", "amount", f"a {command.what} is more than nothing: give its total in cents")
    _check_pieces(rules, command)
    first, second = command.by.name, command.second.strip()
    if not second or not second.isprintable() or len(second) > LONGEST_NAME:
        rules.refuse("stakes", "signature", f"name the second person who signs, with 1 to {LONGEST_NAME} characters")
    if second.casefold() == first.strip().casefold():
        rules.refuse("stakes", "same-person", f"two people sign a count: {second} has signed; name another person")
    if command.again:
        rules.reasoned(command.reason, "stakes")
    draft.emit(
        e.RackCounted(
            what=command.what,
            total=command.total,
            signed=(first, second),
            pieces=command.pieces,
            again=command.again,
            reason=command.reason,
            clauses=rules.cite("stakes"),
        )
    )


def _check_pieces(rules: Rules, command: c.CountRack) -> None:
    denominations = [worth for worth, _ in command.pieces]
    if len(set(denominations)) != len(denominations) or any(worth < 1 or n < 0 for worth, n in command.pieces):
        message = "name each denomination once, in cents, with the number of its pieces"
        rules.refuse("stakes", "pieces", message)
    together = sum(worth * number for worth, number in command.pieces)
    if command.pieces and together != command.total:
        message = f"the pieces come to {dollars(together)}, not to {dollars(command.total)}: count them again"
        rules.refuse("stakes", "pieces", message)


def _check_time(rules: Rules, state: State, what: str, *, again: bool) -> None:
    kept = state.inventory
    if not rules.real_cards:
        rules.refuse(
            "stakes", "no-rack", "the software keeps this rack to the cent: it is counted where cards are real"
        )
    if again:
        if not _has(kept, what) or (what in (OPENER, FILL, CREDIT) and kept.ended):
            rules.refuse("stakes", "nothing-to-correct", f"no {what} was counted that could be counted again")
        return
    if what == OPENER:
        if state.open or not state.game:
            rules.refuse("stakes", "not-now", "the opener is counted before the table opens")
        if kept.opener is not None and not kept.opened:
            _counted_already(rules, what)
    elif what == DROPPED:
        if kept.closer is None:
            rules.refuse("stakes", "not-now", "the drop is counted when the closer is, or after it")
        if kept.drop is not None:
            _counted_already(rules, what)
    elif not state.open:
        rules.refuse("stakes", "not-now", f"a {what} is recorded while the table is open")
    elif what == CLOSER:
        if state.playing or state.bets:
            rules.refuse("stakes", "round-in-progress", "finish the round, and give the wagers back, then count")
        if kept.closer is not None:
            _counted_already(rules, what)


def _counted_already(rules: Rules, what: str) -> None:
    message = f"the {what} is counted already: count it again (again) and give the reason, if it was mistyped"
    rules.refuse("stakes", "counted", message)


def _has(kept: Inventory, what: str) -> bool:
    """Whether there is a count of this kind."""
    last = {OPENER: kept.opener, FILL: kept.fills, CREDIT: kept.credits, CLOSER: kept.closer, DROPPED: kept.drop}[what]
    return last not in (None, ())


def must_be_opened(rules: Rules, state: State) -> None:
    """Where the rack is counted a table does not open without an opener."""
    if opener_is_due(rules, state):
        rules.refuse("stakes", "opener", "the rack is counted here: record the opener, with two signatures, first")


def must_be_closed(rules: Rules, state: State) -> None:
    """Where the rack is counted a table does not close without a closer."""
    if closer_is_due(rules, state):
        rules.refuse("stakes", "closer", "the rack is counted here: record the closer, with two signatures, first")


def opener_is_due(rules: Rules, state: State) -> bool:
    """Whether the opener keeps the table closed."""
    return rules.counted and not state.open and (state.inventory.opener is None or state.inventory.opened)


def closer_is_due(rules: Rules, state: State) -> bool:
    """Whether the closer keeps the table open."""
    return rules.counted and state.inventory.closer is None


def counts(rules: Rules, state: State) -> Iterator[Move]:
    """The counts that may be made now: first those that are made for the first time."""
    if not rules.real_cards:
        return
    for again in (False, True):
        for what in KINDS:
            try:
                _check_time(rules, state, what, again=again)
            except Refused:
                continue
            yield count(rules, state, what, again=again)


def count(rules: Rules, state: State, what: str, *, again: bool = False) -> Move:
    """A count as a move."""
    given = {"what": what, "again": again}
    open_: dict[str, Bounds] = {
        "total": Between(1 if what in (FILL, CREDIT) else 0, MOST_CENTS),
        "second": Text(),
        "pieces": None,
    }
    if again:
        open_["reason"] = Text()
    return Move(c.CountRack, Role.FLOOR, given, rules.cite("stakes"), open=open_, by_person=True)


# --- what they come to -----------------------------------------------------------------------------------------------


class Wins(NamedTuple):
    """What a table won since its opener, in two ways, and by how much they differ; None where it is not known."""

    counted: int | None
    tracked: int | None

    @property
    def difference(self) -> int | None:
        """More in the rack and the drop box than the wagers account for."""
        return None if self.counted is None or self.tracked is None else self.counted - self.tracked


def wins(rules: Rules, state: State) -> Wins:
    """By the counts, and by the ledger since the opener; a table that knows no amounts has no ledger to speak of."""
    kept, books = state.inventory, state.books
    tracked: int | None = None
    if kept.opener is not None and not rules.announced:
        tracked = books.get(DROP, 0) - kept.drop_before + books.get(RACK, 0) - kept.rack_before
    return Wins(kept.win, tracked)


def in_plain(rules: Rules, state: State) -> dict[str, object]:
    """The counts and what they come to, as staff read them."""
    kept, won = state.inventory, wins(rules, state)
    return {
        "opener": kept.opener,
        "fills": list(kept.fills),
        "credits": list(kept.credits),
        "closer": kept.closer,
        "drop": kept.drop,
        "counted_win": won.counted,
        "tracked_win": won.tracked,
        "difference": won.difference,
    }
