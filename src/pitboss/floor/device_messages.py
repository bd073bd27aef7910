"""What devices at a table say and are told: the protocol, as data.

A device numbers its messages from 1. One that comes twice is answered as the first time; a number that is left out is
noted. Whatever the table waits for from a device is in every answer, and never a card that the device has not read.
"""

from __future__ import annotations

import hashlib
from enum import StrEnum
from typing import Annotated, Any

import msgspec
from msgspec import Meta

PROTOCOL = 1
"""The version of what stands here."""
MOST_WORDS = 200
Words = Annotated[str, Meta(max_length=MOST_WORDS)]
Number = Annotated[int, Meta(ge=1, le=2**53)]


class Kind(StrEnum):
    """What a device is for."""

    SHUFFLER = "shuffler"
    SHOE = "shoe"
    READER = "reader"
    DISPLAY = "display"


class Hello(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="hello"):
    """A device begins, or comes back; the answer says which number its next message has."""

    protocol: int


class Message(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type"):
    """What a device says; `at` is the time by its own clock, in milliseconds since 1970."""

    seq: Number
    at: Annotated[int, Meta(ge=0, le=2**53)] | None = None

    @property
    def digest(self) -> str:
        """What it says, in short, whenever it is sent."""
        return hashlib.sha256(msgspec.json.encode(msgspec.structs.replace(self, at=None))).hexdigest()


class Status(Message, frozen=True, kw_only=True, tag="status"):
    """A sign of life, sent at least as often as the answer to the hello asks."""

    state: Words = ""


class Finished(Message, frozen=True, kw_only=True, tag="finished"):
    """A shuffler has shuffled a deck, known by the colour of its backs; one that counts says how many cards it has."""

    deck: Words
    count: int | None = None


class Loaded(Message, frozen=True, kw_only=True, tag="loaded"):
    """A shuffler has put a deck into the shoe that it feeds."""

    deck: Words


class Dispensed(Message, frozen=True, kw_only=True, tag="dispensed"):
    """So many cards left the shoe; of an automated shoe they are one stack."""

    cards: int


class ReadFace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The face that a reader saw, such as "Qd", and how sure it is, from 0 to 1."""

    face: Annotated[str, Meta(max_length=3)]
    confidence: Annotated[float, Meta(ge=0, le=1)]


class Faces(Message, frozen=True, kw_only=True, tag="faces"):
    """Cards that a reader read, in the order in which they lie; from the first that is missing, or from this place."""

    faces: Annotated[tuple[ReadFace, ...], Meta(min_length=1, max_length=52)]
    place: Annotated[int, Meta(ge=1, le=52)] | None = None


class Jam(Message, frozen=True, kw_only=True, tag="jam"):
    """The device cannot go on."""

    what: Words = "jam"


class Cleared(Message, frozen=True, kw_only=True, tag="cleared"):
    """The device is in order again."""


Said = Hello | Status | Finished | Loaded | Dispensed | Faces | Jam | Cleared
OF_KIND: dict[Kind, tuple[type[Message], ...]] = {
    Kind.SHUFFLER: (Status, Finished, Loaded, Jam, Cleared),
    Kind.SHOE: (Status, Dispensed, Jam, Cleared),
    Kind.READER: (Status, Faces, Jam, Cleared),
    Kind.DISPLAY: (Status,),
}
"""What each kind of device may say; all of them say hello."""


class Asked(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the table waits for from a device."""

    step: str
    """"shuffle", "load", "deal", "read" or "clear"."""
    deck: str = ""
    cards: int = 0
    """How many are to be dealt, or to be read."""
    lie: str = ""
    """Where those lie that are to be read."""
    given: tuple[int, ...] = ()
    """The places that were read, the first being 1."""
    doubtful: tuple[int, ...] = ()
    """Those of them that a person looks at, or the reader reads again."""


class Reply(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The answer to a message."""

    table: str
    seq: int = 0
    next: int = 1
    """The number of the next message."""
    version: int = 0
    """Of the table."""
    round: int = 0
    """The number of the round in progress, or of the last one."""
    asked: Asked | None = None
    missed: int = 0
    """How many numbers were left out before this one."""
    heartbeat: int = 0
    """Seconds after which a sign of life is due; only in the answer to a hello."""
    refusal: dict[str, Any] | None = None
