"""The counts of the rack that a journal holds, by sessions: from an opener to the next one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from pitboss.journal.codec import Record
from pitboss.journal.disputes import time_of
from pitboss.journal.replay import walk
from pitboss.table import events as e
from pitboss.table.rack_counts import OPENER, in_plain
from pitboss.table.rules import rules_of
from pitboss.table.state import State


def racks(source: str | Path | Iterable[Record]) -> Iterator[dict[str, Any]]:
    """Every session of the rack with its counts, who signed them, and what they and the ledger say was won."""
    counts: list[dict[str, Any]] = []
    after = State()
    for moment in walk(source):
        before, record, after = moment
        event = record.event
        opens = isinstance(event, e.TableOpened) and before.inventory.ended
        if counts and (opens or (isinstance(event, e.RackCounted) and event.what == OPENER and not event.again)):
            yield _session(before, counts)
            counts = []
        if isinstance(event, e.RackCounted):
            counts.append(_count(record, event))
    if counts:
        yield _session(after, counts)


def _count(record: Record, event: e.RackCounted) -> dict[str, Any]:
    return {
        "line": record.line,
        "time": time_of(record.at),
        "what": event.what,
        "total": event.total,
        "pieces": [list(piece) for piece in event.pieces],
        "signed": list(event.signed),
        "again": event.again,
        "reason": event.reason,
    }


def _session(state: State, counts: list[dict[str, Any]]) -> dict[str, Any]:
    rules = rules_of(state.game, state.digest, state.options)
    return {"counts": counts, **in_plain(rules, state)}
