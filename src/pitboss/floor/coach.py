"""The coach of a floor: advises players at their turns, and keeps count of what their mistakes have cost."""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import msgspec

from pitboss.cards import notation
from pitboss.floor.live import LiveTable
from pitboss.floor.people import Person
from pitboss.floor.prices import Prices
from pitboss.journal.stores import Document, StaleError, Store
from pitboss.table import commands as c
from pitboss.table.rules import Rules
from pitboss.table.state import State
from pitboss.training.choice_values import Question, asked_at, question
from pitboss.training.mistakes import Log

_log = logging.getLogger(__name__)


class Coach:
    """Advises players, and keeps count."""

    def __init__(self, store: Store, prices: Prices) -> None:
        self._store, self._prices = store, prices
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="coach")

    def close(self) -> None:
        """Finish what was begun; decisions that wait to be judged are let go."""
        self._thread.shutdown(cancel_futures=True)

    def asked(self, live: LiveTable, person: Person) -> dict[str, Any] | None:
        """What a player may do now with what each choice is worth; None if the player is not asked, or not yet."""
        with live.lock:
            rules, state = live.rules, live.state
        position = asked_at(rules, state, person.name)
        found = self._question(rules, state, position) if position else None
        if found is None:
            return None
        choices = [
            {
                "words": one.words,
                "action": one.action,
                "amount": one.amount,
                "low": notation(one.low),
                "ev": float(one.ev),
                "exact": str(one.exact),
                "cost": float(one.cost),
            }
            for one in found.choices
        ]
        return {"position": position, "spot": str(found.spot), "choices": choices}

    def is_ready(self, live: LiveTable) -> bool:
        """Whether the game of this table has been solved."""
        return self._prices.advisor(live.rules, live.state.digest) is not None

    def log(self, live: LiveTable, person: Person) -> Log:
        """The player's decisions at this table since the seat was taken."""
        return self._kept(live, person)[0]

    # --- keeping count ---

    def follow(self, live: LiveTable, person: Person) -> Log:
        """A player wants to be coached at this table: from now on every decision counts."""
        log, found = self._kept(live, person)
        is_new = found is None or msgspec.json.decode(found.body, type=Log).since != log.since
        if person.name in live.sittings and is_new:
            with suppress(StaleError):  # counted in this very moment
                self._keep(live, person, log, found)
        return log

    def watch(self, live: LiveTable, person: Person, rules: Rules, before: State, command: c.Command) -> None:
        """A player has decided; if the coach follows, what it cost is worked out apart, and the table does not wait."""
        if isinstance(command, c.Act | c.SetHand) and person.name in live.sittings:
            self._thread.submit(self._judge, live, person, rules, before, command)

    def _judge(self, live: LiveTable, person: Person, rules: Rules, before: State, command: c.Act | c.SetHand) -> None:
        try:
            if self._store.get("coach", _id(live, person)) is None:
                return
            asked = self._question(rules, before, command.position)
            judged = asked.judge(command) if asked else None
            while judged:
                log, found = self._kept(live, person)
                with suppress(StaleError):
                    self._keep(live, person, log.after(judged), found)
                    return
        except Exception:
            _log.exception("the coach could not judge %s", command)

    def _kept(self, live: LiveTable, person: Person) -> tuple[Log, Document | None]:
        sitting = live.sittings.get(person.name)
        since = sitting.since if sitting else 0
        found = self._store.get("coach", _id(live, person))
        log = msgspec.json.decode(found.body, type=Log) if found else Log(since)
        return log if log.since == since else Log(since), found

    def _keep(self, live: LiveTable, person: Person, log: Log, found: Document | None) -> None:
        body = msgspec.json.encode(log)
        self._store.put(Document("coach", _id(live, person), body, found.revision if found else 0))

    def _question(self, rules: Rules, state: State, position: int) -> Question | None:
        advisor = self._prices.advisor(rules, state.digest)
        return question(advisor, rules, state, position) if advisor else None


def _id(live: LiveTable, person: Person) -> str:
    return f"{person.id}:{live.name}"
