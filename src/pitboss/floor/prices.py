"""What each table's wagers cost by the exact solution, worked out in the background and kept for all to see."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

from pitboss.errors import PitbossError
from pitboss.table.rules import Rules

if TYPE_CHECKING:
    from pitboss.solvers.advisor import Advisor

_log = logging.getLogger(__name__)
Edges = dict[str, str]
"""Such as {"main": "2.18 %", "trips": "3.50 %"}: the required wagers together, per ante, and each that is not."""


class Prices:
    """An advisor for every submission in use; solving takes seconds, so nobody waits for it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._advisors: dict[str, Advisor] = {}
        self._edges: dict[str, Edges] = {}
        self._wanted: dict[str, Rules] = {}
        """By the digest of their submission."""
        self._working = False

    def edges(self, rules: Rules, digest: str) -> Edges | None:
        """The house edge of each wager of a table; None while it is being worked out."""
        with self._lock:
            if digest in self._edges:
                return self._edges[digest]
            self._wanted.setdefault(digest, rules)
            if not self._working:
                self._working = True
                threading.Thread(target=self._work, name="prices", daemon=True).start()
        return None

    def advisor(self, rules: Rules, digest: str) -> Advisor | None:
        """Who advises at a table; None while the game is being solved."""
        return self._advisors.get(digest) if self.edges(rules, digest) is not None else None

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._wanted:
                    self._working = False
                    return
                digest, rules = next(iter(self._wanted.items()))
            edges, advisor = _solved(rules)
            with self._lock:
                self._wanted.pop(digest)
                self._edges[digest] = edges
                if advisor:
                    self._advisors[digest] = advisor


def _solved(rules: Rules) -> tuple[Edges, Advisor | None]:
    from pitboss.solvers.advisor import Advisor

    try:
        advisor = Advisor(rules.terms)
        report = advisor.report
        side = [
            name
            for name in report.wagers
            if name in rules.game.wager and name not in report.stakes and rules.terms.offers(name)
        ]
        edges = {"main": report.total.edge, **{name: report.wagers[name].edge for name in side}}
        return {name: f"{float(edge) * 100:.2f} %" for name, edge in edges.items()}, advisor
    except Exception as error:  # whatever it was, the other games are still to be solved
        _log.warning(
            "%s could not be solved: %s", rules.game.title, error, exc_info=not isinstance(error, PitbossError)
        )
        return {}, None
