"""The devices of a floor: enrolled for one table each by a key that is shown once, and what was last heard of them.

A key has 192 random bits and comes with every message, so it is kept as a plain hash: nobody guesses it, and a slow
hash would only slow down the device.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated

import msgspec
from msgspec import Meta

from pitboss.errors import PitbossError
from pitboss.floor.device_messages import Kind
from pitboss.floor.people import Person, good_name
from pitboss.journal.stores import Document, StaleError, Store

SILENCE = {Kind.SHUFFLER: 60, Kind.SHOE: 30, Kind.READER: 30, Kind.DISPLAY: 60}
"""Seconds after which a device that says nothing is silent."""
CONFIDENCE = 0.9
"""A reader that is less sure of a face has it looked at by a person."""
MOST_DEVICES = 20
"""At one table."""
REMEMBERED = 16
"""Answers that are kept for messages that come again."""
PREFIX = "device"


class Enrolment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A device that is to work at a table."""

    kind: Kind
    name: str
    silence: Annotated[int, Meta(ge=5, le=3600)] | None = None
    """Seconds; the usual ones of its kind if nothing is said."""
    confidence: Annotated[float, Meta(ge=0, le=1)] = CONFIDENCE


class Device(msgspec.Struct, frozen=True, kw_only=True):
    """A device as it was enrolled."""

    id: str
    hash: str
    table: str
    kind: Kind
    name: str
    silence: int
    confidence: float
    by: str
    at: int
    revoked: bool = False


class Heard(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a device from its messages."""

    last: int = 0
    """The number of the last message."""
    answers: tuple[tuple[int, str, bytes], ...] = ()
    """The last ones: number, digest, answer."""
    at: int = 0
    state: str = ""
    trouble: str = ""
    """What is wrong with it, where the rules have nothing for that; "" once it says something sound."""
    missed: int = 0
    """Messages that never came."""
    ahead: int = 0
    """How far its clock is ahead of ours, in milliseconds."""


class Devices:
    """All devices of a floor."""

    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        self._store, self._clock = store, clock
        self._lock = threading.Lock()
        self._known: dict[str, tuple[Device, ...]] = {}
        self._changes = 0

    def enrol(self, table: str, wanted: Enrolment, by: Person) -> tuple[Device, str]:
        """A new device and its key, which is kept nowhere."""
        name = good_name(wanted.name)
        others = self.of(table)
        if any(one.name.casefold() == name.casefold() for one in others):
            raise PitbossError("name-taken", f"a device called {name} is here already: choose another name")
        if len(others) >= MOST_DEVICES:
            raise PitbossError("too-many", f"a table has {MOST_DEVICES} devices at most: revoke one first")
        number, secret = secrets.token_hex(8), secrets.token_urlsafe(24)
        silence = wanted.silence or SILENCE[wanted.kind]
        device = Device(
            id=number, hash=_hash(secret), table=table, kind=wanted.kind, name=name, silence=silence,
            confidence=wanted.confidence, by=by.name, at=self._clock(),
        )  # fmt: skip
        self._store.put(Document(PREFIX, number, msgspec.json.encode(device), 0))
        self.changed()
        return device, f"{number}.{secret}"

    def of(self, table: str) -> tuple[Device, ...]:
        """The devices of a table that were not revoked, by name."""
        known, changes = self._known.get(table), self._changes
        if known is not None:
            return known
        every = (msgspec.json.decode(one.body, type=Device) for one in self._store.all(PREFIX))
        here = [one for one in every if one.table == table and not one.revoked]
        found = tuple(sorted(here, key=lambda one: one.name.casefold()))
        with self._lock:
            if changes == self._changes:  # nothing was enrolled or revoked while this was read
                self._known[table] = found
        return found

    def changed(self) -> None:
        """A device was enrolled or revoked, here or by another process."""
        with self._lock:
            self._changes += 1
            self._known.clear()

    def find(self, device: str) -> Device | None:
        """A device by its number."""
        found = self._store.get(PREFIX, device)
        return msgspec.json.decode(found.body, type=Device) if found else None

    def by_key(self, key: str) -> Device:
        """The device whose key this is."""
        number, _, secret = key.partition(".")
        device = self.find(number) if number.isalnum() and len(number) == 16 else None
        if device is None or device.revoked or not hmac.compare_digest(device.hash, _hash(secret)):
            raise PitbossError("device-key", "this key opens nothing, or no longer: have the floor enrol the device")
        return device

    def revoke(self, table: str, device: str) -> Device:
        """Let a device in no more."""
        while True:
            found = self._store.get(PREFIX, device)
            known = msgspec.json.decode(found.body, type=Device) if found else None
            if found is None or known is None or known.table != table:
                raise PitbossError("not-enrolled", "no device of this table has that number")
            gone = msgspec.structs.replace(known, revoked=True)
            with suppress(StaleError):  # revoked twice at once
                self._store.put(Document(PREFIX, device, msgspec.json.encode(gone), found.revision))
                self.changed()
                return gone

    # --- what was heard ---

    def heard(self, device: str) -> tuple[Heard, int]:
        """What is known of a device, and the revision of it."""
        found = self._store.get("device-heard", device)
        return (msgspec.json.decode(found.body, type=Heard), found.revision) if found else (Heard(), 0)

    def note(self, device: str, heard: Heard, revision: int) -> None:
        """Keep what is known of a device now."""
        try:
            self._store.put(Document("device-heard", device, msgspec.json.encode(heard), revision))
        except StaleError as error:
            raise PitbossError("busy", "two connections use this device's key at once: end one of them") from error


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
