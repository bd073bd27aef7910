"""Journals are proved in the background, one at a time; anybody may ask how far it has come."""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from pitboss.errors import PitbossError
from pitboss.journal.second_verifier import Checked, second_opinion
from pitboss.journal.stores import Store
from pitboss.journal.verify import Verdict, verify

_log = logging.getLogger(__name__)


class Proof(msgspec.Struct):
    """How far a check has come, and what it found."""

    state: str = "none"
    """"none", "waiting", "running", "done" or "failed"."""
    words: str = "This journal has not been checked since the server was started."
    done: int = 0
    of: int = 0
    at: int = 0
    """When it was begun."""
    result: dict[str, Any] | None = None


class Prover:
    """Checks journals; one after the other, since each takes a processor for a while."""

    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        self._store, self._clock = store, clock
        self._lock, self._turn = threading.Lock(), threading.Lock()
        self._proofs: dict[str, Proof] = {}

    def status(self, table: str) -> Proof:
        """How far the check of a table has come."""
        return self._proofs.get(table) or Proof()

    def begin(self, table: str, head: str = "") -> Proof:
        """Check a journal, against a head that was kept elsewhere if one is given; joins a check that is under way."""
        saved = head.strip().lower() or None
        if saved is not None and not re.fullmatch("[0-9a-f]{64}", saved):
            raise PitbossError("head", "a head is 64 characters, 0 to 9 and a to f: copy the whole of it")
        with self._lock:
            proof = self.status(table)
            if proof.state not in ("waiting", "running"):
                proof = self._proofs[table] = Proof("waiting", "Waits for another check to end.", at=self._clock())
                threading.Thread(target=self._run, args=(table, proof, saved), name="proving", daemon=True).start()
        return proof

    def _run(self, table: str, proof: Proof, saved: str | None) -> None:
        with self._turn:
            try:
                version, head = self._store.head(table)
                proof.state, proof.of = "running", version
                proof.words = "Following the chain of records, and replaying every event."
                verdict = verify(self._counted(table, proof), saved)
                second = None
                if verdict.ok:
                    proof.words = "Dealing and settling every round again."
                    second = second_opinion(self._counted(table, proof))
                result = told(verdict, second, head, saved)
                proof.result, proof.words, proof.state = result, result["title"], "done"
            except Exception as error:
                _log.exception("table %s could not be checked", table)
                said = error.message if isinstance(error, PitbossError) else "the server met an error: see its log"
                proof.words, proof.state = f"The check came to no end: {said}.", "failed"

    def _counted(self, table: str, proof: Proof) -> Iterator[str]:
        proof.done = 0
        for line in self._store.lines(table, upto=proof.of):
            proof.done += 1
            yield line


def told(verdict: Verdict, second: Checked | None, head: str, saved: str | None) -> dict[str, Any]:
    """What a check found, in plain words: what is proved, what is wrong, and what nobody can say."""
    wrong = []
    if verdict.fault:
        sound = f" {verdict.records:,} records before it hold together." if verdict.records else ""
        wrong.append(f"{_sentence(verdict.fault.message)}{sound}")
    elif verdict.head != head:
        wrong.append("The store notes another head than the last record has: the end of the journal was cut off.")
    if second and second.disagreement:
        wrong.append(f"Record {second.line:,}: {second.disagreement}.")
    return {
        "ok": not wrong,
        "title": "Chain verified" if not wrong else "The journal does not hold",
        "records": verdict.records,
        "head": verdict.head,
        "line": verdict.fault.line if verdict.fault else second.line if second and second.disagreement else None,
        "wrong": wrong,
        "proved": list(_proved(verdict, second, saved)) if not wrong else [],
        "open": [_sentence(caution) for caution in verdict.cautions],
    }


def _proved(verdict: Verdict, second: Checked | None, saved: str | None) -> Iterator[str]:
    yield f"Each of the {verdict.records:,} records names the hash of the one before it: none was altered or taken out."
    yield "Replayed from the first, all events can have happened, and the accounts sum to zero after each of them."
    if second and second.rounds:
        yield f"The decks of {second.rounds:,} rounds were opened: each is the one committed to before its first card."
        yield f"A second reader dealt them again and had the rule book settle {second.wagers:,} wagers: all agree."
    if saved is not None:
        yield "The saved head is in the chain: nothing up to it was written anew."


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."
